//! Rows that may be taken for one another by all of some columns, whose values are known exactly or
//! as far as a treatment leaves them.

use super::compared_column::ComparedColumn;
use super::crowd::Crowd;
use super::{Blur, PublishedColumn};
use crate::grouping::Grouping;
use rayon::prelude::*;
use std::collections::HashSet;

/// Rows of a larger table that are looked at, evenly spaced by their place.
pub(super) const MOST_LOOKED_AT: usize = 2_000;

/// Of 20 people whose categories are replaced at random, 19 are looked for with enough
/// replacements.
const MISSED: f64 = 0.05;

/// The records that few others may be taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FewRecords {
    /// How many there are, or would be if all rows were like those that were looked at.
    pub records: u64,
    /// How many rows were looked at; none where all were.
    pub sample: Option<u64>,
}

/// A table, made ready to find the rows that may be taken for one of them.
///
/// Whoever looks for a row knows what it has in these columns, and nothing of those in which it has
/// no value. Other rows may be it where they agree with what is known: in the same value, in a
/// number within the reach of the noise, and in all replaced categories but as many as chance
/// replaces.
pub(super) struct ComparedRows<'a> {
    columns: Vec<ComparedColumn>,
    /// The rows of each class of labels, and the class of each row; one class without labels.
    classes: Classes,
    most_replaced: usize,
    crowd: Crowd<'a>,
}

struct Classes {
    of_row: Vec<u32>,
    starts: Vec<usize>,
    rows: Vec<u32>,
}

impl<'a> ComparedRows<'a> {
    /// By columns alone.
    pub fn new(crowd: Crowd<'a>, columns: &[PublishedColumn<'_>]) -> Self {
        Self::within(crowd, columns, &Grouping::by(&[], crowd.rows))
    }

    /// By columns beside the classes of released labels.
    pub fn within(crowd: Crowd<'a>, columns: &[PublishedColumn<'_>], classes: &Grouping) -> Self {
        let moved_with = |place: usize| {
            let earlier = columns[..place].iter();
            earlier.copied().find(|earlier| earlier.blur.moves_with(columns[place].blur))
        };
        let compared: Vec<ComparedColumn> = (0..columns.len())
            .into_par_iter()
            .map(|place| match moved_with(place) {
                Some(earlier) => {
                    ComparedColumn::days_between(earlier.column, columns[place].column, crowd.rows)
                }
                None => ComparedColumn::new(columns[place], crowd.rows),
            })
            .collect();
        let (starts, rows) = classes.rows_by_group();
        let classes = Classes { of_row: classes.of_row.clone(), starts, rows };
        Self { columns: compared, classes, most_replaced: most_replaced(columns), crowd }
    }

    /// The records with fewer than `least` lookalikes, themselves included; where `knows_all`, of
    /// those that have a value in all columns, otherwise in any.
    pub fn fewer_than(&self, least: u64, knows_all: bool) -> FewRecords {
        let rows = self.crowd.rows;
        let step = rows.div_ceil(MOST_LOOKED_AT).max(1);
        let looked_at: Vec<usize> = (0..rows).step_by(step).collect();
        let few: u64 = looked_at
            .par_iter()
            .filter(|row: &&usize| self.is_known(**row, knows_all) && !self.has_lookalikes(**row, least))
            .map(|row| self.crowd.counts.at(*row))
            .sum();
        if step == 1 {
            return FewRecords { records: few, sample: None };
        }
        let seen: u64 = looked_at.iter().map(|row| self.crowd.counts.at(*row)).sum();
        let all = u128::from(self.crowd.counts.sum(rows));
        let records = u128::from(few) * all / u128::from(seen.max(1));
        FewRecords {
            records: u64::try_from(records).unwrap_or(u64::MAX),
            sample: Some(looked_at.len() as u64),
        }
    }

    fn is_known(&self, row: usize, in_all: bool) -> bool {
        let mut has_value = self.columns.iter().map(|column| column.has_value(row));
        if in_all { has_value.all(|has| has) } else { has_value.any(|has| has) }
    }

    /// Whether at least so many records, or people, may be this row.
    fn has_lookalikes(&self, row: usize, least: u64) -> bool {
        let class = self.classes.of_row[row] as usize;
        let mut candidates = &self.classes.rows[self.classes.starts[class]..self.classes.starts[class + 1]];
        for column in &self.columns {
            let near = column.candidates(row);
            candidates = near.filter(|near| near.len() < candidates.len()).unwrap_or(candidates);
        }
        let mut people: HashSet<u32> = HashSet::new();
        let mut found = 0;
        candidates.iter().map(|other| *other as usize).filter(|&other| self.may_be(row, other)).any(|other| {
            found += match self.crowd.people {
                None => self.crowd.counts.at(other),
                Some(column) => u64::from(people.insert(column.codes.at(other))),
            };
            found >= least
        })
    }

    fn may_be(&self, row: usize, other: usize) -> bool {
        let mut replaced = 0;
        self.classes.of_row[row] == self.classes.of_row[other]
            && self.columns.iter().all(|column| {
                let agrees = column.agrees(row, other);
                replaced += usize::from(column.is_replaced() && !agrees);
                agrees || column.is_replaced() && replaced <= self.most_replaced
            })
    }
}

/// So many categories of a record are replaced in more than one case of 20 by no more.
fn most_replaced(columns: &[PublishedColumn<'_>]) -> usize {
    // How likely each number of replaced categories is.
    let mut likely = vec![1.0];
    for column in columns {
        let Blur::Replaced(probability) = column.blur else { continue };
        let before = std::mem::take(&mut likely);
        likely = (0..=before.len())
            .map(|number| {
                let more = number.checked_sub(1).map_or(0.0, |fewer| before[fewer] * probability);
                before.get(number).map_or(0.0, |as_many| as_many * (1.0 - probability)) + more
            })
            .collect();
    }
    let mut above = 1.0;
    let is_enough = |likely: &f64| {
        above -= likely;
        above <= MISSED
    };
    likely.iter().position(is_enough).unwrap_or(likely.len() - 1)
}
