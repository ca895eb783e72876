//! Cargo 2000 (UCI): KGEN's large table, 98 columns and 3,942 rows.

use super::{LargeInstance, LargeInstanceError, sources};
use incog_data::{Column, HierarchySpec, QuasiIdentifier, Ranges};
use std::path::Path;

const TABLE: &str = "cargo2000/c2k_data_comma_restored98.csv";

/// 1, 2, ..., 25, then 40 quasi-identifiers; k = 5, at most 0.5 % suppressed, objective precision.
pub(super) const ALL: &[LargeInstance] = &[
    instance("cargo2000-1", |data| first(data, 1)),
    instance("cargo2000-2", |data| first(data, 2)),
    instance("cargo2000-3", |data| first(data, 3)),
    instance("cargo2000-4", |data| first(data, 4)),
    instance("cargo2000-5", |data| first(data, 5)),
    instance("cargo2000-6", |data| first(data, 6)),
    instance("cargo2000-7", |data| first(data, 7)),
    instance("cargo2000-8", |data| first(data, 8)),
    instance("cargo2000-9", |data| first(data, 9)),
    instance("cargo2000-10", |data| first(data, 10)),
    instance("cargo2000-11", |data| first(data, 11)),
    instance("cargo2000-12", |data| first(data, 12)),
    instance("cargo2000-13", |data| first(data, 13)),
    instance("cargo2000-14", |data| first(data, 14)),
    instance("cargo2000-15", |data| first(data, 15)),
    instance("cargo2000-16", |data| first(data, 16)),
    instance("cargo2000-17", |data| first(data, 17)),
    instance("cargo2000-18", |data| first(data, 18)),
    instance("cargo2000-19", |data| first(data, 19)),
    instance("cargo2000-20", |data| first(data, 20)),
    instance("cargo2000-21", |data| first(data, 21)),
    instance("cargo2000-22", |data| first(data, 22)),
    instance("cargo2000-23", |data| first(data, 23)),
    instance("cargo2000-24", |data| first(data, 24)),
    instance("cargo2000-25", |data| first(data, 25)),
    instance("cargo2000-40", |data| first(data, 40)),
];

const fn instance(name: &'static str, load: super::Load) -> LargeInstance {
    LargeInstance { name, table: TABLE, k: 5, limit: 0.005, objective: "precision", quasi_identifiers: load }
}

/// The first numeric columns, in the order of the file, that vary enough for a range hierarchy. Row
/// number, identifiers of legs (`*_legid`) and codes of places (`*_place`) are not quantities and
/// are left out. The paper names neither its columns nor the heights of its hierarchies: here 5 to
/// 10 levels are asked for in turn, and [`Ranges`] makes fewer for a narrow column.
fn first(data: &Path, columns: usize) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = sources::table(&data.join(TABLE))?;
    let is_quantity = |name: &str| name != "nr" && !name.ends_with("_legid") && !name.ends_with("_place");
    table
        .columns()
        .iter()
        .filter(|column| is_quantity(&column.name))
        .filter(|column: &&Column| column.value_type.is_number() && column.dictionary.len() > 1)
        .take(columns)
        .enumerate()
        .map(|(index, column)| {
            let ranges = HierarchySpec::Ranges(Ranges { levels: 5 + index % 6, ..Ranges::default() });
            sources::bind(column, ranges.build(column, &table)?)
        })
        .collect()
}
