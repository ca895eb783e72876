//! A local recoding with what is known of it.

use crate::bounds::{Prices, cap_prices, cheapest_cells};
use crate::draft::{Builder, Draft};
use crate::meter::Meter;
use crate::problem::LocalProblem;
use crate::release;
use crate::searches::{Splits, cell_pass, reassign, rounds, top_down};
use incog_data::{Classes, Recoding, RecodingError};
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
    /// Steps made.
    pub steps: u64,
    /// Why it ended.
    pub stopped: Stop,
}

/// How cells may lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CellKind {
    /// They may overlap: 20-29 beside 20-39. Loses less; a label tells that the narrower one did not do.
    #[default]
    Free,
    /// They are disjoint as sets of values.
    Strict,
}

/// What a recipe does after the quick searches.
#[derive(Debug, Clone, Copy)]
struct Recipe {
    /// Cell passes at most.
    passes: usize,
    /// How often prices are raised at most.
    raises: usize,
}

const FAST: Recipe = Recipe { passes: 0, raises: 0 };
const FULL: Recipe = Recipe { passes: 2, raises: 12 };

/// By what part of themselves prices are raised at first.
const FIRST_RAISE: u64 = 8;

/// Prices are raised by less when the bound gains less than this power of a half.
const LEAST_GAIN: u32 = 8;

/// What is to be made, and what may be spent on it.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How cells may lie to each other.
    pub cells: CellKind,
    /// A release to start from, such as a full-domain recoding: what is found loses no more.
    pub start: Option<&'a Recoding>,
    /// The most steps, and a signal to end.
    pub budget: Budget<'a>,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self { cells: CellKind::Free, start: None, budget: Budget::UNLIMITED }
    }
}

/// Searches quickly: the best of `top-down` and `rounds`, then `reassign`, and a bound by capping the prices of what was
/// found. Strict cells come from `top-down` with strict splits alone.
///
/// `None` where no release within the suppression limit was found.
///
/// # Errors
/// When the release to start from was made for another table.
///
/// ```
/// use incog_data::{Classes, ColumnBuilder, Hierarchy, QuasiIdentifier, Tuples};
/// use incog_local::{Effort, LocalProblem, fast};
/// use incog_privacy::{Conjunction, KAnonymity};
/// use incog_utility::GenLoss;
/// use std::sync::Arc;
///
/// let mut age = ColumnBuilder::new("age");
/// ["31", "31", "42", "44", "44"].iter().for_each(|value| age.push(value));
/// let age = age.finish(&[]);
/// let tens = [["31", "30-39", "*"], ["42", "40-49", "*"], ["44", "40-49", "*"]];
/// let quasi_identifier = QuasiIdentifier::new(&age, Arc::new(Hierarchy::new(tens)?))?;
/// let tuples = Tuples::new(vec![quasi_identifier], &[&age], &[], 5)?;
///
/// let models = Conjunction::new(vec![Box::new(KAnonymity::new(2)?)]);
/// let problem = LocalProblem::new(tuples, models, Box::new(GenLoss), 0)?;
/// let plan = fast(&problem, Effort::default())?.expect("all five records may be one class");
/// // 31 stays as it is; the three others share 40-49.
/// assert_eq!(Classes::of(problem.tuples(), &plan.recoding)?.released().count(), 2);
/// assert!(plan.bound <= plan.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fast(problem: &LocalProblem, effort: Effort<'_>) -> Result<Option<LocalPlan>, RecodingError> {
    plan_by(problem, &effort, FAST)
}

/// Searches longer: as [`fast`], then `cell-pass` and `reassign` in turn, and for the bound prices that are raised a
/// little and capped again, as long as either helps.
///
/// # Errors
/// As [`fast`].
pub fn full(problem: &LocalProblem, effort: Effort<'_>) -> Result<Option<LocalPlan>, RecodingError> {
    plan_by(problem, &effort, FULL)
}

/// Searches and proves as a recipe says.
fn plan_by(
    problem: &LocalProblem,
    effort: &Effort<'_>,
    recipe: Recipe,
) -> Result<Option<LocalPlan>, RecodingError> {
    let mut meter = Meter::new(effort.budget);
    let (draft, mut stopped) = match effort.cells {
        CellKind::Free => free_draft(problem, effort, recipe, &mut meter)?,
        CellKind::Strict => strict_draft(problem, &mut meter),
    };
    let (prices, ended) = prove(problem, draft.as_ref(), recipe.raises, &mut meter);
    stopped = stopped.or(ended);
    draft.map(|draft| finish(problem, &draft, prices, meter.spent(), stopped)).transpose()
}

/// A draft, if one was found, and why its search ended early, if it did.
type Found = (Option<Draft>, Option<Stop>);

