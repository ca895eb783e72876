//! Post-randomization keeps no more than its probabilities allow.

use super::tails::Events;
use super::{ChanceTest, OriginalCell, TreatedGroup, independent};

/// The most cells of a group whose chances are computed; more make equality no likelier.
const MOST_CELLS: usize = 256;

/// The tests of post-randomization that keeps a category with probability `kept` and draws one of
/// `values` otherwise.
pub(crate) fn category_tests(kept: f64, values: &[String], groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
    let drawn = (1.0 - kept) / values.len().max(1) as f64;
    let chances = CategoryChances { same: kept + drawn, other: drawn };
    let (mut equal, mut single) = (Events::default(), Events::default());
    for group in independent(groups, |cell| Some((cell.person, cell.text))) {
        let is_equal = has_equal_cells(group);
        equal.add(chances.of_equality(&group.originals), is_equal);
        if group.originals.len() == 1 {
            single.add(chances.same, is_equal);
        }
    }
    if equal.number == 0 {
        return Vec::new();
    }
    let figures =
        |events: Events| format!("{} of {} groups of equal records", events.happened, events.number);
    let more = ChanceTest {
        claim: "no more categories are kept than chance explains",
        found: format!("{} kept their categories", figures(equal)),
        probability: equal.upper_tail(),
    };
    let fewer = ChanceTest {
        claim: "no fewer categories are kept than chance explains",
        found: format!("{} kept their categories", figures(single)),
        probability: single.lower_tail(),
    };
    std::iter::once(more).chain((single.number > 0).then_some(fewer)).collect()
}

fn has_equal_cells(group: &TreatedGroup<'_>) -> bool {
    let mut before: Vec<&str> = group.originals.iter().map(|cell| cell.text).collect();
    let mut after = group.released.clone();
    before.sort_unstable();
    after.sort_unstable();
    before == after
}

/// How likely a cell is to show a category.
struct CategoryChances {
    /// Its own.
    same: f64,
    /// A certain other one.
    other: f64,
}

impl CategoryChances {
    /// A bound of the probability that a group has the categories that it had: the probability of
    /// the likeliest number of cells with the first category.
    fn of_equality(&self, cells: &[OriginalCell<'_>]) -> f64 {
        let Some(first) = cells.first() else { return 1.0 };
        let mut chances = vec![1.0];
        for cell in cells.iter().take(MOST_CELLS) {
            let shows = if cell.text == first.text { self.same } else { self.other };
            let mut next = vec![0.0; chances.len() + 1];
            for (count, chance) in chances.iter().enumerate() {
                next[count] += chance * (1.0 - shows);
                next[count + 1] += chance * shows;
            }
            chances = next;
        }
        chances.into_iter().fold(0.0, f64::max)
    }
}
