//! Pairs of columns that single people out together.

use super::rounding::{Coarser, Plain, rounded, share};
use crate::rounded_numbers::{Crowd, FEWEST_NUMBERS, NO_NUMBER, Numbers};
use incog_audit::few_lookalikes;
use incog_data::{Column, Table};
use incog_roles::ProposedRole;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The columns whose pairs are looked at.
pub(super) struct Pairs<'p, 't> {
    pub table: &'t Table,
    /// Columns that are published value by value.
    pub paired: &'p [&'p Plain<'t>],
    /// The column of the people who are counted.
    pub unit: Option<&'t Column>,
    /// The lookalikes that each record should have.
    pub k: u64,
}

/// Of each pair that singles out, rounds the numbers with more different values, or those that are
/// rounded already, and the other numbers where that cannot be enough.
///
/// Of a pair with an undecided column only undecided numbers are rounded: a proposal for these
/// waits until somebody decides.
pub(super) fn round_pairs(pairs: &Pairs<'_, '_>, proposed: &mut BTreeMap<String, Coarser>) {
    let mut in_order: Vec<&Plain<'_>> = pairs.paired.to_vec();
    in_order.sort_by_key(|one| is_open(one));
    for (place, &first) in in_order.iter().enumerate() {
        for &second in &in_order[..place] {
            pairs.round([first, second], proposed);
        }
    }
}

fn is_rounded(one: &Plain<'_>, proposed: &BTreeMap<String, Coarser>) -> bool {
    proposed.contains_key(&one.column.name)
}

/// Rounding leaves so few numbers as they are.
fn may_become_coarser(one: &Plain<'_>) -> bool {
    one.is_of_numbers() && one.column.dictionary.len() > FEWEST_NUMBERS
}

fn is_open(one: &Plain<'_>) -> bool {
    one.role == ProposedRole::Undecided
}

impl Pairs<'_, '_> {
    fn round(&self, mut sides: [&Plain<'_>; 2], proposed: &mut BTreeMap<String, Coarser>) {
        let waits = sides.into_iter().any(is_open);
        let may_be_rounded = |one: &Plain<'_>| may_become_coarser(one) && is_open(one) == waits;
        sides.sort_by_key(|one| {
            (!is_rounded(one, proposed), !may_be_rounded(one), Reverse(one.column.dictionary.len()))
        });
        let few = sides[0].few().min(sides[1].few());
        if sides.iter().all(|one| is_rounded(one, proposed) || !may_be_rounded(one)) {
            return;
        }
        let records = self.table.rows() as u64;
        let found = few_lookalikes(self.table, &[sides[0].column, sides[1].column], self.unit, self.k);
        if found * few <= records {
            return;
        }
        for [one, other] in [sides, [sides[1], sides[0]]] {
            let is_enough =
                is_rounded(other, proposed) && self.left_beside(other.column, one.column) * few <= records;
            if may_be_rounded(one) && !is_rounded(one, proposed) && !is_enough {
                let if_it_is = if is_open(other) { ", if that is published, too," } else { "" };
                let share = share(found, records, self.k);
                let why = format!("together with {:?}{if_it_is} {share}", other.column.name);
                proposed.insert(one.column.name.clone(), rounded(&why, self.k));
            }
        }
    }

    /// How many records have few lookalikes by a column and by numbers that are as coarse as
    /// rounding makes them.
    fn left_beside(&self, numbers: &Column, other: &Column) -> u64 {
        let records: Vec<(u32, u64)> = (0..self.table.rows() as u32).map(|row| (row, 1)).collect();
        let crowd = Crowd { records: &records, people: self.unit, k: self.k };
        let coarsest = coarsest(numbers, &crowd);
        crowd.below(|row| {
            let number = coarsest[numbers.codes.at(row as usize) as usize];
            let code = other.codes.at(row as usize);
            (number != NO_NUMBER && !other.is_missing(code)).then_some((number, code))
        })
    }
}

/// The numbers that the codes of a column become by the coarsest base of those that leave enough
/// different ones.
fn coarsest(column: &Column, crowd: &Crowd<'_>) -> Vec<u32> {
    let numbers = Numbers::of_column(column, crowd);
    let (mut base, mut coarsest) = (numbers.finest(), numbers.rounded(numbers.finest()));
    while !numbers.is_coarsest(base) {
        let Some(next) = base.next() else { break };
        let coarser = numbers.rounded(next);
        if coarser.published < FEWEST_NUMBERS {
            break;
        }
        (base, coarsest) = (next, coarser);
    }
    coarsest.of_code
}
