//! Noisy records after the real ones, where a [shortage](incog_plan::shortage) of providers
//! requires them.

use crate::IncogError;
use crate::ReleaseError;
use crate::job::Role;
use crate::publish::prepare::bound_table::BoundTable;
use incog_data::{Column, RowMap, Table, Tuples};
use incog_plan::{PaddingNeed, may_need_padding, padding_needs};
use std::collections::HashMap;

/// Noisy records of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noise {
    /// The first noisy row; all rows from there on are.
    pub first: usize,
    /// Classes they were made for.
    pub classes: u64,
}

impl Noise {
    /// How many of the released rows are noisy.
    pub fn released(&self, rows: &[u32]) -> u64 {
        rows.iter().filter(|&&row| row as usize >= self.first).count() as u64
    }
}

/// Adds noisy records after the real ones when that is allowed, needed and useful. The release of a
/// padded table is the most general one.
pub(in crate::publish) fn pad(mut input: BoundTable) -> Result<BoundTable, IncogError> {
    let request = input.terms.request();
    if !input.terms.release.noise || !may_need_padding(&request) {
        return Ok(input);
    }
    let (tuples, map) = input.tuples()?;
    let short = padding_needs(&request, &tuples)?;
    if short.is_empty() {
        return Ok(input);
    }
    if input.counts.is_some() {
        return Err(IncogError::Release(ReleaseError::NoiseAmongCounted));
    }
    let is_aggregated = |column: &&Column| input.terms.is_made_of_others(&column.name);
    if let Some(column) = input.table.columns().iter().find(is_aggregated) {
        return Err(IncogError::Release(ReleaseError::NoiseInAggregates { column: column.name.clone() }));
    }
    let joins =
        |column: &&Column| input.role(&column.name).names_people() && input.terms.publishes(&column.name);
    if let Some(column) = input.table.columns().iter().find(joins) {
        return Err(IncogError::Release(ReleaseError::NoiseUnderPseudonyms { column: column.name.clone() }));
    }
    let first = input.table.rows();
    append(&mut input, &tuples, &map, &short)?;
    input.noise = Some(Noise { first, classes: short.len() as u64 });
    for qid in &mut input.quasi_identifiers {
        qid.min_level = qid.max_level;
    }
    Ok(input)
}

/// Appends the noisy records to the real ones.
///
/// Each is a copy of a record of the class under the name of another provider: values that were
/// drawn column by column would be pairs that nobody has. All records of the class are published
/// together with the noisy ones, so that none is a copy of a suppressed one. Draws follow from the
/// key, the labels of the class and the provider, so nobody without the key can tell which records
/// are noisy.
fn append(
    input: &mut BoundTable,
    tuples: &Tuples,
    map: &RowMap,
    short: &[PaddingNeed],
) -> Result<(), IncogError> {
    let key = input.draw.clone();
    let provider = input.with_role(Role::Provider).next().map(|column| column.name.clone());
    let mut rows_of_class = rows_of_classes(tuples, map, short);
    rows_of_class.iter_mut().for_each(|rows| sort_by_content(&input.table, rows));
    let mut columns = std::mem::take(&mut input.table).into_columns();
    for (class, rows) in short.iter().zip(rows_of_class) {
        let labels = labels_of_class(tuples, class.tuple);
        for (place, &missing) in class.missing.iter().enumerate() {
            let copied = rows[key.number(&format!("noisy record {place}"), &labels, rows.len())];
            for column in &mut columns {
                let is_provider = provider.as_ref() == Some(&column.name);
                let code = if is_provider { missing } else { column.codes.at(copied as usize) };
                column.codes.push(code);
            }
        }
    }
    input.table = Table::new(columns)?;
    Ok(())
}

/// Sorts rows by what they say, so that the order of rows changes nothing.
fn sort_by_content(table: &Table, rows: &mut [u32]) {
    rows.sort_by_cached_key(|row| {
        table.columns().iter().map(|column| column.value(*row as usize).to_owned()).collect::<Vec<String>>()
    });
}

/// The labels of the class of a tuple in the most general release.
fn labels_of_class(tuples: &Tuples, tuple: u32) -> String {
    let codes = tuples.codes(tuple as usize).iter().zip(tuples.quasi_identifiers());
    let labels = codes.map(|(&code, qid)| qid.label(qid.max_level, code));
    labels.map(|label| format!("{}:{label}", label.len())).collect()
}

/// The rows of some classes of the most general release.
fn rows_of_classes(tuples: &Tuples, map: &RowMap, short: &[PaddingNeed]) -> Vec<Vec<u32>> {
    let labels = |tuple: u32| -> Vec<u32> {
        let codes = tuples.codes(tuple as usize).iter().zip(tuples.quasi_identifiers());
        codes.map(|(&code, qid)| qid.label_code(qid.max_level, code)).collect()
    };
    let place_of: HashMap<Vec<u32>, usize> =
        short.iter().enumerate().map(|(place, class)| (labels(class.tuple), place)).collect();
    let place_of_tuple: Vec<Option<usize>> =
        (0..tuples.len() as u32).map(|tuple| place_of.get(&labels(tuple)).copied()).collect();
    let mut rows = vec![Vec::new(); short.len()];
    for (row, &tuple) in (0u32..).zip(&map.tuple_of_row) {
        if let Some(place) = place_of_tuple[tuple as usize] {
            rows[place].push(row);
        }
    }
    rows
}
