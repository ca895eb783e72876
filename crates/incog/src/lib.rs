//! Privacy-preserving data publishing: from a table and a job, incog makes a release, provably the
//! best one that meets its privacy models, and a report that says so.
//!
//! A table in memory is planned, published and measured without any file:
//!
//! ```
//! use incog::runs::*;
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
//! use incog::runs::*;
//! let outcome = incog::Job::from_toml_file("job.toml")?.run()?;
//! println!("{} classes", outcome.report.solution.classes);
//! # Ok::<(), incog::IncogError>(())
//! ```
//!
//! The steps are [`job`] (what is asked for), [`plan`] (what is decided), [`publish`] (the
//! release is made, written and measured), and [`report`]. The crates below this one are
//! re-exported: [`data`], [`io`], [`privacy`], [`utility`], [`card`], [`search`], [`audit`],
//! [`attack`], [`roles`], [`trajectories`], [`flows`]. The examples of this crate are a cookbook: a
//! table in memory, a user-defined metric, a hierarchy from code, an audit, a release of
//! trajectories.

mod attack_rows;
mod audit_file;
pub mod catalogue;
mod checkpoint_error;
mod compare_error;
mod compare_files;
mod errors;
pub mod explore;
mod explore_error;
pub mod limits;
pub mod open_table;
mod plan_mismatch;
mod pseudonym_table;
pub mod publish;
pub mod python;
pub mod runs;
pub mod signature;
mod verify_release;
mod verify_report;

use incog_disclosure::{
    auto_round, draw_key, gate, identifiers, iso_dates, key_fingerprints, population, proof_file,
    proposed_hierarchy, release_columns, secret, series, treated_table,
};

pub use attack_rows::{AttackedRows, attack_rows};
pub use audit_file::{
    AuditBackground, AuditStep, AuditedColumns, AuditedModel, FileAudit, audit_file, audit_file_with,
    audit_in, audit_rows, risk_rows,
};
pub use checkpoint_error::CheckpointError;
pub use compare_error::CompareError;
pub use compare_files::{ComparedFiles, compare_files};
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
pub use incog_disclosure::attack_files::{
    AttackFileFacts, AttackedFiles, AttackedTable, FileAttack, attack_files,
};
pub use incog_disclosure::draw_key::{DrawKey, DrawKeyError};
pub use incog_disclosure::proof_file::{ProofEvidence, ProofFile, ProofFormat};
pub use incog_disclosure::read::read_engine_table;
pub use incog_disclosure::secret::write_new_key;
pub use incog_disclosure::{CertificateError, Dangers, DisclosureError, EarlierError};
pub use incog_disclosure::{hierarchy, job, report};
pub use incog_engine as engine;
pub use incog_flows as flows;
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
pub use incog_verify as verify;
pub use job::{Job, JobError, JobFile, Terms};
pub use plan_mismatch::{Coarser, Miss};
pub use pseudonym_table::write_pseudonym_table;
pub use publish::{
    ClusterDecision, ClusterRelease, CountedRows, EngineRelease, EngineScript, Event, MemoryRelease,
    PlanFile, ReleaseOutcome, SaveOptions, TableRelease,
};
pub use report::certificate;
pub use verify_report::{address_of_report, verify_report, verify_report_in, verify_report_with};
