//! Tables through files and back, and every kind of broken file.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod broken;
mod carried;
mod damaged;
mod encodings;
mod excel;
mod fixed_width;
mod json_lines;
mod labels;
mod pairs;
mod round_trip;
mod sheets;
mod targets;
mod time_zones;

use arrow_schema::DataType;
use incog_data::{Column, ColumnBuilder, Table};
use incog_io::{OutputColumn, ReadError, ReadOptions, TableFile, WriteOptions, read_table, write_table};
use std::path::PathBuf;

/// Writes `bytes` as `name` in a fresh folder and reads the table.
fn read_bytes(name: &str, bytes: &[u8]) -> Result<TableFile, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_table(path, &ReadOptions::default())
}

fn column(name: &str, values: &[String]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&["", "NA", "?"])
}

fn output(table: &Table) -> Vec<OutputColumn<'_>> {
    table.columns().iter().map(OutputColumn::from).collect()
}

fn values<'a>(table: &'a Table, name: &str) -> Vec<&'a str> {
    let column = table.column(name).unwrap();
    (0..table.rows()).map(|row| column.value(row)).collect()
}

/// The types in which the columns of a file are written to one that has types.
fn written_types(file: &TableFile) -> Vec<DataType> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.parquet");
    let options = WriteOptions { schema: file.format.schema.clone(), ..WriteOptions::default() };
    write_table(&path, &output(&file.table), None, &options).unwrap();
    let schema = read_table(path, &ReadOptions::default()).unwrap().format.schema.unwrap();
    schema.fields().iter().map(|field| field.data_type().clone()).collect()
}

fn shared(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}
