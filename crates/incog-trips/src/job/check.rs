//! Values that a job may have.

use super::super::TrajectoryError;
use super::super::danger::TripFinding;
use super::{ChoiceSpec, Clock, Cut, TrajectoryJob};
use crate::limits::MOST_METRES_PER_SECOND;
use crate::model::{CENTERS, DELTA, K};
use incog_card::{Parameter, Value};
use incog_io::check_not_read;
use std::borrow::Cow;

type Checked = Result<(), TrajectoryError>;

impl TrajectoryJob {
    /// Refuses values that are out of range.
    pub fn check(&self) -> Checked {
        check_not_read(&self.output, &self.files_read())?;
        self.check_privacy()?;
        self.check_trips()?;
        self.check_sampling()?;
        self.check_search()?;
        self.check_waivers()?;
        self.reading().map(|_| ())
    }

    /// Every waiver is for something that can be found, and has a reason.
    fn check_waivers(&self) -> Checked {
        let is_known = |key: &&String| TripFinding::ALL.iter().any(|finding| finding.name() == key.as_str());
        if let Some(unknown) = self.waivers.keys().find(|key| !is_known(key)) {
            let known: Vec<String> =
                TripFinding::ALL.iter().map(|finding| format!("{:?}", finding.name())).collect();
            return in_range(false, "a key of waivers", format!("{unknown:?}"), known.join(" or "));
        }
        let has_reasons = self.waivers.values().all(|reason| !reason.trim().is_empty());
        in_range(
            has_reasons,
            "a reason in waivers",
            "empty",
            "why the finding is not a danger, and who decided that",
        )
    }

    fn check_privacy(&self) -> Checked {
        let privacy = &self.privacy;
        on_card(&K, "privacy.k", privacy.k, whole(privacy.k as u64))?;
        on_card(&DELTA, "privacy.delta", privacy.delta, privacy.delta.into())?;
        on_card(&CENTERS, "privacy.centers", privacy.centers, whole(privacy.centers.into()))?;
        let limit = self.suppression.limit;
        in_range((0.0..1.0).contains(&limit), "suppression.limit", limit, "at least 0 and less than 1")
    }

    fn check_trips(&self) -> Checked {
        let trips = &self.trips;
        let gap = trips.gap_minutes;
        in_range(gap > 0.0 && gap.is_finite(), "trips.gap_minutes", gap, "a number of minutes, more than 0")?;
        if let Some(speed) = trips.max_speed_kmh {
            let holds = speed > 0.0 && speed.is_finite();
            in_range(holds, "trips.max_speed_kmh", speed, "a number, more than 0")?;
        }
        let Some(bounds) = trips.bounds else { return Ok(()) };
        let [west, south, east, north] = bounds;
        let expected = "west, south, east, north with west < east and south < north";
        let holds = bounds.iter().all(|bound| bound.is_finite()) && west < east && south < north;
        in_range(holds, "trips.bounds", format!("{bounds:?}"), expected)
    }

    fn check_sampling(&self) -> Checked {
        let sampling = &self.sampling;
        let instants = sampling.instants;
        in_range((2..=100_000).contains(&instants), "sampling.instants", instants, "between 2 and 100000")?;
        let worth = sampling.metres_per_second;
        let holds = (0.0..=MOST_METRES_PER_SECOND).contains(&worth);
        in_range(holds, "sampling.metres_per_second", worth, "from 0 to 1000000")?;
        let fits = sampling.time != Some(Clock::Day) || self.trips.cut == Some(Cut::Day);
        in_range(fits, "sampling.time", "day", "\"trip\", unless trips.cut is \"day\"")
    }

    fn check_search(&self) -> Checked {
        let search = &self.search;
        if let Some(seconds) = search.max_seconds {
            in_range(is_amount(seconds), "search.max_seconds", seconds, "0 or more")?;
        }
        if let ChoiceSpec::MeanShift(metres) = self.release.choose {
            in_range(
                is_amount(metres),
                "release.choose.mean-shift",
                metres,
                "a number of metres, 0 or more",
            )?;
        }
        let evaluations = search.max_evaluations.unwrap_or(1);
        in_range(evaluations >= 1, "search.max_evaluations", evaluations, "at least 1")
    }
}

/// Refuses a value that its parameter does not take.
fn on_card(parameter: &Parameter, key: &'static str, found: impl ToString, value: Value) -> Checked {
    let expected = parameter.rule.map_or_else(|| parameter.range.to_string().into(), Cow::Borrowed);
    in_range(parameter.range.contains(&value), key, found, expected)
}

/// A count, which no range ends below.
fn whole(count: u64) -> Value {
    i64::try_from(count).unwrap_or(i64::MAX).into()
}

fn is_amount(value: f64) -> bool {
    value >= 0.0 && value.is_finite()
}

fn in_range(
    holds: bool,
    key: &'static str,
    found: impl ToString,
    expected: impl Into<Cow<'static, str>>,
) -> Checked {
    let expected = expected.into();
    if holds { Ok(()) } else { Err(TrajectoryError::Value { key, found: found.to_string(), expected }) }
}
