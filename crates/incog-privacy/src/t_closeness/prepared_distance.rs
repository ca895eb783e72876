//! One of the distances, ready to measure.

use super::earth_movers::EarthMovers;
use super::equal::Equal;
use super::euclidean::Euclidean;
use crate::projection::Histogram;

#[derive(Debug, Clone)]
pub(super) enum PreparedDistance {
    Euclidean(Euclidean),
    Equal(Equal),
    EarthMovers(EarthMovers),
}

impl PreparedDistance {
    pub fn distance(&self, histogram: &Histogram, size: u64) -> f64 {
        match self {
            Self::Euclidean(distance) => distance.distance(histogram, size),
            Self::Equal(distance) => distance.distance(histogram, size),
            Self::EarthMovers(distance) => distance.distance(histogram, size),
        }
    }

    /// The least distance of a part of `size` records if records could be divided.
    pub fn relaxed(&self, histogram: &Histogram, size: u64) -> f64 {
        match self {
            Self::Euclidean(distance) => distance.relaxed(histogram, size),
            Self::Equal(distance) => distance.relaxed(histogram, size),
            Self::EarthMovers(distance) => distance.relaxed(histogram, size),
        }
    }

    /// The nearest part of `size` records.
    pub fn nearest(&self, histogram: &Histogram, size: u64) -> Histogram {
        match self {
            Self::Euclidean(distance) => distance.nearest(histogram, size),
            Self::Equal(distance) => distance.nearest(histogram, size),
            Self::EarthMovers(distance) => distance.nearest(histogram, size),
        }
    }

    /// The largest part within `t`, where there is a short cut to it.
    pub fn short_cut(&self, histogram: &Histogram, limit: u64, t: f64) -> Option<Histogram> {
        match self {
            Self::Euclidean(distance) => distance.two_values(histogram, limit, t),
            Self::Equal(_) | Self::EarthMovers(_) => None,
        }
    }
}
