//! Why a table and its terms pose no problem.

use incog_data::{RecodingError, TableError, TuplesError};
use incog_utility::MetricError;
use thiserror::Error;

/// Why a table and its terms pose no problem.
#[derive(Debug, Error)]
pub enum SetupError {
    /// A column cannot become what the job says.
    #[error(transparent)]
    Treatment(#[from] incog_treatment::TreatmentError),
    /// The table is too large.
    #[error(transparent)]
    Tuples(#[from] TuplesError),
    /// A metric does not fit the job.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// A table cannot be put together.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A plan does not fit the table.
    #[error(transparent)]
    Recoding(#[from] RecodingError),
    /// Threads cannot be started.
    #[error("the system cannot start {threads} threads; lower --threads")]
    Threads {
        /// How many were asked for.
        threads: usize,
    },
}
