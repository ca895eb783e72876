//! Reading the tables of ../shared/data: without incog-io, so that the tests of this crate are
//! built in a minute.

use csv::{ReaderBuilder, Trim};
use flate2::read::GzDecoder;
use incog_data::{ColumnBuilder, Table};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where the tables are, if they are.
pub fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    folder.is_dir().then_some(folder)
}

/// What means that a value is missing.
pub const MISSING: [&str; 3] = ["", "NA", "?"];

/// The names in the first record, and the table of all others below `names`, or below the first
/// record.
pub fn read(path: &Path, delimiter: u8, names: Option<&[&str]>) -> (Vec<String>, Table) {
    let file = File::open(path).unwrap();
    let is_packed = path.extension().is_some_and(|ending| ending == "gz");
    let bytes: Box<dyn Read> = if is_packed { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(bytes);
    let mut records =
        reader.records().map(Result::unwrap).filter(|record| record.len() > 1 || !record[0].is_empty());
    let first: Vec<String> = records.next().unwrap().iter().map(str::to_owned).collect();
    let unique = |(at, name): (usize, &String)| match first[..at].contains(name) {
        true => format!("{name}_{at}"),
        false => name.clone(),
    };
    let mut columns: Vec<ColumnBuilder> = match names {
        Some(names) => names.iter().map(|name| ColumnBuilder::new(*name)).collect(),
        None => first.iter().enumerate().map(unique).map(ColumnBuilder::new).collect(),
    };
    if names.is_some() {
        columns.iter_mut().zip(&first).for_each(|(column, value)| column.push(value));
    }
    for record in records.filter(|record| record.len() == first.len()) {
        columns.iter_mut().zip(record.iter()).for_each(|(column, value)| column.push(value));
    }
    let columns = columns.into_iter().map(|column| column.finish(&MISSING)).collect();
    (first, Table::new(columns).unwrap())
}
