//! One key of the job at another value.

use super::{TripOutcome, TripSession};
use crate::session::{ChangeError, MOST_STEPS, of_json, put};
use incog::io::JobTextProblem;
use incog::trajectories::{ChoiceSpec, ReleaseSpec, TrajectoryJob};
use serde_json::Value;

/// The tables of a job that the page changes.
const TABLES: [&str; 5] = ["privacy", "suppression", "search", "release", "waivers"];

impl TripSession {
    /// Puts a value in the place of a key, or removes the key, and decides again; returns the new
    /// revision.
    ///
    /// # Errors
    /// When another revision is there, or the job takes no such value.
    pub fn change(&self, revision: u64, path: &[Value], value: &Value) -> Result<u64, ChangeError> {
        let made = self.0.state.tell(|state| {
            state.check(revision)?;
            let job = changed(&state.job, path, value)?;
            Ok(state.next(job))
        })?;
        self.solve();
        Ok(made)
    }

    /// Asks for the compromise with this number, from 1 on, of the front that is in sight.
    ///
    /// # Errors
    /// When another revision is there, or there is no such compromise.
    pub fn take_point(&self, revision: u64, point: usize) -> Result<u64, ChangeError> {
        let made = self.0.state.tell(|state| {
            state.check(revision)?;
            let TripOutcome::Seen(seen) = &*state.outcome else { return Err(ChangeError::Stale) };
            let taken = point.checked_sub(1).and_then(|place| seen.report.search.front.get(place));
            let k = taken.ok_or(ChangeError::Stale)?.privacy;
            let release = ReleaseSpec { choose: ChoiceSpec::K(k), ..state.job.release.clone() };
            Ok(state.next(TrajectoryJob { release, ..state.job.clone() }))
        })?;
        self.solve();
        Ok(made)
    }
}

fn changed(job: &TrajectoryJob, path: &[Value], value: &Value) -> Result<TrajectoryJob, ChangeError> {
    let refused = |error: String| ChangeError::Refused(JobTextProblem::of_serde(&error).to_string());
    let first = path.first().and_then(Value::as_str).unwrap_or_default();
    if !(2..=MOST_STEPS).contains(&path.len()) || !TABLES.contains(&first) {
        return Err(ChangeError::NoKey);
    }
    if first == "waivers" && value.as_str().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(ChangeError::NoReason);
    }
    let mut table = toml::Value::try_from(job).map_err(|error| refused(error.to_string()))?;
    put(&mut table, path, of_json(value)).ok_or(ChangeError::NoKey)?;
    let made: TrajectoryJob =
        table.try_into().map_err(|error: toml::de::Error| refused(error.message().to_owned()))?;
    let made = TrajectoryJob { file: job.file.clone(), ..made };
    made.check().map_err(|error| ChangeError::Refused(error.to_string()))?;
    Ok(made)
}
