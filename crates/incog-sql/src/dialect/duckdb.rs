//! DuckDB.

use super::Dialect;

/// DuckDB.
pub(super) struct DuckDb;

impl Dialect for DuckDb {
    fn name(&self) -> &'static str {
        "duckdb"
    }

    fn literal(&self, text: &str) -> String {
        format!("'{}'", text.replace('\'', "''"))
    }

    fn temporary(&self) -> &'static str {
        "temp"
    }

    fn longest_name(&self) -> Option<usize> {
        None
    }
}
