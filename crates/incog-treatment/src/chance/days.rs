//! Dates are moved, each person's by one number of days, and to both sides.

use super::tails::Events;
use super::{ChanceTest, TreatedGroup, independent};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// How far dates are moved at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DayShift {
    /// Days of a step: one, or seven for whole weeks.
    pub step: i64,
    /// The most steps to either side.
    pub steps: i64,
}

/// The tests of shifted dates; `day` reads one.
pub(crate) fn day_tests(
    shift: DayShift,
    groups: &[TreatedGroup<'_>],
    day: impl Fn(&str) -> Option<NaiveDate>,
) -> Vec<ChanceTest> {
    let days = |group: &TreatedGroup<'_>| {
        let before: Option<i64> = group.originals.iter().map(|cell| number(&day, cell.text)).sum();
        let after: Option<i64> = group.released.iter().map(|text| number(&day, text)).sum();
        Some(after? - before?)
    };
    let mut tests = one_shift_each(shift, groups, days);
    tests.extend(sums(shift, groups, days));
    tests
}

fn number(day: &impl Fn(&str) -> Option<NaiveDate>, text: &str) -> Option<i64> {
    day(text).map(|day| (day - NaiveDate::default()).num_days())
}

/// Of people with a date whose record is certain: how far it was moved.
fn one_shift_each<'a>(
    shift: DayShift,
    groups: &[TreatedGroup<'a>],
    days: impl Fn(&TreatedGroup<'a>) -> Option<i64>,
) -> Vec<ChanceTest> {
    let mut of_person: BTreeMap<&str, i64> = BTreeMap::new();
    let mut wrong = 0;
    for group in groups.iter().filter(|group| group.originals.len() == 1) {
        let Some((person, moved)) = group.originals.first().map(|cell| cell.person).zip(days(group)) else {
            continue;
        };
        let is_possible =
            moved != 0 && moved % shift.step == 0 && moved.abs() <= shift.steps.saturating_mul(shift.step);
        wrong += usize::from(!is_possible || *of_person.entry(person).or_insert(moved) != moved);
    }
    if of_person.is_empty() {
        return Vec::new();
    }
    let (mut later, mut near) = (Events::default(), Events::default());
    let half = shift.steps / 2;
    for &moved in of_person.values() {
        later.add(0.5, moved > 0);
        near.add(half as f64 / shift.steps as f64, moved.abs() <= half * shift.step);
    }
    let people = of_person.len();
    vec![
        ChanceTest {
            claim: "each person has one shift, within the limit of the job and not 0",
            found: format!("wrong for {wrong} dates of the {people} people whose records are certain"),
            probability: if wrong == 0 { 1.0 } else { 0.0 },
        },
        ChanceTest {
            claim: "dates are shifted in both directions",
            found: format!("{} of {people} people to later days", later.happened),
            probability: later.both_tails(),
        },
        ChanceTest {
            claim: "dates are shifted as far as chance explains",
            found: format!("{} of {people} people by at most half of the limit", near.happened),
            probability: near.both_tails(),
        },
    ]
}

/// Of groups of which it is open whose date is which: the sum of all shifts is 0 in few of them,
/// since one person's shift alone decides it.
fn sums<'a>(
    shift: DayShift,
    groups: &[TreatedGroup<'a>],
    days: impl Fn(&TreatedGroup<'a>) -> Option<i64>,
) -> Option<ChanceTest> {
    let mut unmoved = Events::default();
    for group in independent(groups, |cell| Some(cell.person)) {
        let Some(moved) = days(group) else { continue };
        unmoved.add(0.5 / shift.steps as f64, moved == 0);
    }
    (unmoved.number > 0).then(|| ChanceTest {
        claim: "dates are shifted",
        found: format!("in {} of {} groups the shifts sum to 0", unmoved.happened, unmoved.number),
        probability: unmoved.upper_tail(),
    })
}
