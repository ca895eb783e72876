//! The positions of a release, as they are written and as they are compared.

use super::formats::Layout;
use super::projection::Projection;

/// How the metres in which positions are compared become what a release has, and back.
///
/// Positions are compared in metres around the median of all points, trashed ones included. Nothing
/// that is published is told in these metres: whoever knows where one published point really is
/// would know where that median is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Frame {
    /// The input has metres, and so has the release.
    Same,
    /// The release has longitude and latitude.
    Degrees {
        /// What positions are compared in.
        compared: Projection,
    },
    /// The release has metres around its own points.
    Around {
        /// What positions are compared in.
        compared: Projection,
        /// What the release has.
        released: Projection,
    },
}

impl Frame {
    /// That of the release of some positions, which are in the metres of `compared` where the input
    /// has degrees.
    pub fn new(
        layout: &Layout,
        compared: Option<Projection>,
        positions: impl IntoIterator<Item = [f64; 2]>,
    ) -> Self {
        match compared {
            None => Self::Same,
            Some(compared) if layout.degrees => Self::Degrees { compared },
            Some(compared) => Self::Around { compared, released: compared.around_released(positions) },
        }
    }

    /// A position as it is written.
    pub fn written(self, position: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Same => position,
            Self::Degrees { compared } => compared.to_degrees(position),
            Self::Around { compared, released } => released.to_metres(compared.to_degrees(position)),
        }
    }

    /// A written position as it is compared.
    pub fn compared(self, position: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Same => position,
            Self::Degrees { compared } => compared.to_metres(position),
            Self::Around { compared, released } => compared.to_metres(released.to_degrees(position)),
        }
    }

    /// The projection around the published points, which may be told: `positions` are those of the
    /// release, as they are compared.
    pub fn told(self, positions: impl IntoIterator<Item = [f64; 2]>) -> Option<Projection> {
        match self {
            Self::Same => None,
            Self::Degrees { compared } => Some(compared.around_released(positions)),
            Self::Around { released, .. } => Some(released),
        }
    }
}
