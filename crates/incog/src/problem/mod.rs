//! The search problem a job describes: tuples, privacy models, utility metric and suppression limit.

mod costs;
mod release_problem;
mod retention;
mod solve;

pub use release_problem::{ReleaseProblem, ReleaseProblemError};
pub use solve::{SearchSettings, Solution, SolveError, TracePoint, solve};
