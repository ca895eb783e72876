//! A release that would be replaced by a worse one.

use super::TrajectoryError;
use super::job::{ChoiceSpec, SearchSpec, TrajectoryJob};
use super::report::{FrontPoint, TrajectoryReport};
use incog_io::{is_unchanged_since, read_json};
use std::path::Path;

/// Refuses to replace a release by one that is worse by what the job asks for, where the report in
/// place, `old`, is about the same file with as many trajectories and the same promise. No search
/// of trajectories proves anything, so this holds for all of them.
pub(super) fn check(job: &TrajectoryJob, new: &TrajectoryReport, old: &Path) -> Result<(), TrajectoryError> {
    // Another day of the same file can have as many trajectories.
    if job.replace_better || !is_unchanged_since(&job.input, old) {
        return Ok(());
    }
    // Whatever else is in its place was not made by this program, and nothing is known of it.
    let old = std::fs::read_to_string(old).ok().and_then(|text| read_json::<TrajectoryReport>(&text).ok());
    let Some(old) = old.filter(|old| is_about_the_same(old, new)) else { return Ok(()) };
    let (Some(value), Some(before)) = (Figure::from_report(new), Figure::from_report(&old)) else {
        return Ok(());
    };
    let is_worse = if value.more_is_better { value.value < before.value } else { value.value > before.value };
    if is_worse {
        Err(TrajectoryError::Worse { figure: value.name, value: value.value, before: before.value })
    } else {
        Ok(())
    }
}

/// What is made as large or as small as can be. Public reports tell it with two digits.
struct Figure {
    name: &'static str,
    value: f64,
    more_is_better: bool,
}

impl Figure {
    fn from_report(report: &TrajectoryReport) -> Option<Self> {
        let search = &report.search;
        let FrontPoint { privacy, distortion, .. } = *search.front.get(search.chosen)?;
        let (name, value, more_is_better) = match report.job.release.choose {
            ChoiceSpec::LeastDistortion | ChoiceSpec::K(_) => ("distortion", distortion, false),
            ChoiceSpec::MeanShift(_) => ("privacy degree", privacy as f64, true),
            // Where trajectories are left out there is one compromise, and no public report has its
            // hypervolume.
            ChoiceSpec::Knee => match search.hypervolume {
                Some(volume) => ("hypervolume", volume, true),
                None => ("distortion", distortion, false),
            },
        };
        Some(Self { name, value, more_is_better })
    }
}

/// Whether two releases are of the same file with as many trajectories, as far as reports that may
/// be public tell, and promise the same.
fn is_about_the_same(old: &TrajectoryReport, new: &TrajectoryReport) -> bool {
    let promise = |report: &TrajectoryReport| TrajectoryJob {
        search: SearchSpec::default(),
        waivers: Default::default(),
        file: None,
        internal: false,
        replace_better: false,
        ..report.job.clone()
    };
    old.input.trajectories == new.input.trajectories && promise(old) == promise(new)
}
