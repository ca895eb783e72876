//! Which values a parameter takes.

use crate::Value;
use serde::Serialize;
use std::fmt;

/// The values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Range {
    /// Whole numbers, both ends included.
    Whole(i64, i64),
    /// Numbers, both ends included; an end that is infinite is none.
    Number(f64, f64),
    /// Numbers above the first, up to and with the second; one that is infinite is no end.
    Above(f64, f64),
    /// A number above the first and up to the second, or this word.
    AboveOr(f64, f64, &'static str),
    /// One of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// The name of a column.
    Column,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
}

impl Range {
    /// Whether it has a value. A whole number is a number, too.
    pub fn contains(&self, value: &Value) -> bool {
        let number = value.number();
        match (self, value) {
            (Self::Whole(low, high), Value::Whole(value)) => (low..=high).contains(&value),
            (Self::Number(low, high), _) => number.is_finite() && (*low..=*high).contains(&number),
            (Self::Above(low, high), _) => number.is_finite() && number > *low && number <= *high,
            (Self::AboveOr(_, _, word), Value::Text(found)) => word == found,
            (Self::AboveOr(low, high, _), _) => Self::Above(*low, *high).contains(value),
            (Self::Words(words), Value::Text(word)) => words.contains(&word.as_ref()),
            (Self::Switch, Value::Switch(_))
            | (Self::Column | Self::Text, Value::Text(_))
            | (Self::Texts, Value::Texts(_)) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(low, i64::MAX) => write!(f, "a whole number from {low}"),
            Self::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::Number(low, high) if high.is_infinite() => write!(f, "a number from {low}"),
            Self::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::Above(low, high) if high.is_infinite() => write!(f, "a number above {low}"),
            Self::Above(low, high) => write!(f, "a number above {low}, at most {high}"),
            Self::AboveOr(low, high, word) => write!(f, "{}, or {word:?}", Self::Above(*low, *high)),
            Self::Words(words) => write!(f, "one of {}", words.join(", ")),
            Self::Switch => f.write_str("true or false"),
            Self::Column => f.write_str("the name of a column"),
            Self::Text => f.write_str("a text"),
            Self::Texts => f.write_str("a list of texts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_know_their_ends() {
        let range = Range::Number(0.0, 1.0);
        assert!(range.contains(&1.into()) && !range.contains(&1.5.into()));
        assert!(!Range::Whole(1, 5).contains(&2.0.into()));
        assert!(!Range::Above(0.0, 1.0).contains(&0.into()) && Range::Above(0.0, 1.0).contains(&1.into()));
        let open = Range::Number(1.0, f64::INFINITY);
        assert!(!open.contains(&f64::INFINITY.into()) && !open.contains(&f64::NAN.into()));
        assert_eq!(Range::Whole(1, i64::MAX).to_string(), "a whole number from 1");
        let or_auto = Range::AboveOr(0.0, 9.0, "auto");
        assert!(or_auto.contains(&9.into()) && or_auto.contains(&"auto".into()));
        assert!(!or_auto.contains(&0.into()) && !or_auto.contains(&"automatic".into()));
        assert_eq!(or_auto.to_string(), "a number above 0, at most 9, or \"auto\"");
    }
}
