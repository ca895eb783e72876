//! Comparing losses without the noise of floating-point sums.

/// `loss` rounded to 36 significant bits (relative 1.5e-11), and to 0 below 1e-12, so that two ways
/// to sum the same costs compare as equal and ties are broken by the order of candidates instead of
/// by noise.
///
/// Rounding is monotone: `a <= b` implies `rounded(a) <= rounded(b)`, so a lower bound stays a
/// lower bound.
///
/// ```
/// use incog_search::rounded;
/// assert_eq!(rounded(0.1 + 0.2), rounded(0.3));
/// assert!(rounded(0.3) < rounded(0.3 + 1e-9));
/// assert_eq!(rounded(1.0 - 0.9 - 0.1), rounded(0.0));
/// ```
pub fn rounded(loss: f64) -> f64 {
    const NOISE_BITS: u32 = 16;
    const NOISE: f64 = 1e-12;
    if !loss.is_finite() {
        return loss;
    }
    if loss.abs() < NOISE {
        return 0.0;
    }
    // Rounding the magnitude half up is monotone for both signs, and a carry out of the mantissa
    // rightly moves to the next exponent.
    let bits = loss.to_bits() + (1 << (NOISE_BITS - 1));
    f64::from_bits(bits >> NOISE_BITS << NOISE_BITS)
}
