//! The release as columns of codes, labels and an order of rows; no texts are made row by row.

use crate::IncogError;
use crate::ReleaseError;
use crate::job::{ReleaseOrder, SuppressedAs};
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::class_aggregates::aggregate;
use crate::publish::recode::counted_parts::{RowAllocation, allocate_parts};
use crate::publish::recode::published_columns::published;
use crate::publish::recode::quantile_codes::limit;
use crate::publish::recode::retained_rows::{ClassOfRow, allocate_rows};
use crate::report::RecodingKind;
use incog_audit::{Attribute, ReleasedLabel};
use incog_card::is_planted;
use incog_data::{
    Classes, Column, Dictionary, DictionaryBuilder, LabelMeanings, NarrowCodes, Publish, QuasiIdentifier,
    RecordCounts, RowMap, ValueType,
};
use incog_disclosure::published::{PublishedAttribute, used_codes};
use incog_io::OutputColumn;
use rayon::prelude::*;
use std::borrow::Cow;

/// What is written instead of a suppressed value.
pub(in crate::publish) const SUPPRESSED: &str = "*";

/// One column of the release: the label of the code of each row of the input.
#[derive(Clone)]
pub(in crate::publish) struct ReleaseColumn<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// In what form it is published.
    pub publish: Publish,
    /// What its cells are, where they are published as numbers.
    pub value_type: Option<ValueType>,
    /// For each row of the input its code.
    pub codes: Cow<'a, NarrowCodes>,
    /// What the codes stand for: labels of published rows, and no others.
    pub labels: Dictionary,
    /// For each code, its label; several codes may share one. A code that no published row has may
    /// have any label.
    pub label_of: Vec<u32>,
}

/// A release: columns and the rows of the input it has, in order.
pub(in crate::publish) struct Recoded<'a> {
    /// The columns.
    pub columns: Vec<ReleaseColumn<'a>>,
    /// The rows, as numbers of rows of the input, starred ones included.
    pub rows: Vec<u32>,
    /// Where each run of rows that look alike ends, where they are sorted.
    pub ends: Option<Vec<u32>>,
    /// Which rows of the input are published; the others are suppressed.
    pub stays: &'a [bool],
    /// The quasi-identifiers as they are shown.
    pub attributes: Vec<PublishedAttribute>,
}

/// Which row of a table goes to which class, and what stays of it.
pub(in crate::publish) fn allocate<'a>(
    input: &'a BoundTable,
    classes: &Classes<'_>,
    map: &RowMap,
) -> (RowAllocation<'a>, ClassOfRow) {
    match &input.counts {
        None => {
            let released = released_columns(input);
            let (class_of_row, stays) = allocate_rows(classes, map, &input.table, &released, &input.draw);
            (RowAllocation { input: Cow::Borrowed(input), row_of_part: None, stays }, class_of_row)
        }
        Some(_) => allocate_parts(input, classes, map, &input.draw),
    }
}

/// Makes the release from the classes that a search decided on.
pub(in crate::publish) fn recode<'a>(
    allocation: &'a RowAllocation<'_>,
    ClassOfRow(class_of_row): ClassOfRow,
    classes: &Classes<'_>,
    recoding: RecodingKind,
) -> Result<Recoded<'a>, IncogError> {
    let (input, stays): (&'a BoundTable, &'a [bool]) = (&allocation.input, &allocation.stays);
    let released = released_columns(input);
    let published_rows: Vec<u32> =
        (0u32..).zip(stays).filter(|(_, stays)| **stays).map(|(row, _)| row).collect();
    let levels: Vec<Vec<u8>> =
        (0..input.quasi_identifiers.len()).map(|attribute| classes.released_levels(attribute)).collect();
    let level_of = |place: usize, row: u32| classes.all()[class_of_row[row as usize] as usize].levels[place];
    let attributes = published(input, recoding, &levels, level_of, &published_rows);
    let column = |&index: &usize| {
        let column = &input.table.columns()[index];
        match attributes.iter().position(|attribute| attribute.name == column.name) {
            Some(place) => {
                let of_class: Vec<u8> = classes.all().iter().map(|class| class.levels[place]).collect();
                let level = |row: u32| of_class[class_of_row[row as usize] as usize];
                let publish = input.terms.publish_as(&column.name);
                let generalized = generalized(column, &attributes[place], &published_rows, level);
                generalized.map(|column| ReleaseColumn { publish, ..column }).map_err(|error| match error {
                    IncogError::Release(ReleaseError::AmbiguousLabels { column }) if publish.is_numeric() => {
                        IncogError::Release(ReleaseError::AlikeCells { column, what: "labels of two levels" })
                    }
                    other => other,
                })
            }
            None => Ok(as_it_is(column, &published_rows)),
        }
    };
    let columns: Vec<Result<ReleaseColumn<'a>, _>> = released.par_iter().map(column).collect();
    let mut columns = columns.into_iter().collect::<Result<Vec<_>, _>>()?;
    aggregate(input, &mut columns, &published_rows, &class_of_row);
    limit(input, &mut columns, &published_rows);
    let star = input.terms.suppression.shown_as == SuppressedAs::Star;
    if star {
        let spared = usize::from(is_planted("a starred row keeps a cell"));
        columns.iter_mut().skip(spared).for_each(|column| column.star(stays));
    }
    let rows = (0u32..).zip(stays).filter(|(_, stays)| **stays || star).map(|(row, _)| row);
    let mut rows: Vec<u32> = rows.collect();
    let is_sorted =
        input.terms.release.order == ReleaseOrder::Sorted && !is_planted("rows in the order of the input");
    let ends = is_sorted.then(|| crate::publish::recode::row_order::sort(&written(&columns), &mut rows));
    Ok(Recoded { columns, rows, ends, stays, attributes })
}

