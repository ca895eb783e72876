//! Zayatz's estimate of population uniques.

use super::population::Sample;
use statrs::function::gamma::ln_gamma;

/// `s_1 P(F = 1 | f = 1) / p`, for `s_1` uniques in a sample of the share `p`.
///
/// The classes of the population are taken to have sizes as those of the sample have, and the
/// sample to be drawn from them without replacement; so `P(F = 1 | f = 1)` follows from Bayes'
/// rule.
///
/// Reference: Zayatz, "Estimation of the number of unique population elements using a sample", ASA
/// Survey Research Methods Section, 1991, <http://www.asasrms.org/Proceedings/>
pub(super) fn uniques(sample: &Sample) -> Option<f64> {
    let (population, drawn) = (sample.population().round(), sample.size() as f64);
    let all: f64 = sample
        .classes
        .iter()
        .map(|&(size, classes): &(u64, u64)| classes as f64 * one_drawn(size as f64, population, drawn))
        .sum();
    let alone = sample.uniques() as f64;
    let conditional = alone * one_drawn(1.0, population, drawn) / all;
    Some(alone * conditional / sample.fraction).filter(|uniques| uniques.is_finite())
}

/// The probability that exactly one of `size` is among `drawn` of `population`.
fn one_drawn(size: f64, population: f64, drawn: f64) -> f64 {
    if size > population || drawn - 1.0 > population - size {
        return 0.0;
    }
    let ln_choose = |n: f64, k: f64| ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    size * (ln_choose(population - size, drawn - 1.0) - ln_choose(population, drawn)).exp()
}

#[cfg(test)]
mod tests {
    use super::one_drawn;

    #[test]
    fn one_of_some_is_drawn_as_often_as_counting_says() {
        // Two of five are looked for, two of five are drawn: 6 of 10 pairs have exactly one.
        assert!((one_drawn(2.0, 5.0, 2.0) - 0.6).abs() < 1e-9);
        assert!((one_drawn(1.0, 5.0, 2.0) - 0.4).abs() < 1e-9);
        assert_eq!(one_drawn(5.0, 5.0, 2.0), 0.0);
    }
}
