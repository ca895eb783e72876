//! The release as columns of codes, labels and an order of rows; no text is made for a row.

use super::input::Input;
use super::published::{PublishedAttribute, published, used_codes};
use super::retained_rows::{Draw, retained_rows};
use crate::job::{ReleaseOrder, Role, SuppressedAs};
use incog_data::{Classes, Column, Dictionary, DictionaryBuilder, Levels, RowMap, ValueType};
use incog_io::OutputColumn;
use std::borrow::Cow;

/// What stands in the place of a suppressed value.
pub(super) const SUPPRESSED: &str = "*";

/// One column of the release: the label of the code of each row of the input.
pub(super) struct ReleaseColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// One code a row of the input.
    pub codes: Cow<'a, [u32]>,
    /// What the codes stand for: labels of published rows, and no others.
    pub labels: Dictionary,
    /// For each code its label; several codes may share one. A code that no published row has may have any.
    pub label_of: Vec<u32>,
}

/// A release: columns and the rows of the input it has, in order.
pub(super) struct Recoded<'a> {
    /// The columns.
    pub columns: Vec<ReleaseColumn<'a>>,
    /// The rows, as numbers of rows of the input, starred ones included.
    pub rows: Vec<u32>,
    /// Which rows of the input are published; the others are suppressed.
    pub stays: Vec<bool>,
    /// The quasi-identifiers as they are shown.
    pub attributes: Vec<PublishedAttribute>,
}

/// Makes the release from the classes that a search decided on.
pub(super) fn recode<'a>(
    input: &'a Input,
    classes: &Classes<'_>,
    levels: &Levels,
    map: &RowMap,
) -> Recoded<'a> {
    let released = released_columns(input);
    let draw = Draw::of(input.secret.as_ref(), input.job.search.settings.seed);
    let stays = retained_rows(classes, map, &input.file.table, &released, &draw);
    let published_rows: Vec<u32> =
        (0u32..).zip(&stays).filter(|(_, stays)| **stays).map(|(row, _)| row).collect();
    let attributes = published(input, levels, &published_rows);
    let mut columns: Vec<ReleaseColumn<'a>> =
        released.iter().map(|&index| release_column(input, &attributes, &published_rows, index)).collect();
    let star = input.job.suppression.shown_as == SuppressedAs::Star;
    if star {
        columns.iter_mut().for_each(|column| column.star(&stays));
    }
    let rows = (0u32..).zip(&stays).filter(|(_, stays)| **stays || star).map(|(row, _)| row);
    let mut rows: Vec<u32> = rows.collect();
    if input.job.release.order == ReleaseOrder::Sorted {
        super::row_order::sort(&columns, &mut rows);
    }
    Recoded { columns, rows, stays, attributes }
}

/// The places of the columns that are published: all but identifiers and, unless asked for, the
/// provider.
pub(super) fn released_columns(input: &Input) -> Vec<usize> {
    let is_released = |column: &Column| match input.role(&column.name) {
        Role::Identifier => false,
        Role::Provider => input.job.release.provider,
        _ => true,
    };
    let columns = input.file.table.columns().iter().enumerate();
    columns.filter(|(_, column)| is_released(column)).map(|(index, _)| index).collect()
}

fn release_column<'a>(
    input: &'a Input,
    attributes: &[PublishedAttribute],
    rows: &[u32],
    index: usize,
) -> ReleaseColumn<'a> {
    let column = &input.file.table.columns()[index];
    let attribute = attributes.iter().find(|attribute| attribute.name == column.name);
    let label = |value: &'a str| -> &str {
        let Some(attribute) = attribute else { return value };
        let hierarchy = &attribute.hierarchy;
        // Published values are in the published hierarchy: it is made of them, or covers the whole column.
        hierarchy.find(value).map_or("", |leaf| hierarchy.label(attribute.level.into(), leaf))
    };
    let mut labels = DictionaryBuilder::default();
    let of_code = |(value, used): (&'a str, bool)| if used { labels.insert(label(value)) } else { 0 };
    let label_of = column.dictionary.iter().zip(used_codes(column, rows)).map(of_code).collect();
    ReleaseColumn {
        name: &column.name,
        codes: Cow::Borrowed(&column.codes),
        labels: labels.finish(),
        label_of,
    }
}

impl ReleaseColumn<'_> {
    /// The column as the writer takes it.
    pub fn output(&self) -> OutputColumn<'_> {
        let nothing = self.labels.is_empty();
        let label = |&label: &u32| if nothing { "" } else { self.labels.get(label) };
        let labels = self.label_of.iter().map(label).collect();
        OutputColumn { name: self.name, codes: &self.codes, labels }
    }

    /// The label of a row of the input that is published.
    pub fn label(&self, row: u32) -> &str {
        self.labels.get(self.label_of[self.codes[row as usize] as usize])
    }

    /// Replaces the value of every row that does not stay.
    fn star(&mut self, stays: &[bool]) {
        // A label that no row has would change the order of the others.
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
        for (code, stays) in self.codes.to_mut().iter_mut().zip(stays) {
            if !stays {
                *code = starred;
            }
        }
    }

    /// For each code the place of its label in the order of labels: by size when all are numbers,
    /// otherwise as texts.
    pub fn ranks(&self) -> (Vec<u32>, u32) {
        let mut order: Vec<u32> = (0..self.labels.len() as u32).collect();
        if ValueType::of(self.labels.iter().filter(|label| !label.is_empty())).is_number() {
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
