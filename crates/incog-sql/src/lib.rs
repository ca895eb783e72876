//! What an engine is told so that it counts a table and makes its release: statements as texts,
//! without a connection.
//!
//! An engine (PostgreSQL, DuckDB) has the records, and they stay there. [`Counting`] is the
//! statement that groups them into a *counted table*: the distinct rows of all columns that matter,
//! each with a number and with how many records have it. What is decided about that table is a
//! [`Publication`]: of each counted row, how many records are published with which labels.
//! [`ReleaseStatements`] make the release of it.
//!
//! The release is made of the counted table alone. The records behind it are not looked at again,
//! so what changes in the meantime cannot come into the release undecided, and all that the engine
//! takes for equal is published as equal.

mod count_statement;
mod dialect;
mod error;
mod publication;
mod relation;
mod release;
mod released_domain;

pub use count_statement::Counting;
pub use dialect::{DIALECTS, Dialect, dialect};
pub use error::SqlError;
pub use publication::{CountedRelease, Publication, PublicationPart};
pub use relation::Relation;
pub use release::ReleaseStatements;
pub use released_domain::{LabelType, ReleasedColumn, Shown};
