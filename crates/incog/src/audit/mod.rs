//! How private a table is, measured by code that shares nothing with the searches.
//!
//! The searches score candidates on distinct tuples, packed labels and rolled-up classes. A mistake
//! there would be repeated by any check built on the same parts, so this room reads only
//! [`Table`](incog_data::Table), [`Column`](incog_data::Column) and
//! [`Hierarchy`](incog_data::Hierarchy) and groups, counts and compares on its own.
//!
//! [`measure`] gives the figures of one table under one reading of missing cells, [`audit`] under
//! all three. [`lint()`] looks for what gives people away besides; [`verify`] proves or refutes what a
//! report claims.

mod crowds;
mod distance;
mod diversity;
mod error;
mod file;
pub(crate) mod grouping;
pub mod judgement;
pub mod lint;
mod measure;
mod measurement;
mod request;
mod sensitive;
mod text;
pub(crate) mod utility;
pub mod verify;
mod wildcard;

#[cfg(test)]
mod tests;

pub use error::AuditError;
pub use file::{FileAudit, audit_file};
pub use judgement::{Criterion, Evidence, Figure, Judgement, judge};
pub use lint::{Finding, Rule, Severity, lint};
pub use measure::{audit, measure};
pub use measurement::{
    Audit, ClassSizes, Closeness, CoalitionSize, Measurement, RecordsBelow, RecursiveDiversity, Risks,
    SensitiveMeasurement, SizeCount,
};
pub use request::{AuditRequest, MissingReading, SensitiveRequest};
pub use text::findings_text;
pub use verify::{Check, Verdict, Verification, VerifyOptions, verify_report, verify_report_with};
