//! Points that are kept, so that an exploration that was ended goes on where it was.

use super::{ExploreError, Found, Point, Settings};
use crate::IncogError;
use crate::job::{Job, without_found_values};
use incog_io::{ReadError, WholeFile, read_json, sha256_of_file, sha256_of_text};
use incog_search::Stop;
use incog_utility::Objective;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The points that an exploration has found, with a digest of what they are of.
///
/// They count suppressed records and can confirm guesses at the table: they are for the steward
/// alone, and a file of them is written such that only its owner can read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptPoints {
    /// Of the version of the program, the job, the further metrics, and the bytes of all files that
    /// the job reads.
    of: String,
    points: Vec<Point>,
}

impl KeptPoints {
    /// None yet, of this job.
    ///
    /// # Errors
    /// When a file of the job cannot be read, or it is about a table of an engine.
    pub fn new(job: &Job, metrics: &[Objective]) -> Result<Self, IncogError> {
        if job.engine.is_some() {
            return Err(ExploreError::Engine.into());
        }
        let unwritable = |error: toml::ser::Error| ExploreError::Unwritable { why: error.to_string() };
        let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned(), job.to_toml("").map_err(unwritable)?];
        parts.extend(metrics.iter().map(|metric| format!("{metric:?}")));
        let read = job.files_read().into_iter().filter(|path| Some(path) != job.file.as_ref());
        for path in read {
            let digest = sha256_of_file(&path).map_err(|fault| ReadError::File { path, fault })?;
            parts.push(digest);
        }
        // Each part with its length, so that no two lists of parts read the same.
        let text: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
        Ok(Self { of: sha256_of_text(&text), points: Vec::new() })
    }

    /// Those of a file, which have to be of this job; none where there is no file.
    ///
    /// # Errors
    /// When the file is none of kept points, or is of something else; or as [`KeptPoints::new`].
    pub fn read(path: &Path, job: &Job, metrics: &[Objective]) -> Result<Self, IncogError> {
        let none = Self::new(job, metrics)?;
        if !path.exists() {
            return Ok(none);
        }
        let text = WholeFile::PLAN.read_text(path);
        let text = text.map_err(|fault| ReadError::File { path: path.to_owned(), fault })?;
        let kept: Self = read_json(&text).map_err(|error| ExploreError::NotKept {
            path: path.to_owned(),
            what: without_found_values(&error.to_string()),
        })?;
        if kept.of == none.of {
            Ok(kept)
        } else {
            Err(ExploreError::KeptElsewhere { path: path.to_owned() }.into())
        }
    }

    /// The point with these values, if it is there.
    pub fn get(&self, settings: &Settings) -> Option<&Point> {
        self.points.iter().find(|point| &point.settings == settings)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Keeps a point, unless somebody ended its search, which would have found more.
    pub fn keep(&mut self, point: &Point) {
        if point.found.as_ref().is_none_or(|found: &Found| found.stopped != Stop::Interrupted.name())
            && self.get(&point.settings).is_none()
        {
            self.points.push(point.clone());
        }
    }

    /// The text of a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers, texts, and maps whose keys are texts are JSON") + "\n"
    }
}

/// What an exploration begins with, and who is told of it.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// Points that are known, and not looked for again.
    pub known: Option<&'a KeptPoints>,
    /// Is given each point that was found, in any order; not those that were known.
    pub keep: &'a (dyn Fn(&Point) + Sync),
    /// Is told how far it is.
    pub observe: &'a (dyn Fn(super::Tried) + Sync),
}
