//! Privacy-preserving data publishing: from a table and a job, incog makes a release, provably the
//! best one that meets its privacy models, and a report that says so.
//!
//! A table in memory is planned, published and measured without any file:
//!
//! ```
//! use incog::{ModelSpec, Table, Terms};
//! let people = [["34", "1010", "flu"], ["36", "1012", "gout"], ["52", "1020", "flu"], ["58", "1029", "gout"]];
//! let table = Table::from_rows(["age", "zip", "illness"], people, &[])?;
//! let terms = Terms::builder()
//!     .quasi_identifier("age")
//!     .quasi_identifier("zip")
//!     .sensitive("illness")
//!     .model(ModelSpec::named("k-anonymity", [("k", 2.into())])?)
//!     .suppression_limit(0.0)
//!     .build()?;
//! let plan = terms.plan(&table)?;
//! let release = terms.publish(&table, &plan)?;
//! assert!(release.privacy.iter().all(|judgement| judgement.is_satisfied()));
//! assert_eq!((release.table.rows(), release.table.columns()[1].value(0)), (4, "101*"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From file to file, with the reports beside the release:
//!
//! ```no_run
//! let outcome = incog::Job::from_toml_file("job.toml")?.run()?;
//! println!("{} classes", outcome.report.solution.classes);
//! # Ok::<(), incog::IncogError>(())
//! ```
//!
//! The steps are [`job`] (what is asked for), [`plan`] (what is decided), [`publish`] (the
//! release is made, written and measured), and [`report`]. The crates below this one are
//! re-exported: [`data`], [`io`], [`privacy`], [`utility`], [`card`], [`search`], [`audit`],
//! [`attack`], [`roles`], [`trajectories`]. The examples of this crate are a cookbook: a table in
//! memory, a user-defined metric, a hierarchy from code, an audit, a release of trajectories.

mod attack_files;
mod attack_rows;
mod audit_file;
mod auto_round;
pub mod catalogue;
mod certificate_error;
mod checkpoint_error;
mod compare_error;
mod compare_files;
mod dangers;
mod draw_key;
mod earlier_error;
mod errors;
pub mod explore;
mod explore_error;
mod gate;
pub mod hierarchy;
mod identifiers;
mod iso_dates;
pub mod job;
mod key_fingerprints;
pub mod limits;
pub mod open_table;
mod plan_mismatch;
mod population;
mod proof_file;
mod proposed_hierarchy;
mod pseudonym_table;
pub mod publish;
pub mod python;
mod release_columns;
pub mod report;
mod secret;
mod series;
pub mod signature;
mod treated_table;
pub mod verify;
mod verify_report;

pub use attack_files::{AttackFileFacts, AttackedFiles, AttackedTable, FileAttack, attack_files};
pub use attack_rows::{AttackedRows, attack_rows};
pub use audit_file::{
    AuditStep, AuditedColumns, FileAudit, KnownPopulation, audit_file, audit_file_with, audit_in, audit_rows,
    risk_rows,
};
pub use certificate_error::CertificateError;
pub use checkpoint_error::CheckpointError;
pub use compare_error::CompareError;
pub use compare_files::{ComparedFiles, compare_files};
pub use dangers::Dangers;
pub use draw_key::{DrawKey, DrawKeyError};
pub use earlier_error::EarlierError;
pub use errors::{
    DrawError, EngineRunError, GateError, HierarchyInputError, IncogError, InputError, PlanStageError,
    PopulationFileError, ReleaseError, ReportFileError, SelfCheckError, SetupError, ToolError,
};
pub use incog_attack as attack;
pub use incog_audit as audit;
pub use incog_audit::Judgement;
pub use incog_card as card;
pub use incog_data as data;
pub use incog_data::{Column, ColumnBuilder, CountedTable, Hierarchy, NarrowCodes, Table};
pub use incog_engine as engine;
pub use incog_io as io;
pub use incog_io::{Aborted, Control};
pub use incog_plan as plan;
pub use incog_plan::Plan;
pub use incog_privacy as privacy;
pub use incog_privacy::{ModelSpec, Role};
pub use incog_report::{STYLE, svg as drawings};
pub use incog_roles as roles;
pub use incog_search as search;
pub use incog_sql as sql;
pub use incog_treatment as treatment;
pub use incog_trips as trajectories;
pub use incog_utility as utility;
pub use incog_utility::Objective;
pub use job::{Job, JobError, JobFile, Terms};
pub use plan_mismatch::{Coarser, Miss};
pub use proof_file::{ProofEvidence, ProofFile};
pub use pseudonym_table::write_pseudonym_table;
pub use publish::{
    ClusterDecision, ClusterRelease, CountedRows, EngineRelease, EngineScript, Event, MemoryRelease,
    PlanFile, ReleaseOutcome, SaveOptions, TableRelease,
};
pub use report::certificate;
pub use secret::write_new_key;
pub use verify_report::{address_of_report, verify_report, verify_report_in, verify_report_with};
