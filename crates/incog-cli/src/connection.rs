//! The connection to the engine of a job.

use crate::output::Failure;
use clap::Args;
use incog::EngineRunError;
use incog::IncogError;
use incog::engine::{Address, Engine, connect};
use std::path::PathBuf;

/// How an engine is reached, where the job names one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub struct ConnectionFlags {
    /// The ADBC driver (a shared library) for the job's database [default: found by name] [env:
    /// INCOG_ADBC_DRIVER]
    #[arg(long, value_name = "FILE")]
    driver: Option<PathBuf>,
}

impl ConnectionFlags {
    /// Connects to an engine, if there is one to connect to.
    pub fn open(&self, address: Option<Address>) -> Result<Option<Box<dyn Engine>>, Failure> {
        let Some(address) = address else { return Ok(None) };
        let of_environment = || std::env::var_os("INCOG_ADBC_DRIVER").map(PathBuf::from);
        let driver = self.driver.clone().or_else(of_environment);
        let doing = format!("while {} was opened", address.engine);
        let opened = connect(&address, driver.as_deref());
        Ok(Some(opened.map_err(|source| IncogError::Engine(EngineRunError::Engine { doing, source }))?))
    }
}
