//! How far a treatment with a secret moves published values from their originals.

/// How far published values are from those that somebody may know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blur {
    /// Not at all.
    None,
    /// Numbers may be so far from the original.
    Numbers(f64),
    /// Numbers may be this share of themselves from the original.
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
