//! Intervals of shares.

/// The 97.5 % point of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval, of 95 %, for the probability behind `successes` of `count` independent
/// trials; from 0 to 1 without trials.
///
/// Reference: Wilson, Probable inference, the law of succession, and statistical inference, JASA
/// 22, 1927, doi:10.1080/01621459.1927.10502953.
///
/// ```
/// let [low, high] = incog_lab::statistics::share_interval(10.0, 16.0);
/// assert!((low - 0.386).abs() < 0.001 && (high - 0.815).abs() < 0.001);
/// ```
pub fn share_interval(successes: f64, count: f64) -> [f64; 2] {
    if count <= 0.0 {
        return [0.0, 1.0];
    }
    let (share, weight) = (successes / count, Z * Z / count);
    let centre = (share + weight / 2.0) / (1.0 + weight);
    let spread = Z * (share * (1.0 - share) / count + weight / (4.0 * count)).sqrt() / (1.0 + weight);
    [(centre - spread).max(0.0), (centre + spread).min(1.0)]
}
