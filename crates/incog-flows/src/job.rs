//! The job of `incog flows`.

use crate::counts::FlowTable;
use crate::error::FlowsError;
use crate::facts::clock::{FlowClock, Fold};
use crate::facts::stays::Stay;
use incog_io::{JobTextError, check_not_read, path_from, read_job_text};
use incog_trips::{Cut, PointColumns, Privacy, PromiseUnit, TrajectoryJob, Trips};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A job file; unknown keys are refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowsJob {
    /// Points: a table, a text of W4M, PLT, GPX or GeoJSON, or a folder of one of the last three.
    pub input: PathBuf,
    /// The counts: a table; its ending chooses the format.
    pub output: PathBuf,
    /// Which columns are what; found by name when not given.
    #[serde(default)]
    pub points: PointColumns,
    /// How the points of an object are cut into trips.
    #[serde(default)]
    pub trips: FlowTrips,
    /// What is counted.
    #[serde(default)]
    pub flows: FlowSettings,
    /// What is promised.
    #[serde(default)]
    pub privacy: FlowPrivacy,
    /// The job file it was read from, if any; no part of the job file.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// Whether the internal report is written, too (`--internal`); no part of the job file.
    #[serde(skip)]
    pub internal: bool,
}

/// How trips are cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowTrips {
    /// A longer pause ends a trip, and nothing is assumed about where somebody was in it.
    pub gap_minutes: f64,
    /// A stop ends a trip; when not given, 200 m for 10 minutes where the data names no trips.
    pub stay: Option<Stay>,
    /// Points outside are dropped: west, south, east, north (or x and y from, x and y to).
    pub bounds: Option<[f64; 4]>,
    /// Points that the object could reach only faster than this, in kilometres per hour, are
    /// dropped.
    pub max_speed_kmh: Option<f64>,
}

impl Default for FlowTrips {
    fn default() -> Self {
        Self { gap_minutes: 20.0, stay: None, bounds: None, max_speed_kmh: None }
    }
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowSettings {
    /// Side of the finest squares, metres; when not given, the finest of 250, 500, 1,000, ... with
    /// which two thirds of the presence is in squares of k objects.
    pub cell: Option<f64>,
    /// Length of a band of time; a whole number of them makes a day.
    pub minutes: u32,
    /// What is kept of dates.
    pub fold: Fold,
    /// The tables.
    pub tables: Vec<FlowTable>,
}

impl Default for FlowSettings {
    fn default() -> Self {
        Self { cell: None, minutes: 60, fold: Fold::Day, tables: FlowTable::ALL.to_vec() }
    }
}

/// What is promised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FlowPrivacy {
    /// The least number of objects in a published count, at least 2.
    pub k: usize,
    /// What k counts.
    pub unit: PromiseUnit,
}

impl Default for FlowPrivacy {
    fn default() -> Self {
        Self { k: 5, unit: PromiseUnit::Object }
    }
}

impl FlowsJob {
    /// A job with all defaults.
    pub fn new(input: impl Into<PathBuf>, output: impl Into<PathBuf>) -> Self {
        Self {
            input: input.into(),
            output: output.into(),
            points: PointColumns::default(),
            trips: FlowTrips::default(),
            flows: FlowSettings::default(),
            privacy: FlowPrivacy::default(),
            file: None,
            internal: false,
        }
    }

    /// Reads and checks a job file; paths in it are relative to its folder.
    ///
    /// # Errors
    /// When it cannot be read, or is no job of flows.
    pub fn from_toml_file(path: impl AsRef<Path>) -> Result<Self, FlowsError> {
        let path = path.as_ref();
        let text = read_job_text(path)?;
        let parsed = toml::from_str(&text);
        let mut job: Self =
            parsed.map_err(|error| JobTextError::of_serde(path, &text, error.message(), error.span()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        job.input = folder.join(&job.input);
        job.output = folder.join(&job.output);
        job.file = Some(path.to_owned());
        job.check()?;
        Ok(job)
    }

    /// Every file a run of the job reads; none of them may be written by it.
    pub fn files_read(&self) -> Vec<PathBuf> {
        std::iter::once(&self.input).chain(&self.file).cloned().collect()
    }

    /// Refuses values that are out of range.
    ///
    /// # Errors
    /// For the first of them.
    pub fn check(&self) -> Result<(), FlowsError> {
        check_not_read(&self.output, &self.files_read())?;
        let FlowSettings { cell, minutes, tables, .. } = &self.flows;
        in_range(self.privacy.k >= 2, "privacy.k", self.privacy.k, "at least 2")?;
        let wrong = cell.filter(|metres| !(10.0..=32_000.0).contains(metres));
        in_range(wrong.is_none(), "flows.cell", wrong.unwrap_or_default(), "10 to 32000 metres")?;
        let fits = (1..=1440).contains(minutes) && 1440 % minutes == 0;
        in_range(fits, "flows.minutes", minutes, "minutes that divide a day, such as 15, 60 or 1440")?;
        in_range(!tables.is_empty(), "flows.tables", "empty", "presence, trips or moves")?;
        let stay = self.trips.stay.unwrap_or_default();
        let is_finite = stay.metres.is_finite() && stay.minutes.is_finite();
        let is_stay = is_finite && stay.metres >= 0.0 && stay.minutes > 0.0;
        in_range(is_stay, "trips.stay", format!("{stay:?}"), "metres of at least 0 and minutes above 0")?;
        Ok(self.reading_job().check()?)
    }

    /// The bands of time.
    pub fn clock(&self) -> FlowClock {
        FlowClock { minutes: self.flows.minutes, fold: self.flows.fold }
    }

    /// The stops that end trips.
    pub fn stay(&self, names_trips: bool) -> Option<Stay> {
        self.trips.stay.or_else(|| (!names_trips).then(Stay::default))
    }

    /// The job that reads the points.
    pub fn reading_job(&self) -> TrajectoryJob {
        let trips = Trips {
            gap_minutes: self.trips.gap_minutes,
            min_points: 1,
            bounds: self.trips.bounds,
            max_speed_kmh: self.trips.max_speed_kmh,
            cut: None::<Cut>,
        };
        TrajectoryJob {
            input: self.input.clone(),
            output: self.output.clone(),
            points: self.points.clone(),
            trips,
            sampling: Default::default(),
            privacy: Privacy { unit: self.privacy.unit, k: self.privacy.k, delta: 0.0, centers: 1 },
            suppression: Default::default(),
            search: Default::default(),
            release: Default::default(),
            waivers: Default::default(),
            file: self.file.clone(),
            read_from: None,
            internal: false,
            replace_better: false,
        }
    }

    /// The job with paths relative to a folder.
    pub fn relative_to(&self, folder: &Path) -> Self {
        let [input, output] = [&self.input, &self.output].map(|path| PathBuf::from(path_from(path, folder)));
        Self { input, output, ..self.clone() }
    }
}

fn in_range(
    holds: bool,
    key: &'static str,
    found: impl ToString,
    expected: &'static str,
) -> Result<(), FlowsError> {
    if holds { Ok(()) } else { Err(FlowsError::Value { key, found: found.to_string(), expected }) }
}
