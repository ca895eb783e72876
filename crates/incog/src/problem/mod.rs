//! The search problem a job describes: tuples, privacy models, utility metric and suppression limit.

mod algorithms;
mod bounds;
mod conclusions;
mod costs;
mod evolutionary;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod evolutionary_contract;
mod level_problem;
mod parameters;
mod record_problem;
mod release_problem;
mod retention;
mod search_trace;
mod solve;
mod support_map;

pub use algorithms::algorithm_names;
pub use bounds::Bounds;
pub use evolutionary::EVOLUTIONARY_SEARCHES;
pub use level_problem::LevelProblem;
pub use parameters::Parameters;
pub use record_problem::RecordProblem;
pub use release_problem::{ReleaseProblem, ReleaseProblemError};
pub use search_trace::{Moment, SearchTrace, solve_traced, trace_columns};
pub use solve::{SearchSettings, Solution, SolveError, TracePoint, solve, solve_with_snapshots};
pub use support_map::SupportMap;
