//! Name, paper and parameters of everything that a job can name.

use crate::{Range, Value};
use serde::{Serialize, Serializer};

/// Whom the lists of `incog list`, the documentation and Python show an entry to. A job may name
/// every entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CardAudience {
    /// Everybody who publishes data.
    Product,
    /// Authors of papers: ablations, baselines, and algorithms that another entry surpasses.
    Research,
}

/// What a privacy model, a metric, a search or a format is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Card {
    /// The name in the job file.
    pub name: &'static str,
    /// Whom lists show it to.
    pub audience: CardAudience,
    /// A summary in one line.
    pub summary: &'static str,
    /// The paper it comes from.
    pub reference: &'static str,
    /// The configurable parameters, the most important first.
    pub parameters: &'static [Parameter],
    /// What it does not do although it might be believed: of a privacy model what it does not
    /// protect against. One paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caveat: Option<&'static str>,
}

impl Card {
    /// The parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Whether lists show it to everybody who publishes data.
    pub fn is_for_product(&self) -> bool {
        self.audience == CardAudience::Product
    }

    /// Whether a job file writes the value of its only parameter and no table: `k-anonymity = 5`.
    pub fn is_bare(&self) -> bool {
        self.parameters.len() == 1
    }
}

/// A configurable parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// Which values it takes.
    pub range: Range,
    /// The default.
    #[serde(rename = "default", serialize_with = "default")]
    pub default: ParameterDefault,
    /// What a refusal says of the range; the range itself in words when `None`.
    #[serde(skip)]
    pub rule: Option<&'static str>,
}

impl Parameter {
    /// A parameter that is refused in the words of its range.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        range: Range,
        default: ParameterDefault,
    ) -> Self {
        Self { name, summary, range, default, rule: None }
    }

    /// Refuses values in these words: `k is at least 1`.
    pub const fn ruled(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }
}

/// The default of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterDefault {
    /// It has to be said.
    Required,
    /// Nothing: what it is about follows from elsewhere, or does not apply.
    Nothing,
    /// This value.
    Value(Value),
}

impl ParameterDefault {
    /// The default, if there is one.
    pub const fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            Self::Required | Self::Nothing => None,
        }
    }
}

/// As a job file would say it.
fn default<S: Serializer>(default: &ParameterDefault, serializer: S) -> Result<S::Ok, S::Error> {
    default.value().map(Value::to_string).serialize(serializer)
}
