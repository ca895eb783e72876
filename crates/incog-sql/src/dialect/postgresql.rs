//! PostgreSQL, from version 12 on.

use super::Dialect;

/// PostgreSQL.
pub(super) struct PostgreSql;

impl Dialect for PostgreSql {
    fn name(&self) -> &'static str {
        "postgresql"
    }

    fn literal(&self, text: &str) -> String {
        let quoted = text.replace('\'', "''");
        // Whether a backslash stands for itself in a plain literal is a setting of the server; here
        // it always does.
        if text.contains('\\') {
            format!("E'{}'", quoted.replace('\\', r"\\"))
        } else {
            format!("'{quoted}'")
        }
    }

    fn begin(&self) -> &'static str {
        // Statements are in UTF-8, whatever the terminal is that they were printed on.
        "BEGIN;\nSET LOCAL client_encoding = 'UTF8'"
    }

    fn temporary(&self) -> &'static str {
        "pg_temp"
    }

    fn opening(&self) -> &'static [&'static str] {
        &["SET client_encoding = 'UTF8'"]
    }

    fn each_up_to(&self, column: &str) -> String {
        format!("generate_series(1, {column})")
    }

    fn longest_name(&self) -> Option<usize> {
        Some(63)
    }
}
