//! The quasi-identifiers as a release shows them.

use crate::publish::prepare::bound_table::BoundTable;
use incog_data::{Column, QuasiIdentifier, Table};
use incog_disclosure::job::{Role, Terms};
use incog_disclosure::published::declared_hierarchy::stated_in_job;
use incog_disclosure::published::{
    PublishedAttribute, ShownValues, attribute, least_people, parents, people_by_code, used_codes,
};
use incog_disclosure::report::RecodingKind;
use rayon::prelude::*;
use std::collections::HashSet;

/// The quasi-identifiers of the published rows; `levels` has the levels of each of them, and
/// `level` that of a row, by the place of the quasi-identifier.
pub(in crate::publish) fn published(
    input: &BoundTable,
    recoding: RecodingKind,
    levels: &[Vec<u8>],
    level: impl Fn(usize, u32) -> u8 + Sync,
    rows: &[u32],
) -> Vec<PublishedAttribute> {
    let table = &input.table;
    let real = input.real_rows();
    // Of drawn records labels and levels are those of the job, whichever are published.
    let whole = input.drawn
        || input.terms.hierarchy.of_own_table()
            && rows.iter().filter(|&&row| (row as usize) < real).count() == real;
    let real_rows: Vec<u32> = rows.iter().copied().filter(|&row| (row as usize) < real).collect();
    let least = least_people(&input.terms, input.real_records().counted());
    let of_qid = |(place, (qid, levels)): (usize, (&QuasiIdentifier, &Vec<u8>))| {
        let column = table.column(&qid.name)?;
        let source = input.terms.columns.get(&qid.name)?.hierarchy.as_ref()?;
        let given = !input.made_by_default.contains(&qid.name);
        let is_read_by_label = recoding == RecodingKind::Local && stated_in_job(source).is_some();
        let cells = is_read_by_label.then(|| cells(qid, column, rows, |row| level(place, row)));
        let (used, parents) = (used_codes(column, rows), parents(source, table, Some(rows)));
        let people = people_by_code(column, input.unit(), input.counts(), &real_rows);
        let shown = ShownValues { used, people, least, parents, cells, whole };
        Some(attribute(qid, source, given, levels, column, &shown))
    };
    input.quasi_identifiers.par_iter().zip(levels).enumerate().filter_map(of_qid).collect()
}

/// The labels of published rows, as a hierarchy that is stated has them.
fn cells(qid: &QuasiIdentifier, column: &Column, rows: &[u32], level: impl Fn(u32) -> u8) -> HashSet<String> {
    let of_row = |&row: &u32| (level(row), column.codes.at(row as usize));
    let pairs: HashSet<(u8, u32)> = rows.iter().map(of_row).collect();
    pairs.into_iter().map(|(level, code)| qid.label(level, code).to_owned()).collect()
}

/// The columns in which a release shows quasi-identifiers.
pub(in crate::publish) fn shown_quasi_identifiers(terms: &Terms) -> Vec<String> {
    let shown = terms.with_role(Role::QuasiIdentifier);
    shown.flat_map(|name| terms.publish_as(name).columns(name)).collect()
}

/// The columns of a release that are texts in every release of the job.
pub(in crate::publish) fn shown_labels(terms: &Terms, release: &Table) -> Vec<String> {
    let names = release.columns().iter().map(|column| &column.name);
    names.filter(|name| terms.shows_labels(name)).cloned().collect()
}
