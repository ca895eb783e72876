//! One line: an object of plain values.

use crate::JsonFault;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The keys and values of a line, in its order.
pub(super) struct Line<'a>(pub Vec<(Key<'a>, Value<'a>)>);

/// A key.
#[derive(Deserialize)]
pub(super) struct Key<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// A value that is no list and no object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    /// A number as it is written, so that no digit of it gets lost.
    Number(&'a str),
    Truth(bool),
}

impl<'a> Line<'a> {
    /// The object that the line is.
    pub fn parse(line: &'a str) -> Result<Self, JsonFault> {
        let Raw(cells) = serde_json::from_str(line).map_err(|error| fault(&error))?;
        let cells = cells.into_iter().map(|(key, raw)| match Value::parse(raw) {
            Some(value) => Ok((key, value)),
            None => Err(JsonFault::Nested { column: key.0.into_owned() }),
        });
        cells.collect::<Result<_, _>>().map(Self)
    }
}

fn fault(error: &serde_json::Error) -> JsonFault {
    match error.classify() {
        Category::Data => JsonFault::NotAnObject,
        Category::Io | Category::Syntax | Category::Eof => JsonFault::Syntax { character: error.column() },
    }
}

impl<'a> Value<'a> {
    fn parse(raw: &'a RawValue) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'"' => serde_json::from_str(text).ok().map(|Key(text)| Self::Text(text)),
            b'n' => Some(Self::Null),
            b't' => Some(Self::Truth(true)),
            b'f' => Some(Self::Truth(false)),
            b'[' | b'{' => None,
            _ => Some(Self::Number(text)),
        }
    }

    /// The text under which the value becomes a label; what is missing is the empty text.
    pub fn text(&self) -> &str {
        match self {
            Self::Null => "",
            Self::Text(text) => text,
            Self::Number(number) => number,
            Self::Truth(true) => "true",
            Self::Truth(false) => "false",
        }
    }
}

/// The keys and values as they are written.
struct Raw<'a>(Vec<(Key<'a>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Raw<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Raw<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw<'de>, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = map.next_entry()? {
                    cells.push(cell);
                }
                Ok(Raw(cells))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_digits() {
        let line = Line::parse(
            r#" {"a": 1.50, "b\n": "x\u0041", "c": null, "d": true, "e": 12345678901234567890123} "#,
        );
        let texts: Vec<(String, String)> =
            line.unwrap().0.iter().map(|(key, value)| (key.0.to_string(), value.text().to_owned())).collect();
        let expected =
            [("a", "1.50"), ("b\n", "xA"), ("c", ""), ("d", "true"), ("e", "12345678901234567890123")];
        assert_eq!(texts, expected.map(|(key, text)| (key.to_owned(), text.to_owned())));
    }

    #[test]
    fn what_is_no_object_of_plain_values_is_refused() {
        let found = |line| Line::parse(line).err().unwrap();
        assert_eq!(found("[1]"), JsonFault::NotAnObject);
        assert_eq!(found("7"), JsonFault::NotAnObject);
        assert_eq!(found(r#"{"a": 1,}"#), JsonFault::Syntax { character: 9 });
        assert_eq!(found(r#"{"a": 1"#), JsonFault::Syntax { character: 7 });
        assert_eq!(found(r#"{"a": 1} {"a": 2}"#), JsonFault::Syntax { character: 10 });
        for nested in ["[]", "{}", r#"[{"b": 1}]"#] {
            let line = format!(r#"{{"a": {nested}}}"#);
            assert_eq!(Line::parse(&line).err().unwrap(), JsonFault::Nested { column: "a".into() });
        }
    }
}
