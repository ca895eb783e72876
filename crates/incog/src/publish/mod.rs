//! The steps from a job to a release with a report.

mod context;
mod decide;
mod event;
mod prepare;
mod read;
mod recode;
mod release;
mod runs;
mod sink;
mod source;
mod spine;

pub(crate) use context::Context;
pub use decide::plan_file::PlanFile;
pub use event::Event;
pub(crate) use prepare::draw::{Draw, TieBreaker};
pub(crate) use prepare::prepared_problem::PreparedProblem;
pub(crate) use prepare::read_problem::read_input;
pub(crate) use read::counted_file::digest;
pub use read::counted_rows::CountedRows;
pub(crate) use read::counted_rows::read_given_counts;
pub(crate) use read::engine_session::Session;
pub(crate) use read::read_input::{Source, read_as_it_stands, read_given};
pub(crate) use recode::published_columns::{
    PublishedAttribute, Shown, attribute, least_people, parents, people_by_code, tells_how_made, used_codes,
};
pub(crate) use release::describe::{information_loss, squared_errors};
pub(crate) use release::measured_release::ToMeasure;
pub use runs::engine_script::{EngineRelease, EngineScript};
pub use runs::table_in_memory::TableRelease;
pub(crate) use sink::cluster_sink::read_found;
pub use sink::cluster_sink::{ClusterDecision, ClusterRelease};
pub use sink::file_sink::ReleaseOutcome;
pub use sink::memory_sink::{MemoryRelease, SaveOptions};
pub use sink::preview::{FirstRecord, SeenRelease};
pub(crate) use sink::preview::{FirstRecords, preview};
pub(crate) use source::{TableSource, rows::RowSource};
