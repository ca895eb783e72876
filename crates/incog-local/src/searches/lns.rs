//! `lns`: solving a dear class and those nearest to it again.

use super::exact_block::best_partition;
use super::local_search::{LocalSearch, Procedure};
use super::rounds::rounds_of;
use crate::bounds::MOST_ATTRIBUTES;
use crate::draft::{Builder, Draft, DraftLoss, Group};
use crate::items::{merged, records};
use crate::label_tree::CLOSED;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static LNS: LocalSearch = LocalSearch {
    card: &cards::local::LNS,
    procedure: Procedure::Improves(|builder, draft, _, work| lns(builder, draft, work)),
};

/// Blocks of at most so many records are solved exactly.
const EXACT: u64 = 12;

/// Classes of the larger blocks, which `rounds` solves.
const CLASSES: [usize; 2] = [4, 12];

/// Classes near a seed that are looked for.
const NEAREST: usize = 11;

/// The larger blocks are made around so many of the dearest classes.
const SEEDS: usize = 300;

/// Takes the classes one after the other, the dearest first. Each makes blocks with those nearest
/// to it: with one, and with as many as can be solved exactly; around the dearest ones with some
/// more, which are solved by `rounds`. What comes out takes their place if it loses less.
pub(crate) fn lns(
    builder: &mut Builder<'_>,
    draft: Draft,
    work: &mut WorkBudget<'_>,
) -> (Draft, Result<(), Stop>) {
    let mut draft = builder.settle(draft);
    let known = draft.clone();
    let outcome = pass(builder, &mut draft, work);
    let draft = builder.settle(draft);
    let is_better = builder.loss(&draft).compare(&builder.loss(&known)).is_lt() && builder.is_allowed(&draft);
    (if is_better { draft } else { known }, outcome)
}

fn pass(builder: &mut Builder<'_>, draft: &mut Draft, work: &mut WorkBudget<'_>) -> Result<(), Stop> {
    let mut whole = builder.loss(draft);
    if draft.groups.is_empty() && records(&draft.suppressed) <= EXACT {
        solve_again(builder, draft, &mut whole, &[], Solver::Exact, work)?;
    }
    let mut order: Vec<usize> = (0..draft.groups.len()).collect();
    let dearness = |place: &usize| std::cmp::Reverse((draft.groups[*place].cost, draft.groups[*place].size));
    order.sort_by_key(dearness);
    let attributes = builder.problem.order().len();
    for (turn, seed) in order.into_iter().enumerate() {
        // A block may have taken the class.
        if draft.groups[seed].size == 0 {
            continue;
        }
        let mut block = vec![seed];
        block.extend(nearest(builder, &draft.groups, seed, work)?);
        exchange(builder, draft, &mut whole, &block, work)?;
        for classes in CLASSES {
            let is_tried = turn < SEEDS && attributes <= MOST_ATTRIBUTES;
            if is_tried && block.len() >= classes && draft.groups[seed].size > 0 {
                solve_again(builder, draft, &mut whole, &block[..classes], Solver::Rounds, work)?;
            }
        }
    }
    draft.groups.retain(|group| group.size > 0);
    Ok(())
}

/// Solves the first of these classes again, exactly: with each of the others by itself, and with as
/// many of them as that is possible for.
fn exchange(
    builder: &mut Builder<'_>,
    draft: &mut Draft,
    whole: &mut DraftLoss,
    block: &[usize],
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let several = exact_classes(draft, block);
    let pairs = block[1..].iter().map(|&near| vec![block[0], near]);
    let blocks = std::iter::once(block[..several].to_vec()).chain(pairs);
    for places in blocks.filter(|places| !places.is_empty()) {
        let sizes = || places.iter().map(|&place| draft.groups[place].size);
        if sizes().all(|size| size > 0) && sizes().sum::<u64>() <= EXACT {
            solve_again(builder, draft, whole, &places, Solver::Exact, work)?;
        }
    }
    Ok(())
}

/// How many of these classes, from the first one on, can be solved exactly together.
fn exact_classes(draft: &Draft, block: &[usize]) -> usize {
    let mut sum = 0;
    let fits = |place: &&usize| {
        sum += draft.groups[**place].size;
        sum <= EXACT
    };
    block.iter().take_while(fits).count()
}

/// The classes that it would cost least to join with the seed.
fn nearest(
    builder: &Builder<'_>,
    groups: &[Group],
    seed: usize,
    work: &mut WorkBudget<'_>,
) -> Result<Vec<usize>, Stop> {
    work.spend(groups.len() as u64)?;
    let problem = builder.problem;
    let mut near: Vec<(u64, usize)> = Vec::with_capacity(NEAREST + 1);
    for (place, group) in groups.iter().enumerate().filter(|(place, group)| *place != seed && group.size > 0)
    {
        let most = if near.len() < NEAREST { CLOSED } else { near[NEAREST - 1].0 };
        let mut cost = 0;
        for &attribute in problem.order() {
            let tree = &problem.trees()[attribute];
            cost += tree.cost(tree.join_labels(groups[seed].cell[attribute], group.cell[attribute]));
            if cost >= most + group.cost {
                break;
            }
        }
        if cost < most + group.cost {
            let added = (cost - group.cost, place);
            near.insert(near.partition_point(|known| *known < added), added);
            near.truncate(NEAREST);
        }
    }
    Ok(near.into_iter().map(|(_, place)| place).collect())
}

/// How a block is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Solver {
    /// By all partitions, together with what is suppressed if that is not too much.
    Exact,
    Rounds,
}

/// Solves the seed and the classes near it again, and puts what comes out in their place if it
/// loses less.
fn solve_again(
    builder: &mut Builder<'_>,
    draft: &mut Draft,
    whole: &mut DraftLoss,
    places: &[usize],
    solver: Solver,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let mut block = Draft::default();
    block.groups.extend(places.iter().map(|&place| draft.groups[place].clone()));
    let published: u64 = block.groups.iter().map(|group| group.size).sum();
    if solver == Solver::Exact && published + records(&draft.suppressed) <= EXACT {
        block.suppressed.clone_from(&draft.suppressed);
    }
    let rest = whole.without(&builder.loss(&block));
    let members = block.groups.iter().flat_map(|group| &group.members).chain(&block.suppressed);
    let members = merged(members.copied().collect());
    let solved = match solver {
        Solver::Exact => {
            work.spend(1 << records(&members))?;
            let limit = builder.problem.suppression_limit().saturating_sub(rest.suppressed);
            best_partition(builder, &members, limit, &rest)
        }
        Solver::Rounds => Some(rounds_of(builder, Draft::default(), members, work)?),
    };
    let Some(solved) = solved else { return Ok(()) };
    let after = rest.with(&builder.loss(&solved));
    let most = builder.problem.suppression_limit().max(whole.suppressed);
    if after.compare(whole).is_ge() || after.suppressed > most {
        return Ok(());
    }
    *whole = after;
    for &place in places {
        draft.groups[place].members.clear();
        draft.groups[place].size = 0;
    }
    if !block.suppressed.is_empty() {
        draft.suppressed.clear();
    }
    draft.suppressed.extend(solved.suppressed);
    draft.groups.extend(solved.groups);
    Ok(())
}
