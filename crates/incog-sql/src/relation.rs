//! Names of tables.

use crate::SqlError;
use crate::dialect::Dialect;
use std::fmt;
use std::str::FromStr;

/// The name of a table in an engine, with the schemas around it; names are taken letter by letter,
/// capitals included.
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

impl Relation {
    /// Whether both may be one table: their last parts read alike where capitals do not count, and
    /// not all that stands before these tells them apart.
    ///
    /// ```
    /// use incog_sql::Relation;
    /// let may_be = |one: &str, other: &str| {
    ///     one.parse::<Relation>().unwrap().may_be(&other.parse::<Relation>().unwrap())
    /// };
    /// assert!(may_be("patients", "Patients") && may_be("public.patients", "patients"));
    /// assert!(!may_be("a.patients", "b.patients") && !may_be("patients", "released"));
    /// ```
    pub fn may_be(&self, other: &Self) -> bool {
        let [one, other] =
            [self, other].map(|name| name.0.iter().map(|part| part.to_lowercase()).collect::<Vec<_>>());
        one.last() == other.last() && (one.len() == 1 || one.len() != other.len() || one == other)
    }

    /// A name of a file that tells which table it is about.
    pub fn file_name(&self) -> String {
        let is_plain = |character: char| character.is_alphanumeric() || "_-".contains(character);
        let plain = |part: &String| part.replace(|character| !is_plain(character), "_");
        self.0.iter().map(plain).collect::<Vec<_>>().join(".")
    }

    /// The table beside it whose name has this ending.
    ///
    /// ```
    /// let table: incog_sql::Relation = "study.\"a.b\"".parse()?;
    /// assert_eq!(table.with_ending("_release").to_string(), "study.\"a.b_release\"");
    /// # Ok::<(), incog_sql::SqlError>(())
    /// ```
    #[must_use]
    pub fn with_ending(mut self, ending: &str) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.push_str(ending);
        }
        self
    }

    /// A table of these parts.
    pub fn from_parts(parts: &[&str]) -> Self {
        Self(parts.iter().map(|&part| part.to_owned()).collect())
    }
}

impl fmt::Display for Relation {
    /// The name as it is read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |part: &String| match part.contains(['.', '"']) {
            true => format!("\"{}\"", part.replace('"', "\"\"")),
            false => part.clone(),
        };
        f.write_str(&self.0.iter().map(written).collect::<Vec<_>>().join("."))
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
