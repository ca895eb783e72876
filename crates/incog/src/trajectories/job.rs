//! The job of `incog trajectories`.

use super::TrajectoryError;
use crate::IncogError;
use crate::job::{malformed_toml, unreadable};
use incog_trajectory::{Algorithm, Anchor, Choice};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A job file; unknown keys are refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrajectoryJob {
    /// Points: .csv, .tsv, .parquet, .arrow, .gz and .zst of the text ones.
    pub input: PathBuf,
    /// The release; its ending chooses the format.
    pub output: PathBuf,
    /// Which columns are what; found by name when not given.
    #[serde(default)]
    pub points: PointColumns,
    /// How the points of an object are cut into trips.
    #[serde(default)]
    pub trips: Trips,
    /// The instants all trajectories share.
    #[serde(default)]
    pub sampling: Sampling,
    /// What is promised.
    pub privacy: Privacy,
    /// What may be left out.
    #[serde(default)]
    pub suppression: Trash,
    /// How the clusters are found.
    #[serde(default)]
    pub search: SearchSpec,
    /// Which compromise is released, and how.
    #[serde(default)]
    pub release: ReleaseSpec,
}

/// Names of columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PointColumns {
    /// The moving object.
    pub id: Option<String>,
    /// Its trip, where the data says so.
    pub trip: Option<String>,
    /// The time: seconds, or a date with a time.
    pub time: Option<String>,
    /// Degrees.
    pub longitude: Option<String>,
    /// Degrees.
    pub latitude: Option<String>,
    /// Metres, in place of longitude and latitude.
    pub x: Option<String>,
    /// Metres.
    pub y: Option<String>,
}

/// Where one trip ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// Each id (and trip) is one trip.
    None,
    /// A pause of more than `gap_minutes`.
    Gap,
    /// Midnight.
    Day,
}

/// How trips are cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Trips {
    /// Where a trip ends; `gap` when the data names no trips, else `none`.
    pub cut: Option<Cut>,
    /// Pause that ends a trip.
    pub gap_minutes: f64,
    /// Trips with fewer points are dropped.
    pub min_points: usize,
    /// Points outside are dropped: west, south, east, north (or x and y from, x and y to).
    pub bounds: Option<[f64; 4]>,
}

impl Default for Trips {
    fn default() -> Self {
        Self { cut: None, gap_minutes: 20.0, min_points: 2, bounds: None }
    }
}

/// What the instants of a trajectory are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// Equal parts of the day: all days are laid upon the first; before its first and after its
    /// last point an object stands still.
    Day,
    /// Equal parts of the trip's own duration; members of a cluster get their mean start and end.
    Trip,
}

/// How trips are sampled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sampling {
    /// Instants of each trajectory.
    pub instants: usize,
    /// What they are; `day` for trips cut by day, else `trip`.
    pub time: Option<Clock>,
    /// With `trip`: what a second of time shift costs at each point, in metres.
    pub metres_per_second: f64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { instants: 10, time: None, metres_per_second: 1.0 }
    }
}

/// (k, delta)-anonymity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// Smallest cluster.
    pub k: usize,
    /// Metres within which its members are at every instant.
    #[serde(default)]
    pub delta: f64,
    /// Data centres that the trajectories are dealt to; clusters never mix them.
    #[serde(default = "one")]
    pub centers: u32,
}

fn one() -> u32 {
    1
}

/// Outliers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Trash {
    /// Largest share of trajectories left out.
    pub limit: f64,
}

/// The search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchSpec {
    /// Its name.
    pub algorithm: String,
    /// Fixes all randomness.
    pub seed: u64,
    /// Ends an evolutionary search; the paper's number, a tenth of the trajectories, by default.
    pub max_evaluations: Option<u64>,
    /// Ends an evolutionary search.
    pub max_seconds: Option<f64>,
    /// Memory for distances.
    pub memory_mib: usize,
    /// Passes of local moves.
    pub passes: usize,
}

impl Default for SearchSpec {
    fn default() -> Self {
        let algorithm = "greedy".to_owned();
        Self { algorithm, seed: 1, max_evaluations: None, max_seconds: None, memory_mib: 512, passes: 20 }
    }
}

