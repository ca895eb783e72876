//! Moving records to cheaper classes that stand for them already.

use super::cell_index::CellIndex;
use super::local_search::{LocalSearch, Procedure};
use crate::draft::{Builder, Draft, Group};
use crate::items::{Member, merged, records};
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static REASSIGN: LocalSearch = LocalSearch {
    card: &cards::local::REASSIGN,
    procedure: Procedure::Improves(|builder, draft, _, work| reassign(builder, draft, work)),
};

/// Passes at most; the last ones gain little.
const MOST_PASSES: usize = 12;

/// Moves records to cheaper classes that have labels for them, as long as both classes meet the
/// models, and dissolves classes whose records lose less elsewhere. A pass after which nothing is
/// better is the last one.
pub(crate) fn reassign(
    builder: &mut Builder<'_>,
    draft: Draft,
    work: &mut WorkBudget<'_>,
) -> (Draft, Result<(), Stop>) {
    let mut best = builder.settle(draft);
    for _ in 0..MOST_PASSES {
        let mut next = best.clone();
        let outcome = pass(builder, &mut next, work);
        let next = builder.settle(next);
        let is_better =
            builder.loss(&next).compare(&builder.loss(&best)).is_lt() && builder.is_allowed(&next);
        if is_better {
            best = next;
        }
        if outcome.is_err() || !is_better {
            return (best, outcome);
        }
    }
    (best, Ok(()))
}

/// A member of a group and a cheaper group.
struct Move {
    gain: u64,
    from: usize,
    to: usize,
    member: Member,
}

fn pass(builder: &mut Builder<'_>, draft: &mut Draft, work: &mut WorkBudget<'_>) -> Result<(), Stop> {
    let index = CellIndex::new(builder.problem, &draft.groups);
    let mut moves = Vec::new();
    for (from, group) in draft.groups.iter().enumerate() {
        for &member in &group.members {
            if let Some((to, cost)) = index.cheapest(member.tuple, group.cost, from, work)? {
                moves.push(Move { gain: group.cost - cost, from, to, member });
            }
        }
    }
    moves.sort_by(|a, b| b.gain.cmp(&a.gain).then((a.from, a.to, a.member).cmp(&(b.from, b.to, b.member))));
    for step in &moves {
        make(builder, &mut draft.groups, step);
    }
    dissolve(builder, &index, draft, work)
}

/// Moves as many records as the models allow.
fn make(builder: &mut Builder<'_>, groups: &mut [Group], step: &Move) {
    let is_same = |member: &Member| (member.tuple, member.cell) == (step.member.tuple, step.member.cell);
    let Some(place) = groups[step.from].members.iter().position(is_same) else { return };
    let there = groups[step.from].members[place].count;
    let count = if builder.problem.is_size_only() {
        let spare = groups[step.from].size.saturating_sub(builder.problem.models().minimum_size());
        u32::try_from(spare).unwrap_or(u32::MAX).min(there)
    } else {
        there
    };
    if count == 0 || groups[step.to].size == 0 {
        return;
    }
    let moved = Member { count, ..step.member };
    if !builder.problem.is_size_only() && !may_move(builder, groups, step, moved) {
        return;
    }
    groups[step.from].members[place].count -= count;
    if groups[step.from].members[place].count == 0 {
        groups[step.from].members.swap_remove(place);
    }
    groups[step.from].size -= u64::from(count);
    groups[step.to].members.push(moved);
    groups[step.to].size += u64::from(count);
}

/// Whether both classes meet the models after the move.
fn may_move(builder: &mut Builder<'_>, groups: &[Group], step: &Move, moved: Member) -> bool {
    let mut rest = groups[step.from].members.clone();
    rest.retain(|member| (member.tuple, member.cell) != (moved.tuple, moved.cell));
    if !builder.holds(&rest) {
        return false;
    }
    builder.problem.models().is_upward_closed() || {
        let mut members = groups[step.to].members.clone();
        members.push(moved);
        builder.holds(&members)
    }
}

/// Dissolves groups all of whose records have other groups, where that loses less.
fn dissolve(
    builder: &mut Builder<'_>,
    index: &CellIndex<'_>,
    draft: &mut Draft,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    if !builder.problem.models().is_upward_closed() {
        return Ok(());
    }
    for from in 0..draft.groups.len() {
        let group = &draft.groups[from];
        let budget = group.cost * group.size;
        let (mut cost, mut targets) = (0, Vec::new());
        for member in &group.members {
            let is_open = |place: usize| place != from && draft.groups[place].size > 0;
            let Some((to, each)) = index.cheapest_of(member.tuple, u64::MAX, is_open, work)? else { break };
            cost += each * u64::from(member.count);
            targets.push(to);
            if cost >= budget {
                break;
            }
        }
        if targets.len() < draft.groups[from].members.len() || cost >= budget {
            continue;
        }
        let members = std::mem::take(&mut draft.groups[from].members);
        draft.groups[from].size = 0;
        for (member, to) in members.into_iter().zip(targets) {
            draft.groups[to].size += u64::from(member.count);
            draft.groups[to].members.push(member);
        }
    }
    draft.groups.retain(|group| group.size > 0);
    draft.groups.iter_mut().for_each(|group| {
        group.members = merged(std::mem::take(&mut group.members));
        debug_assert_eq!(records(&group.members), group.size);
    });
    Ok(())
}