impl Recoded<'_> {
    /// How many records it has, starred ones included.
    pub fn records(&self, counts: RecordCounts<'_>) -> u64 {
        self.rows.iter().map(|&row| counts.at(row as usize)).sum()
    }

    /// The columns as they are written.
    pub fn written(&self) -> Vec<Cow<'_, ReleaseColumn<'_>>> {
        written(&self.columns)
    }
}

/// Columns as they are written: one that is published as numbers is one or two columns of numbers.
fn written<'c>(columns: &'c [ReleaseColumn<'c>]) -> Vec<Cow<'c, ReleaseColumn<'c>>> {
    let written = |column: &'c ReleaseColumn<'c>| match column.publish.is_numeric() {
        false => vec![Cow::Borrowed(column)],
        true => column.cells().into_iter().map(Cow::Owned).collect(),
    };
    columns.iter().flat_map(written).collect()
}

/// The places of the columns that are published: all but identifiers and, unless asked for, the
/// provider.
pub(in crate::publish) fn released_columns(input: &BoundTable) -> Vec<usize> {
    let is_released = |column: &Column| input.terms.publishes(&column.name);
    let columns = input.table.columns().iter().enumerate();
    columns.filter(|(_, column)| is_released(column)).map(|(index, _)| index).collect()
}

/// The columns as they will be written: one that is published as numbers is one or two columns.
pub(in crate::publish) fn written_names(input: &BoundTable) -> Vec<String> {
    let names = released_columns(input).into_iter().map(|index| &input.table.columns()[index].name);
    names.flat_map(|name| input.terms.publish_as(name).columns(name)).collect()
}

/// A column that is published as it is.
fn as_it_is<'a>(column: &'a Column, rows: &[u32]) -> ReleaseColumn<'a> {
    let mut codes = Cow::Borrowed(&column.codes);
    if is_planted("a value of the next record") {
        rows.windows(2).for_each(|pair| {
            let next = column.codes.at(pair[1] as usize);
            codes.to_mut().set(pair[0] as usize, next);
        });
    }
    labelled(column, codes, used_codes(column, rows), |code| column.dictionary.get(code))
}

/// A quasi-identifier: a code for each of its values at each of its levels.
fn generalized<'a>(
    column: &'a Column,
    attribute: &PublishedAttribute,
    rows: &[u32],
    level: impl Fn(u32) -> u8,
) -> Result<ReleaseColumn<'a>, IncogError> {
    let (levels, values) = (&attribute.levels, column.dictionary.len());
    // Published values are in the published hierarchy: it is made from them, or covers the whole
    // column.
    let label = |value: &str, level: u8| {
        attribute.hierarchy.find(value).map_or("", |leaf| attribute.hierarchy.label(level.into(), leaf))
    };
    if let Some(level) = attribute.level() {
        let level = level.saturating_sub(is_planted("labels of a lower level").into());
        let label = |code: u32| label(column.dictionary.get(code), level);
        return Ok(labelled(column, Cow::Borrowed(&column.codes), used_codes(column, rows), label));
    }
    let mut places = [0; 1 << u8::BITS];
    (0u32..).zip(levels).for_each(|(place, &(decided, _))| places[usize::from(decided)] = place);
    let mut codes = column.codes.clone();
    let mut used = vec![false; values * levels.len()];
    for &row in rows {
        let code = codes.at(row as usize) + places[usize::from(level(row))] * values as u32;
        codes.set(row as usize, code);
        used[code as usize] = true;
    }
    let cell = |code: u32| {
        let (place, value) = (code as usize / values, code as usize % values);
        (column.dictionary.get(value as u32), levels[place].1)
    };
    let mut meanings = LabelMeanings::new(&attribute.hierarchy);
    let mut cells = (0u32..).zip(&used).filter(|(_, used)| **used).map(|(code, _)| cell(code));
    let is_clear = |(value, level): (&str, u8)| {
        attribute.hierarchy.find(value).is_some_and(|leaf| meanings.admit(level.into(), leaf))
    };
    if !cells.all(is_clear) {
        return Err(IncogError::Release(ReleaseError::AmbiguousLabels { column: column.name.clone() }));
    }
    let label = |code: u32| {
        let (value, level) = cell(code);
        label(value, level)
    };
    Ok(labelled(column, Cow::Owned(codes), used, label))
}

