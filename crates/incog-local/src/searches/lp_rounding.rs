//! `lp-rounding`: the classes of the linear program, made whole.

use super::local_search::{LocalSearch, Procedure};
use super::rounds::rounds_of;
use crate::bounds::{CellShare, linear};
use crate::draft::{Builder, Draft};
use crate::items::{Member, members_of, merged, records};
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static LP_ROUNDING: LocalSearch = LocalSearch {
    card: &cards::local::LP_ROUNDING,
    procedure: Procedure::Improves(|builder, draft, known, work| {
        let start = builder.prices(&draft);
        let rounded = linear(builder.problem, &start, known, work)
            .and_then(|shares| lp_rounding(builder, &shares, work));
        match rounded {
            Ok(rounded) => (rounded, Ok(())),
            Err(stop) => (draft, Err(stop)),
        }
    }),
};

/// A cell is opened when the records that are left of its share are this part of a class.
const PART_OF_CLASS: f64 = 0.6;

/// A tuple goes to a cell that has this part of it; what a class lacks comes from those of which it
/// has less.
const PART_OF_TUPLE: f64 = 0.5;

/// Opens the cells in which the linear program publishes most, each for the records of which it has
/// most there; the records that are left in the end are published by `rounds`.
pub(crate) fn lp_rounding(
    builder: &mut Builder<'_>,
    shares: &[CellShare],
    work: &mut WorkBudget<'_>,
) -> Result<Draft, Stop> {
    let problem = builder.problem;
    let tuples = problem.counts().len() as u32;
    let mut left: Vec<Vec<Member>> =
        (0..tuples).map(|tuple| members_of(problem, [tuple].into_iter())).collect();
    let mut draft = Draft::default();
    for share in shares.iter().filter(|share| share.records > 0.0) {
        work.spend(share.shares.len() as u64)?;
        let there = |tuple: u32| records(&left[tuple as usize]);
        let available: f64 = share.shares.iter().map(|&(tuple, part)| part.min(there(tuple) as f64)).sum();
        if available < PART_OF_CLASS * share.cell.least as f64 {
            continue;
        }
        let mut taken: Vec<Member> = Vec::new();
        for &(tuple, part) in &share.shares {
            let missing = share.cell.least.saturating_sub(records(&taken));
            let whole = (part + PART_OF_TUPLE).floor() as u64;
            let count = if problem.is_size_only() {
                whole.max(missing.min(part.ceil() as u64))
            } else if whole > 0 || missing > 0 {
                u64::MAX
            } else {
                0
            };
            take(&mut left[tuple as usize], count, &mut taken);
        }
        let (kept, others) = builder.retain(taken);
        others.into_iter().for_each(|member| left[member.tuple as usize].push(member));
        if !kept.is_empty() {
            draft.groups.push(builder.group(kept));
        }
    }
    let left = merged(left.into_iter().flatten().collect());
    let draft = builder.settle(draft);
    rounds_of(builder, draft, left, work)
}

/// Moves at most so many records.
fn take(from: &mut Vec<Member>, mut most: u64, to: &mut Vec<Member>) {
    for member in from.iter_mut() {
        let count = most.min(member.count.into()) as u32;
        if count > 0 {
            to.push(Member { count, ..*member });
            member.count -= count;
            most -= u64::from(count);
        }
    }
    from.retain(|member| member.count > 0);
}
