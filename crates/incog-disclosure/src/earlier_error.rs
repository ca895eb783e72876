//! Why a release cannot be held against an earlier one.

use incog_io::{FileFault, ReadError};
use thiserror::Error;

/// Why a release cannot be held against an earlier one.
#[derive(Debug, Error)]
pub enum EarlierError {
    /// The report is not there, or cannot be read.
    #[error(
        "cannot read the report of an earlier release: {0}; name the .report.json or .internal.json beside \
         each release"
    )]
    Report(FileFault),
    /// The file is something else.
    #[error("expected the report of an earlier release (.report.json or .internal.json): {what}")]
    NoReport {
        /// What was found, without values.
        what: String,
    },
    /// The report is about moving objects.
    #[error("this is a report about trajectories; earlier releases must be tables")]
    Trajectories,
    /// The release is a table of an engine.
    #[error("the earlier release is a database table; export it to a file")]
    InEngine,
    /// The release has fields at fixed places.
    #[error(
        "the earlier release is fixed-width, which incog cannot read here; publish it as .csv, too, and \
         name that report"
    )]
    FixedWidth,
    /// The release has one value for each group of records.
    #[error(
        "the earlier release has one value per group instead of labels, so it cannot be compared; remove \
         it from releases.earlier"
    )]
    Groups,
    /// The release cannot be read.
    #[error("the earlier release cannot be read: {0}")]
    Release(ReadError),
    /// The release is not the one that was reported.
    #[error(
        "{release} has changed since its report was written (its SHA-256 differs); name the report of the \
         published file"
    )]
    Changed {
        /// The release.
        release: String,
    },
    /// A column is published in another form.
    #[error(
        "column {column:?} was published {} before, and now {}; publish it in the same way, so that the \
         releases can be compared",
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
        "column {column:?} was published as midpoints, which cannot be compared; publish labels or bounds"
    )]
    Middle {
        /// The column.
        column: String,
    },
    /// A column was changed before it was published.
    #[error(
        "column {column:?} was published as {form:?}, and changed values cannot be compared; publish its \
         values or labels"
    )]
    Treated {
        /// The column.
        column: String,
        /// Its form.
        form: String,
    },
    /// A cell says nothing in the form in which its column is published.
    #[error(
        "column {column:?} of the earlier release: the cell in row {row} does not have the form that the \
         report says"
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