/// A column of these codes, of which some are used.
fn labelled<'a, 'l>(
    column: &'a Column,
    codes: Cow<'a, NarrowCodes>,
    used: Vec<bool>,
    label: impl Fn(u32) -> &'l str,
) -> ReleaseColumn<'a> {
    let mut labels = DictionaryBuilder::default();
    let of_code = |(code, used): (u32, bool)| if used { labels.insert(label(code)) } else { 0 };
    let label_of = (0u32..).zip(used).map(of_code).collect();
    let (name, labels) = (Cow::Borrowed(column.name.as_str()), labels.finish());
    ReleaseColumn { name, publish: Publish::Label, value_type: None, codes, labels, label_of }
}

impl ReleaseColumn<'_> {
    /// The columns of numbers in which it is written.
    fn cells(&self) -> Vec<ReleaseColumn<'_>> {
        let cells: Vec<Vec<&str>> = self.labels.iter().map(|label| self.publish.cells(label)).collect();
        let told = || cells.iter().flatten().filter(|cell| !cell.is_empty()).copied();
        let value_type = match (ValueType::infer(told()), self.publish) {
            (ValueType::Integer, Publish::Midpoint) => ValueType::Decimal,
            // Nothing is told.
            (ValueType::Text, _) => ValueType::Decimal,
            (other, _) => other,
        };
        let names = self.publish.columns(&self.name);
        let column = |(part, name): (usize, String)| {
            let mut labels = DictionaryBuilder::default();
            let of_label: Vec<u32> = cells.iter().map(|cells| labels.insert(cells[part])).collect();
            let label_of =
                self.label_of.iter().map(|&label| of_label.get(label as usize).copied().unwrap_or(0));
            ReleaseColumn {
                name: Cow::Owned(name),
                publish: Publish::Label,
                value_type: Some(value_type),
                codes: Cow::Borrowed(&*self.codes),
                label_of: label_of.collect(),
                labels: labels.finish(),
            }
        };
        names.into_iter().enumerate().map(column).collect()
    }

    /// The column as the writer takes it.
    pub fn output(&self) -> OutputColumn<'_> {
        let nothing = self.labels.is_empty();
        let label = |&label: &u32| if nothing { "" } else { self.labels.get(label) };
        let labels = self.label_of.iter().map(label).collect();
        OutputColumn { name: &self.name, codes: &self.codes, labels }
    }

    /// The label of a row of the input that is published.
    pub fn label(&self, row: u32) -> &str {
        self.labels.get(self.label_of[self.codes.at(row as usize) as usize])
    }

    /// The cells of published rows as groups of the hierarchy of all values, where the column is
    /// the quasi-identifier `qid`.
    pub fn groups<'q>(
        &self,
        qid: &'q QuasiIdentifier,
        shown: &PublishedAttribute,
        rows: &[u32],
    ) -> Attribute<'q> {
        let values = qid.leaf_of.len();
        // One code for each value at each level, see `generalized`; behind them that of suppressed
        // rows.
        let group = |code: usize| {
            let (level, _) = *shown.levels.get(code / values.max(1))?;
            Some(ReleasedLabel { level: level.into(), label: qid.label_code(level, (code % values) as u32) })
        };
        let codes = self.codes.of_items(rows.iter().map(|&row| row as usize));
        let label_of = (0..self.label_of.len()).map(group).collect();
        Attribute::of_labels(qid.weight, None, &qid.hierarchy, codes, label_of)
    }

    /// Replaces the value of every row that does not stay.
    fn star(&mut self, stays: &[bool]) {
        // A label that no row has would change the order of the other labels.
        if stays.iter().all(|stays| *stays) {
            return;
        }
        let starred = self.label_of.len() as u32;
        let mut labels: Vec<&str> = self.labels.iter().collect();
        let label = labels.iter().position(|label| *label == SUPPRESSED).unwrap_or_else(|| {
            labels.push(SUPPRESSED);
            labels.len() - 1
        });
        self.label_of.push(label as u32);
        self.labels = labels.into_iter().collect();
        let codes = self.codes.to_mut();
        stays.iter().enumerate().filter(|(_, stays)| !**stays).for_each(|(row, _)| codes.set(row, starred));
    }

    /// For each code the place of its label in the order of labels: by size when all are numbers,
    /// otherwise as texts.
    pub fn ranks(&self) -> (Vec<u32>, u32) {
        let mut order: Vec<u32> = (0..self.labels.len() as u32).collect();
        if ValueType::infer(self.labels.iter().filter(|label| !label.is_empty())).is_number() {
            let number = |label: u32| self.labels.get(label).trim().parse().unwrap_or(f64::INFINITY);
            order.sort_by(|&a, &b| {
                number(a).total_cmp(&number(b)).then_with(|| self.labels.get(a).cmp(self.labels.get(b)))
            });
        } else {
            order.sort_unstable_by_key(|&label| self.labels.get(label));
        }
        let mut rank_of_label = vec![0; order.len()];
        (0u32..).zip(&order).for_each(|(rank, &label)| rank_of_label[label as usize] = rank);
        let ranks = self.label_of.iter().map(|&label| rank_of_label[label as usize]).collect();
        (ranks, order.len() as u32)
    }
}
