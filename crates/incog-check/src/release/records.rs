//! What the release loses, and whether its rows are records of the original, each another one.

use super::labels::{ColumnLabels, LabelPlace, labels_of_level, local_labels};
use super::matching::{Matcher, UnclearLabels, assign_labels};
use crate::heap::*;
use crate::numbers::sum;
use crate::proof::attribute::Attribute;
use crate::proof::lattice::ReleaseSpace;
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

/// A column of the release, and by code what its labels stand for.
struct ReadColumn<'a> {
    column: &'a CodedColumn,
    places: Vec<LabelPlace>,
}

impl ReadColumn<'_> {
    fn at(&self, row: usize) -> LabelPlace {
        self.places[self.column.codes[row]]
    }

    /// Whether a record of the original has the label of a row of the release.
    fn stands_for(&self, row: usize, attribute: &Attribute<'_>, record: usize) -> bool {
        let place = self.at(row);
        attribute.labels[place.level][attribute.column.codes[record]] == place.label
    }

    /// What the labels of all rows cost.
    fn cost(&self, attribute: &Attribute<'_>) -> f64 {
        let cost = |place: &LabelPlace| {
            let code = attribute.labels[place.level].iter().position(|label| *label == place.label);
            code.map_or(0.0, |code| attribute.costs[place.level][code])
        };
        let by_code: Vec<f64> = self.places.iter().map(cost).collect();
        sum(self.column.codes.iter().map(|&code| by_code[code]))
    }
}

/// Compares the release with the original.
pub(crate) fn compare(space: &ReleaseSpace<'_>, release: &CodedTable, report: &Json) -> ReleaseRecords {
    let mut columns = vec![];
    for attribute in &space.attributes {
        let name = attribute.given.name.as_str();
        let Some(column) = release.column(name) else {
            return ReleaseRecords::Unclear("the release lacks a quasi-identifier");
        };
        let labels = if space.job.is_local {
            local_labels(attribute, column)
        } else {
            let level = report.at(&["solution", "levels"]).and_then(|levels| levels.get(name)?.count());
            let level = level.filter(|level| (attribute.lowest..=attribute.highest).contains(level));
            level.map(|level| labels_of_level(attribute, column, level))
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
    if space.job.is_local {
        local(space, release, columns, &others)
    } else {
        global(space, release, &columns, &others)
    }
}

/// Numbers for the rows of release and original, equal for rows that are alike in all columns which
/// both have, apart from the quasi-identifiers.
fn numbers_of_others(space: &ReleaseSpace<'_>, release: &CodedTable) -> [Vec<usize>; 2] {
    let is_given = |name: &str| space.attributes.iter().any(|attribute| attribute.given.name == name);
    let columns = release.columns.iter().filter(|column| !is_given(&column.name));
    let pairs: Vec<_> =
        columns.filter_map(|column| Some([column, space.table.column(&column.name)?])).collect();
    let mut numbers = BTreeMap::new();
    [0, 1].map(|table: usize| {
        let number = |row| {
            let cells: Vec<Option<&str>> = pairs.iter().map(|pair| pair[table].cell(row)).collect();
            let next = numbers.len();
            *numbers.entry(cells).or_insert(next)
        };
        (0..if table == 0 { release.rows } else { space.table.rows }).map(number).collect()
    })
}

/// What the release loses, from the labels of its rows.
fn loss(space: &ReleaseSpace<'_>, release: &CodedTable, columns: &[ReadColumn<'_>]) -> f64 {
    let lost = (space.table.rows - release.rows) as f64;
    // Where suppressed records do not count, it is the mean over published ones.
    let all = space.rows() / release.rows.max(1) as f64;
    let whole = |kept: f64| space.suppressed.map_or(kept * all, |cost| kept + lost * cost);
    let costs = columns.iter().zip(&space.attributes).map(|(read, attribute)| read.cost(attribute));
    space.whole(sum(costs.enumerate().map(|(place, kept)| space.term_of_sum(place, whole(kept)))))
}

/// A release in which each column has one level.
fn global(
    space: &ReleaseSpace<'_>,
    release: &CodedTable,
    columns: &[(&CodedColumn, ColumnLabels)],
    others: &[Vec<usize>; 2],
) -> ReleaseRecords {
    // The labels of a row, or of a record, in the columns whose labels are clear.
    let known = |row: usize, is_release: bool| -> Vec<usize> {
        let labels = columns.iter().zip(&space.attributes).filter_map(|((column, labels), attribute)| {
            let ColumnLabels::Known(places) = labels else { return None };
            let level = places.first().map_or(0, |place| place.level);
            let label = || attribute.labels[level][attribute.column.codes[row]];
            Some(if is_release { places[column.codes[row]].label } else { label() })
        });
        labels.collect()
    };
    let keys = |is_release: bool| -> Vec<(Vec<usize>, usize)> {
        let others = &others[usize::from(!is_release)];
        others.iter().enumerate().map(|(row, other)| (known(row, is_release), *other)).collect()
    };
    let keys = [keys(true), keys(false)];
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
    let labels = |row: usize| -> Vec<LabelPlace> { found.iter().map(|read| read.at(row)).collect() };
    let codes = |row: usize| -> Vec<usize> {
        space.attributes.iter().map(|attribute| attribute.column.codes[row]).collect()
    };
    let wanted = grouped(release.rows, |row| (others[0][row], labels(row)));
    let there = grouped(space.table.rows, |row| (others[1][row], codes(row)));
    let may_be = |wanted: &Vec<usize>, there: &Vec<usize>| {
        let (row, record) = (wanted[0], there[0]);
        let mut columns = found.iter().zip(&space.attributes);
        others[0][row] == others[1][record]
            && columns.all(|(read, attribute)| read.stands_for(row, attribute, record))
    };
    match Matcher::new(&wanted, &there, may_be).map(Matcher::completes) {
        Some(true) => ReleaseRecords::Matched(loss(space, release, &found)),
        Some(false) => ReleaseRecords::Foreign,
        None => ReleaseRecords::Unclear("there are too many records to match"),
    }
}
