//! Direction and size of a claimed advantage, judged apart.

use super::Conclusion;

/// What an interval of 95 % says of a claimed advantage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DirectionAndSize {
    /// Whether there is an advantage at all: confirmed where the whole interval is above none,
    /// refuted where it is below.
    pub direction: Conclusion,
    /// Whether it is as large as claimed: refuted where the whole interval is below the claim,
    /// otherwise confirmed, unless the interval is so wide that it has no advantage as well.
    pub size: Conclusion,
}

impl DirectionAndSize {
    /// For an interval of the advantage, on a scale on which 0 is none.
    pub fn from_interval([low, high]: [f64; 2], claimed: f64) -> Self {
        let direction = match () {
            () if low > 0.0 => Conclusion::Confirmed,
            () if high < 0.0 => Conclusion::Refuted,
            () => Conclusion::NotDecided,
        };
        let size = match () {
            () if high < claimed => Conclusion::Refuted,
            () if low > 0.0 => Conclusion::Confirmed,
            () => Conclusion::NotDecided,
        };
        Self { direction, size }
    }

    /// What both say of the claim.
    pub fn conclusion(self) -> Conclusion {
        match (self.direction, self.size) {
            (Conclusion::Confirmed, Conclusion::Refuted) => Conclusion::DirectionOnly,
            (Conclusion::Refuted, _) | (_, Conclusion::Refuted) => Conclusion::Refuted,
            (Conclusion::Confirmed, Conclusion::Confirmed) => Conclusion::Confirmed,
            _ => Conclusion::NotDecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conclude(low: f64, high: f64) -> Conclusion {
        DirectionAndSize::from_interval([low, high], 0.111).conclusion()
    }

    /// The claim is 11.75 % above, a logarithm of 0.111.
    #[test]
    fn direction_and_size_are_told_apart() {
        assert_eq!(conclude(0.09, 0.13), Conclusion::Confirmed);
        assert_eq!(conclude(0.2, 0.3), Conclusion::Confirmed);
        // Better, but by less.
        assert_eq!(conclude(0.02, 0.05), Conclusion::DirectionOnly);
        // Not better by that much, whether better or not.
        assert_eq!(conclude(-0.012, 0.017), Conclusion::Refuted);
        assert_eq!(conclude(-0.3, -0.2), Conclusion::Refuted);
        // Everything is possible: too few runs.
        assert_eq!(conclude(-0.1, 0.4), Conclusion::NotDecided);
    }
}
