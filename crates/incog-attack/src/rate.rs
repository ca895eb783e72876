//! How often an attack succeeds, with what that says of how often it would.

use serde::Serialize;

/// The 97.5 % quantile of the normal distribution: intervals are of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Successes of attempts, with the interval of E. B. Wilson, "Probable inference, the law of
/// succession, and statistical inference", 1927, doi:10.1080/01621459.1927.10502953.
///
/// ```
/// let rate = incog_attack::Rate::new(8, 10);
/// assert_eq!(rate.rate, Some(0.8));
/// let [low, high] = rate.interval.unwrap();
/// assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Attempts that succeeded.
    pub successes: u64,
    /// Attempts.
    pub attempts: u64,
    /// Their share, 0 to 1; `None` without attempts.
    pub rate: Option<f64>,
    /// The 95 % interval of the chance of a success; `None` without attempts.
    pub interval: Option<[f64; 2]>,
}

impl Rate {
    /// Of so many successes of so many attempts.
    pub fn new(successes: u64, attempts: u64) -> Self {
        let rate = (attempts > 0).then(|| successes as f64 / attempts as f64);
        let interval = wilson(successes, attempts).map(|(centre, error)| {
            // Rounding must not leave what was seen out of the interval.
            let seen = successes as f64 / attempts as f64;
            [(centre - error).max(0.0).min(seen), (centre + error).min(1.0).max(seen)]
        });
        Self { successes, attempts, rate, interval }
    }

    /// Counts what came of each attempt.
    pub fn count(successes: impl IntoIterator<Item = bool>) -> Self {
        let count = |(right, all), success| (right + u64::from(success), all + 1);
        let (successes, attempts) = successes.into_iter().fold((0, 0), count);
        Self::new(successes, attempts)
    }

    /// Whether the interval lies above that of the other.
    pub fn is_above(&self, other: &Self) -> bool {
        matches!((self.interval, other.interval), (Some([low, _]), Some([_, high])) if low > high)
    }
}

/// The centre of the interval, and by how much it reaches to either side.
fn wilson(successes: u64, attempts: u64) -> Option<(f64, f64)> {
    let (right, all) = (successes as f64, attempts as f64);
    let whole = all + Z * Z;
    let error = |varies: f64| Z / whole * (varies + 0.25 * Z * Z).sqrt();
    (attempts > 0).then(|| ((right + 0.5 * Z * Z) / whole, error(right * (all - right) / all)))
}

/// By how much an attack on the people of the table succeeds beyond what it does on those of the
/// control group, as a share of what there is to gain: `(m - c) / (1 - c)`, with the centres `m`
/// and `c` of both Wilson intervals (Giomi and others 2023, as Anonymeter works it out). Above 1 or
/// below 0 is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Excess {
    /// The estimate, 0 to 1.
    pub value: f64,
    /// Its 95 % interval, by propagation of both errors.
    pub interval: [f64; 2],
}

impl Excess {
    /// `None` without attempts.
    pub fn new(main: &Rate, control: &Rate) -> Option<Self> {
        let (m, dm) = wilson(main.successes, main.attempts)?;
        let (c, dc) = wilson(control.successes, control.attempts)?;
        // The centre of an interval is below 1.
        let left = 1.0 - c;
        let value = (m - c) / left;
        let error = (dm / left).hypot(dc * (1.0 - m) / (left * left));
        let cut = |share: f64| share.clamp(0.0, 1.0);
        Some(Self { value: cut(value), interval: [cut(value - error), cut(value + error)] })
    }
}
