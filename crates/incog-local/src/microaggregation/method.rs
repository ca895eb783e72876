//! What a method of micro-aggregation is, and what it gives.

use super::group::{Group, are_enough};
use super::improve::improve;
use super::mdav::MDAV;
use super::points::NumericPoints;
use super::v_mdav::V_MDAV;
use crate::work_budget::WorkBudget;
use incog_card::{Card, Parameters};
use incog_search::{Budget, Stop};
use thiserror::Error;

/// All methods that make groups.
pub static MICROAGGREGATIONS: &[&Microaggregation] = &[&MDAV, &V_MDAV];

/// The most steps that groups are improved for.
const MOST_IMPROVING: u64 = 1 << 30;

/// Groups of points, and whether the method came to its end.
pub(super) type Grouped = (Vec<Vec<u32>>, Result<(), Stop>);

/// A method that makes groups of at least k records, or people.
pub struct Microaggregation {
    /// Name, paper and parameters.
    pub card: &'static Card,
    pub(super) make: fn(&NumericPoints, usize, &Parameters, &mut WorkBudget<'_>) -> Grouped,
}

/// Why there are no groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MicroaggregationError {
    /// k is 0.
    #[error("expected a k of at least 1")]
    NoSize,
    /// There are not as many records or people.
    #[error("{units} records or people cannot form groups of {k}; lower k")]
    TooFew {
        /// The least size of a group.
        k: usize,
        /// The records, or people, that there are.
        units: usize,
    },
}

/// Groups of records.
#[derive(Debug, Clone, PartialEq)]
pub struct Microaggregated {
    /// For each record the number of its group.
    pub group_of: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// The sum of squared distances of the records to the centroids of their groups, SSE.
    pub error: f64,
    /// The sum of squared errors with all records in one group, SST.
    pub total_error: f64,
    /// Whether none is below this one: it is 0, or no two groups could be made.
    pub is_least: bool,
    /// Steps that were made.
    pub steps: u64,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Microaggregated {
    /// The share of the information that is lost, SSE / SST; 0 where there is none to lose.
    pub fn information_loss(&self) -> f64 {
        if self.total_error > 0.0 { self.error / self.total_error } else { 0.0 }
    }
}

impl Microaggregation {
    /// The method with this name.
    ///
    /// ```
    /// use incog_local::microaggregation::Microaggregation;
    /// assert!(Microaggregation::by_name("v-mdav").is_some());
    /// assert!(Microaggregation::by_name("luck").is_none());
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Self> {
        MICROAGGREGATIONS.iter().find(|method| method.card.name == name).copied()
    }

    /// Puts all records into groups of at least k of them, or of k people where points say whom
    /// they are about; with `improved` moves records between groups until no move is found that
    /// lowers the error, or 2^30 steps were made for it.
    ///
    /// ```
    /// use incog_card::Parameters;
    /// use incog_local::microaggregation::{Microaggregation, NumericPoints};
    /// use incog_search::Budget;
    /// let points = NumericPoints::standardized(&[vec![1.0, 9.0, 2.0, 8.0]], None).unwrap();
    /// let mdav = Microaggregation::by_name("mdav").unwrap();
    /// let found = mdav.run(&points, 2, &Parameters::defaults(mdav.card), false, Budget::UNLIMITED).unwrap();
    /// assert_eq!(found.group_of, [0, 1, 0, 1]);
    /// assert_eq!(format!("{:.3}", found.information_loss()), "0.020");
    /// ```
    ///
    /// # Errors
    /// Where there are fewer than k.
    pub fn run(
        &self,
        points: &NumericPoints,
        k: usize,
        parameters: &Parameters,
        improved: bool,
        budget: Budget<'_>,
    ) -> Result<Microaggregated, MicroaggregationError> {
        let all: Vec<u32> = (0..points.len() as u32).collect();
        if k == 0 {
            return Err(MicroaggregationError::NoSize);
        }
        if !are_enough(points, &all, k) {
            return Err(MicroaggregationError::TooFew { k, units: points.units() });
        }
        let mut work = WorkBudget::new(budget, None);
        let (groups, mut outcome) = (self.make)(points, k, parameters, &mut work);
        let mut groups: Vec<Group> = groups.into_iter().map(|members| Group::new(points, members)).collect();
        if improved && outcome.is_ok() {
            // What was found before the steps are used up is kept.
            outcome = work.within(MOST_IMPROVING, |work| improve(points, &mut groups, k, work)).map(drop);
        }
        let steps = work.spent();
        Ok(told(points, groups, k, steps, outcome))
    }
}

/// Groups numbered by their first points.
fn told(
    points: &NumericPoints,
    mut groups: Vec<Group>,
    k: usize,
    steps: u64,
    outcome: Result<(), Stop>,
) -> Microaggregated {
    groups.retain(|group| !group.members.is_empty());
    groups.sort_by(|a, b| a.members.cmp(&b.members));
    let mut group_of = vec![0; points.len()];
    for (number, group) in (0u32..).zip(&groups) {
        group.members.iter().for_each(|&member| group_of[points.record(member) as usize] = number);
    }
    let error = groups.iter().map(|group| group.error).sum();
    Microaggregated {
        group_of,
        groups: groups.len(),
        error,
        is_least: error == 0.0 || points.len() < 2 * k,
        total_error: points.total_error(),
        steps,
        stopped: outcome.err(),
    }
}
