//! All rows of a table of an engine.

use super::engine_session::{EngineSession, failed};
use crate::DisclosureError;
use crate::job::EngineTable;
use incog_data::Table;
use incog_engine::Engine;
use incog_io::{FileFormat, ReadOptions, read_rows};

/// Reads a table of an engine as a whole, so that a job can be proposed for it; of the table itself
/// it writes nothing.
///
/// # Errors
/// When the engine does not give the rows.
pub fn read_engine_table(
    engine: &mut dyn Engine,
    table: &EngineTable,
    options: &ReadOptions,
) -> Result<(Table, FileFormat), DisclosureError> {
    let mut session = EngineSession::with_engine(table.engine, engine)?;
    let (relation, called) = session.named(&table.source)?;
    let query = format!("SELECT * FROM {}", relation.quoted(session.dialect)?);
    let rows = session.engine.query(&query);
    let rows = rows.map_err(|source| failed(&format!("{called} was read"), source))?;
    Ok(read_rows(&called, rows, options)?)
}
