//! How far a treatment with a secret moves published values from their originals.

/// Half of the width of the window around a noisy number in which lookalikes are counted, in
/// standard deviations of the noise: the square root of π/2.
///
/// An attacker who knows the true number takes the nearest published one. With noise of deviation
/// σ in each of d columns and ρ records to a unit of volume, that is the right record with a
/// probability of about 1 / (ρ (2π σ²)^(d/2)), where records are dense. A window of this width has
/// volume (2π σ²)^(d/2), whatever d is: so 1 by the number of lookalikes in it is the attacker's
/// probability. A window of twice the deviation counts records as hidden that are found.
const WINDOW: f64 = 1.253_314_137_315_5;

/// The deviation of a uniform shift, in its largest one.
const OF_UNIFORM: f64 = 0.577;

/// The deviation of a number that is rounded at random, up or down, in the base.
const OF_MULTIPLES: f64 = 0.408;

/// How far published values are from those that somebody may know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blur {
    /// Not at all.
    None,
    /// Numbers within this distance are lookalikes: see [`Blur::from_noise`].
    Numbers(f64),
    /// Numbers within this share of themselves are lookalikes.
    Share(f64),
    /// Numbers are rounded at random, up or down, to a multiple of this base.
    Multiples(f64),
    /// A category is replaced by another one with this probability.
    Replaced(f64),
    /// Days may be so far from the original; those of columns with the same number are moved
    /// together.
    Days {
        /// The most days.
        most: f64,
        /// What columns that are moved together have in common.
        key: usize,
    },
}

impl Blur {
    /// The blur of normal noise with this standard deviation.
    pub fn from_noise(deviation: f64) -> Self {
        Self::Numbers(WINDOW * deviation)
    }

    /// The blur of normal noise whose standard deviation is this share of each number.
    pub fn from_relative_noise(deviation: f64) -> Self {
        Self::Share(WINDOW * deviation)
    }

    /// The standard deviation of what chance adds to a number.
    pub(crate) fn deviation(self, number: f64) -> f64 {
        match self {
            Self::None | Self::Replaced(_) => 0.0,
            Self::Numbers(reach) => reach / WINDOW,
            Self::Share(share) => share / WINDOW * number.abs(),
            Self::Multiples(base) => OF_MULTIPLES * base,
            Self::Days { most, .. } => OF_UNIFORM * most,
        }
    }

    /// How far from a number others lie that may have the same original; 0 for categories.
    pub(crate) fn reach(self, number: f64) -> f64 {
        match self {
            Self::None | Self::Replaced(_) => 0.0,
            Self::Numbers(reach) | Self::Multiples(reach) | Self::Days { most: reach, .. } => reach,
            Self::Share(share) => share * number.abs(),
        }
    }

    /// Whether the published values themselves are counted: those of few kinds, which chance
    /// changes and does not move away from all others.
    pub(super) fn has_kinds(self) -> bool {
        matches!(self, Self::None | Self::Multiples(_) | Self::Replaced(_))
    }

    /// Whether two columns of dates are moved by the same days.
    pub(super) fn moves_with(self, other: Self) -> bool {
        matches!((self, other), (Self::Days { key: one, .. }, Self::Days { key: two, .. }) if one == two)
    }
}
