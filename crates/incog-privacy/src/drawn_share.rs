//! With which probability a record is drawn.

/// Parts that a probability is counted in.
pub(crate) const PARTS: f64 = 4_294_967_296.0;

/// By how much an exponential may be off, as a share of it: 20 terms and 4 squarings in double
/// precision miss by less than 2 · 10⁻¹³.
const ROUNDING: f64 = 1e-12;

/// Terms of the series. What is left of it is less than 10⁻²⁶, as its argument is at most 0.5.
const TERMS: u32 = 20;

/// A probability in parts of 2⁻³², so that 32 random bits decide by it exactly, on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnShare {
    parts: u32,
}

impl DrawnShare {
    /// `1 - e^-ε`, rounded down: more must not be drawn, as who is left out tells too, by a factor
    /// of `1 / (1 - β)`.
    pub(crate) fn from_epsilon(epsilon: f64) -> Self {
        let (_, above) = decay(epsilon);
        // Both factors are below 1, so the product fits.
        Self { parts: ((1.0 - above) * PARTS).floor() as u32 }
    }

    /// The probability, exactly.
    pub fn probability(self) -> f64 {
        f64::from(self.parts) / PARTS
    }

    /// The rest of it to 1, exactly.
    pub(crate) fn rest(self) -> f64 {
        (PARTS - f64::from(self.parts)) / PARTS
    }

    /// In parts of 2⁻³².
    pub fn parts(self) -> u32 {
        self.parts
    }

    /// Whether somebody with these 64 random bits is drawn; the highest 32 decide.
    ///
    /// ```
    /// use incog_privacy::DifferentialPrivacy;
    /// let share = DifferentialPrivacy::new(1.0, 1e-4).share();
    /// assert!(share.draws(0) && !share.draws(u64::MAX));
    /// ```
    pub fn draws(self, bits: u64) -> bool {
        bits >> 32 < u64::from(self.parts)
    }
}

/// Numbers not above and not below `e^-x`, for `x` from 0 to 8.
///
/// Made of sums, products and quotients alone, which are the same on every machine; functions of a
/// library are not.
pub(crate) fn decay(x: f64) -> (f64, f64) {
    const SQUARINGS: i32 = 4;
    let x = x / f64::from(1 << SQUARINGS);
    let growth = (1..=TERMS).rev().fold(1.0, |sum, term| 1.0 + x / f64::from(term) * sum);
    let growth = (0..SQUARINGS).fold(growth, |power, _| power * power);
    ((1.0 - ROUNDING) / growth, (1.0 + ROUNDING) / growth)
}
