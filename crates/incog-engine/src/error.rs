//! Why an engine does not do what it is told.

use crate::Fault;
use std::path::PathBuf;
use thiserror::Error;

/// Why an engine does not do what it is told. Nothing in it is a text of the driver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// No driver was found.
    #[error(
        "no ADBC driver for {engine} was found; install one (pip install adbc-driver-postgresql, or \
         libduckdb.so of DuckDB), and name its shared library with --driver FILE or INCOG_ADBC_DRIVER, or \
         with a manifest {engine}.toml in ADBC_DRIVER_PATH"
    )]
    NoDriver {
        /// The engine.
        engine: &'static str,
    },
    /// The library that was named is no driver.
    #[error("{}: cannot load this as the ADBC driver of {engine}: {why}", library.display())]
    Library {
        /// The engine.
        engine: &'static str,
        /// The library.
        library: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The engine does not let us in.
    #[error("cannot reach {engine}: {fault}")]
    Connection {
        /// The engine.
        engine: &'static str,
        /// Why.
        fault: Fault,
    },
    /// The engine refuses a statement.
    #[error("{engine} refused a statement: {fault}")]
    Statement {
        /// The engine.
        engine: &'static str,
        /// Why.
        fault: Fault,
    },
}

impl EngineError {
    /// Whether it forbids to make a temporary table: the user may not, or nobody may write there,
    /// as on a standby server.
    pub fn forbids_temporary_tables(&self) -> bool {
        matches!(self, Self::Statement { fault, .. } if fault.forbids_writing())
    }

    /// Whether the connection is gone, so that nobody knows what became of the last statement.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::NoDriver { .. } | Self::Library { .. } => false,
            Self::Connection { .. } => true,
            Self::Statement { fault, .. } => fault.is_lost(),
        }
    }
}
