//! Releases in which no attribute loses all its detail.

use crate::draft::{Builder, Draft, Group};
use crate::items::merged;
use crate::problem::LocalProblem;
use crate::searches::{Splits, reassign, split, top_down};
use crate::work_budget::WorkBudget;
use incog_request::CellKind;
use incog_search::Stop;

/// The attributes that have one label in all groups of a draft, though the table has several values
/// of each.
pub(crate) fn lost_columns(problem: &LocalProblem, draft: &Draft) -> Vec<usize> {
    (0..problem.trees().len()).filter(|&attribute| is_lost(problem, draft, attribute)).collect()
}

fn is_lost(problem: &LocalProblem, draft: &Draft, attribute: usize) -> bool {
    let tree = &problem.trees()[attribute];
    tree.children(tree.root()) > 0
        && !draft.groups.is_empty()
        && draft.groups.iter().all(|group| group.cell[attribute] == tree.root())
}

/// Replaces a draft in which attributes have one label throughout by one in which fewer have, where
/// one is found that is allowed; of those with equally few, the one that loses least.
///
/// Classes are divided from the most general one down until they are small. There one of them is
/// divided along each attribute that was lost, whatever that costs, and all go on as before.
/// Divisions keep what was gained, and the smallest class that can be divided costs least. Where no
/// class can be, the attribute stays lost: its rarer labels have too few records, or the wrong
/// ones.
pub(crate) fn keep_columns(
    builder: &mut Builder<'_>,
    draft: Draft,
    splits: Splits,
    work: &mut WorkBudget<'_>,
) -> (Draft, Result<(), Stop>) {
    let (mut best, mut latest) = (draft.clone(), draft);
    let (mut kept, mut tried) = (Vec::new(), Vec::new());
    while let Some(next) =
        lost_columns(builder.problem, &latest).into_iter().find(|attribute| !tried.contains(attribute))
    {
        tried.push(next);
        let wanted: Vec<usize> = kept.iter().copied().chain([next]).collect();
        let (found, outcome) = divided_along(builder, &wanted, splits, work);
        if let Some(found) = found {
            kept.push(next);
            if is_better(builder, &found, &best) {
                best = found.clone();
            }
            latest = found;
        }
        if outcome.is_err() {
            return (best, outcome);
        }
    }
    if kept.is_empty() || splits == Splits::Strict {
        return (best, Ok(()));
    }
    let (moved, outcome) = reassign(builder, best.clone(), work);
    (if is_better(builder, &moved, &best) { moved } else { best }, outcome)
}

/// Whether a draft has fewer lost attributes, or as few and loses less.
fn is_better(builder: &Builder<'_>, draft: &Draft, best: &Draft) -> bool {
    let [lost, least] = [draft, best].map(|draft| lost_columns(builder.problem, draft).len());
    let by_loss = builder.loss(draft).compare(&builder.loss(best));
    builder.is_allowed(draft) && lost.cmp(&least).then(by_loss).is_lt()
}

/// An allowed draft in which some class is divided along each of these attributes, in classes as
/// small as possible.
fn divided_along(
    builder: &mut Builder<'_>,
    attributes: &[usize],
    splits: Splits,
    work: &mut WorkBudget<'_>,
) -> (Option<Draft>, Result<(), Stop>) {
    let general = builder.most_general();
    let most = general.groups.iter().map(|group| group.size).max().unwrap_or_default();
    let mut small = builder.problem.least_records().unwrap_or(1).max(1);
    while small < most {
        small = small.saturating_mul(2);
        let (mut groups, outcome) = top_down(builder, general.groups.clone(), splits, small, work);
        if outcome.is_err() {
            return (None, outcome);
        }
        if !attributes.iter().all(|&attribute| divide_smallest(builder, &mut groups, attribute, splits)) {
            continue;
        }
        let (groups, outcome) = top_down(builder, groups, splits, 0, work);
        let draft = builder.settle(Draft { groups, suppressed: general.suppressed.clone() });
        let is_kept = !attributes.iter().any(|&attribute| is_lost(builder.problem, &draft, attribute));
        if outcome.is_err() || is_kept && builder.is_allowed(&draft) {
            return (Some(draft).filter(|_| is_kept), outcome);
        }
    }
    (None, Ok(()))
}

/// Divides the smallest group that can be divided along an attribute.
fn divide_smallest(
    builder: &mut Builder<'_>,
    groups: &mut Vec<Group>,
    attribute: usize,
    splits: Splits,
) -> bool {
    groups.sort_by(|a, b| a.size.cmp(&b.size).then_with(|| a.cell.cmp(&b.cell)));
    for place in 0..groups.len() {
        if let Some(division) = split(builder, &groups[place], attribute, splits) {
            groups.swap_remove(place);
            groups.extend(division.parts.into_iter().map(|part| builder.group(merged(part))));
            return true;
        }
    }
    false
}

/// How classes are divided, so that their cells lie to each other as asked.
pub(crate) fn splits(cells: CellKind) -> Splits {
    match cells {
        CellKind::Free => Splits::Free,
        CellKind::Strict => Splits::Strict,
    }
}
