//! The job of `incog trajectories`.

mod check;
mod sections;

pub use sections::{
    AnchorSpec, ChoiceSpec, Clock, Cut, Privacy, PromiseUnit, ReleaseSpec, Sampling, SearchSpec, Trash, Trips,
};

use super::TrajectoryError;
use super::formats::PointColumns;
use incog_card::Refusal;
use incog_io::{JobTextError, path_from, read_job_text};
use incog_trajectory::evolutionary::ApmaReading;
use incog_trajectory::{ALGORITHMS, Algorithm, Anchor, Choice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A job file; unknown keys are refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrajectoryJob {
    /// Points: a table, a text of W4M, PLT, GPX or GeoJSON, or a folder of one of the last three.
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
    /// Dangers that somebody answers for, each with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub waivers: BTreeMap<String, String>,
    /// The job file it was read from, if any; no part of the job file.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// The file that the points are read from, where that is not `input`, which is what reports and
    /// messages call it; no part of the job file.
    #[serde(skip)]
    pub read_from: Option<PathBuf>,
    /// Whether the internal report is written, too (`--internal`); no part of the job file.
    #[serde(skip)]
    pub internal: bool,
    /// Whether a release that is replaced may be better than the new one (`--replace-better`); no
    /// part of the job file.
    #[serde(skip)]
    pub replace_better: bool,
}

impl TrajectoryJob {
    /// Reads and checks a job file; paths in it are relative to its folder.
    pub fn from_toml_file(path: impl AsRef<Path>) -> Result<Self, TrajectoryError> {
        let path = path.as_ref();
        let text = read_job_text(path)?;
        let mut job: Self = parse(path, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        job.input = folder.join(&job.input);
        job.output = folder.join(&job.output);
        job.file = Some(path.to_owned());
        job.check()?;
        Ok(job)
    }

    /// Reads the text of a job file and checks nothing more; paths in it are left as they are.
    ///
    /// # Errors
    /// When it is not a job of trajectories.
    pub fn from_toml(text: &str) -> Result<Self, TrajectoryError> {
        Ok(parse(Path::new(""), text)?)
    }

    /// The text of the job as a file of a folder, to which its paths are relative.
    ///
    /// # Errors
    /// When it cannot be written as TOML.
    pub fn to_toml(&self, folder: impl AsRef<Path>) -> Result<String, TrajectoryError> {
        Ok(toml::to_string(&self.relative_to(folder.as_ref()))?)
    }

    /// Every file a run of the job reads; none of them may be written by it.
    pub fn files_read(&self) -> Vec<PathBuf> {
        std::iter::once(&self.input).chain(&self.file).cloned().collect()
    }

    /// The algorithm of that name.
    pub fn algorithm(&self) -> Result<&'static Algorithm, TrajectoryError> {
        let known = || ALGORITHMS.iter().map(|algorithm| algorithm.card.name).collect::<Vec<_>>();
        Algorithm::by_name(&self.search.algorithm).ok_or_else(|| TrajectoryError::Value {
            key: "search.algorithm",
            found: format!("{:?}", self.search.algorithm),
            expected: format!("one of {}", known().join(", ")).into(),
        })
    }

    /// How the open places of the algorithm's paper are read.
    pub(super) fn reading(&self) -> Result<ApmaReading, TrajectoryError> {
        let (search, algorithm) = (&self.search, self.algorithm()?);
        search.reading(algorithm).map_err(|refusal| {
            let (parameter, found, expected) = match refusal {
                Refusal::UnknownWord { parameter, found, known } => {
                    (parameter, format!("{found:?}"), format!("one of {}", known.join(", ")))
                }
                _ => {
                    let parameter = if search.pairing.is_some() { "pairing" } else { "memory_update" };
                    (parameter, format!("given with {}", search.algorithm), "apma or apga".to_owned())
                }
            };
            let key = if parameter == "pairing" { "search.pairing" } else { "search.memory_update" };
            TrajectoryError::Value { key, found, expected: expected.into() }
        })
    }

    /// The job with paths relative to a folder.
    pub(super) fn relative_to(&self, folder: &Path) -> Self {
        let path = |path: &Path| PathBuf::from(path_from(path, folder));
        Self { input: path(&self.input), output: path(&self.output), ..self.clone() }
    }

    /// The choice among compromises by what the front says of them; `None` for one by the mean
    /// shift.
    pub(super) fn choice(&self) -> Option<Choice> {
        match self.release.choose {
            ChoiceSpec::LeastDistortion => Some(Choice::LeastDistortion),
            ChoiceSpec::Knee => Some(Choice::Knee),
            ChoiceSpec::K(k) => Some(Choice::Privacy(k)),
            ChoiceSpec::MeanShift(_) => None,
        }
    }

    /// Whether `release.choose` allows a mean shift, in metres.
    pub(super) fn allows_mean_shift(&self, metres: f64) -> bool {
        match self.release.choose {
            ChoiceSpec::MeanShift(most) => metres <= most,
            _ => true,
        }
    }

    pub(super) fn anchor(&self) -> Anchor {
        match self.release.anchor {
            AnchorSpec::Mean => Anchor::Mean,
            AnchorSpec::Median => Anchor::Median,
        }
    }
}

fn parse(file: &Path, text: &str) -> Result<TrajectoryJob, JobTextError> {
    toml::from_str(text).map_err(|error| JobTextError::of_serde(file, text, error.message(), error.span()))
}
