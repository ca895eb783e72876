//! Whether released cells can be what chance made of the original ones, without the key that drew.
//!
//! The tests need no key: they compare how much was changed with how much the treatment changes by
//! chance. Every probability is an upper bound (Chernoff), so an honest release of any size fails a
//! treatment's tests with a probability of at most [`FALSE_ALARM`].

mod categories;
mod days;
mod noise;
mod rounding;
mod tails;

pub(crate) use categories::category_tests;
pub(crate) use days::{DayShift, day_tests};
pub(crate) use noise::noise_tests;
pub(crate) use rounding::{RoundedCell, rounding_tests};

use std::collections::HashSet;

/// The probability with which a column that was treated as asked for fails any of its tests.
pub const FALSE_ALARM: f64 = 1e-9;

/// One original cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OriginalCell<'a> {
    /// The person it is about, in one spelling.
    pub person: &'a str,
    /// The cell.
    pub text: &'a str,
}

/// Records that look alike in all columns but the treated one, all of which were published: which
/// released cell was made of which original one is open within the group.
#[derive(Debug, Clone, Default)]
pub struct TreatedGroup<'a> {
    /// The original cells.
    pub originals: Vec<OriginalCell<'a>>,
    /// As many released ones.
    pub released: Vec<&'a str>,
}

/// A statement about a treated column that chance makes true.
#[derive(Debug, Clone, PartialEq)]
pub struct ChanceTest {
    /// The statement.
    pub claim: &'static str,
    /// What was found, in figures that tell of no record.
    pub found: String,
    /// At most this is the probability of such a finding where the treatment was made as asked for.
    pub probability: f64,
}

impl ChanceTest {
    /// Whether the column can be what chance made, when it is one of `tests` of that column.
    pub fn holds(&self, tests: usize) -> bool {
        self.probability * tests.max(1) as f64 >= FALSE_ALARM
    }
}

/// The groups in which no draw stands twice, and that share none: chance is drawn once for each
/// `draw` of an original cell.
fn independent<'g, 'a, D: std::hash::Hash + Eq>(
    groups: &'g [TreatedGroup<'a>],
    draw: impl Fn(&OriginalCell<'a>) -> Option<D>,
) -> Vec<&'g TreatedGroup<'a>> {
    let mut seen = HashSet::new();
    let is_new = |group: &&TreatedGroup<'a>| {
        let draws: Option<Vec<D>> = group.originals.iter().map(&draw).collect();
        let Some(draws) = draws.filter(|draws| !draws.is_empty()) else { return false };
        let different: HashSet<&D> = draws.iter().collect();
        let is_new = different.len() == draws.len() && !draws.iter().any(|draw| seen.contains(draw));
        if is_new {
            seen.extend(draws);
        }
        is_new
    };
    groups.iter().filter(is_new).collect()
}

/// A number however it is written: noise and rounding draw once for each number of a person.
fn number_drawn_for<'a>(cell: &OriginalCell<'a>) -> Option<(&'a str, u64)> {
    let number = cell.text.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some((cell.person, (number + 0.0).to_bits()))
}
