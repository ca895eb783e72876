//! Shares of sensitive values in classes, beside those in the whole table.

use super::distance::Reference;
use serde::Serialize;

/// Shares of the values of a sensitive attribute: q in a class, p in the whole table; each figure
/// for its worst class and value. `None` where no figure is large enough.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ValueShares {
    /// Largest q: the α of (α, k)-anonymity (R. Wong and others, KDD 2006,
    /// doi:10.1145/1150402.1150499).
    pub alpha: f64,
    /// Largest gain `(q - p) / p`, 0 where no value gains: the β of basic β-likeness (J. Cao,
    /// P. Karras, PVLDB 5(11), 2012, doi:10.14778/2350229.2350255).
    pub beta: Option<f64>,
    /// The β of enhanced β-likeness, which also limits gains to `-ln p`; `None` where a gain is
    /// larger than that.
    pub enhanced_beta: Option<f64>,
    /// Largest `|ln(q / p)|`: δ-disclosure privacy holds for every larger δ (J. Brickell,
    /// V. Shmatikov, KDD 2008, doi:10.1145/1401890.1401904). `None` where a class lacks a value.
    pub delta: Option<f64>,
    /// Likewise of the values that a class has, as ARX and pycanon count it.
    pub delta_of_present: Option<f64>,
}

impl ValueShares {
    /// Of a table without classes.
    pub(super) const NONE: Self = Self {
        alpha: 0.0,
        beta: Some(0.0),
        enhanced_beta: Some(0.0),
        delta: Some(0.0),
        delta_of_present: Some(0.0),
    };

    /// These, or those of a class where they are worse.
    pub(super) fn or_of_class(mut self, reference: &Reference, histogram: &[(u32, u64)]) -> Self {
        for (before, after) in reference.shares(histogram) {
            let (gain, ratio) = (gain(before, after), ratio(before, after));
            self.alpha = self.alpha.max(after);
            self.beta = worse(self.beta, gain);
            // Rounding alone makes no gain larger than the bound.
            let is_bounded = gain <= -before.ln() * (1.0 + 1e-12);
            self.enhanced_beta = worse(self.enhanced_beta.filter(|_| is_bounded), gain);
            self.delta = worse(self.delta, ratio);
            self.delta_of_present = worse(self.delta_of_present, ratio);
        }
        Self { delta: self.delta.filter(|_| reference.is_complete(histogram)), ..self }
    }
}

/// What a share gains, relative to what it was; nothing where it falls.
pub(super) fn gain(before: f64, after: f64) -> f64 {
    (after / before - 1.0).max(0.0)
}

/// How far a share is from what it was, as the logarithm of their ratio.
pub(super) fn ratio(before: f64, after: f64) -> f64 {
    (after / before).ln().abs()
}

/// The larger one; `None` for what a value gains that the whole table lacks.
fn worse(worst: Option<f64>, figure: f64) -> Option<f64> {
    worst.filter(|_| figure.is_finite()).map(|worst| worst.max(figure))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter, a quarter and half of all, and classes of each kind.
    #[test]
    fn known_shares() {
        let reference = Reference::new(vec![2, 2, 4], None, None);
        let one = ValueShares::NONE.or_of_class(&reference, &[(0, 1), (1, 1), (2, 2)]);
        assert_eq!((one.alpha, one.beta, one.delta), (0.5, Some(0.0), Some(0.0)));
        let two = one.or_of_class(&reference, &[(0, 2), (1, 1), (2, 1)]);
        // (1/2 - 1/4) / (1/4) = 1, below ln 4; |ln((1/2) / (1/4))| = ln 2.
        assert_eq!((two.beta, two.enhanced_beta), (Some(1.0), Some(1.0)));
        assert!(two.delta.is_some_and(|delta| (delta - 2f64.ln()).abs() < 1e-12));
        let three = two.or_of_class(&reference, &[(2, 3)]);
        // Half of all, and all of the class: the gain of 1 is above ln 2; two values are missing.
        assert_eq!((three.alpha, three.beta, three.enhanced_beta, three.delta), (1.0, Some(1.0), None, None));
        assert_eq!(three.delta_of_present, two.delta);
        assert_eq!(three.or_of_class(&Reference::new(vec![2, 0], None, None), &[(1, 1)]).beta, None);
    }
}
