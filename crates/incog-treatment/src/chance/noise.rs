//! Noise has the standard deviation that was asked for.

use super::tails::{squares_above, squares_below};
use super::{ChanceTest, TreatedGroup, independent, number_drawn_for};
use crate::written_number::places_of;

/// The smallest noise that is tested, in units of the last digit: digits hide what is smaller.
const LEAST_UNITS: f64 = 2.0;

/// The tests of noise of a standard deviation, which for multiplicative noise is a share of each
/// number.
///
/// Of a group the sum of all noise is known, whichever cell is whose.
pub(crate) fn noise_tests(deviation: f64, multiplies: bool, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
    let (mut least, mut most, mut tested) = (0.0, 0.0, 0);
    for group in independent(groups, number_drawn_for) {
        let Some(sum) = sum_of_noise(deviation, multiplies, group) else { continue };
        least += ((sum.noise.abs() - sum.hidden).max(0.0) / sum.deviation).powi(2);
        most += ((sum.noise.abs() + sum.hidden) / sum.deviation).powi(2);
        tested += 1;
    }
    if tested == 0 {
        return Vec::new();
    }
    let spread = |squares: f64| (squares / tested as f64).sqrt();
    vec![ChanceTest {
        claim: "the noise has the standard deviation of the job",
        found: format!(
            "in {tested} groups of equal records it has {:.3} times that standard deviation",
            spread((least + most) / 2.0)
        ),
        probability: (2.0 * squares_below(tested, most).min(squares_above(tested, least))).min(1.0),
    }]
}

/// The noise of all cells of a group together.
struct SumOfNoise {
    noise: f64,
    /// Its standard deviation.
    deviation: f64,
    /// What the last digits hide of it at most.
    hidden: f64,
}

fn sum_of_noise(deviation: f64, multiplies: bool, group: &TreatedGroup<'_>) -> Option<SumOfNoise> {
    let (mut noise, mut variance, mut hidden) = (0.0, 0.0, 0.0);
    for cell in &group.originals {
        let (number, places) = cell.text.trim().parse::<f64>().ok().zip(places_of(cell.text))?;
        let scale = deviation * if multiplies { number.abs() } else { 1.0 };
        let unit = 10f64.powi(-(places as i32));
        if scale < LEAST_UNITS * unit {
            return None;
        }
        // Half a unit, and what binary numbers lose.
        hidden += unit / 2.0 + 1e-9 * (number.abs() + scale);
        variance += scale * scale;
        noise -= number;
    }
    for text in &group.released {
        noise += text.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
    }
    Some(SumOfNoise { noise, deviation: variance.sqrt(), hidden })
}
