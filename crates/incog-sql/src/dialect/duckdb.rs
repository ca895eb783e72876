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

    // A lateral join would come in another order.
    fn each_up_to(&self, column: &str) -> String {
        format!("unnest(generate_series(1, {column}))")
    }

    fn longest_name(&self) -> Option<usize> {
        None
    }
}
