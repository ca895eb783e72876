//! Upper bounds of the probabilities of rare findings.

/// Independent events and how many of them happened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Events {
    /// Their number.
    pub number: usize,
    /// The sum of their probabilities.
    pub expected: f64,
    /// How many happened.
    pub happened: usize,
}

impl Events {
    /// Counts one event.
    pub fn add(&mut self, probability: f64, happened: bool) {
        self.number += 1;
        self.expected += probability;
        self.happened += usize::from(happened);
    }

    /// At least as many happen with at most this probability (Hoeffding 1963, theorem 1).
    pub fn upper_tail(self) -> f64 {
        let (mean, share) = self.shares();
        if share <= mean { 1.0 } else { self.bound(mean, share) }
    }

    /// At most as many happen with at most this probability.
    pub fn lower_tail(self) -> f64 {
        let (mean, share) = self.shares();
        if share >= mean { 1.0 } else { self.bound(mean, share) }
    }

    /// As far from the expected number on either side with at most this probability.
    pub fn both_tails(self) -> f64 {
        (2.0 * self.upper_tail().min(self.lower_tail())).min(1.0)
    }

    fn shares(self) -> (f64, f64) {
        let number = self.number.max(1) as f64;
        ((self.expected / number).clamp(0.0, 1.0), self.happened as f64 / number)
    }

    fn bound(self, mean: f64, share: f64) -> f64 {
        let part = |observed: f64, expected: f64| {
            if observed > 0.0 { observed * (observed / expected).ln() } else { 0.0 }
        };
        (-(self.number as f64) * (part(share, mean) + part(1.0 - share, 1.0 - mean))).exp()
    }
}

/// Sums of squares of `number` independent standard normal numbers are at most `sum` with at most
/// this probability.
pub fn squares_below(number: usize, sum: f64) -> f64 {
    let share = sum / number.max(1) as f64;
    if share >= 1.0 { 1.0 } else { squares(number, share) }
}

/// Sums of squares are at least `sum` with at most this probability.
pub fn squares_above(number: usize, sum: f64) -> f64 {
    let share = sum / number.max(1) as f64;
    if share <= 1.0 { 1.0 } else { squares(number, share) }
}

fn squares(number: usize, share: f64) -> f64 {
    (number as f64 / 2.0 * (share.ln() + 1.0 - share)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_above_the_exact_probabilities() {
        // Ten heads of ten; nine or ten of ten.
        let coins = |happened| Events { number: 10, expected: 5.0, happened };
        assert!((coins(10).upper_tail() - 0.5f64.powi(10)).abs() < 1e-12);
        assert!(coins(9).upper_tail() >= 11.0 / 1024.0 && coins(9).upper_tail() < 0.05);
        assert_eq!((coins(5).both_tails(), coins(0).upper_tail()), (1.0, 1.0));
        // What is certain and did not happen cannot be; what was certain and happened can.
        let certain = |happened| Events { number: 3, expected: 3.0, happened };
        assert_eq!((certain(2).lower_tail(), certain(3).both_tails()), (0.0, 1.0));
        // Two squares: their sum is below x with probability 1 - exp(-x / 2).
        assert!(squares_below(2, 0.2) >= 1.0 - (-0.1f64).exp());
        assert!(squares_above(2, 20.0) >= (-10.0f64).exp());
        assert_eq!((squares_below(2, 3.0), squares_above(2, 1.0), squares_below(5, 0.0)), (1.0, 1.0, 0.0));
    }
}
