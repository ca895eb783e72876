//! What both who publishes a release and who verifies it need: the job, the files that it names,
//! hierarchies, the gate, what may be told, and reports.
//!
//! Nothing here decides on a release, searches, or makes one. [`job`] is what is asked for;
//! [`read`] and [`hierarchy`] read what the job names; [`published`] has what labels may show and
//! who stays by a key; [`gate`] and [`series`] say what must not be published; [`report`] says what
//! is told.

pub mod attack_files;
pub mod auto_round;
mod certificate_error;
mod dangers;
pub mod draw_key;
mod earlier_error;
mod errors;
pub mod gate;
pub mod hierarchy;
pub mod identifiers;
pub mod iso_dates;
pub mod job;
pub mod key_fingerprints;
pub mod ledger;
pub mod limits;
pub mod population;
pub mod proof_file;
pub mod proposed_hierarchy;
pub mod published;
pub mod read;
pub mod release_columns;
pub mod report;
mod rounded_numbers;
pub mod secret;
pub mod series;
pub mod treated_table;

pub use certificate_error::CertificateError;
pub use dangers::Dangers;
pub use earlier_error::EarlierError;
pub use errors::{
    DisclosureError, DrawError, EngineRunError, GateError, HierarchyInputError, InputError, LedgerError,
    MeasureError, PinnedHierarchyError, PopulationFileError, ReleaseError, ReportFileError, SetupError,
};
