//! Zayatz's estimate (1991), with its probabilities as products.

use super::sizes::Sizes;

/// `s P(F = 1 | f = 1) / p` for `s` uniques of a sample of the share `p`, where classes of the
/// population have sizes as those of the sample have.
///
/// Reference: Zayatz, "Estimation of the number of unique population elements using a sample", ASA
/// Survey Research Methods Section, 1991, <http://www.asasrms.org/Proceedings/>
pub(super) fn uniques(sizes: &Sizes, fraction: f64) -> Option<f64> {
    let drawn = sizes.records();
    let population = (drawn / fraction).round();
    let one = |size: u64| one_drawn(size, population, drawn);
    let all: f64 = sizes.iter().map(|(size, classes)| classes as f64 * one(size)).sum();
    let found = sizes.uniques() * (sizes.uniques() * one(1) / all) / fraction;
    found.is_finite().then_some(found)
}

/// How likely exactly one of `size` people is drawn: any of them first, then none of the others of
/// those that are left.
fn one_drawn(size: u64, population: f64, drawn: f64) -> f64 {
    let mut chance = size as f64 * drawn / population;
    for other in 0..size.saturating_sub(1) {
        chance *= ((population - drawn - other as f64) / (population - 1.0 - other as f64)).max(0.0);
        if chance < 1e-300 {
            return 0.0;
        }
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of five people two are drawn: of 10 pairs 6 have exactly one of two, and 4 one that is
    /// given.
    #[test]
    fn one_of_some_as_counted() {
        assert!((one_drawn(2, 5.0, 2.0) - 0.6).abs() < 1e-12);
        assert!((one_drawn(1, 5.0, 2.0) - 0.4).abs() < 1e-12);
        assert_eq!(one_drawn(5, 5.0, 2.0), 0.0);
    }

    /// By hand: 2 uniques and a pair, half of 8 people. One of one is drawn with 4/8, exactly one
    /// of two with 2 * 4/8 * 4/7.
    #[test]
    fn a_small_sample_by_hand() {
        let found = uniques(&Sizes::from_pairs(&[(1, 2), (2, 1)]), 0.5);
        let expected = 2.0 * (1.0 / (1.0 + 4.0 / 7.0)) / 0.5;
        assert!((found.unwrap_or_default() - expected).abs() < 1e-12);
    }
}
