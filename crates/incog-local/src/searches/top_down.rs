//! Dividing classes from the most general one down.

use super::local_search::{LocalSearch, Procedure, Splits};
use crate::draft::{Builder, Draft, Group};
use crate::items::{Member, merged, records};
use crate::label_tree::LabelTree;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static TOP_DOWN: LocalSearch = LocalSearch {
    card: &cards::local::TOP_DOWN,
    procedure: Procedure::Makes(|builder, splits, work| {
        let general = builder.most_general();
        let (groups, outcome) = top_down(builder, general.groups, splits, 0, work);
        (builder.settle(Draft { groups, suppressed: general.suppressed }), outcome)
    }),
};

/// Divides each group along one attribute after the other as long as that saves something, always
/// where it saves most. Groups of at most `undivided` records stay as they are. The parts meet the
/// models if the groups do. When it ends early, all groups are still there.
///
/// Reference: Xu, Wang, Pei et al., "Utility-based anonymization using local recoding", KDD 2006,
/// whose top-down search halves classes; here labels are followed.
pub(crate) fn top_down(
    builder: &mut Builder<'_>,
    groups: Vec<Group>,
    splits: Splits,
    undivided: u64,
    work: &mut WorkBudget<'_>,
) -> (Vec<Group>, Result<(), Stop>) {
    let (mut open, mut done) = (groups, Vec::new());
    while let Some(group) = open.pop() {
        if group.size <= undivided {
            done.push(group);
            continue;
        }
        let attributes = builder.problem.trees().len();
        if let Err(stop) = work.spend((group.members.len() * attributes) as u64) {
            done.push(group);
            done.append(&mut open);
            return (done, Err(stop));
        }
        let best = (0..attributes)
            .filter_map(|attribute| split(builder, &group, attribute, splits))
            .filter(|split| split.saved > 0)
            .max_by(|a, b| a.saved.cmp(&b.saved).then(b.attribute.cmp(&a.attribute)));
        match best {
            Some(best) => open.extend(best.parts.into_iter().map(|part| builder.group(merged(part)))),
            None => done.push(group),
        }
    }
    (done, Ok(()))
}

/// How a group can be divided.
pub(crate) struct Split {
    attribute: usize,
    pub saved: u64,
    pub parts: Vec<Vec<Member>>,
}

/// The records of a group that share a label below its own.
struct Part {
    label: u32,
    members: Vec<Member>,
    size: u64,
    /// What each of its records saves as a class of its own.
    saving: u64,
}

/// Divides a group by the labels below its label of one attribute, whatever that saves.
pub(crate) fn split(
    builder: &mut Builder<'_>,
    group: &Group,
    attribute: usize,
    splits: Splits,
) -> Option<Split> {
    let tree = &builder.problem.trees()[attribute];
    let label = group.cell[attribute];
    if tree.children(label) == 0 {
        return None;
    }
    let parts = parts(builder, group, attribute, tree);
    let (mut valid, mut pool): (Vec<Part>, Vec<Member>) = (Vec::new(), Vec::new());
    for part in parts {
        if builder.holds(&part.members) {
            valid.push(part);
        } else {
            pool.extend(part.members);
        }
    }
    if splits == Splits::Strict && !pool.is_empty() || valid.is_empty() {
        return None;
    }
    // Those that save most stay on their own longest.
    valid.sort_by(|a, b| (b.saving * b.size).cmp(&(a.saving * a.size)).then(a.label.cmp(&b.label)));
    let mut borrowed = Vec::new();
    while !pool.is_empty() && !builder.holds(&pool) {
        if builder.problem.is_size_only() && borrow(builder, &mut valid, &mut pool, &mut borrowed) {
            break;
        }
        pool.extend(valid.pop()?.members);
    }
    let saved: u64 = valid.iter().map(|part| part.saving * part.size).sum();
    let is_split = !valid.is_empty() && (valid.len() > 1 || !pool.is_empty());
    is_split.then(|| {
        let parts = valid.into_iter().map(|part| part.members).chain((!pool.is_empty()).then_some(pool));
        Split { attribute, saved, parts: parts.collect() }
    })
}

fn parts(builder: &Builder<'_>, group: &Group, attribute: usize, tree: &LabelTree) -> Vec<Part> {
    let label = group.cell[attribute];
    let mut of_place: Vec<Vec<Member>> = vec![Vec::new(); tree.children(label)];
    let mut labels = vec![0; of_place.len()];
    for &member in &group.members {
        let child = tree.step(label, builder.problem.code(attribute, member.tuple));
        of_place[tree.place(child)].push(member);
        labels[tree.place(child)] = child;
    }
    let above = tree.cost(label);
    let part = |(label, members): (u32, Vec<Member>)| Part {
        label,
        size: records(&members),
        saving: above - tree.cost(label),
        members,
    };
    labels.into_iter().zip(of_place).filter(|(_, members)| !members.is_empty()).map(part).collect()
}

/// Fills the pool up to the least size with records that the largest parts can spare; false, and
/// nothing is changed, if they cannot spare enough.
fn borrow(
    builder: &Builder<'_>,
    valid: &mut [Part],
    pool: &mut Vec<Member>,
    borrowed: &mut Vec<Member>,
) -> bool {
    let least = builder.problem.models().minimum_size();
    let mut missing = least.saturating_sub(records(pool));
    let spare = |part: &Part| part.size - least;
    if valid.iter().map(spare).sum::<u64>() < missing {
        return false;
    }
    let mut order: Vec<usize> = (0..valid.len()).collect();
    order.sort_by(|&a, &b| {
        valid[a].saving.cmp(&valid[b].saving).then(valid[b].size.cmp(&valid[a].size)).then(a.cmp(&b))
    });
    for place in order {
        let part = &mut valid[place];
        let taken = missing.min(spare(part));
        move_last(&mut part.members, taken, borrowed);
        part.size -= taken;
        missing -= taken;
    }
    pool.append(borrowed);
    true
}

/// Moves the last `count` records of a list to another.
fn move_last(from: &mut Vec<Member>, mut count: u64, to: &mut Vec<Member>) {
    while count > 0
        && let Some(last) = from.last_mut()
    {
        let taken = count.min(last.count.into()) as u32;
        to.push(Member { count: taken, ..*last });
        last.count -= taken;
        count -= u64::from(taken);
        if last.count == 0 {
            from.pop();
        }
    }
}
