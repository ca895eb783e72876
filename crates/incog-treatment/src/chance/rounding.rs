//! Numbers rounded at random are rounded up as often as chance asks for.

use super::tails::Events;
use super::{ChanceTest, TreatedGroup, independent, number_drawn_for};

/// A number as a multiple of the base of rounding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoundedCell {
    /// The multiple at or below it.
    pub below: i128,
    /// How far above that it is, as a share of the base.
    pub above: f64,
}

/// The tests of random rounding; `multiple` reads a number.
///
/// Of a group it is known how many cells were rounded up, whichever cell is whose.
pub(crate) fn rounding_tests(
    groups: &[TreatedGroup<'_>],
    multiple: impl Fn(&str) -> Option<RoundedCell>,
) -> Vec<ChanceTest> {
    let (mut up, mut outside) = (Events::default(), 0);
    for group in independent(groups, number_drawn_for) {
        let originals: Option<Vec<RoundedCell>> =
            group.originals.iter().map(|cell| multiple(cell.text)).collect();
        let Some(originals) = originals else { continue };
        let released: Option<Vec<RoundedCell>> = group.released.iter().map(|text| multiple(text)).collect();
        let released = released.filter(|cells| cells.iter().all(|cell| cell.above == 0.0));
        let sum =
            |cells: &[RoundedCell]| cells.iter().try_fold(0i128, |sum, cell| sum.checked_add(cell.below));
        let ups = released.and_then(|released| sum(&released)?.checked_sub(sum(&originals)?));
        match ups.and_then(|ups| usize::try_from(ups).ok()).filter(|&ups| ups <= originals.len()) {
            None => outside += 1,
            Some(ups) => {
                up.number += originals.len();
                up.expected += originals.iter().map(|cell| cell.above).sum::<f64>();
                up.happened += ups;
            }
        }
    }
    if up.number + outside == 0 {
        return Vec::new();
    }
    vec![
        ChanceTest {
            claim: "numbers became one of the two nearest multiples",
            found: format!("not in {outside} groups of equal records"),
            probability: if outside == 0 { 1.0 } else { 0.0 },
        },
        ChanceTest {
            claim: "numbers are rounded up as often as chance explains",
            found: format!("{} of {} are; {:.1} are expected", up.happened, up.number, up.expected),
            probability: up.both_tails(),
        },
    ]
}
