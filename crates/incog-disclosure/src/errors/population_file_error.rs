//! Why a population cannot be used.

use crate::DisclosureError;
use incog_data::PopulationError;
use incog_io::{Nearest, ReadError};
use std::path::PathBuf;
use thiserror::Error;

/// Why a population cannot be used.
#[derive(Debug, Error)]
pub enum PopulationFileError {
    /// A column of the population cannot be used.
    #[error("{}: the population: {source}", path.display())]
    InPopulation {
        /// The table of the population.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<DisclosureError>,
    },
    /// The population lacks a quasi-identifier.
    #[error(
        "{}: the population has no column {column:?}{}; it needs all quasi-identifiers, with the same names",
        path.display(), Nearest(.nearest.as_deref())
    )]
    PopulationColumn {
        /// The table of the population.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its column with the most similar spelling.
        nearest: Option<String>,
    },
    /// How a label is written follows from the values that are published, and the population has
    /// others.
    #[error(
        "{}: the labels of column {column:?} depend on the published values and differ from those of the \
         population; give the column a hierarchy file", path.display()
    )]
    PopulationLabels {
        /// The table of the population.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// The records are about other people than those of the population.
    #[error("{}: {source}", path.display())]
    NotThePopulation {
        /// The table of the population.
        path: PathBuf,
        /// Why.
        source: PopulationError,
    },
    /// The table of the population beside an audited one cannot be read.
    #[error(transparent)]
    ReadPopulation {
        /// Why.
        source: ReadError,
    },
    /// Risks cannot be counted in the population.
    #[error("{}: {source}", path.display())]
    RiskInPopulation {
        /// The table of the population.
        path: PathBuf,
        /// Why.
        source: incog_audit::AuditError,
    },
    /// The population is not where a report says.
    #[error(
        "{}: the population of the report was not found; if it has moved, name it: incog verify REPORT \
         --population FILE",
        path.display()
    )]
    PopulationMoved {
        /// Where it should be.
        path: PathBuf,
    },
    /// A population is named for a report that is about none.
    #[error("the report has no population; remove --population")]
    NoPopulation,
}
