//! `mondrian`: dividing where values are most different.

use super::local_search::{LocalSearch, Procedure, Splits};
use super::top_down::split;
use crate::draft::{Builder, Draft, Group};
use crate::items::merged;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static MONDRIAN: LocalSearch = LocalSearch {
    card: &cards::local::MONDRIAN,
    procedure: Procedure::Makes(|builder, _, work| mondrian(builder, work)),
};

/// Divides each class along the attribute in which it has the widest normalized range of values, or
/// the next one that can be divided, until none can: whatever that saves. A label is divided into
/// the labels below it, as the paper does where values have no order, so that what is published are
/// labels of the hierarchies.
fn mondrian(builder: &mut Builder<'_>, work: &mut WorkBudget<'_>) -> (Draft, Result<(), Stop>) {
    let general = builder.most_general();
    let (mut open, mut done, mut outcome) = (general.groups, Vec::new(), Ok(()));
    while let Some(group) = open.pop() {
        let attributes = builder.problem.trees().len();
        outcome = work.spend((group.members.len() * attributes) as u64);
        if outcome.is_err() {
            done.push(group);
            break;
        }
        let widest_first = by_width(builder, &group);
        let division = widest_first.into_iter().find_map(|attribute| {
            split(builder, &group, attribute, Splits::Strict).filter(|split| split.saved > 0)
        });
        match division {
            Some(division) => {
                open.extend(division.parts.into_iter().map(|part| builder.group(merged(part))));
            }
            None => done.push(group),
        }
    }
    done.append(&mut open);
    (builder.settle(Draft { groups: done, suppressed: general.suppressed }), outcome)
}

/// The attributes by how many of their values a group has, as a share of those of the table; the
/// widest first.
fn by_width(builder: &Builder<'_>, group: &Group) -> Vec<usize> {
    let problem = builder.problem;
    let width = |attribute: usize| {
        let mut codes: Vec<u32> =
            group.members.iter().map(|member| problem.code(attribute, member.tuple)).collect();
        codes.sort_unstable();
        codes.dedup();
        let all = problem.trees()[attribute].values();
        (codes.len() as u64 - 1, (all as u64).saturating_sub(1).max(1))
    };
    let mut widths: Vec<((u64, u64), usize)> =
        (0..problem.trees().len()).map(|attribute| (width(attribute), attribute)).collect();
    widths.sort_by(|((a, all_a), first), ((b, all_b), second)| {
        (b * all_a).cmp(&(a * all_b)).then(first.cmp(second))
    });
    widths.into_iter().map(|(_, attribute)| attribute).collect()
}
