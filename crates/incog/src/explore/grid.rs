//! The points to be tried: every combination of the values of the axes.

use super::ExploreError;
use super::axis::{Axis, shown, with};
use crate::job::{Job, JobFile};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Value;

/// Most points of a grid.
pub const MOST_POINTS: usize = 10_000;

/// Keys about files.
const FILES: [&str; 4] = ["input", "inputs", "output", "csv"];

/// Keys whose price no single table shows.
const OF_SERIES: [&str; 2] = ["releases.max_stale", "releases.m_invariance"];

/// What one point has, key by key.
pub type Settings = BTreeMap<String, Value>;

/// A point before it is tried.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    pub settings: Settings,
    pub job: Job,
}

/// The jobs of all points, the last axis varying fastest.
pub(super) fn trials(job: &Job, axes: &[Axis]) -> Result<Vec<Trial>, ExploreError> {
    check(axes)?;
    let folder = folder(job);
    let start = (Settings::new(), job.to_file(folder));
    let mut files: Vec<(Settings, JobFile)> = vec![start];
    for axis in axes {
        let several = files.iter().map(|(settings, file)| {
            let one = |value: &Value| {
                let mut settings = settings.clone();
                settings.insert(axis.key.clone(), value.clone());
                Ok((settings, with(file, &axis.key, value)?))
            };
            axis.values.iter().map(one).collect::<Result<Vec<_>, ExploreError>>()
        });
        files = several.collect::<Result<Vec<_>, _>>()?.concat();
    }
    files.into_iter().map(|(settings, file)| checked(job, settings, &file, folder)).collect()
}

/// The job of a point.
///
/// # Errors
/// When the job cannot have these values.
pub fn job_at(job: &Job, settings: &Settings) -> Result<Job, ExploreError> {
    let folder = folder(job);
    let file = settings.iter().try_fold(job.to_file(folder), |file, (key, value)| with(&file, key, value))?;
    Ok(checked(job, settings.clone(), &file, folder)?.job)
}

/// That of the job file, to which its paths are relative.
fn folder(job: &Job) -> &Path {
    job.file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
}

fn check(axes: &[Axis]) -> Result<(), ExploreError> {
    let twice =
        axes.iter().enumerate().find(|(place, axis)| axes[..*place].iter().any(|a| a.key == axis.key));
    if let Some((_, axis)) = twice {
        return Err(ExploreError::Twice { key: axis.key.clone() });
    }
    if let Some(axis) = axes
        .iter()
        .find(|axis: &&Axis| axis.key.split('.').next().is_some_and(|first| FILES.contains(&first)))
    {
        return Err(ExploreError::Files { key: axis.key.clone() });
    }
    if let Some(axis) = axes.iter().find(|axis| OF_SERIES.contains(&axis.key.as_str())) {
        return Err(ExploreError::OfSeries { key: axis.key.clone() });
    }
    let points: u128 = axes.iter().map(|axis| axis.values.len() as u128).product();
    if points > MOST_POINTS as u128 {
        return Err(ExploreError::TooMany { points, most: MOST_POINTS });
    }
    Ok(())
}

/// The job of a point, with all that was said of the one it is made of.
fn checked(job: &Job, settings: Settings, file: &JobFile, folder: &Path) -> Result<Trial, ExploreError> {
    let told: Vec<String> = settings.iter().map(|(key, value)| format!("{key} = {}", shown(value))).collect();
    let refused = |why: String| ExploreError::Refused { setting: told.join(", "), why };
    let made = Job::from_file(file, folder).map_err(|error| refused(error.to_string()))?;
    if !made.terms.treatments().eq(job.terms.treatments()) {
        return Err(refused(
            "the publish key of a column cannot be varied, because all points must use the same table"
                .to_owned(),
        ));
    }
    let terms = made.terms.drawing_by(job.terms.draw_key().clone());
    Ok(Trial { settings, job: job.clone().with_terms(terms) })
}
