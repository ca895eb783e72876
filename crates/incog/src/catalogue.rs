//! What there is: privacy models, utility metrics and search algorithms, with the paper each
//! comes from.
//!
//! One entry a thing. The job file's names are the catalogue's names, so what is not listed here
//! cannot be asked for. What belongs to the jobs of `incog trajectories` stands by itself.

mod algorithms;
mod evolutionary;
mod metrics;
mod models;
mod trajectories;

pub use algorithms::ALGORITHMS;
pub use metrics::METRICS;
pub use models::MODELS;
pub use trajectories::{TRAJECTORY_ALGORITHMS, TRAJECTORY_METRICS, TRAJECTORY_MODELS};

use serde::Serialize;

/// A privacy model, a metric or an algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Entry {
    /// The name in the job file.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The paper it comes from.
    pub reference: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// A parameter of an [`Entry`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Which values it takes.
    pub range: Range,
    /// The value when nothing is said; `None` when something must be said or nothing applies.
    pub default: Option<&'static str>,
}

/// The values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Range {
    /// Whole numbers, both ends included.
    Whole(i64, i64),
    /// Numbers, both ends included.
    Number(f64, f64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// The name of a column.
    Column,
}

impl Range {
    /// Whether a value of a job file is in the range.
    pub fn contains(&self, value: &toml::Value) -> bool {
        match (self, value) {
            (Self::Whole(low, high), toml::Value::Integer(value)) => (low..=high).contains(&value),
            (Self::Number(low, high), toml::Value::Integer(value)) => {
                (*low..=*high).contains(&(*value as f64))
            }
            (Self::Number(low, high), toml::Value::Float(value)) => (low..=high).contains(&value),
            (Self::Words(words), toml::Value::String(word)) => words.contains(&word.as_str()),
            (Self::Switch, toml::Value::Boolean(_)) | (Self::Column, toml::Value::String(_)) => true,
            _ => false,
        }
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(low, i64::MAX) => write!(f, "a whole number from {low}"),
            Self::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::Number(low, high) if high.is_infinite() => write!(f, "a number from {low}"),
            Self::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::Words(words) => write!(f, "one of {}", words.join(", ")),
            Self::Switch => f.write_str("true or false"),
            Self::Column => f.write_str("the name of a column"),
        }
    }
}

/// The entry with this name.
pub fn find(entries: &'static [Entry], name: &str) -> Option<&'static Entry> {
    entries.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_says_what_it_is_and_where_it_comes_from() {
        let trajectories = [TRAJECTORY_MODELS, TRAJECTORY_METRICS, TRAJECTORY_ALGORITHMS];
        for entries in [MODELS, METRICS, ALGORITHMS].into_iter().chain(trajectories) {
            assert!(!entries.is_empty());
            for (index, entry) in entries.iter().enumerate() {
                assert!(entries[..index].iter().all(|other| other.name != entry.name), "{}", entry.name);
                assert!(entry.summary.len() > 20 && !entry.summary.contains('\n'), "{}", entry.name);
                let has_year = (1900..2100).any(|year| entry.reference.contains(&year.to_string()));
                assert!(has_year, "{}: {}", entry.name, entry.reference);
                for parameter in entry.parameters {
                    assert!(!parameter.summary.is_empty(), "{}.{}", entry.name, parameter.name);
                    let Some(default) = parameter.default else { continue };
                    let value: toml::Table = format!("x = {default}").parse().unwrap();
                    assert!(parameter.range.contains(&value["x"]), "{}.{}", entry.name, parameter.name);
                }
            }
        }
    }

    #[test]
    fn ranges_know_their_ends() {
        let range = Range::Number(0.0, 1.0);
        assert!(range.contains(&toml::Value::Integer(1)) && !range.contains(&toml::Value::Float(1.5)));
        assert!(!Range::Whole(1, 5).contains(&toml::Value::Float(2.0)));
        assert_eq!(Range::Whole(1, i64::MAX).to_string(), "a whole number from 1");
    }
}
