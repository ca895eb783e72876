//! Noisy records after the real ones, where a [shortage](incog_plan::shortage) of providers
//! requires them.

use crate::IncogError;
use crate::ReleaseError;
use crate::job::Role;
use crate::publish::prepare::bound_table::BoundTable;
use incog_data::{Column, RowMap, Table, Tuples};
use incog_disclosure::published::draw::KeyedDraw;
use incog_plan::{PaddingNeed, may_need_padding, padding_needs};
use std::collections::{BTreeMap, HashMap};

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
/// Each value is drawn from the records of the class, column by column: all of them are published
/// together with the noisy ones, so that no value comes from a record that is suppressed. Draws
/// follow from the key, the labels of the class, the provider and the column, so nobody without the
/// key can tell which records are noisy.
fn append(
    input: &mut BoundTable,
    tuples: &Tuples,
    map: &RowMap,
    short: &[PaddingNeed],
) -> Result<(), IncogError> {
    let key = input.draw.clone();
    let provider = input.with_role(Role::Provider).next().map(|column| column.name.clone());
    let rows_of_class = rows_of_classes(tuples, map, short);
    let mut columns = std::mem::take(&mut input.table).into_columns();
    for (class, rows) in short.iter().zip(rows_of_class) {
        let marginals: Vec<Vec<(u32, usize)>> =
            columns.iter().map(|column| marginal(column, &rows)).collect();
        let labels = labels_of_class(tuples, class.tuple);
        for (place, &missing) in class.missing.iter().enumerate() {
            for (column, marginal) in columns.iter_mut().zip(&marginals) {
                let is_provider = provider.as_ref() == Some(&column.name);
                let purpose = format!("noisy record {place}, column {}", column.name);
                let code = if is_provider { missing } else { draw(marginal, &key, &purpose, &labels) };
                column.codes.push(code);
            }
        }
    }
    input.table = Table::new(columns)?;
    Ok(())
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

/// How many of some rows have each code, in the order of the values, so that the order of rows
/// changes nothing.
fn marginal(column: &Column, rows: &[u32]) -> Vec<(u32, usize)> {
    let mut counts: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
    for &row in rows {
        let code = column.codes.at(row as usize);
        counts.entry(column.dictionary.get(code)).or_insert((code, 0)).1 += 1;
    }
    counts.into_values().collect()
}

fn draw(marginal: &[(u32, usize)], key: &KeyedDraw, purpose: &str, labels: &str) -> u32 {
    let mut ball = key.number(purpose, labels, marginal.iter().map(|(_, count)| count).sum());
    for &(code, count) in marginal {
        if ball < count {
            return code;
        }
        ball -= count;
    }
    0
}
