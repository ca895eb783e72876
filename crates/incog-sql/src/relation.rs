//! Names of tables.

use crate::SqlError;
use crate::dialect::Dialect;
use std::str::FromStr;

/// The name of a table in an engine, with the schemas around it; names are taken letter by letter, capitals included.
///
/// ```
/// use incog_sql::{Relation, dialect};
/// let relation: Relation = "study.\"two.parts\"".parse()?;
/// assert_eq!(relation.quoted(dialect("postgresql").unwrap())?, "\"study\".\"two.parts\"");
/// assert!("study.".parse::<Relation>().is_err());
/// # Ok::<(), incog_sql::SqlError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation(Vec<String>);

impl Relation {
    /// The name as an engine reads it.
    ///
    /// # Errors
    /// When the engine does not take it.
    pub fn quoted(&self, dialect: &dyn Dialect) -> Result<String, SqlError> {
        let parts = self.0.iter().map(|part| dialect.name_of(part));
        Ok(parts.collect::<Result<Vec<_>, _>>()?.join("."))
    }
}

impl FromStr for Relation {
    type Err = SqlError;

    fn from_str(text: &str) -> Result<Self, SqlError> {
        let refused = || SqlError::NoRelation { text: text.to_owned() };
        let (mut parts, mut rest) = (Vec::new(), text);
        loop {
            let (part, behind) = first_part(rest).filter(|(part, _)| !part.is_empty()).ok_or_else(refused)?;
            parts.push(part);
            match behind.strip_prefix('.') {
                Some(next) => rest = next,
                None if behind.is_empty() => return Ok(Self(parts)),
                None => return Err(refused()),
            }
        }
    }
}

/// The name that a text begins with, and what stands behind it.
fn first_part(text: &str) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let (part, behind) = text.split_at(text.find('.').unwrap_or(text.len()));
        return (!part.contains('"')).then(|| (part.to_owned(), behind));
    };
    let mut part = String::new();
    loop {
        let (before, behind) = rest.split_once('"')?;
        part.push_str(before);
        // Two of them stand for one.
        let Some(next) = behind.strip_prefix('"') else { return Some((part, behind)) };
        part.push('"');
        rest = next;
    }
}
