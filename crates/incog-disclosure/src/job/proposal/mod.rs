//! A job file to start from: roles, hierarchies and models that are proposed for a table.

mod diversity;
mod find_roles;
mod from_preset;
mod job_text;
mod layout_text;
mod places;
mod preset;
mod proposed_column;
mod proposed_levels;
mod recoding_text;
mod rounded_pairs;
mod rounding;
mod wishes;

pub use job_text::{ProposedColumn, ProposedJob, TableToPropose, propose_job, proposed_columns};
pub use places::ProposedPlaces;
pub use preset::{ColumnRule, Preset, PresetModels, PresetSubject, PresetValue, preset, presets};
pub use wishes::ProposalWishes;
