//! What analyses of a table and of its release find: numbers by themselves, and pairs of columns
//! counted together.
//!
//! A generalized cell is read as somebody would who has nothing but the release: as a number it is
//! the middle between the lowest and the highest number its label stands for, and in a count its
//! record is spread evenly over those values.

mod cells;
mod cross_table;
mod likeness;
mod moments;
mod numbers;

pub use cross_table::{CrossTable, Pair};
pub use likeness::{
    AllLikeness, Classified, Classifier, ColumnLikeness, Correlation, Learner, Likeness, LikenessRequest,
    NumbersLikeness, PairLikeness, Queries, ReadColumn, Stands,
};
pub use moments::Moments;
pub use numbers::NumbersOf;

use crate::Attribute;
use cells::Cells;
use cross_table::{NamedCells, Shares};
use incog_data::{Column, CountedTable};
use serde::{Deserialize, Serialize};

/// A table and its release, as analyses see them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The published columns of numbers, in the order of the table.
    pub numbers: Vec<NumbersOf>,
    /// Sensitive columns with quasi-identifiers: the [`MOST_PAIRS`](Comparison::MOST_PAIRS) that
    /// depend most on each other in the table, the most dependent first.
    pub pairs: Vec<Pair>,
    /// The first of these, cell by cell.
    pub table: Option<CrossTable>,
}

/// A released quasi-identifier.
pub struct ComparedAttribute<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its released cells as groups of the hierarchy of the whole table.
    pub cells: Attribute<'a>,
}

impl Comparison {
    /// The most pairs that are told.
    pub const MOST_PAIRS: usize = 12;

    /// The leaves of a report, under its key `analyses`, that follow from how the labels of these
    /// quasi-identifiers are read.
    pub fn leaves_about(&self, quasi_identifiers: &[&str]) -> Vec<String> {
        let is_about = |name: &String| quasi_identifiers.contains(&name.as_str());
        let numbers = self.numbers.iter().enumerate().filter(|(_, of)| is_about(&of.column));
        let mut leaves: Vec<String> =
            numbers.map(|(place, _)| format!("analyses.numbers[{place}].after")).collect();
        for (place, _) in self.pairs.iter().enumerate().filter(|(_, pair)| is_about(&pair.quasi_identifier)) {
            let figures = ["wrong_cell", "dependence_after"];
            leaves.extend(figures.map(|figure| format!("analyses.pairs[{place}].{figure}")));
            leaves.extend((place == 0).then(|| "analyses.table.after".to_owned()));
        }
        leaves
    }

    /// Compares a table with its release; sensitive columns are published as they are.
    pub fn measure(
        input: CountedTable<'_>,
        release: CountedTable<'_>,
        quasi_identifiers: &[ComparedAttribute<'_>],
        sensitive: &[&str],
    ) -> Self {
        let attribute = |name: &str| quasi_identifiers.iter().find(|attribute| attribute.name == name);
        let numbers = input.table().columns().iter().filter(|column| column.value_type.is_number());
        let numbers = numbers.filter_map(|column| {
            let after = match attribute(&column.name) {
                Some(attribute) => numbers::of_labels(&attribute.cells),
                None => numbers::of_values(release.column(&column.name)?, release.counts()),
            };
            NumbersOf::new(&column.name, numbers::of_values(column, input.counts()), after)
        });
        let numbers = numbers.collect();
        let mut pairs = pairs(input, release, quasi_identifiers, sensitive);
        // Sums that are taken in another order are equal up to rounding, and must give the same
        // order of pairs.
        pairs.sort_by_key(|(pair, _)| std::cmp::Reverse((pair.dependence_before * 1e9).round() as u64));
        pairs.truncate(Self::MOST_PAIRS);
        let table = pairs.first_mut().map(|(_, table)| std::mem::take(table));
        Self { numbers, pairs: pairs.into_iter().map(|(pair, _)| pair).collect(), table }
    }
}

/// Every sensitive column with every quasi-identifier.
fn pairs(
    input: CountedTable<'_>,
    release: CountedTable<'_>,
    quasi_identifiers: &[ComparedAttribute<'_>],
    sensitive: &[&str],
) -> Vec<(Pair, CrossTable)> {
    let both = |name: &str| Some((input.column(name)?, release.column(name)?));
    let of_sensitive = |(original, released): (&Column, &Column)| {
        Cells::of_values(original, input.counts(), released, Cells::MOST_CATEGORIES)
    };
    let sensitive: Vec<(&str, Cells)> =
        sensitive.iter().filter_map(|&name| Some((name, of_sensitive(both(name)?)))).collect();
    let mut pairs = Vec::new();
    for attribute in quasi_identifiers {
        let Some(original) = input.column(attribute.name) else { continue };
        let rows = Cells::of_groups(original, input.counts(), &attribute.cells, Cells::MOST_GROUPS);
        for (name, columns) in &sensitive {
            let before = Shares::new(&rows, columns, |cells| &cells.before, input.counts());
            let after = Shares::new(&rows, columns, |cells| &cells.after, release.counts());
            let rows = NamedCells { name: attribute.name, cells: &rows };
            let columns = NamedCells { name, cells: columns };
            pairs.push(cross_table::compare(rows, columns, before, after));
        }
    }
    pairs
}

#[cfg(test)]
mod tests;
