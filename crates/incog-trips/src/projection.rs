//! Degrees and metres.

use super::quantile::quantile;
use serde::{Deserialize, Serialize};

/// Mean radius of the earth in metres (IUGG).
const RADIUS: f64 = 6_371_008.8;

/// Local equirectangular projection: true to scale along the meridians and along the parallel of
/// its origin. A degree of latitude away from it, east-west distances are off by about 2 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Projection {
    /// Degrees.
    pub longitude: f64,
    /// Degrees.
    pub latitude: f64,
}

impl Projection {
    /// Around the median of some positions (longitude, latitude), to a hundredth of a degree.
    pub fn around(positions: &[[f64; 2]]) -> Self {
        let median = |axis: usize| {
            let mut values: Vec<f64> = positions.iter().map(|position| position[axis]).collect();
            (quantile(&mut values, 0.5) * 100.0).round() / 100.0
        };
        Self { longitude: median(0), latitude: median(1) }
    }

    /// Around the median of some positions in metres of this one, to a hundredth of a degree.
    pub fn around_released(self, positions: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let degrees: Vec<[f64; 2]> =
            positions.into_iter().map(|position| self.to_degrees(position)).collect();
        Self::around(&degrees)
    }

    /// Whether its origin is a place.
    pub fn is_on_earth(self) -> bool {
        self.longitude.abs() <= 180.0 && self.latitude.abs() <= 90.0
    }

    /// Whether two origins differ by no more than a hundredth of a degree and what rounding a
    /// release adds.
    pub fn is_near(self, other: Self) -> bool {
        let is_near = |one: f64, other: f64| (one - other).abs() <= 0.010_001;
        is_near(self.longitude, other.longitude) && is_near(self.latitude, other.latitude)
    }

    /// Longitude and latitude in degrees to metres east and north of the origin.
    pub fn to_metres(self, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        let east = (longitude - self.longitude).to_radians() * self.latitude.to_radians().cos() * RADIUS;
        [east, (latitude - self.latitude).to_radians() * RADIUS]
    }

    /// The inverse.
    pub fn to_degrees(self, [east, north]: [f64; 2]) -> [f64; 2] {
        let longitude = self.longitude + (east / (self.latitude.to_radians().cos() * RADIUS)).to_degrees();
        [longitude, self.latitude + (north / RADIUS).to_degrees()]
    }
}
