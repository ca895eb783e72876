//! The values of parameters.

use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The value of a parameter, whatever file it came from.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a number, a text, a list of texts, true or false is expected")]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A word, or the name of a column.
    Text(Cow<'static, str>),
    /// `true` or `false`.
    Switch(bool),
    /// A list of texts.
    Texts(Vec<String>),
}

impl Value {
    /// A word that is known when the program is built.
    pub const fn word(word: &'static str) -> Self {
        Self::Text(Cow::Borrowed(word))
    }

    /// As a number, whole or not; not a number for anything else.
    pub fn number(&self) -> f64 {
        match self {
            Self::Whole(value) => *value as f64,
            Self::Number(value) => *value,
            Self::Text(_) | Self::Switch(_) | Self::Texts(_) => f64::NAN,
        }
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::Whole(value.into())
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Whole(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Switch(value)
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned().into())
    }
}

/// As a job file says it: numbers that are not whole keep their point, texts their quotes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Switch(value) => write!(f, "{value}"),
            Self::Texts(texts) => write!(f, "{texts:?}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(value) => serializer.serialize_i64(*value),
            Self::Number(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Switch(value) => serializer.serialize_bool(*value),
            Self::Texts(texts) => texts.serialize(serializer),
        }
    }
}
