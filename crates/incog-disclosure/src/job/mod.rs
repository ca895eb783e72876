//! The job: what to publish, what to promise, what to optimize, how to search.
//!
//! [`JobFile`] is the job file key by key; [`Job`] is the same after all checks: the [`Terms`] on
//! which a table is published, and the files. Code that holds a `Job` or `Terms` need not check
//! them again.

mod builder;
mod check;
mod check_conceal_choice;
mod check_drawn;
mod check_engine;
mod check_fields;
mod check_groups;
mod check_hierarchy;
mod check_inputs;
mod check_layout;
mod check_outputs;
mod check_publish;
mod check_roles;
mod check_treatment;
mod column;
mod demand;
mod error;
mod file;
mod files_of_report;
mod files_read;
mod flags;
mod islands;
mod layout;
mod ledger;
mod load;
mod lost_zeros;
mod objective_file;
mod options;
mod overrides;
mod pins;
mod population;
mod privacy_file;
mod proposal;
mod public_paths;
mod recoding_file;
mod redirection;
mod series;
mod spec;
mod terms;
mod toml_text;
mod treated_columns;
mod unit;
mod usual_recoding;
mod withheld;
mod write;

pub use builder::TermsBuilder;
pub use check_inputs::PROVIDER_COLUMN;
pub use column::{ColumnJob, HierarchySource, TreatmentJob};
pub use error::{JobError, JobProblem, Place, nearest};
pub use file::{
    CertificateFile, ColumnFile, CsvFile, FixedFieldFile, HierarchyFile, HierarchyOptionsFile, InputFile,
    InputTableFile, JobFile, MadeHierarchyFile, ObjectiveFile, OutputFile, OutputTableFile,
    ProviderTableFile, PublishFile, ReleaseFile, ReleasesFile, SearchFile, SuppressionFile, UtilityFile,
};
pub use files_of_report::files_of_report;
pub use flags::{JobFlags, may_be_local};
pub use incog_io::{path_from, without_found_values};
pub use incog_privacy::Role;
pub use islands::{Checkpoint, Islands};
pub use ledger::LedgerJob;
pub use load::{RELEASE_OF_ROWS, ROWS};

pub use objective_file::ObjectiveTableFile;
pub use options::{
    ConcealedChoice, HierarchyOptions, KeepColumns, ReleaseOptions, ReleaseOrder, SuppressedAs, Suppression,
    UnknownValues,
};
pub use overrides::Overrides;
pub use pins::PinnedHierarchy;
pub use pins::Pins;
pub use population::PopulationFile;
pub use privacy_file::PrivacyFile;
pub use proposal::{
    ColumnRule, Preset, PresetModels, PresetSubject, PresetValue, ProposalWishes, ProposedColumn,
    ProposedJob, ProposedPlaces, TableToPropose, preset, presets, propose_job, proposed_columns,
};
pub use public_paths::name_alone;
pub use recoding_file::RECODING_KINDS;
pub use recoding_file::RecodingFile;
pub use series::{OnOverlap, SeriesJob};
pub use spec::{CountedColumns, CsvOptions, EngineSource, EngineTable, Job, ProviderTable};
pub use terms::Terms;
pub use treated_columns::most_days;
pub use unit::Unit;
pub use unit::people_column;
pub use write::hierarchy_file;
pub use write::layout_keys;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
