//! A connection to the engine that has a table: statements go there, rows come back in batches.
//!
//! [`Engine`] is all that the rest of the program knows of a connection. [`connect`] makes one
//! through a driver of ADBC (Arrow Database Connectivity, <https://arrow.apache.org/adbc>), which
//! is a shared library of its own, found as the driver manager of ADBC finds it or named by whoever
//! runs the program; never by a job, as a library is code.
//!
//! No text of a driver leaves this crate. Drivers quote values of the table, addresses and names of
//! users in what they say; so an [`EngineError`] has the code of the error and words of our own for
//! it ([`Fault`]).

mod address;
mod connection;
mod error;
mod fault;

pub use address::{AddressError, ENGINES, check_address};
pub use connection::{Address, connect};
pub use error::EngineError;
pub use fault::Fault;

use incog_io::RowStream;

/// A connection to an engine. Whoever has it may read the source and write the release.
///
/// Statements of one connection are one session: a temporary table is there until the connection
/// ends, and what is said between `BEGIN` and `COMMIT` is done whole or not at all. A connection
/// that ends takes an open transaction back.
pub trait Engine: Send {
    /// Carries out one statement; rows of it are not read.
    ///
    /// # Errors
    /// When the engine does not do it, or cannot be reached.
    fn run(&mut self, statement: &str) -> Result<(), EngineError>;

    /// The rows of a query, batch by batch; they are read to their end, or dropped, before the next
    /// statement.
    ///
    /// # Errors
    /// As [`Engine::run`]; an error among the rows ends them.
    fn query(&mut self, statement: &str) -> Result<RowStream, EngineError>;
}
