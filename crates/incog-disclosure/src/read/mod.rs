//! Reading the tables of jobs.

mod chosen_levels;
pub mod counted_columns;
pub mod counted_file;
pub mod counted_rows;
mod engine_rows;
pub mod engine_session;
mod job_input;
pub mod named_values;
pub mod read_input;
pub mod sampled_records;

pub use counted_file::{CountedFile, digest};
pub use counted_rows::{CountedRows, read_given_counts};
pub use engine_rows::read_engine_table;
pub use engine_session::EngineSession;
pub use job_input::read_input;
pub use read_input::{Source, read_as_it_stands, read_counted, read_given, read_untreated};
