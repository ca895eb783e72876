//! Searches one after the other: `fast` and `full`.

use crate::bounds::{MOST_ATTRIBUTES, Prices, block_prices, cap_prices, cheapest_cells, linear};
use crate::draft::{Builder, Draft};
use crate::kept_columns::{keep_columns, splits};
use crate::plan::{Effort, LocalPlan, finish};
use crate::problem::LocalProblem;
use crate::release;
use crate::searches::{Splits, cell_pass, k_member_in_parts, lns, lp_rounding, reassign, rounds, top_down};
use crate::work_budget::WorkBudget;
use incog_data::RecodingError;
use incog_request::CellKind;
use incog_search::Stop;

/// Whether there are too many cells to walk over all.
fn is_wide(problem: &LocalProblem) -> bool {
    problem.order().len() > MOST_ATTRIBUTES
}

/// Cell passes of the long recipe.
const PASSES: usize = 2;

/// Searches quickly: the best of `top-down` and `rounds`, then `reassign`, and a bound by capping
/// the prices of what was found. Of more than nine quasi-identifiers there are too many cells for
/// `rounds`: there, `k-member` divides what `top-down` leaves of 2,000 records, and the bound is
/// that of blocks of attributes. Strict cells come from `top-down` with strict splits alone.
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
/// assert_eq!(Classes::from_recoding(problem.tuples(), &plan.recoding)?.released().count(), 2);
/// assert!(plan.bound <= plan.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fast(problem: &LocalProblem, effort: Effort<'_>) -> Result<Option<LocalPlan>, RecodingError> {
    plan_by(problem, &effort, Recipe::Fast)
}

