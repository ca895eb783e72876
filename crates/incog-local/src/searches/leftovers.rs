//! Records that are in no class yet.

use crate::draft::{Builder, Draft, Group};
use crate::items::{Member, merged, records};
use crate::meter::Meter;
use crate::problem::LocalProblem;
use incog_search::Stop;

/// How many groups are asked whether they may take a member, where more records can break a model.
const MOST_ASKED: usize = 64;

/// Lets records join groups where that costs least, or suppresses them where that costs less and is allowed. What no
/// group may take becomes a class together with the groups nearest to it, as many as it takes.
pub(crate) fn place_leftovers(
    builder: &mut Builder<'_>,
    mut draft: Draft,
    left: Vec<Member>,
    meter: &mut Meter<'_>,
) -> Result<Draft, Stop> {
    let mut room = builder.problem.suppression_limit().saturating_sub(records(&draft.suppressed));
    let mut refused = Vec::new();
    for member in left {
        meter.spend(draft.groups.len() as u64)?;
        let joined = best_group(builder, &draft.groups, member);
        let added = joined.map_or(u64::MAX, |(_, added)| added);
        let suppressed = builder.problem.costs().suppressed.unwrap_or(0).saturating_mul(member.count.into());
        if u64::from(member.count) <= room && suppressed < added {
            room -= u64::from(member.count);
            draft.suppressed.push(member);
        } else if let Some((place, _)) = joined {
            join(builder.problem, &mut draft.groups[place], &[member]);
        } else {
            refused.push(member);
        }
    }
    if !refused.is_empty() {
        pool(builder, &mut draft, refused);
    }
    Ok(builder.settle(draft))
}

/// The group that a member may join for the least added cost, and that cost.
fn best_group(builder: &mut Builder<'_>, groups: &[Group], member: Member) -> Option<(usize, u64)> {
    let problem = builder.problem;
    let added = |group: &Group| added_cost(problem, group, member);
    if problem.models().is_upward_closed() {
        let costs = groups.iter().enumerate().filter_map(|(place, group)| Some((added(group)?, place)));
        return costs.min().map(|(added, place)| (place, added));
    }
    let mut costs: Vec<(u64, usize)> =
        groups.iter().enumerate().filter_map(|(place, group)| Some((added(group)?, place))).collect();
    costs.sort_unstable();
    costs.truncate(MOST_ASKED);
    let may_join = |&&(_, place): &&(u64, usize)| {
        let mut members = groups[place].members.clone();
        members.push(member);
        builder.holds(&members)
    };
    costs.iter().find(may_join).map(|&(added, place)| (place, added))
}

/// What it costs that a member joins a group; `None` where they share no label that may be published.
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

/// Makes a class of the members and the groups that it costs least to join them with; what cannot be one is suppressed.
fn pool(builder: &mut Builder<'_>, draft: &mut Draft, members: Vec<Member>) {
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
