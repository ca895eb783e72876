//! What the release loses, and whether its rows are records of the original, each another one.

use super::labels::{
    ColumnLabels, LabelPlace, ReadColumn, labels_of_level, labels_of_only_level, local_labels,
};
use super::matching::{Matcher, UnclearLabels, assign_labels};
use super::promises::is_public;
use crate::heap::*;
use crate::numbers::sum;
use crate::proof::attribute::Attribute;
use crate::proof::lattice::{ReleaseSpace, codes_of};
use crate::reading::json::Json;
use crate::reading::table::{CodedColumn, CodedTable, grouped};

/// What the two tables show of the release.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ReleaseRecords {
    /// Its rows are generalized records of the original; it loses so much (minimized).
    Matched(f64),
    /// Some row is no generalized record of the original.
    Foreign,
    /// Labels, or which record is whose, are not clear.
    Unclear(&'static str),
}

/// Compares the release with the original.
pub(crate) fn compare(space: &ReleaseSpace<'_>, release: &CodedTable, report: &Json) -> ReleaseRecords {
    let is_public = is_public(report);
    let mut columns = vec![];
    for attribute in &space.attributes {
        let name = attribute.given.name.as_str();
        let Some(column) = release.column(name) else {
            return ReleaseRecords::Unclear("the release lacks a quasi-identifier");
        };
        // A public report counts the levels of hierarchies of published values.
        let told =
            report.get("solution").filter(|_| !is_public).and_then(|of| of.count_at(&["levels", name]));
        let labels = match told {
            _ if space.job.is_local => local_labels(attribute, column),
            Some(level) if level > attribute.highest || level < attribute.lowest => None,
            Some(level) => Some(labels_of_level(attribute, column, level)),
            None => labels_of_only_level(attribute, column),
        };
        let Some(labels) = labels else {
            return ReleaseRecords::Unclear("labels name groups by bounds, or levels are not told");
        };
        columns.push((column, labels));
    }
    if release.rows > space.table.rows {
        return ReleaseRecords::Foreign;
    }
    let others = numbers_of_others(space, release);
    match space.job.is_local {
        true => local(space, release, columns, &others),
        false => match global(space, release, &columns, &others) {
            ReleaseRecords::Foreign if is_public => ReleaseRecords::Unclear("the levels are not clear"),
            found => found,
        },
    }
}

/// Numbers for the rows of release and original, equal for rows that are alike in all columns which
/// both have, apart from the quasi-identifiers.
fn numbers_of_others(space: &ReleaseSpace<'_>, release: &CodedTable) -> [Vec<usize>; 2] {
    let columns = release
        .columns
        .iter()
        .filter(|column| !space.attributes.iter().any(|attribute| attribute.given.name == column.name));
    let pairs: Vec<_> =
        columns.filter_map(|column| Some([column, space.table.column(&column.name)?])).collect();
    let mut numbers = BTreeMap::new();
    [0, 1].map(|table: usize| {
        (0..if table == 0 { release.rows } else { space.table.rows })
            .map(|row| {
                let cells: Vec<Option<&str>> = pairs.iter().map(|pair| pair[table].cell(row)).collect();
                let next = numbers.len();
                *numbers.entry(cells).or_insert(next)
            })
            .collect()
    })
}

/// What the release loses, from the labels of its rows.
fn loss(space: &ReleaseSpace<'_>, release: &CodedTable, columns: &[ReadColumn<'_>]) -> f64 {
    let lost = (space.table.rows - release.rows) as f64;
    // Where suppressed records do not count, it is the mean over published ones.
    let all = space.table.rows as f64 / release.rows.max(1) as f64;
    let mut terms = vec![];
    for (place, (read, attribute)) in columns.iter().zip(&space.attributes).enumerate() {
        let kept = read.cost(attribute);
        let whole = space.suppressed.map_or(kept * all, |cost| kept + lost * cost);
        terms.push(space.term_of_sum(place, whole));
    }
    space.whole(sum(terms))
}

/// For the rows of release and original, all that is known of them: the labels in the columns whose
/// labels are clear, and all other columns.
fn keys(
    space: &ReleaseSpace<'_>,
    columns: &[(&CodedColumn, ColumnLabels)],
    others: &[Vec<usize>; 2],
) -> [Vec<(Vec<usize>, usize)>; 2] {
    let mut keys =
        [0, 1].map(|table: usize| others[table].iter().map(|other| (vec![], *other)).collect::<Vec<_>>());
    for ((column, labels), attribute) in columns.iter().zip(&space.attributes) {
        let ColumnLabels::Known(places) = labels else { continue };
        let level = places.first().map_or(0, |place| place.level);
        keys[0].iter_mut().zip(&column.codes).for_each(|(key, &code)| key.0.push(places[code].label));
        let labels = attribute.column.codes.iter().map(|&code| attribute.labels[level][code]);
        keys[1].iter_mut().zip(labels).for_each(|(key, label)| key.0.push(label));
    }
    keys
}

