//! How engines differ.

mod duckdb;
mod postgresql;

use crate::SqlError;
use crate::released_domain::LabelType;
use duckdb::DuckDb;
use postgresql::PostgreSql;

/// The engines, in the order in which they are listed.
pub const DIALECTS: [&dyn Dialect; 2] = [&PostgreSql, &DuckDb];

/// The dialect with this name.
///
/// ```
/// assert_eq!(incog_sql::dialect("duckdb").map(|dialect| dialect.name()), Some("duckdb"));
/// assert!(incog_sql::dialect("abacus").is_none());
/// ```
pub fn dialect(name: &str) -> Option<&'static dyn Dialect> {
    DIALECTS.into_iter().find(|dialect| dialect.name() == name)
}

/// What one engine writes in its own way; the rest is standard SQL that all of them read alike.
pub trait Dialect: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// A text as a literal; it has no U+0000.
    fn literal(&self, text: &str) -> String;

    /// The most bytes of a name, where longer ones are cut off.
    fn longest_name(&self) -> Option<usize>;

    /// How a transaction begins.
    fn begin(&self) -> &'static str {
        "BEGIN"
    }

    /// The schema of the tables that are gone when the connection ends.
    fn temporary(&self) -> &'static str;

    /// The statements at the beginning of a connection, so that texts and numbers mean what they
    /// say.
    fn opening(&self) -> &'static [&'static str] {
        &[]
    }

    /// What makes of each selected row as many as the number in a column, without another order.
    fn each_up_to(&self, column: &str) -> String;

    /// The type of a column of labels.
    fn type_of(&self, labels: LabelType) -> &'static str {
        match labels {
            LabelType::Text => "text",
            LabelType::Whole => "bigint",
            LabelType::Number => "double precision",
            LabelType::Date => "date",
            LabelType::Truth => "boolean",
        }
    }
}

impl dyn Dialect + '_ {
    /// A name in quotes.
    ///
    /// # Errors
    /// When the engine does not take the name.
    pub fn name_of(&self, name: &str) -> Result<String, SqlError> {
        let bytes = name.len();
        match self.longest_name() {
            Some(most) if bytes > most => {
                Err(SqlError::LongName { name: name.to_owned(), bytes, most, dialect: self.name() })
            }
            _ if name.contains('\0') => Err(SqlError::Nul),
            _ => Ok(format!("\"{}\"", name.replace('"', "\"\""))),
        }
    }

    /// A text as a literal, or `NULL`.
    ///
    /// # Errors
    /// When the text has the character U+0000.
    pub fn text_of(&self, text: Option<&str>) -> Result<String, SqlError> {
        match text {
            None => Ok("NULL".to_owned()),
            Some(text) if text.contains('\0') => Err(SqlError::Nul),
            Some(text) => Ok(self.literal(text)),
        }
    }
}
