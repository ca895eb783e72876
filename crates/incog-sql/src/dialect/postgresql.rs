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
        // Whether a backslash stands for itself in a plain literal is a setting of the server; here it always does.
        if text.contains('\\') {
            format!("E'{}'", quoted.replace('\\', r"\\"))
        } else {
            format!("'{quoted}'")
        }
    }

    fn longest_name(&self) -> Option<usize> {
        Some(63)
    }
}
