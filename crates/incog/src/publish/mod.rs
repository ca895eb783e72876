//! The steps from a job to a release with a report.

mod context;
mod decide;
mod event;
mod nights;
mod prepare;
mod recode;
mod release;
mod runs;
mod sink;
mod source;
mod spine;
mod threads;

pub(crate) use context::Context;
pub use decide::plan_file::PlanFile;
pub use event::Event;
pub use incog_disclosure::read::CountedRows;
pub(crate) use incog_disclosure::read::{EngineSession, Source, read_as_it_stands, read_input};
pub(crate) use prepare::information_loss::information_loss;
pub(crate) use prepare::prepared_problem::PreparedProblem;
pub(crate) use release::describe::squared_errors;
pub(crate) use release::measured_release::ToMeasure;
pub use runs::cluster_runs::ClusterRuns;
pub use runs::engine_runs::EngineRuns;
pub use runs::engine_script::{EngineRelease, EngineScript, EngineScripts};
pub use runs::file_runs::FileRuns;
pub use runs::island_worker::IslandWorker;
pub use runs::memory_runs::MemoryRuns;
pub use runs::table_in_memory::{TableRelease, TableRuns};
pub(crate) use sink::cluster_sink::read_found;
pub use sink::cluster_sink::{ClusterDecision, ClusterRelease};
pub use sink::memory_sink::{MemoryRelease, SaveOptions};
pub use sink::preview::{FirstRecord, SeenRelease};
pub(crate) use sink::preview::{FirstRecords, preview};
pub use sink::release_outcome::ReleaseOutcome;
pub(crate) use source::{TableSource, rows::RowSource};
pub(crate) use threads::on_threads;
