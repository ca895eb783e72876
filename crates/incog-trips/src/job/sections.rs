//! The tables of a job file.

use super::super::formats::PointFormat;
use incog_card::{Parameters, Refusal, Value};
use incog_trajectory::evolutionary::ApmaReading;
use incog_trajectory::{ALGORITHMS, Algorithm, Limits};
use serde::{Deserialize, Serialize};

/// Where one trip ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// Each id (and trip) is one trip.
    None,
    /// A pause of more than `gap_minutes`.
    Gap,
    /// Midnight; trips that the data names are joined again.
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
    /// Points that the object could reach only faster than this, in kilometres per hour, are
    /// dropped.
    pub max_speed_kmh: Option<f64>,
}

impl Default for Trips {
    fn default() -> Self {
        Self { cut: None, gap_minutes: 20.0, min_points: 2, bounds: None, max_speed_kmh: None }
    }
}

/// What the instants of a trajectory are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// Equal parts of the day: all days are moved to the first; before its first and after its
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
    /// With `trip`: how many metres a second of time shift counts as, at each point.
    pub metres_per_second: f64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { instants: 10, time: None, metres_per_second: 1.0 }
    }
}

/// What k counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromiseUnit {
    /// Moving objects, such as persons or vehicles: the trips of one object do not protect each
    /// other.
    #[default]
    Object,
    /// Trips, whoever made them: a decision that somebody wrote down.
    Trip,
}

/// (k, delta)-anonymity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// What k counts.
    #[serde(default)]
    pub unit: PromiseUnit,
    /// The least of them in a cluster.
    pub k: usize,
    /// Its members are within this many metres of each other at every instant.
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
    #[serde(deserialize_with = "incog_io::deserialize_share")]
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
    /// With `apma` and `apga`: which parents breed with each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<String>,
    /// With `apma` and `apga`: when the memory of rates learns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_update: Option<String>,
}

impl SearchSpec {
    /// How the open places of the algorithm's paper are read.
    ///
    /// # Errors
    /// When the algorithm has no such place, or no such reading of it.
    pub fn reading(&self, algorithm: &'static Algorithm) -> Result<ApmaReading, Refusal> {
        let texts = [("pairing", &self.pairing), ("memory_update", &self.memory_update)];
        let said = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text.as_deref()?))));
        ApmaReading::from_parameters(&Parameters::said(&algorithm.card, said)?)
    }
}

impl Default for SearchSpec {
    fn default() -> Self {
        let Limits { memory, passes, .. } = Limits::default();
        Self {
            algorithm: ALGORITHMS.first().map_or_else(String::new, |first| first.card.name.to_owned()),
            seed: 1,
            max_evaluations: None,
            max_seconds: None,
            memory_mib: memory >> 20,
            passes,
            pairing: None,
            memory_update: None,
        }
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
    /// The least distortion with at least this many members that count in every cluster.
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
    /// How the release stands in its file; by its name when not given.
    pub format: Option<PointFormat>,
    /// Which compromise.
    pub choose: ChoiceSpec,
    /// What points move towards.
    pub anchor: AnchorSpec,
}

impl Default for ReleaseSpec {
    fn default() -> Self {
        Self { format: None, choose: ChoiceSpec::LeastDistortion, anchor: AnchorSpec::Mean }
    }
}
