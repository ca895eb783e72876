//! Full-domain recoding: tuples, privacy models, utility metric and suppression limit as a search
//! problem over the lattice of generalizations.

mod bounds;
mod certify;
mod conclusions;
mod costs;
mod counted_costs;
mod course_checkpoint;
mod evolutionary;
mod external;
mod level_problem;
mod lost_costs;
mod plain_probe;
mod record_problem;
mod release_problem;
mod release_view;
mod retention;
mod search_trace;
mod searches;
mod shortfall;
mod size_probe;
mod solve;
mod support_map;

pub use bounds::Bounds;
pub use certify::certify;
pub use external::{ProgramError, end_programs, permit_programs};
pub use level_problem::LevelProblem;
pub use record_problem::RecordProblem;
pub use release_problem::{ReleaseProblem, ReleaseProblemError};
pub(crate) use release_view::with_view;
pub use search_trace::{Moment, SearchTrace, solve_traced, trace_columns};
pub use searches::{SEARCHES, SearchEntry, evolutionary_searches, search};
pub use solve::{Follow, SearchListeners, SolveError, solve, solve_among, solve_with_snapshots};
pub use support_map::SupportMap;
