//! Records that are in no class yet.

use crate::draft::{Builder, Draft, Group, highest_cell};
use crate::items::{Member, merged, records};
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_data::{CellCount, ClassView};
use incog_search::Stop;
use std::collections::BTreeMap;

/// Lets records join groups where that costs least, or suppresses them where that costs less and is
/// allowed. What no group may take becomes a class together with the groups nearest to it, as many
/// as it takes.
pub(crate) fn place_leftovers(
    builder: &mut Builder<'_>,
    mut draft: Draft,
    left: Vec<Member>,
    work: &mut WorkBudget<'_>,
) -> Result<Draft, Stop> {
    let left = without_hopeless(builder.problem, left, &mut draft.suppressed);
    let mut room = builder.problem.suppression_limit().saturating_sub(records(&draft.suppressed));
    let mut histograms = Histograms::new(builder, &draft.groups);
    let mut refused = left;
    loop {
        let asked = std::mem::take(&mut refused);
        let before = asked.len();
        for member in asked {
            work.spend(draft.groups.len() as u64)?;
            let joined = best_group(builder, &draft.groups, &mut histograms, member);
            let added = joined.map_or(u64::MAX, |(_, added)| added);
            let suppressed =
                builder.problem.costs().suppressed.unwrap_or(0).saturating_mul(member.count.into());
            if u64::from(member.count) <= room && suppressed < added {
                room -= u64::from(member.count);
                draft.suppressed.push(member);
            } else if let Some((place, _)) = joined {
                join(builder.problem, &mut draft.groups[place], &[member]);
                histograms.add(place, member);
            } else {
                refused.push(member);
            }
        }
        // A group that has taken a record may have room for another now.
        if refused.is_empty() || refused.len() == before {
            break;
        }
    }
    pool(builder, &mut draft, refused);
    Ok(builder.settle(draft))
}

/// The members that can be in some class; the others are suppressed.
pub(super) fn without_hopeless(
    problem: &LocalProblem,
    members: Vec<Member>,
    suppressed: &mut Vec<Member>,
) -> Vec<Member> {
    let (left, hopeless): (Vec<Member>, Vec<Member>) =
        members.into_iter().partition(|member| problem.can_stay(member.cell));
    suppressed.extend(hopeless);
    left
}

/// The records of each group by cell of sensitive values, where more of them can break a model.
struct Histograms(Vec<Vec<CellCount>>);

impl Histograms {
    fn new(builder: &mut Builder<'_>, groups: &[Group]) -> Self {
        if builder.problem.models().is_upward_closed() {
            return Self(Vec::new());
        }
        Self(groups.iter().map(|group| builder.cells(&group.members)).collect())
    }

    fn add(&mut self, group: usize, member: Member) {
        let Some(cells) = self.0.get_mut(group) else { return };
        match cells.binary_search_by_key(&member.cell, |cell| cell.cell) {
            Ok(place) => cells[place].count += member.count,
            Err(place) => cells.insert(place, CellCount { cell: member.cell, count: member.count }),
        }
    }

    fn remove(&mut self, group: usize, member: Member) {
        let Some(cells) = self.0.get_mut(group) else { return };
        if let Ok(place) = cells.binary_search_by_key(&member.cell, |cell| cell.cell) {
            cells[place].count -= member.count;
            if cells[place].count == 0 {
                cells.remove(place);
            }
        }
    }

    /// Whether a group with one more member meets the models.
    fn holds_with(&mut self, builder: &Builder<'_>, group: usize, member: Member) -> bool {
        self.add(group, member);
        let holds = builder.problem.models().holds(&ClassView::new(&self.0[group]));
        self.remove(group, member);
        holds
    }
}

/// The group that a member may join for the least added cost, and that cost.
fn best_group(
    builder: &Builder<'_>,
    groups: &[Group],
    histograms: &mut Histograms,
    member: Member,
) -> Option<(usize, u64)> {
    let problem = builder.problem;
    let added = |group: &Group| added_cost(problem, group, member);
    let costs = groups.iter().enumerate().filter_map(|(place, group)| Some((added(group)?, place)));
    if problem.models().is_upward_closed() {
        return costs.min().map(|(added, place)| (place, added));
    }
    let mut costs: Vec<(u64, usize)> = costs.collect();
    costs.sort_unstable();
    let may_join = |&&(_, place): &&(u64, usize)| histograms.holds_with(builder, place, member);
    costs.iter().find(may_join).map(|&(added, place)| (place, added))
}

/// What it costs that a member joins a group; `None` where they share no label that may be
/// published.
fn added_cost(problem: &LocalProblem, group: &Group, member: Member) -> Option<u64> {
    let mut cost = 0;
    for (attribute, (tree, &label)) in problem.trees().iter().zip(&group.cell).enumerate() {
        let label = tree.join(label, problem.code(attribute, member.tuple));
        if !tree.is_open(label) {
            return None;
        }
        cost += tree.cost(label);
    }
    Some((cost - group.cost) * group.size + cost * u64::from(member.count))
}

fn join(problem: &LocalProblem, group: &mut Group, members: &[Member]) {
    for member in members {
        for (attribute, (tree, label)) in problem.trees().iter().zip(&mut group.cell).enumerate() {
            *label = tree.join(*label, problem.code(attribute, member.tuple));
        }
    }
    group.cost = problem.cell_cost(&group.cell);
    group.size += records(members);
    group.members.extend_from_slice(members);
}

/// Makes a class of the members that have their highest labels in common, and the groups that it
/// costs least to join them with; what cannot be one is suppressed.
pub(super) fn pool(builder: &mut Builder<'_>, draft: &mut Draft, members: Vec<Member>) {
    let mut of_cell: BTreeMap<Vec<u32>, Vec<Member>> = BTreeMap::new();
    for member in without_hopeless(builder.problem, members, &mut draft.suppressed) {
        of_cell.entry(highest_cell(builder.problem, member.tuple)).or_default().push(member);
    }
    of_cell.into_values().for_each(|members| pool_joined(builder, draft, members));
}

/// Pools members that have labels in common; there is at least one.
fn pool_joined(builder: &mut Builder<'_>, draft: &mut Draft, members: Vec<Member>) {
    let problem = builder.problem;
    let mut pool = builder.group(members);
    while !problem.trees().iter().zip(&pool.cell).all(|(tree, &label)| tree.is_open(label))
        || !builder.holds(&pool.members)
    {
        let costs = draft.groups.iter().enumerate().filter_map(|(place, group)| {
            let cell = problem.trees().iter().zip(pool.cell.iter().zip(&group.cell));
            let cost: u64 = cell.map(|(tree, (&a, &b))| tree.cost(tree.join_labels(a, b))).sum();
            (cost < crate::label_tree::CLOSED)
                .then(|| (cost * (pool.size + group.size) - group.cost * group.size, place))
        });
        let Some((_, nearest)) = costs.min() else {
            draft.suppressed.extend(pool.members);
            return;
        };
        let group = draft.groups.swap_remove(nearest);
        join(problem, &mut pool, &group.members);
    }
    pool.members = merged(pool.members);
    draft.groups.push(pool);
}
