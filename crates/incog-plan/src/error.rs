//! Why there is no plan.

use crate::{
    GroupsError, Infeasible, LocalProblemError, ModelRefusal, NothingFound, ReleaseProblemError, SolveError,
};
use incog_data::RecodingError;
use incog_local::LocalSearchError;
use incog_privacy::ParameterError;
use incog_utility::MetricError;
use thiserror::Error;

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// A privacy model does not fit the table.
    #[error(transparent)]
    Model(#[from] ParameterError),
    /// A model that looks at more than single classes cannot be asked for.
    #[error(transparent)]
    Scope(#[from] ModelRefusal),
    /// The metric does not fit the request.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// The search problem cannot be stated.
    #[error(transparent)]
    Problem(#[from] ReleaseProblemError),
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] SolveError),
    /// Local recoding cannot do what is asked for.
    #[error(transparent)]
    Local(#[from] LocalProblemError),
    /// The search of local recodings cannot be run.
    #[error(transparent)]
    LocalSearch(#[from] LocalSearchError),
    /// The table cannot be grouped by distance.
    #[error(transparent)]
    Groups(#[from] GroupsError),
    /// A recoding that a local one is to start from was made for another table.
    #[error(transparent)]
    Recoding(#[from] RecodingError),
    /// No release meets the models within the limits.
    #[error(transparent)]
    Infeasible(#[from] Infeasible),
    /// A search found no release, and it is not proved that there is none.
    #[error(transparent)]
    NothingFound(#[from] NothingFound),
}
