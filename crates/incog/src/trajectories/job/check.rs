//! Values that a job may have.

use super::super::TrajectoryError;
use super::{Clock, Cut, TrajectoryJob};
use incog_io::check_not_read;

type Checked = Result<(), TrajectoryError>;

impl TrajectoryJob {
    /// Refuses values that are out of range.
    pub fn check(&self) -> Checked {
        check_not_read(&self.output, &self.files_read())?;
        self.check_privacy()?;
        self.check_trips()?;
        self.check_sampling()?;
        self.check_search()?;
        self.algorithm().map(|_| ())
    }

    fn check_privacy(&self) -> Checked {
        let privacy = &self.privacy;
        in_range(privacy.k >= 2, "privacy.k", privacy.k, "at least 2")?;
        in_range(is_amount(privacy.delta), "privacy.delta", privacy.delta, "a number of metres, 0 or more")?;
        in_range(privacy.centers >= 1, "privacy.centers", privacy.centers, "at least 1")?;
        let limit = self.suppression.limit;
        in_range((0.0..1.0).contains(&limit), "suppression.limit", limit, "at least 0 and less than 1")
    }

    fn check_trips(&self) -> Checked {
        let trips = &self.trips;
        in_range(trips.gap_minutes > 0.0, "trips.gap_minutes", trips.gap_minutes, "more than 0")?;
        if let Some(speed) = trips.max_speed_kmh {
            in_range(speed > 0.0, "trips.max_speed_kmh", speed, "more than 0")?;
        }
        let Some(bounds) = trips.bounds else { return Ok(()) };
        let [west, south, east, north] = bounds;
        let expected = "west, south, east, north with west < east and south < north";
        in_range(west < east && south < north, "trips.bounds", format!("{bounds:?}"), expected)
    }

    fn check_sampling(&self) -> Checked {
        let sampling = &self.sampling;
        let instants = sampling.instants;
        in_range((2..=100_000).contains(&instants), "sampling.instants", instants, "between 2 and 100000")?;
        let worth = sampling.metres_per_second;
        in_range(is_amount(worth), "sampling.metres_per_second", worth, "0 or more")?;
        let fits = sampling.time != Some(Clock::Day) || self.trips.cut == Some(Cut::Day);
        in_range(fits, "sampling.time", "day", "\"trip\", unless trips.cut is \"day\"")
    }

    fn check_search(&self) -> Checked {
        let search = &self.search;
        if let Some(seconds) = search.max_seconds {
            in_range(is_amount(seconds), "search.max_seconds", seconds, "0 or more")?;
        }
        let evaluations = search.max_evaluations.unwrap_or(1);
        in_range(evaluations >= 1, "search.max_evaluations", evaluations, "at least 1")
    }
}

fn is_amount(value: f64) -> bool {
    value >= 0.0 && value.is_finite()
}

fn in_range(holds: bool, key: &'static str, found: impl ToString, expected: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(TrajectoryError::Value { key, found: found.to_string(), expected }) }
}
