//! Which records of the input are in which group, where a release has one value for each group in
//! every quasi-identifier.

use super::matching::{CommonColumn, Matching, alike, match_records};
use incog_audit::Grouping;
use incog_data::{Column, Table};
use incog_disclosure::job::{Job, ReleaseOrder, Role};
use std::collections::HashMap;

/// The records of the input that those of a release stand for, as far as the order of rows or the
/// columns that are published as they are tell it.
///
/// In the order of the input each row is its own record. Otherwise records that are alike in the
/// `plain` columns have all rows of the input that are, taken together: if they are in one class,
/// or if these rows are all the same, that is all that counts.
pub(super) fn grouped_rows(job: &Job, input: &Table, records: &Table, plain: &[&CommonColumn]) -> Matching {
    let all: Vec<u32> = (0..input.rows() as u32).collect();
    if job.terms.release.order == ReleaseOrder::Input && input.rows() == records.rows() {
        return in_order(&all, plain);
    }
    let matching = match_records(plain, &all, records.rows());
    if matching.unmatched > 0 {
        return Matching { input_row_of: None, whole: Vec::new(), ..matching };
    }
    let quasi_identifiers = |table: &Table| -> Vec<Column> {
        let is_one = |column: &&Column| job.terms.role(&column.name) == Role::QuasiIdentifier;
        table.columns().iter().filter(is_one).cloned().collect()
    };
    let classes = Grouping::of_columns(quasi_identifiers(records).iter(), records.rows());
    let told = input.columns().iter().filter(|column| is_told(job, &column.name));
    let told = Grouping::of_columns(told, input.rows());
    let kinds = alike(plain, (input.rows(), records.rows()));
    let (of_input, of_records) = kinds.of_row.split_at(input.rows());
    let is_same = all_alike(of_records, &classes.of_row);
    let is_alike = all_alike(of_input, &told.of_row);
    let is_certain = |kind: &u32| is_same[kind] || is_alike.get(kind).copied().unwrap_or(false);
    let whole: Vec<Option<u32>> =
        (matching.whole.iter().zip(of_records)).map(|(row, kind)| row.filter(|_| is_certain(kind))).collect();
    Matching { input_row_of: whole.iter().copied().collect(), whole, ..matching }
}

/// Each row of the release is that of the input at the same place, unless its plain columns say
/// otherwise.
fn in_order(all: &[u32], plain: &[&CommonColumn]) -> Matching {
    let differs =
        |row: &&u32| plain.iter().any(|column| column.of_input(**row) != column.of_record(**row as usize));
    let invented: Vec<u32> = all.iter().filter(differs).copied().collect();
    let rows = invented.is_empty().then(|| all.to_vec());
    let whole = rows.iter().flatten().copied().map(Some).collect();
    Matching { unmatched: invented.len() as u64, invented: Some(invented), input_row_of: rows, whole }
}

/// Whether anything that is checked depends on a column, where records of one kind are in several
/// classes.
fn is_told(job: &Job, column: &str) -> bool {
    let is_counted = job.terms.unit.column() == Some(column);
    is_counted || job.terms.publishes(column) || !job.terms.role(column).names_people()
}

/// For each kind whether all of it have the same number.
fn all_alike(kinds: &[u32], numbers: &[u32]) -> HashMap<u32, bool> {
    let mut first: HashMap<u32, u32> = HashMap::new();
    let mut alike: HashMap<u32, bool> = HashMap::new();
    for (&kind, &number) in kinds.iter().zip(numbers) {
        let is_same = *first.entry(kind).or_insert(number) == number;
        *alike.entry(kind).or_insert(true) &= is_same;
    }
    alike
}
