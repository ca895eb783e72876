//! What the classes of a release tell of each other where their labels overlap (downcoding).
//!
//! A local recoding with free cells can publish `20-39` beside `20-29`. Whoever knows that its
//! records are generalized no more than they must may reason: a record of `20-39` that could have
//! stood in `20-29` would have been put there, as that is cheaper; so all records of `20-39` are in
//! their thirties. This is what A. Cohen calls downcoding ("Attacks on Deidentification's
//! Defenses", USENIX Security 2022).
//!
//! The attack is made here from what a release shows, its labels and their hierarchies, and from
//! nothing else. A value of a quasi-identifier is ruled out of a class when a cheaper class stands
//! for every combination with it that is left of the class. What is ruled out in one
//! quasi-identifier may let another cheaper class rule out values in the next, so this goes on
//! until nothing more is ruled out. Where all is ruled out, the reasoning contradicts itself, and
//! the attacker learns nothing.
//!
//! The reasoning is certain where a record could be moved: the search has moved every record for
//! which a cheaper class has labels, as long as the class that it leaves keeps what the models
//! demand. A class of exactly k records cannot give one away, so there it is a guess.

mod cell_tree;
mod cells;
mod facts;

pub use facts::{NarrowedShare, NarrowingFacts};

use crate::Attribute;
use cell_tree::{Narrow, RuledOut, Shelf};
use cells::{Cell, Cells, Span};
use incog_data::RecordCounts;
use rayon::prelude::*;

/// The classes of a release, and what is left of each when others rule out some of its values.
pub struct Narrowing {
    cells: Cells,
    /// By class and attribute, the places of the values that are left; `None` where nothing is
    /// ruled out, or all.
    left: Vec<Option<Vec<Vec<u32>>>>,
}

/// A class of which some values are ruled out.
#[derive(Debug, Clone, PartialEq)]
pub struct NarrowedClass {
    /// Its number: classes are numbered in the order of their first records.
    pub class: u32,
    /// Its records.
    pub records: u64,
    /// The share of the combinations of values below its labels that are left, above 0 and below 1.
    pub left: f64,
}

/// By what share of the dearest cell one is cheaper than another if it is: more than sums are wrong
/// by.
const TOLERANCE: f64 = 1e-9;

impl Narrowing {
    /// Attacks a release by its quasi-identifiers. It has this number of rows, and `counts` gives
    /// the number of records of each. A class costs what the `objective` says, or its GenLoss if
    /// the objective is not a mean of label costs.
    pub fn measure(
        attributes: &[Attribute<'_>],
        rows: usize,
        counts: RecordCounts<'_>,
        objective: &str,
    ) -> Self {
        let cells = Cells::new(attributes, rows, counts, objective);
        let shelf = Shelf::from_cells(&cells);
        let dearest = cells.cells.iter().map(|cell| cell.cost.abs()).fold(0.0, f64::max);
        let left = cells.cells.par_iter().map(|cell| narrowed(cell, &shelf, TOLERANCE * dearest)).collect();
        Self { cells, left }
    }

    /// The classes of which some values are ruled out.
    pub fn narrowed(&self) -> impl Iterator<Item = NarrowedClass> + '_ {
        let classes = (0u32..).zip(self.cells.cells.iter().zip(&self.left));
        classes.filter_map(|(class, (cell, left))| {
            let shares = cell.labels.iter().zip(left.as_ref()?);
            let share = |(label, left): (&Span, &Vec<u32>)| {
                left.len() as f64 / (f64::from(label.last) - f64::from(label.first) + 1.0)
            };
            Some(NarrowedClass { class, records: cell.records, left: shares.map(share).product() })
        })
    }

    /// Classes of the release.
    pub fn classes(&self) -> usize {
        self.cells.cells.len()
    }

    /// Records of the release.
    pub fn records(&self) -> u64 {
        self.cells.cells.iter().map(|cell| cell.records).sum()
    }

    /// The number of the class of a released row.
    pub fn class_of(&self, row: usize) -> u32 {
        self.cells.of_row[row]
    }

    /// Whether a value, as the hierarchy of the attribute numbers it, is left of a class.
    pub fn is_left(&self, class: u32, attribute: usize, value: u32) -> bool {
        let place = self.cells.orders[attribute].place_of[value as usize];
        match &self.left[class as usize] {
            Some(left) => left[attribute].binary_search(&place).is_ok(),
            None => self.cells.cells[class as usize].labels[attribute].has(place),
        }
    }
}

/// The places that are left of a cell; `None` where nothing is ruled out, or all.
fn narrowed(cell: &Cell, shelf: &Shelf, tolerance: f64) -> Option<Vec<Vec<u32>>> {
    let mut left: Vec<Vec<u32>> =
        cell.labels.iter().map(|label: &Span| (label.first..=label.last).collect()).collect();
    let count = |left: &[Vec<u32>]| left.iter().map(Vec::len).sum::<usize>();
    let all = count(&left);
    loop {
        let before = count(&left);
        for ruled_out in shelf.ruled_out(&Narrow { cell, left: &left, limit: cell.cost - tolerance }) {
            match ruled_out {
                RuledOut::Everything => return None,
                RuledOut::Values(attribute, span) => left[attribute].retain(|&place| !span.has(place)),
            }
        }
        if left.iter().any(Vec::is_empty) {
            return None;
        }
        if count(&left) == before {
            return (before < all).then_some(left);
        }
    }
}

#[cfg(test)]
mod tests;