fn strict_draft(problem: &LocalProblem, meter: &mut Meter<'_>) -> Found {
    let mut builder = Builder::new(problem);
    let general = builder.most_general();
    let (groups, ended) = top_down(&mut builder, general.groups, Splits::Strict, meter);
    let draft = builder.settle(Draft { groups, suppressed: general.suppressed });
    (Some(draft).filter(|draft| builder.is_allowed(draft)), ended.err())
}

fn free_draft(
    problem: &LocalProblem,
    effort: &Effort<'_>,
    recipe: Recipe,
    meter: &mut Meter<'_>,
) -> Result<Found, RecodingError> {
    let mut builder = Builder::new(problem);
    let mut drafts = vec![builder.most_general()];
    if let Some(recoding) = effort.start {
        let (classes, suppressed) = release::draft_of(problem, recoding)?;
        let groups = classes.into_iter().map(|members| builder.group(members)).collect();
        drafts.push(builder.settle(Draft { groups, suppressed }));
    }
    let (strict, mut stopped) = strict_draft(problem, meter);
    drafts.extend(strict);
    for draft in drafts.clone() {
        let (groups, ended) = top_down(&mut builder, draft.groups, Splits::Free, meter);
        drafts.push(builder.settle(Draft { groups, suppressed: draft.suppressed }));
        stopped = stopped.or(ended.err());
    }
    match rounds(&mut builder, meter) {
        Ok(draft) => drafts.push(draft),
        Err(stop) => stopped = Some(stop),
    }
    drafts.retain(|draft| builder.is_allowed(draft));
    let best = drafts.into_iter().min_by(|a, b| builder.loss(a).compare(&builder.loss(b)));
    let best = best.map(|draft| {
        let (draft, ended) = improve(&mut builder, draft, recipe.passes, meter);
        stopped = stopped.or(ended.err());
        draft
    });
    Ok((best, stopped))
}

/// `reassign`, then `cell-pass` and `reassign` in turn as long as that saves something.
fn improve(
    builder: &mut Builder<'_>,
    draft: Draft,
    passes: usize,
    meter: &mut Meter<'_>,
) -> (Draft, Result<(), Stop>) {
    let (mut draft, mut ended) = reassign(builder, draft, meter);
    for _ in 0..passes {
        if ended.is_err() {
            break;
        }
        let known = builder.loss(&draft);
        let (passed, outcome) = cell_pass(builder, draft, meter);
        (draft, ended) = if outcome.is_ok() { reassign(builder, passed, meter) } else { (passed, outcome) };
        if builder.loss(&draft).compare(&known).is_ge() {
            break;
        }
    }
    (draft, ended)
}

/// The best of the bounds that were finished: those of the cheapest cells, of what was found, and of prices raised a
/// little again and again.
fn prove(
    problem: &LocalProblem,
    draft: Option<&Draft>,
    raises: usize,
    meter: &mut Meter<'_>,
) -> (Prices, Option<Stop>) {
    let mut best = Prices::nothing(problem);
    let stopped = raise_bound(problem, draft, raises, meter, &mut best).err();
    (best, stopped)
}

fn raise_bound(
    problem: &LocalProblem,
    draft: Option<&Draft>,
    raises: usize,
    meter: &mut Meter<'_>,
    best: &mut Prices,
) -> Result<(), Stop> {
    let sum = |prices: &Prices| prices.least_sum(problem).0;
    let keep = |prices: Prices, best: &mut Prices| {
        if sum(&prices) > sum(best) {
            *best = prices;
        }
    };
    keep(cheapest_cells(problem, meter)?, best);
    let Some(draft) = draft else { return Ok(()) };
    keep(cap_prices(problem, Builder::new(problem).prices(draft), meter)?, best);
    let mut divisor = FIRST_RAISE;
    for _ in 0..raises {
        let known = sum(best);
        let raised = best.of_tuple().iter().map(|price| price + price / divisor).collect();
        keep(cap_prices(problem, raised, meter)?, best);
        if sum(best) - known <= known >> LEAST_GAIN {
            divisor *= 2;
        }
    }
    Ok(())
}

fn finish(
    problem: &LocalProblem,
    draft: &Draft,
    prices: Prices,
    steps: u64,
    stopped: Option<Stop>,
) -> Result<LocalPlan, RecodingError> {
    let recoding = release::recoding(problem, draft)?;
    let value = problem.metric().value(&Classes::of(problem.tuples(), &recoding)?);
    let bound = match problem.metric().goal() {
        // Sums of floating-point numbers may lie on either side of a whole number.
        Goal::Minimize => prices.bound(problem).min(value),
        Goal::Maximize => prices.bound(problem).max(value),
    };
    let loss = Builder::new(problem).loss(draft);
    let is_proved = prices.least_sum(problem) == (loss.sum, loss.records);
    let stopped = if is_proved { Stop::Proved } else { stopped.unwrap_or(Stop::Converged) };
    Ok(LocalPlan { recoding, value, bound, prices, steps, stopped })
}
