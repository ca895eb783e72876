//! Whom models count.

use super::check::{Blame, Checked, at};
use super::column::ColumnJob;
use super::error::{JobProblem, nearest};
use incog_privacy::Role;
use std::collections::BTreeMap;

/// What `[privacy] unit` says when records are counted.
const RECORDS: &str = "record";

/// Whom k, l, t and m count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Unit {
    /// Records, as nothing else is said.
    #[default]
    Unset,
    /// Records, as somebody decided, although people may have several.
    Records,
    /// The people, or the households, that a column names.
    Column(String),
}

impl Unit {
    /// The column that names whom a record is about, where people are counted.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Column(column) => Some(column),
            Self::Unset | Self::Records => None,
        }
    }

    /// What a job file says.
    pub(super) fn said(&self) -> Option<String> {
        match self {
            Self::Column(column) => Some(column.clone()),
            Self::Records => Some(RECORDS.to_owned()),
            Self::Unset => None,
        }
    }
}

/// The column that says whom a record is about: the unit of protection; where records are counted,
/// that of people, or of households.
pub fn people_column<'a>(
    unit: Option<&'a str>,
    roles: impl Iterator<Item = (&'a str, Role)> + Clone,
) -> Option<&'a str> {
    let named = |wanted| roles.clone().find(|(_, role)| *role == wanted).map(|(name, _)| name);
    unit.or_else(|| named(Role::Person)).or_else(|| named(Role::Household))
}

/// Whom a job counts: what it says, or the only column that names people.
pub(super) fn unit(said: Option<&str>, columns: &BTreeMap<String, ColumnJob>) -> Checked<Unit> {
    let names = || columns.iter().filter(|(_, column)| column.role.is_unit()).map(|(name, _)| name);
    let Some(said) = said else {
        let mut all = names();
        return match (all.next(), all.next()) {
            (Some(first), Some(second)) => Err(two(first, second)),
            (only, _) => Ok(only.map_or(Unit::Unset, |name| Unit::Column(name.clone()))),
        };
    };
    if names().any(|name| name == said) {
        return Ok(Unit::Column(said.to_owned()));
    }
    if said == RECORDS {
        return Ok(Unit::Records);
    }
    let nearest = nearest(said, names().map(String::as_str).chain([RECORDS]));
    Err(at("privacy.unit", JobProblem::NoUnit { unit: said.to_owned(), nearest }))
}

fn two(first: &str, second: &str) -> Blame {
    let (first, second) = (first.to_owned(), second.to_owned());
    (Some(format!("columns.{second}.role")), JobProblem::TwoUnits { first, second })
}
