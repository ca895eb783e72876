//! Apache Parquet.

mod footer;
mod page_header;
mod pages;
mod thrift_protocol;

use crate::atomic::{Target, parquet_error};
use crate::columnar::{self, BATCH_ROWS, Batches, Origin, check_types};
use crate::columnar_writer::TypedTable;
use crate::decode_error::guarded;
use crate::output::Output;
use crate::table_format::{Ending, TableFormat};
use crate::{ReadError, WriteError};
use arrow_schema::{ArrowError, SchemaRef};
use incog_card::{Card, CardAudience};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io::Seek;

/// How many rows a row group has; a writer holds one group in memory.
const GROUP_ROWS: usize = 256 << 10;

/// Apache Parquet.
pub(super) static PARQUET: TableFormat = TableFormat {
    card: Card {
        name: "parquet",
        audience: CardAudience::Product,
        summary: "Apache Parquet: typed columns, each with its own compression (zstd, snappy, gzip, lz4)",
        reference: "Apache Parquet, https://parquet.apache.org/docs/file-format/",
        parameters: &[],
        caveat: None,
    },
    title: "Parquet",
    endings: &[Ending::new("parquet")],
    can_be_compressed: false,
    has_types: true,
    first_bytes: Some(b"PAR1"),
    read: |opened, options| columnar::read(opened, options, open),
    write: |output, _, target| write(output, target),
};

/// Checks the footer of a file and opens it.
fn open(origin: Origin<'_>, mut file: File) -> Result<(SchemaRef, Batches), ReadError> {
    footer::check(origin, &mut file)?;
    file.rewind().map_err(|source| origin.io(source))?;
    let damaged = |damage| origin.damaged(damage);
    let mut again = file.try_clone().map_err(|source| origin.io(source))?;
    let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file).map_err(ArrowError::from));
    let builder = builder.map_err(damaged)?;
    let schema = builder.schema().clone();
    check_types(origin.path, &schema)?;
    origin.check_cells(declared_cells(builder.metadata(), schema.fields().len()))?;
    pages::check(origin, &mut again, builder.metadata())?;
    let reader = guarded(|| builder.with_batch_size(BATCH_ROWS).build().map_err(ArrowError::from));
    Ok((schema, Box::new(reader.map_err(damaged)?)))
}

fn declared_cells(metadata: &ParquetMetaData, columns: usize) -> u64 {
    let rows = metadata.row_groups().iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0));
    rows.fold(0_u64, u64::saturating_add).saturating_mul(columns as u64)
}

fn write(output: &Output<'_>, target: &mut Target) -> Result<(), WriteError> {
    let table = TypedTable::new(output)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .build();
    let parquet = |source| parquet_error(output.path, source);
    let mut writer = ArrowWriter::try_new(target, table.schema(), Some(properties)).map_err(parquet)?;
    table.for_each_batch(|batch| writer.write(&batch).map_err(parquet))?;
    writer.close().map(drop).map_err(parquet)
}
