//! A local recoding with what is known of it.

use crate::bounds::Prices;
use crate::draft::{Builder, Draft};
use crate::kept_columns::lost_columns;
use crate::problem::LocalProblem;
use crate::release;
use crate::work_budget::LocalMoment;
use incog_data::{Classes, Recoding, RecodingError};
use incog_request::CellKind;
use incog_search::{Budget, Stop};
use incog_utility::Goal;

/// A local recoding, what it loses, and what every other one loses at least.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalPlan {
    /// The decision.
    pub recoding: Recoding,
    /// Its objective value, in the metric's unit and direction.
    pub value: f64,
    /// The value that no local recoding beats.
    pub bound: f64,
    /// What proves the bound.
    pub prices: Prices,
    /// The attributes that have one label throughout, though the table has several values of each.
    pub lost_columns: Vec<usize>,
    /// Steps made.
    pub steps: u64,
    /// Why it ended.
    pub stopped: Stop,
}

/// What is to be made, and what may be spent on it.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How cells may lie to each other.
    pub cells: CellKind,
    /// A release to start from, such as a full-domain recoding: what is found loses no more.
    pub start: Option<&'a Recoding>,
    /// Whether a release in which an attribute has one label throughout is taken only where no
    /// other one is found. Bounds are about all releases in either case.
    pub keep_columns: bool,
    /// The most steps, and a signal to end.
    pub budget: Budget<'a>,
    /// Is told of every better release and every better bound.
    pub observe: Option<&'a dyn Fn(LocalMoment)>,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self {
            cells: CellKind::Free,
            start: None,
            keep_columns: false,
            budget: Budget::UNLIMITED,
            observe: None,
        }
    }
}

/// The plan of a draft, with what is known of it.
pub(crate) fn finish(
    problem: &LocalProblem,
    draft: &Draft,
    prices: Prices,
    steps: u64,
    stopped: Option<Stop>,
) -> Result<LocalPlan, RecodingError> {
    let recoding = release::recoding(problem, draft)?;
    let value = problem.metric().value(&Classes::from_recoding(problem.tuples(), &recoding)?);
    let bound = match problem.metric().goal() {
        // Sums of floating-point numbers may lie on either side of a whole number.
        Goal::Minimize => prices.bound(problem).min(value),
        Goal::Maximize => prices.bound(problem).max(value),
    };
    let loss = Builder::new(problem).loss(draft);
    let is_proved = prices.least_sum(problem) == (loss.sum, loss.records);
    let stopped = if is_proved { Stop::Proved } else { stopped.unwrap_or(Stop::Converged) };
    let lost_columns = lost_columns(problem, draft);
    Ok(LocalPlan { recoding, value, bound, prices, lost_columns, steps, stopped })
}