/// Searches longer: as [`fast`]; then the linear program of prices, whose bound is the best of this
/// kind, `lp-rounding`, twice `cell-pass`, and `lns`; of more than nine quasi-identifiers only
/// `lns`. Of strict cells it makes the bound better, and nothing else.
///
/// # Errors
/// As [`fast`].
pub fn full(problem: &LocalProblem, effort: Effort<'_>) -> Result<Option<LocalPlan>, RecodingError> {
    plan_by(problem, &effort, Recipe::Full)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recipe {
    Fast,
    Full,
}

/// Searches and proves as a recipe says.
fn plan_by(
    problem: &LocalProblem,
    effort: &Effort<'_>,
    recipe: Recipe,
) -> Result<Option<LocalPlan>, RecodingError> {
    let mut work = WorkBudget::new(effort.budget, effort.observe);
    let (draft, mut stopped) = match effort.cells {
        CellKind::Free => free_draft(problem, effort, &mut work)?,
        CellKind::Strict => strict_draft(problem, effort, &mut work)?,
    };
    draft.iter().for_each(|draft| tell(&Builder::new(problem), draft, &mut work));
    let mut prices = Prices::nothing(problem);
    let ended = raise_bound(problem, draft.as_ref(), &mut work, &mut prices).err();
    stopped = stopped.or(ended);
    let Some(mut draft) = draft else { return Ok(None) };
    if recipe == Recipe::Full && stopped.is_none() {
        stopped = search_longer(problem, &mut draft, effort.cells, &mut prices, &mut work).err();
    }
    if effort.keep_columns {
        let (kept, ended) = keep_columns(&mut Builder::new(problem), draft, splits(effort.cells), &mut work);
        draft = kept;
        stopped = stopped.or(ended.err());
    }
    finish(problem, &draft, prices, work.spent(), stopped).map(Some)
}

/// Raises the prices, and makes the draft better unless its cells are to be strict.
fn search_longer(
    problem: &LocalProblem,
    draft: &mut Draft,
    cells: CellKind,
    prices: &mut Prices,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let mut builder = Builder::new(problem);
    if is_wide(problem) {
        if cells == CellKind::Free {
            improve(&mut builder, draft, work, lns)?;
            improve(&mut builder, draft, work, reassign)?;
        }
        return Ok(());
    }
    let shares = linear(problem, &builder.prices(draft), prices, work)?;
    if cells == CellKind::Strict {
        return Ok(());
    }
    let rounded = lp_rounding(&mut builder, &shares, work)?;
    improve(&mut builder, draft, work, |builder, _, work| reassign(builder, rounded, work))?;
    for _ in 0..PASSES {
        improve(&mut builder, draft, work, cell_pass)?;
        improve(&mut builder, draft, work, reassign)?;
    }
    improve(&mut builder, draft, work, lns)?;
    improve(&mut builder, draft, work, reassign)
}

/// Replaces the draft by what a search makes of it, if that is allowed and loses less.
fn improve<'p, 'm>(
    builder: &mut Builder<'p>,
    draft: &mut Draft,
    work: &mut WorkBudget<'m>,
    search: impl FnOnce(&mut Builder<'p>, Draft, &mut WorkBudget<'m>) -> (Draft, Result<(), Stop>),
) -> Result<(), Stop> {
    let (found, outcome) = search(builder, draft.clone(), work);
    if builder.is_allowed(&found) && builder.loss(&found).compare(&builder.loss(draft)).is_lt() {
        *draft = found;
        tell(builder, draft, work);
    }
    outcome
}

/// Tells who watches of a release, if it is allowed.
fn tell(builder: &Builder<'_>, draft: &Draft, work: &mut WorkBudget<'_>) {
    if builder.is_allowed(draft) {
        work.found(builder.problem, builder.loss(draft));
    }
}

/// A draft, if one was found, and why its search ended early, if it did.
type Found = (Option<Draft>, Option<Stop>);

/// The best of what strict splits make of the most general release and of the one to start from,
/// and of the latter itself: classes of a full-domain release are disjoint, and so are their parts.
fn strict_draft(
    problem: &LocalProblem,
    effort: &Effort<'_>,
    work: &mut WorkBudget<'_>,
) -> Result<Found, RecodingError> {
    let mut builder = Builder::new(problem);
    let mut drafts = Vec::from_iter(start(&mut builder, effort)?);
    let mut stopped = None;
    for draft in [builder.most_general()].into_iter().chain(drafts.clone()) {
        let (draft, ended) = split_strictly(&mut builder, draft, work);
        drafts.push(draft);
        stopped = stopped.or(ended);
    }
    Ok((best_allowed(&builder, drafts), stopped))
}

/// What strict splits make of a draft.
fn split_strictly(
    builder: &mut Builder<'_>,
    draft: Draft,
    work: &mut WorkBudget<'_>,
) -> (Draft, Option<Stop>) {
    let (groups, ended) = top_down(builder, draft.groups, Splits::Strict, 0, work);
    (builder.settle(Draft { groups, suppressed: draft.suppressed }), ended.err())
}

/// The draft that loses least of those that suppress no more than allowed, the first of equals.
fn best_allowed(builder: &Builder<'_>, mut drafts: Vec<Draft>) -> Option<Draft> {
    drafts.retain(|draft| builder.is_allowed(draft));
    drafts.into_iter().min_by(|a, b| builder.loss(a).compare(&builder.loss(b)))
}

fn free_draft(
    problem: &LocalProblem,
    effort: &Effort<'_>,
    work: &mut WorkBudget<'_>,
) -> Result<Found, RecodingError> {
    let mut builder = Builder::new(problem);
    let mut drafts = vec![builder.most_general()];
    drafts.extend(start(&mut builder, effort)?);
    let general = builder.most_general();
    let (strict, mut stopped) = split_strictly(&mut builder, general, work);
    drafts.extend(Some(strict).filter(|draft| builder.is_allowed(draft)));
    drafts.iter().for_each(|draft| tell(&builder, draft, work));
    for draft in drafts.clone() {
        let (groups, ended) = top_down(&mut builder, draft.groups, Splits::Free, 0, work);
        let draft = builder.settle(Draft { groups, suppressed: draft.suppressed });
        tell(&builder, &draft, work);
        drafts.push(draft);
        stopped = stopped.or(ended.err());
    }
    if is_wide(problem) {
        let (draft, ended) = k_member_in_parts(&mut builder, work);
        drafts.push(draft);
        stopped = stopped.or(ended.err());
    } else {
        match rounds(&mut builder, work) {
            Ok(draft) => drafts.push(draft),
            Err(stop) => stopped = Some(stop),
        }
    }
    let best = best_allowed(&builder, drafts).map(|draft| {
        tell(&builder, &draft, work);
        let (draft, ended) = reassign(&mut builder, draft, work);
        tell(&builder, &draft, work);
        stopped = stopped.or(ended.err());
        draft
    });
    Ok((best, stopped))
}

/// The release to start from, if there is one.
pub(crate) fn start(builder: &mut Builder<'_>, effort: &Effort<'_>) -> Result<Option<Draft>, RecodingError> {
    let Some(recoding) = effort.start else { return Ok(None) };
    let (classes, suppressed) = release::draft_of(builder.problem, recoding)?;
    let groups = classes.into_iter().map(|members| builder.group(members)).collect();
    Ok(Some(builder.settle(Draft { groups, suppressed })))
}

/// Raises the best bound known: by that of the cheapest cells, and of what was found. A bound that
/// is not finished does not count.
pub(crate) fn raise_bound(
    problem: &LocalProblem,
    draft: Option<&Draft>,
    work: &mut WorkBudget<'_>,
    best: &mut Prices,
) -> Result<(), Stop> {
    let sum = |prices: &Prices| prices.least_sum(problem).0;
    let keep = |prices: Prices, best: &mut Prices, work: &mut WorkBudget<'_>| {
        if sum(&prices) > sum(best) {
            *best = prices;
            work.proved(problem, best.least_sum(problem));
        }
    };
    let builder = Builder::new(problem);
    if is_wide(problem) {
        let nothing = Draft::default();
        let start = |attributes: &[usize]| builder.prices_of(draft.unwrap_or(&nothing), attributes);
        keep(block_prices(problem, &start, work)?, best, work);
        return Ok(());
    }
    keep(cheapest_cells(problem, problem.order(), work)?, best, work);
    let Some(draft) = draft else { return Ok(()) };
    keep(cap_prices(problem, problem.order(), builder.prices(draft), work)?, best, work);
    Ok(())
}
