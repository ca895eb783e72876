//! Which of the estimates counts.

use super::sizes::Sizes;
use super::{pitman, slide_negative_binomial, zayatz};

/// The share of the population that is unique by the estimate that the decision rule of Dankar and
/// others (2012) chooses; `None` where none fits.
pub(super) fn share_of_uniques(sizes: &Sizes, fraction: f64) -> Option<f64> {
    if sizes.uniques() == 0.0 {
        return Some(0.0);
    }
    let zayatz = zayatz::uniques(sizes, fraction);
    let chosen = if fraction <= 0.1 {
        pitman::uniques(sizes, fraction)
    } else {
        slide_negative_binomial::uniques(sizes, fraction)
            .filter(|slide| zayatz.is_none_or(|zayatz| *slide <= zayatz))
    };
    chosen.or(zayatz).map(|uniques| uniques * fraction / sizes.records())
}
