//! A connection through a driver of ADBC.

use crate::{Engine, EngineError, Fault};
use adbc_core::error::Error;
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::{Connection, Database, Driver, LOAD_FLAG_DEFAULT, Statement};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use arrow_array::RecordBatchReader;
use arrow_schema::ArrowError;
use incog_io::RowStream;
use std::path::{Path, PathBuf};

/// Which engine, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// One of [`ENGINES`](crate::ENGINES).
    pub engine: &'static str,
    /// Its address, see [`check_address`](crate::check_address); `None` leaves it to the driver,
    /// which looks into its environment.
    pub uri: Option<String>,
    /// Whether nothing but temporary tables will be written.
    pub read_only: bool,
}

/// Connects to an engine; `library` is the shared library of its driver, where somebody names one.
///
/// # Errors
/// When there is no driver, or the engine does not let us in.
pub fn connect(address: &Address, library: Option<&Path>) -> Result<Box<dyn Engine>, EngineError> {
    let engine = address.engine;
    let mut driver = match library {
        Some(library) => named(engine, library)?,
        None => found(engine)?,
    };
    let fault = |error: Error| EngineError::Connection { engine, fault: Fault::from_error(&error) };
    let database = driver.new_database_with_opts(options(address)).map_err(fault)?;
    let connection = database.new_connection().map_err(fault)?;
    Ok(Box::new(Adbc { engine, connection }))
}

fn options(address: &Address) -> Vec<(OptionDatabase, OptionValue)> {
    let text = |text: &str| OptionValue::String(text.to_owned());
    let uri = address.uri.as_deref();
    match address.engine {
        "duckdb" => {
            let mut options = vec![(OptionDatabase::Other("path".to_owned()), text(uri.unwrap_or_default()))];
            if address.read_only {
                options.push((OptionDatabase::Other("access_mode".to_owned()), text("READ_ONLY")));
            }
            options
        }
        _ => vec![(OptionDatabase::Uri, text(uri.unwrap_or("postgresql://")))],
    }
}

/// The function of a driver's library that the others are asked for.
fn entry(engine: &str) -> Option<&'static [u8]> {
    (engine == "duckdb").then_some(b"duckdb_adbc_init")
}

fn named(engine: &'static str, library: &Path) -> Result<ManagedDriver, EngineError> {
    let refused = |why| EngineError::Library { engine, library: library.to_owned(), why };
    if !library.is_file() {
        return Err(refused("this file does not exist"));
    }
    // A name without a folder would be looked for elsewhere.
    let path: PathBuf = std::path::absolute(library).unwrap_or_else(|_| library.to_owned());
    ManagedDriver::load_dynamic_from_filename(path, entry(engine), AdbcVersion::V110)
        .map_err(|_| refused("it is not a shared library for this machine, or does not contain that driver"))
}

/// By a manifest of the engine's name, or by the usual name of the library.
fn found(engine: &'static str) -> Result<ManagedDriver, EngineError> {
    let usual = if engine == "duckdb" { "duckdb" } else { "adbc_driver_postgresql" };
    ManagedDriver::load_from_name(engine, entry(engine), AdbcVersion::V110, LOAD_FLAG_DEFAULT, None)
        .or_else(|_| ManagedDriver::load_dynamic_from_name(usual, entry(engine), AdbcVersion::V110))
        .map_err(|_| EngineError::NoDriver { engine })
}

/// A connection.
struct Adbc {
    engine: &'static str,
    connection: ManagedConnection,
}

impl Adbc {
    fn fault(engine: &'static str) -> impl Fn(Error) -> EngineError {
        move |error| EngineError::Statement { engine, fault: Fault::from_error(&error) }
    }
}

impl Engine for Adbc {
    fn run(&mut self, statement: &str) -> Result<(), EngineError> {
        let fault = Self::fault(self.engine);
        let mut said = self.connection.new_statement().map_err(&fault)?;
        said.set_sql_query(statement).map_err(&fault)?;
        said.execute_update().map_err(&fault)?;
        Ok(())
    }

    fn query(&mut self, statement: &str) -> Result<RowStream, EngineError> {
        let engine = self.engine;
        let fault = Self::fault(engine);
        let mut said = self.connection.new_statement().map_err(&fault)?;
        said.set_sql_query(statement).map_err(&fault)?;
        let rows = said.execute().map_err(&fault)?;
        let schema = rows.schema();
        // The statement lives as long as its rows.
        let batches = rows.map(move |batch| {
            let _statement = &said;
            batch.map_err(|error| of_rows(engine, &error))
        });
        Ok(RowStream { schema, batches: Box::new(batches) })
    }
}

/// What a driver says among its rows, without its text.
fn of_rows(engine: &'static str, error: &ArrowError) -> ArrowError {
    let said = Error::with_message_and_status(error.to_string(), adbc_core::error::Status::Unknown);
    ArrowError::ExternalError(Box::new(EngineError::Statement { engine, fault: Fault::from_error(&said) }))
}
