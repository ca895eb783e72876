//! The search problem a job describes: tuples, privacy models, utility metric and suppression limit.

mod algorithms;
mod conclusions;
mod costs;
mod parameters;
mod release_problem;
mod retention;
mod solve;

pub use algorithms::algorithm_names;
pub use parameters::Parameters;
pub use release_problem::{ReleaseProblem, ReleaseProblemError};
pub use solve::{SearchSettings, Solution, SolveError, TracePoint, solve};
