//! A release that was refused by its own measurement: a defect of the program.

use thiserror::Error;

/// A release that was refused by its own measurement: a defect of the program.
#[derive(Debug, Error)]
pub enum SelfCheckError {
    /// The written release has a column of identifiers; nothing was published.
    #[error(
        "the release would name people in {columns}; nothing was written; this is a defect of incog, \
         please report it"
    )]
    NamesPeople {
        /// The columns, as they are told.
        columns: String,
    },
    /// The written aggregates are not those of the published records; nothing was published.
    #[error(
        "column {column:?}: {classes} classes have a wrong aggregate; nothing was written; this is a \
         defect of incog, please report it"
    )]
    Misstated {
        /// The column.
        column: String,
        /// How many classes.
        classes: usize,
    },
    /// The written numbers are not coded at the quantiles of the published ones; nothing was
    /// published.
    #[error(
        "column {column:?}: {records} records have a wrong quantile limit; nothing was written; this is a \
         defect of incog, please report it"
    )]
    Miscoded {
        /// The column.
        column: String,
        /// How many records.
        records: usize,
    },
    /// The written release, measured by independent code, does not meet a model: a defect of this
    /// program. Nothing is published.
    #[error(
        "the release was not published: measured again, it has {judgement}; this is a defect of incog, please \
         report it"
    )]
    Refuted {
        /// What is demanded and what was measured.
        judgement: Box<incog_audit::Judgement>,
    },
    /// A row of the written release does not match the record it was made from: a defect of this
    /// program. Nothing is published.
    #[error(
        "the release was not published: read back, row {row} has another value in column {column:?} than \
         its record; this is a defect of incog, please report it"
    )]
    Unmatched {
        /// The row, counted from 1 without the header.
        row: usize,
        /// The column.
        column: String,
    },
}
