//! `k-member`: classes one after the other, record by record.

use super::leftovers::{place_leftovers, pool, without_hopeless};
use super::local_search::{LocalSearch, Procedure, Splits};
use super::top_down::top_down;
use crate::draft::{Builder, Draft};
use crate::items::{Member, members_of, merged, records};
use crate::label_tree::CLOSED;
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static K_MEMBER: LocalSearch = LocalSearch {
    card: &cards::local::K_MEMBER,
    procedure: Procedure::Makes(|builder, _, work| k_member(builder, work)),
};

/// Records of a part of a table that is too large for all to be looked at again and again.
const PART: u64 = 2000;

/// Begins a class with the record farthest from the one before, adds the record that costs least
/// until the models hold, and goes on with the next class; the last few records join the classes
/// where that costs least. The paper begins with a record at random, this with the first tuple.
/// Every step looks at all records left, so the whole is quadratic.
///
/// The paper knows k-anonymity alone. Where other models do not hold at k records, those come next
/// whose sensitive values the class does not have yet.
fn k_member(builder: &mut Builder<'_>, work: &mut WorkBudget<'_>) -> (Draft, Result<(), Stop>) {
    let mut draft = Draft::default();
    let all = members_of(builder.problem, 0..builder.problem.counts().len() as u32);
    let mut left = without_hopeless(builder.problem, all, &mut draft.suppressed);
    let outcome = make_classes(builder, &mut draft, &mut left, work);
    let mut draft = builder.settle(draft);
    left.append(&mut draft.suppressed);
    let left = merged(left);
    let placed = outcome.and_then(|()| place_leftovers(builder, draft.clone(), left.clone(), work));
    match placed {
        Ok(draft) => (draft, Ok(())),
        Err(stop) => {
            pool(builder, &mut draft, left);
            (builder.settle(draft), Err(stop))
        }
    }
}

/// Puts records into some more classes, and leaves those that are not enough for one.
fn make_classes(
    builder: &mut Builder<'_>,
    draft: &mut Draft,
    left: &mut Vec<Member>,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let mut alone = Vec::new();
    let mut last = left.first().map_or(0, |member| member.tuple);
    let outcome = loop {
        if left.is_empty() || !may_hold(builder, left) {
            break Ok(());
        }
        let class = match next_class(builder, left, last, work) {
            Ok(class) => class,
            Err(stop) => break Err(stop),
        };
        last = class.last().map_or(last, |member| member.tuple);
        if builder.holds(&class) {
            draft.groups.push(builder.group(class));
        } else {
            alone.extend(class);
        }
    };
    left.append(&mut alone);
    outcome
}

/// Divides the table from above into parts of at most so many records, and makes classes of the
/// records of each part: less good, and not quadratic.
pub(crate) fn k_member_in_parts(
    builder: &mut Builder<'_>,
    work: &mut WorkBudget<'_>,
) -> (Draft, Result<(), Stop>) {
    let general = builder.most_general();
    let (parts, mut outcome) = top_down(builder, general.groups, Splits::Free, PART, work);
    let mut draft = Draft { groups: Vec::new(), suppressed: general.suppressed };
    for part in parts {
        let mut divided = Err(Stop::Budget);
        if outcome.is_ok() {
            divided = divide(builder, part.members.clone(), work);
        }
        match divided {
            Ok(classes) => {
                draft.groups.extend(classes.groups);
                draft.suppressed.extend(classes.suppressed);
            }
            Err(stop) => {
                outcome = outcome.and(Err(stop));
                draft.groups.push(part);
            }
        }
    }
    (builder.settle(draft), outcome)
}

/// Makes classes of the records of one that meets the models.
fn divide(
    builder: &mut Builder<'_>,
    mut left: Vec<Member>,
    work: &mut WorkBudget<'_>,
) -> Result<Draft, Stop> {
    let mut draft = Draft::default();
    make_classes(builder, &mut draft, &mut left, work)?;
    place_leftovers(builder, draft, merged(left), work)
}

/// Whether a class can be made of what is left.
fn may_hold(builder: &mut Builder<'_>, left: &[Member]) -> bool {
    builder.problem.least_records().is_some_and(|least| records(left) >= least)
}

/// Takes a class out of what is left. When it ends early, nothing is taken.
fn next_class(
    builder: &mut Builder<'_>,
    left: &mut Vec<Member>,
    last: u32,
    work: &mut WorkBudget<'_>,
) -> Result<Vec<Member>, Stop> {
    let problem = builder.problem;
    let before = left.clone();
    let farthest = |place: &usize| {
        let cell = [last, left[*place].tuple].map(|tuple| Member { tuple, cell: 0, count: 1 });
        (problem.cell_cost(&builder.cell_of(&cell)), std::cmp::Reverse(*place))
    };
    work.spend(left.len() as u64)?;
    let Some(first) = (0..left.len()).max_by_key(farthest) else { return Ok(Vec::new()) };
    let mut class = Vec::new();
    let mut cell = builder.cell_of(&left[first..=first]);
    let mut place = first;
    loop {
        take(problem, left, place, &mut class);
        if builder.holds(&class) {
            return Ok(class);
        }
        if let Err(stop) = work.spend(left.len() as u64) {
            *left = before;
            return Err(stop);
        }
        let has_enough = records(&class) >= problem.models().minimum_size();
        let brings_news = |member: &Member| class.iter().all(|known| known.cell != member.cell);
        let wanted = |member: &Member| !has_enough || problem.is_size_only() || brings_news(member);
        let next = nearest(problem, left, &cell, wanted).or_else(|| nearest(problem, left, &cell, |_| true));
        let Some(next) = next else { return Ok(class) };
        for (attribute, (tree, label)) in problem.trees().iter().zip(&mut cell).enumerate() {
            *label = tree.join(*label, problem.code(attribute, left[next].tuple));
        }
        place = next;
    }
}

/// Moves one record to the class, or as many as are missing where sizes alone decide.
fn take(problem: &LocalProblem, left: &mut Vec<Member>, place: usize, class: &mut Vec<Member>) {
    let missing = problem.models().minimum_size().saturating_sub(records(class)).max(1);
    let most = if problem.is_size_only() { missing } else { 1 };
    let count = left[place].count.min(u32::try_from(most).unwrap_or(u32::MAX));
    class.push(Member { count, ..left[place] });
    left[place].count -= count;
    if left[place].count == 0 {
        // Ties are decided by the order of tuples.
        left.remove(place);
    }
}

/// The member that makes a class with this cell least dear.
fn nearest(
    problem: &LocalProblem,
    left: &[Member],
    cell: &[u32],
    wanted: impl Fn(&Member) -> bool,
) -> Option<usize> {
    let mut best: Option<(u64, usize)> = None;
    for (place, member) in left.iter().enumerate().filter(|(_, member)| wanted(member)) {
        let most = best.map_or(CLOSED, |(cost, _)| cost);
        let mut cost = 0;
        for &attribute in problem.order() {
            let tree = &problem.trees()[attribute];
            cost += tree.cost(tree.join(cell[attribute], problem.code(attribute, member.tuple)));
            if cost >= most {
                break;
            }
        }
        if cost < most {
            best = Some((cost, place));
        }
    }
    best.map(|(_, place)| place)
}
