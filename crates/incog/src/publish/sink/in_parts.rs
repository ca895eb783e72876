//! A release as distinct rows, each with how many records have it, for whoever makes the records.

use crate::IncogError;
use crate::publish::release::medium::ToWrite;
use incog_data::{NarrowCodes, ValueType};
use incog_disclosure::read::counted_columns::free_name;
use incog_io::{OutputColumn, WriteOptions, WrittenRows, write_rows};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The most records of one row: a cluster makes those of a row in one place, and shares rows among
/// its machines.
const RECORDS_OF_A_ROW: u64 = 10_000;

/// The release as distinct rows in its order. The last column says how many records each stands
/// for, at most [`RECORDS_OF_A_ROW`]; more are several rows.
pub(in crate::publish) fn in_parts(name: &Path, release: &ToWrite<'_>) -> Result<WrittenRows, IncogError> {
    let parts = parts(release);
    let codes: Vec<NarrowCodes> = release
        .columns
        .iter()
        .map(|column| column.codes.of_items(parts.iter().map(|&(row, _)| row as usize)))
        .collect();
    let shown = release.columns.iter().zip(&codes);
    let mut columns: Vec<OutputColumn<'_>> =
        shown.map(|(column, codes)| OutputColumn { codes, ..column.clone() }).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.to_owned()).collect();
    let records = free_name("incog_records", &names);
    let sizes: Vec<u64> = parts.iter().map(|&(_, size)| size).collect::<BTreeSet<_>>().into_iter().collect();
    let texts: Vec<String> = sizes.iter().map(u64::to_string).collect();
    let place = |&(_, size): &(u32, u64)| sizes.partition_point(|other| *other < size) as u32;
    let size_of_part: NarrowCodes = parts.iter().map(place).collect();
    let labels = texts.iter().map(String::as_str).collect();
    columns.push(OutputColumn { name: &records, codes: &size_of_part, labels });
    let mut options: WriteOptions = release.options.clone();
    options.types.insert(records.clone(), ValueType::Integer);
    let rows: Vec<u32> = (0..parts.len() as u32).collect();
    Ok(write_rows(name, &columns, &rows, &options)?)
}

/// A row for each of the distinct ones, with how many records have it.
fn parts(release: &ToWrite<'_>) -> Vec<(u32, u64)> {
    let first_alike: Vec<Vec<u32>> = release.columns.iter().map(first_alike).collect();
    let counts = release.allocation.input.counts();
    let mut distinct: Vec<(u32, u64)> = Vec::new();
    let mut place_of: HashMap<Box<[u32]>, usize> = HashMap::new();
    for &row in &release.recoded.rows {
        let columns = release.columns.iter().zip(&first_alike);
        let cells = columns.map(|(column, first)| first[column.codes.at(row as usize) as usize]).collect();
        let place = *place_of.entry(cells).or_insert(distinct.len());
        if place == distinct.len() {
            distinct.push((row, 0));
        }
        distinct[place].1 += counts.at(row as usize);
    }
    let divided = |(row, records): (u32, u64)| {
        let whole = (records / RECORDS_OF_A_ROW) as usize;
        let rest = Some(records % RECORDS_OF_A_ROW).filter(|rest| *rest > 0);
        std::iter::repeat_n(RECORDS_OF_A_ROW, whole).chain(rest).map(move |size| (row, size))
    };
    distinct.into_iter().flat_map(divided).collect()
}

/// For each code of a column, the first with the same label.
fn first_alike(column: &OutputColumn<'_>) -> Vec<u32> {
    let mut first: HashMap<&str, u32> = HashMap::new();
    (0u32..).zip(&column.labels).map(|(code, label)| *first.entry(label).or_insert(code)).collect()
}