/// Which compromise of a front is released.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceSpec {
    /// The least distortion.
    LeastDistortion,
    /// The knee of the front.
    Knee,
    /// The least distortion with clusters of at least so many.
    K(usize),
    /// The most privacy with at most this mean shift of a point, in metres.
    MeanShift(f64),
}

/// What points move towards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnchorSpec {
    /// The mean of the cluster.
    Mean,
    /// The point with the least total shift.
    Median,
}

/// How the release is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReleaseSpec {
    /// Which compromise.
    pub choose: ChoiceSpec,
    /// What points move towards.
    pub anchor: AnchorSpec,
}

impl Default for ReleaseSpec {
    fn default() -> Self {
        Self { choose: ChoiceSpec::LeastDistortion, anchor: AnchorSpec::Mean }
    }
}

impl TrajectoryJob {
    /// Reads and checks a job file; paths in it are relative to its folder.
    pub fn from_toml_file(path: impl AsRef<Path>) -> Result<Self, IncogError> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, error.kind()))?;
        let mut job: Self = toml::from_str(&text).map_err(|error| malformed_toml(path, &text, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        job.input = folder.join(&job.input);
        job.output = folder.join(&job.output);
        job.check()?;
        Ok(job)
    }

    /// Refuses values that are out of range.
    pub fn check(&self) -> Result<(), TrajectoryError> {
        let value = |key, found: String, expected| Err(TrajectoryError::Value { key, found, expected });
        if self.privacy.k < 2 {
            return value("privacy.k", self.privacy.k.to_string(), "at least 2");
        }
        if !(self.privacy.delta >= 0.0 && self.privacy.delta.is_finite()) {
            return value("privacy.delta", self.privacy.delta.to_string(), "a number of metres, 0 or more");
        }
        if self.privacy.centers == 0 {
            return value("privacy.centers", "0".into(), "at least 1");
        }
        if !(0.0..1.0).contains(&self.suppression.limit) {
            return value(
                "suppression.limit",
                self.suppression.limit.to_string(),
                "at least 0 and less than 1",
            );
        }
        if !(2..=100_000).contains(&self.sampling.instants) {
            return value("sampling.instants", self.sampling.instants.to_string(), "between 2 and 100000");
        }
        if !(self.sampling.metres_per_second >= 0.0 && self.sampling.metres_per_second.is_finite()) {
            return value(
                "sampling.metres_per_second",
                self.sampling.metres_per_second.to_string(),
                "0 or more",
            );
        }
        if self.trips.gap_minutes.is_nan() || self.trips.gap_minutes <= 0.0 {
            return value("trips.gap_minutes", self.trips.gap_minutes.to_string(), "more than 0");
        }
        if self.sampling.time == Some(Clock::Day) && self.trips.cut != Some(Cut::Day) {
            return value("sampling.time", "day".into(), "\"trip\", unless trips.cut is \"day\"");
        }
        self.algorithm().map(|_| ())
    }

    /// The algorithm of that name.
    pub fn algorithm(&self) -> Result<Algorithm, TrajectoryError> {
        Algorithm::by_name(&self.search.algorithm).ok_or_else(|| TrajectoryError::Value {
            key: "search.algorithm",
            found: format!("{:?}", self.search.algorithm),
            expected: "one of greedy, greedy-front, apma-greedy, apma, apga, nsma, nsga-ii, dpga, k-member, mdav, w4m",
        })
    }

    /// The choice among compromises of releases with this many points.
    pub(super) fn choice(&self, points: usize) -> Choice {
        match self.release.choose {
            ChoiceSpec::LeastDistortion => Choice::LeastDistortion,
            ChoiceSpec::Knee => Choice::Knee,
            ChoiceSpec::K(k) => Choice::Privacy(k),
            ChoiceSpec::MeanShift(metres) => Choice::Distortion(metres * points as f64),
        }
    }

    pub(super) fn anchor(&self) -> Anchor {
        match self.release.anchor {
            AnchorSpec::Mean => Anchor::Mean,
            AnchorSpec::Median => Anchor::Median,
        }
    }
}
