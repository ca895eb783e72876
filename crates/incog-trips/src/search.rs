//! The search of a job, and which of the compromises that it finds is released.

use super::formats::Layout;
use super::moved_clusters::release_options;
use super::points::{self, Points};
use super::run_observer::TripEvent;
use super::sampling::{Sampled, sample};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::Control;
use incog_trajectory::{Budget, Compromise, Limits, SearchResult, Stop, Task, release};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Reads the input of a job and searches for compromises.
pub fn search_front(
    job: &TrajectoryJob,
    control: &Control,
    observe: &(dyn Fn(TripEvent) + Sync),
) -> Result<SearchedJob, TrajectoryError> {
    observe(TripEvent::Reading);
    search_points(job, Arc::new(points::read(job)?), control, observe)
}

/// Searches for compromises among the releases of these points.
pub fn search_points(
    job: &TrajectoryJob,
    points: Arc<Points>,
    control: &Control,
    observe: &(dyn Fn(TripEvent) + Sync),
) -> Result<SearchedJob, TrajectoryError> {
    let sampled = sample(job, &points)?;
    control.check()?;
    let clock = Instant::now();
    control.begin_search();
    observe(TripEvent::Searching);
    let result = search(job, &sampled, control, observe)?;
    let seconds = clock.elapsed().as_secs_f64();
    Ok(SearchedJob { points, sampled, result, seconds })
}

fn search(
    job: &TrajectoryJob,
    sampled: &Sampled,
    control: &Control,
    observe: &(dyn Fn(TripEvent) + Sync),
) -> Result<SearchResult, TrajectoryError> {
    let end = job
        .search
        .max_seconds
        .map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let signal = || match end {
        _ if control.is_stopped() => Some(Stop::Interrupted),
        Some(end) if Instant::now() >= end => Some(Stop::Time),
        _ => None,
    };
    let budget = Budget { evaluations: job.search.max_evaluations, signal: &signal };
    let evaluated = |evaluations, most| observe(TripEvent::Evaluated(evaluations, most));
    let limits = Limits {
        budget,
        memory: job.search.memory_mib.saturating_mul(1 << 20),
        passes: job.search.passes,
        reading: job.reading()?,
        observe: &evaluated,
    };
    let task = Task { k: job.privacy.k, delta: job.privacy.delta, trash: job.suppression.limit };
    Ok(incog_trajectory::run(&sampled.set, job.algorithm()?, task, limits, job.search.seed)?)
}

/// A job whose input was read and searched.
pub struct SearchedJob {
    pub points: Arc<Points>,
    pub sampled: Sampled,
    pub result: SearchResult,
    pub seconds: f64,
}

impl SearchedJob {
    /// What should be looked at in the input.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.points.suspect.advice().into_iter()
    }

    /// Which compromise of the front is released.
    pub fn choose(&self, job: &TrajectoryJob, layout: &Layout) -> Result<usize, TrajectoryError> {
        let all = &self.result.front.compromises;
        let mean_shift =
            |at: usize| all.get(at).map_or(0.0, |compromise| self.mean_shift(job, layout, compromise));
        let chosen = match job.choice() {
            Some(choice) => choice
                .select(&self.result.front)
                .and_then(|chosen| all.iter().position(|known| known == chosen)),
            // The most private one within the job's limit of the mean shift.
            None => (0..all.len()).rev().find(|&at| job.allows_mean_shift(mean_shift(at))),
        };
        chosen.ok_or_else(|| TrajectoryError::NoChoice {
            least: all.first().map_or(0, |compromise| compromise.privacy),
            most: all.last().map_or(0, |compromise| compromise.privacy),
            least_mean_shift: mean_shift(0),
        })
    }

    /// How far a published point moves on average, in metres.
    fn mean_shift(&self, job: &TrajectoryJob, layout: &Layout, compromise: &Compromise) -> f64 {
        let set = &self.sampled.set;
        let moved = release(set, &compromise.clustering, release_options(job, layout));
        let pairs =
            moved.iter().enumerate().filter_map(|(at, moved)| Some((set.track(at), moved.as_deref()?)));
        incog_trajectory::shift(pairs).mean()
    }
}
