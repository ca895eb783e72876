//! A table with one row per point.

use super::super::TrajectoryError;
use super::super::time_text::TimeText;
use super::found_columns::{Columns, IDS};
use super::pending_release::{degrees_text, metres_text};
use super::{Layout, PointColumns, RawPoints, ReleasedTrack, trip_table};
use incog_data::{Column, ColumnBuilder, Table, ValueType};
use incog_io::{
    FileFormat, OutputColumn, ReadOptions, RowStream, WriteError, WriteOptions, WrittenRows, read_table,
    table_format, write_table,
};
use std::collections::BTreeMap;
use std::path::Path;

/// Reads a table; columns are those of the job, or have a usual name.
pub fn read(path: &Path, names: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    let file = read_table(path, &ReadOptions::default())?;
    points_of(path, file.table, file.format, names).map(|raw| RawPoints { sha256: file.sha256, ..raw })
}

/// Like [`read`], for rows in memory, which have no digest; `name` is what messages call them.
pub fn read_rows(name: &Path, rows: RowStream, names: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    let (table, format) = incog_io::read_rows(name, rows, &ReadOptions::default())?;
    points_of(name, table, format, names)
}

fn points_of(
    path: &Path,
    table: Table,
    file: FileFormat,
    names: &PointColumns,
) -> Result<RawPoints, TrajectoryError> {
    let columns = match Columns::find(&table, names, path) {
        Ok(columns) => columns,
        // Where nothing else is said, a row may be a trip.
        Err(error) => {
            let raw = trip_table::points(&table, names.id.as_deref(), &IDS).ok_or(error)?;
            return Ok(RawPoints { file, ..raw });
        }
    };
    let time_text = TimeText::detect(columns.time.dictionary.iter());
    let written = [columns.id, columns.time, columns.first, columns.second];
    Ok(RawPoints {
        rows: columns.rows(time_text),
        degrees: columns.degrees,
        names_objects: columns.names_objects,
        names_trips: columns.trip.is_some(),
        rows_are_trips: false,
        time_text,
        names: written.map(|column| column.name.clone()),
        file,
        sha256: String::new(),
    })
}

/// Writes a table; the ending chooses delimited text, Parquet or Arrow.
pub fn write(path: &Path, tracks: &[ReleasedTrack], layout: &Layout) -> Result<(), WriteError> {
    let has_types = table_format(path).is_some_and(|format| format.has_types);
    let columns = columns(tracks, layout, has_types);
    let outputs: Vec<OutputColumn<'_>> = columns.iter().map(Into::into).collect();
    write_table(path, &outputs, None, &options(layout))?;
    Ok(())
}

/// Writes the same to memory; `name` is what messages call it.
pub fn write_rows(name: &Path, tracks: &[ReleasedTrack], layout: &Layout) -> Result<WrittenRows, WriteError> {
    let columns = columns(tracks, layout, true);
    let outputs: Vec<OutputColumn<'_>> = columns.iter().map(Into::into).collect();
    let rows: Vec<u32> = (0..columns[0].codes.len() as u32).collect();
    incog_io::write_rows(name, &outputs, &rows, &options(layout))
}

/// Numbers are numbers in a typed file, and instants have the type that they had in the input.
fn options(layout: &Layout) -> WriteOptions {
    let [id, cluster, time, first, second] = layout.names.clone();
    let mut types = BTreeMap::from([
        (id, ValueType::Integer),
        (cluster, ValueType::Integer),
        (first, ValueType::Decimal),
        (second, ValueType::Decimal),
    ]);
    if layout.time_text.is_number() {
        types.insert(time, ValueType::Integer);
    }
    WriteOptions { force: true, schema: layout.file.schema.clone(), types, ..WriteOptions::default() }
}

/// The cells; where columns have types, a number is written as any program does, without zeros at
/// its end.
fn columns(tracks: &[ReleasedTrack], layout: &Layout, has_types: bool) -> [Column; 5] {
    let shown = |text: String| match text.parse::<f64>() {
        Ok(number) if has_types => number.to_string(),
        _ => text,
    };
    let mut columns = layout.names.clone().map(ColumnBuilder::new);
    let text = if layout.degrees { degrees_text } else { metres_text };
    for track in tracks {
        let (number, cluster) = (track.number.to_string(), track.cluster.to_string());
        for &(second, position) in &track.points {
            let [first, other] = text(position).map(shown);
            let time = layout.time_text.write(second);
            let row = [&number, &cluster, &time, &first, &other];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
    }
    columns.map(|column| column.finish(&[]))
}