/// A release in which each column has one level.
fn global(
    space: &ReleaseSpace<'_>,
    release: &CodedTable,
    columns: &[(&CodedColumn, ColumnLabels)],
    others: &[Vec<usize>; 2],
) -> ReleaseRecords {
    let keys = keys(space, columns, others);
    let mut found = vec![];
    for ((column, labels), attribute) in columns.iter().zip(&space.attributes) {
        let places = match labels {
            ColumnLabels::Known(places) => places.clone(),
            ColumnLabels::Unnamed(level) => match assigned(attribute, column, *level, &keys) {
                Ok(places) => places,
                Err(why) => return why,
            },
        };
        found.push(ReadColumn { column, places });
    }
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    for (row, other) in others[1].iter().enumerate() {
        let labels = found.iter().zip(&space.attributes).map(|(read, attribute)| {
            let level = read.places.first().map_or(0, |place| place.level);
            attribute.labels[level][attribute.column.codes[row]]
        });
        *left.entry((labels.collect::<Vec<_>>(), *other)).or_default() += 1;
    }
    for (row, other) in others[0].iter().enumerate() {
        let labels: Vec<usize> = found.iter().map(|read| read.at(row).label).collect();
        match left.get_mut(&(labels, *other)) {
            Some(count) if *count > 0 => *count -= 1,
            _ if columns.iter().all(|(_, labels)| matches!(labels, ColumnLabels::Known(_))) => {
                return ReleaseRecords::Foreign;
            }
            _ => return ReleaseRecords::Unclear("labels of several columns name groups by bounds"),
        }
    }
    ReleaseRecords::Matched(loss(space, release, &found))
}

/// The labels of a column whose names do not say for which groups of a level they stand. `keys` are
/// all else that is known of the rows of release and original.
fn assigned(
    attribute: &Attribute<'_>,
    column: &CodedColumn,
    level: usize,
    keys: &[Vec<(Vec<usize>, usize)>; 2],
) -> Result<Vec<LabelPlace>, ReleaseRecords> {
    let labels = &attribute.labels[level];
    let cost_of = labels.iter().copied().zip(attribute.costs[level].iter().copied()).collect();
    let wanted = column.codes.iter().copied().zip(&keys[0]);
    let there = attribute.column.codes.iter().map(|&code| labels[code]).zip(&keys[1]);
    match assign_labels(column.values.len(), wanted, there, &cost_of) {
        Ok(Some(groups)) => Ok(groups.into_iter().map(|label| LabelPlace { level, label }).collect()),
        Ok(None) => Err(ReleaseRecords::Foreign),
        Err(UnclearLabels::Ambiguous) => Err(ReleaseRecords::Unclear("labels can be read in several ways")),
        Err(UnclearLabels::TooMany) => {
            Err(ReleaseRecords::Unclear("there are too many ways to read the labels"))
        }
    }
}

/// A release in which levels differ by record.
fn local(
    space: &ReleaseSpace<'_>,
    release: &CodedTable,
    columns: Vec<(&CodedColumn, ColumnLabels)>,
    others: &[Vec<usize>; 2],
) -> ReleaseRecords {
    let mut found = vec![];
    for (column, labels) in columns {
        let ColumnLabels::Known(places) = labels else {
            return ReleaseRecords::Unclear("labels are not clear");
        };
        found.push(ReadColumn { column, places });
    }
    let wanted = grouped(release.rows, |row| {
        (others[0][row], found.iter().map(|read| read.at(row)).collect::<Vec<_>>())
    });
    let there = grouped(space.table.rows, |row| (others[1][row], codes_of(&space.attributes, row)));
    let matcher = Matcher::new(&wanted, &there, |wanted, there| {
        let (row, record) = (wanted[0], there[0]);
        let mut columns = found.iter().zip(&space.attributes);
        others[0][row] == others[1][record]
            && columns.all(|(read, attribute)| read.stands_for(row, attribute, record))
    });
    match matcher.map(Matcher::completes) {
        Some(true) => ReleaseRecords::Matched(loss(space, release, &found)),
        Some(false) => ReleaseRecords::Foreign,
        None => ReleaseRecords::Unclear("there are too many records to match"),
    }
}
