//! Trips between stops.

use incog_trips::TimedPoint;
use serde::{Deserialize, Serialize};

/// What a stop is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stay {
    /// How far from the first point of a stop its other points may be.
    pub metres: f64,
    /// How long a stop lasts at least.
    pub minutes: f64,
}

impl Default for Stay {
    fn default() -> Self {
        Self { metres: 200.0, minutes: 10.0 }
    }
}

impl Stay {
    /// The parts of a track between its stops: each ends with the first point of a stop and begins
    /// with the last one. Li et al., <https://doi.org/10.1145/1463434.1463477>.
    pub fn cut(self, track: &[TimedPoint]) -> Vec<&[TimedPoint]> {
        let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
        while at < track.len() {
            let last = self.last_near(track, at);
            if track[last].0 - track[at].0 >= self.minutes * 60.0 && last > at {
                parts.push(&track[start..=at]);
                (start, at) = (last, last);
            } else {
                at += 1;
            }
        }
        parts.push(&track[start..]);
        parts.retain(|part| part.len() > 1);
        parts
    }

    /// The last of the points from a first one on that are near it.
    fn last_near(self, track: &[TimedPoint], first: usize) -> usize {
        let [x, y] = track[first].1;
        let near = track[first + 1..]
            .iter()
            .take_while(|(_, [east, north])| (east - x).powi(2) + (north - y).powi(2) <= self.metres.powi(2));
        first + near.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_is_cut_where_somebody_stays() {
        fn minute(minute: f64, x: f64) -> TimedPoint {
            (minute * 60.0, [x, 0.0])
        }
        // To work in 10 minutes, there for an hour with a drift of 100 m, and back.
        let track = [
            minute(0.0, 0.0),
            minute(5.0, 2000.0),
            minute(10.0, 5000.0),
            minute(40.0, 5100.0),
            minute(70.0, 5000.0),
            minute(80.0, 0.0),
        ];
        let parts = Stay::default().cut(&track);
        assert_eq!(parts, [&track[..3], &track[4..]]);
        assert_eq!(Stay { metres: 50.0, minutes: 100.0 }.cut(&track), [&track[..]]);
        assert!(Stay { metres: 1e6, minutes: 1.0 }.cut(&track).is_empty());
        assert!(Stay::default().cut(&[]).is_empty());
    }
}
