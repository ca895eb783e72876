//! Whether a class may lie in a group of tuples, and how many records it has at least.

use crate::problem::LocalProblem;
use crate::tally::Tally;
use incog_data::ClassView;

/// Asks the models about groups.
pub(super) struct GroupCheck<'p> {
    problem: &'p LocalProblem,
    tally: Tally,
    least: u64,
}

impl<'p> GroupCheck<'p> {
    /// `None` where no part of the table meets the models.
    pub fn new(problem: &'p LocalProblem) -> Option<Self> {
        Some(Self { problem, tally: Tally::new(problem.tuples()), least: problem.least_records()? })
    }

    /// The fewest records of a class anywhere.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Whether some records of the group can be a class.
    pub fn admits(&mut self, group: &[u32]) -> bool {
        let counts = self.problem.counts();
        let mut records = 0;
        let enough = group.iter().any(|&tuple| {
            records += counts[tuple as usize];
            records >= self.least
        });
        if !enough || self.problem.is_size_only() {
            return enough;
        }
        let cells = self.tally.of_tuples(self.problem.tuples(), group);
        let class = ClassView::new(&cells);
        self.problem.models().iter().all(|model| model.retain(&class).at_most >= self.least)
    }

    /// The fewest records of a class in this group; `None` if there is none.
    pub fn least_in(&mut self, group: &[u32]) -> Option<u64> {
        if self.problem.is_size_only() || self.problem.models().is_upward_closed() {
            return Some(self.least);
        }
        let cells = self.tally.of_tuples(self.problem.tuples(), group);
        self.problem.least_part(&ClassView::new(&cells), self.least)
    }
}
