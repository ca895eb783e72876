//! One run on trajectories.

use super::instance::TrajectoryTask;
use super::row::Row;
use super::single_run::{Made, RunError, RunRecord};
use crate::measures;
use crate::suite::{AlgorithmFile, LimitsFile};
use incog_card::{Parameters, Refusal};
use incog_search::pareto::hypervolume;
use incog_search::{Budget, Stop};
use incog_trajectory::evolutionary::ApmaReading;
use incog_trajectory::{Algorithm, Front, Limits};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Makes a run: the objective is the hypervolume of the front against (0, 0).
pub(super) fn run(
    record: RunRecord,
    by: &AlgorithmFile,
    limits: LimitsFile,
    instance: &TrajectoryTask,
    interrupt: &AtomicBool,
) -> Result<Made, RunError> {
    let RunRecord { row, mut trace } = record;
    let TrajectoryTask { ref set, task } = *instance;
    let name = || by.name.clone();
    let algorithm = Algorithm::by_name(&by.name).ok_or_else(|| RunError::UnknownAlgorithm(name()))?;
    let reading = reading(algorithm, by).map_err(|refusal| RunError::Failed(Box::new(refusal)))?;
    let start = Instant::now();
    let most = limits.seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let signal = || {
        if interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        most.is_some_and(|most| start.elapsed() >= most).then_some(Stop::Time)
    };
    let budget = Budget { evaluations: limits.evaluations, signal: &signal };
    let outcome = incog_trajectory::run(
        set,
        algorithm,
        task,
        Limits { budget, reading, ..Limits::default() },
        trace.seed,
    )
    .map_err(|error| RunError::Failed(Box::new(error)))?;
    let seconds = start.elapsed().as_secs_f64();
    if outcome.stop == Stop::Interrupted {
        return Ok(None);
    }
    trace.best.clone_from(&outcome.convergence);
    trace.best.dedup_by(|later, earlier| later.1 == earlier.1);
    let compromises = &outcome.front.compromises;
    trace.front = compromises.iter().map(|one| [one.privacy as f64, one.utility]).collect();
    let mut row = Row {
        stopped: outcome.stop.name().into(),
        objective: Some(outcome.front.hypervolume()),
        evaluations: outcome.evaluations,
        seconds,
        measures: vec![None; measures::names().len()],
        ..row
    };
    describe(&mut row, &outcome.front, task.k);
    Ok(Some((row, trace)))
}

/// How the open places of the algorithm's paper are read; the budget is the suite's, not a
/// parameter.
fn reading(algorithm: &'static Algorithm, by: &AlgorithmFile) -> Result<ApmaReading, Refusal> {
    if by.parameters.contains_key("max_evaluations") {
        let why = "the limits of the suite say how many evaluations there are";
        return Err(Refusal::Idle { parameter: "max_evaluations", why });
    }
    let said = by.parameters.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let parameters = Parameters::said(&algorithm.card, said)?;
    parameters.check()?;
    ApmaReading::from_parameters(&parameters)
}

fn describe(row: &mut Row, front: &Front, k: usize) {
    let all = || front.compromises.iter();
    row.set_measure("hypervolume", row.objective);
    let losses: Vec<[f64; 2]> = all().map(|one| [-(one.privacy as f64), -one.utility]).collect();
    row.set_measure("hypervolume-above-k", Some(hypervolume(&losses, &[-(k as f64), 0.0])));
    row.set_measure("hypervolume-per-k", row.objective.map(|value| value / k as f64));
    row.set_measure("front-size", Some(front.compromises.len() as f64));
    row.set_measure("privacy-degree", all().map(|one| one.privacy as f64).reduce(f64::max));
    row.set_measure("utility-degree", all().map(|one| one.utility).reduce(f64::max));
    row.set_measure("distortion", all().map(|one| one.distortion).reduce(f64::min));
}
