//! Why a release cannot be held against an earlier one.

use incog_io::{FileFault, ReadError};
use thiserror::Error;

/// Why a release cannot be held against an earlier one.
#[derive(Debug, Error)]
pub enum EarlierError {
    /// The report is not there, or cannot be read.
    #[error(
        "the report of an earlier release {0}; releases.earlier names the .report.json or .internal.json beside each of them"
    )]
    Report(FileFault),
    /// The file is something else.
    #[error("expected the report of an earlier release (.report.json or .internal.json): {what}")]
    NoReport {
        /// What was found, without values.
        what: String,
    },
    /// The report is about moving objects.
    #[error(
        "this is the report of a release of trajectories, in whose classes no record of a table can be looked up"
    )]
    Trajectories,
    /// The release is a table of an engine.
    #[error(
        "this is the report of a release that is a table of an engine; export that table, as the attacker has it"
    )]
    InEngine,
    /// The release has fields at fixed places.
    #[error(
        "its release has fields at fixed places, which are not read here; write it as .csv, too, and name the report of that"
    )]
    FixedWidth,
    /// The release has one value for each group of records.
    #[error(
        "its release has one value for each group of records instead of labels, so nobody can be looked up in it"
    )]
    Groups,
    /// The release cannot be read.
    #[error("the earlier release cannot be read: {0}")]
    Release(ReadError),
    /// The release is not the one that was reported.
    #[error(
        "{release} has changed since its report was made: its SHA-256 is another one; name the report of what is published"
    )]
    Changed {
        /// The release.
        release: String,
    },
    /// A column is published in another form.
    #[error(
        "column {column:?} is published there {}, and here {}; only releases that publish it alike can be held against each other",
        form(before),
        form(now)
    )]
    Form {
        /// The column.
        column: String,
        /// Its form in the earlier release.
        before: Option<String>,
        /// Its form in the new one.
        now: Option<String>,
    },
    /// A number does not say whom it stands for.
    #[error(
        "column {column:?} is published there as the middle of values, which does not say whose they are; publish labels or bounds"
    )]
    Middle {
        /// The column.
        column: String,
    },
    /// A column was changed before it was published.
    #[error(
        "column {column:?} is published there as {form:?}; a value that was changed before it was published cannot be looked up, nor compared \
         with another; publish its values or labels"
    )]
    Treated {
        /// The column.
        column: String,
        /// Its form.
        form: String,
    },
    /// A cell says nothing in the form in which its column is published.
    #[error(
        "column {column:?} of the earlier release has in row {row} a cell that does not read as its form says"
    )]
    Cell {
        /// The column.
        column: String,
        /// The row, from 1.
        row: usize,
    },
}

fn form(form: &Option<String>) -> String {
    form.as_ref().map_or("as labels".to_owned(), |form| format!("as {form:?}"))
}
