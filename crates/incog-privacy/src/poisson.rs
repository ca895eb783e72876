//! The upper tail of the Poisson distribution.

/// The weights of the numbers around the mean, relative to that of the most likely number; what is
/// left out is less than 1e-300 of all.
#[derive(Debug, Clone)]
pub(crate) struct PoissonTail {
    /// The smallest number that is not left out.
    first: u64,
    /// For each number from `first` on, the weight of it and all above.
    from: Vec<f64>,
}

impl PoissonTail {
    /// With this mean, which is at least 0; about 80 square roots of it are looked at.
    pub fn new(mean: f64) -> Self {
        let most_likely = mean.floor() as u64;
        let below = weights((0..most_likely).rev().map(|number| (number + 1) as f64 / mean));
        let above = weights((most_likely + 1..).map(|number| mean / number as f64));
        let first = most_likely - below.len() as u64;
        let mut from: Vec<f64> = below.into_iter().rev().chain([1.0]).chain(above).collect();
        // The smallest are added up first.
        for place in (1..from.len()).rev() {
            from[place - 1] += from[place];
        }
        Self { first, from }
    }

    /// How likely the number is `least` or larger.
    pub fn at_least(&self, least: u64) -> f64 {
        let place = least.saturating_sub(self.first).min(self.from.len() as u64) as usize;
        self.from.get(place).map_or(0.0, |weight| weight / self.from[0])
    }

    /// The smallest number that, or a larger one, is at most so likely; equality that rounding
    /// hides counts.
    pub fn least_with(&self, likely: f64) -> u64 {
        let most = likely * (1.0 + 1e-12);
        let above = self.from.iter().take_while(|&&weight| weight / self.from[0] > most).count();
        if above == 0 { 0 } else { self.first + above as u64 }
    }
}

/// Weights from ratios between neighbours, until they are nothing.
fn weights(ratios: impl Iterator<Item = f64>) -> Vec<f64> {
    let weight = |weight: &mut f64, ratio: f64| {
        *weight *= ratio;
        (*weight > 1e-300).then_some(*weight)
    };
    ratios.scan(1.0, weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_means_by_definition() {
        for mean in [0.0, 1e-9, 0.5, 1.0, 2.75, 10.0, 40.5] {
            let tail = PoissonTail::new(mean);
            let mut weight = (-mean).exp();
            let mut below = 0.0;
            for number in 0..200u64 {
                assert!((tail.at_least(number) - (1.0 - below)).abs() < 1e-12, "{mean} {number}");
                below += weight;
                weight *= mean / (number + 1) as f64;
            }
        }
    }

    /// From the known quantiles of the normal distribution, which large means come near.
    #[test]
    fn large_means_are_nearly_normal() {
        let tail = PoissonTail::new(1e9);
        let least = tail.least_with(0.05) as f64;
        assert!((least - (1e9 + 1.644_853_6 * 1e9f64.sqrt())).abs() < 5.0, "{least}");
        assert!((tail.at_least(1_000_000_000) - 0.5).abs() < 1e-4);
    }

    #[test]
    fn the_least_number_is_where_the_tail_falls_below() {
        for mean in [0.25, 3.0, 77.7] {
            let tail = PoissonTail::new(mean);
            for likely in [1.0, 0.5, 0.1, 0.01, 1e-6, 1e-100] {
                let least = tail.least_with(likely);
                assert!(tail.at_least(least) <= likely, "{mean} {likely}");
                assert!(least == 0 || tail.at_least(least - 1) > likely, "{mean} {likely}");
            }
        }
    }
}
