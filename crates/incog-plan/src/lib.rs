//! From a request and the tuples of a table to a plan: how to publish it.
//!
//! ```
//! use incog_data::{ColumnBuilder, Hierarchy, Levels, QuasiIdentifier, Tuples};
//! use incog_plan::{Request, plan};
//! use incog_privacy::ModelSpec;
//! use std::sync::Arc;
//!
//! let mut age = ColumnBuilder::new("age");
//! ["31", "35", "42", "44"].iter().for_each(|value| age.push(value));
//! let age = age.finish(&[]);
//! let tens = [["31", "30-39", "*"], ["35", "30-39", "*"], ["42", "40-49", "*"], ["44", "40-49", "*"]];
//! let quasi_identifier = QuasiIdentifier::new(&age, Arc::new(Hierarchy::new(tens)?))?;
//! let tuples = Arc::new(Tuples::new(vec![quasi_identifier], &[&age], &[], 4)?);
//!
//! let plan = plan(&Request::new([ModelSpec::named("k-anonymity", [("k", 2.into())])?]), &tuples)?;
//! assert_eq!(plan.recoding.levels(), Some(&Levels::from(vec![1])));
//! assert_eq!(plan.gap, Some(0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod conceal;
mod decide;
mod end_of_search;
mod error;
mod fingerprint;
mod global;
mod groups;
mod groups_error;
mod infeasibility;
mod local;
mod model_refusal;
mod nothing_found;
mod plan;
mod provider_padding;
mod request_problem;
mod watch;

pub use conceal::conceal;
pub use decide::{plan, plan_until, plan_watched};
pub use error::PlanError;
pub use fingerprint::fingerprint;
pub use global::{
    Bounds, Follow, LevelProblem, Moment, ProgramError, RecordProblem, ReleaseProblem, ReleaseProblemError,
    SEARCHES, SearchEntry, SearchListeners, SearchTrace, SolveError, SupportMap, certify, end_programs,
    evolutionary_searches, permit_programs, search, solve, solve_among, solve_traced, solve_with_snapshots,
    trace_columns,
};
pub use groups::groups_that_meet;
pub use groups_error::GroupsError;
pub use incog_local::microaggregation::{MICROAGGREGATIONS, Microaggregation};
pub use incog_local::{ClassPrices, LOCAL_SEARCHES, LocalProblemError, LocalSearch, LocalSearchError};
pub use incog_request::{
    CellKind, Concealed, LocalEffort, LocalSettings, RecodingSettings, Request, SearchSettings,
    records_of_share,
};
pub use infeasibility::{Infeasible, UnmetModel};
pub use model_refusal::ModelRefusal;
pub use nothing_found::NothingFound;
pub use plan::{Plan, TracePoint};
pub use provider_padding::{PaddingNeed, may_need_padding, padding_needs};
pub use request_problem::release_problem;
pub use watch::Watch;
