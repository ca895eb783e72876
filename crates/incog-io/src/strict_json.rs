//! JSON in which no map has a key twice.

use crate::remember_name;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;

/// Reads JSON, and refuses a map that has a key twice, at any depth.
///
/// Most readers keep the last value of such a key, and some the first: two people who read the file
/// would not read the same. The message names no key, as it may be a value.
///
/// ```
/// let read = |text| incog_io::read_json::<serde_json::Value>(text);
/// assert!(read(r#"{"a": {"b": 1}, "c": {"b": 2}}"#).is_ok());
/// assert!(read(r#"{"a": {"b": 1, "\u0062": 2}}"#).unwrap_err().to_string().contains("a key is repeated"));
/// ```
///
/// # Errors
/// When the text is no JSON, has a key twice in a map, or is not what is read.
pub fn read_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut checked = serde_json::Deserializer::from_str(text);
    EachKeyOnce.deserialize(&mut checked)?;
    serde_json::from_str(text)
}

/// Walks through a value and keeps nothing of it but the keys of the maps it is in.
struct EachKeyOnce;

impl<'de> DeserializeSeed<'de> for EachKeyOnce {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for EachKeyOnce {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        // It may be the name of a column or of a file.
        remember_name(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_element_seed(Self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut keys: HashSet<String> = HashSet::new();
        while let Some(key) = entries.next_key()? {
            let key: String = key;
            remember_name(&key);
            if !keys.insert(key) {
                return Err(A::Error::custom("a key is repeated"));
            }
            entries.next_value_seed(Self)?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_key_that_stands_twice_is_refused_wherever_it_is() {
        for text in [
            r#"{"a": 1, "a": 1}"#,
            r#"[{"b": {"a": null, "a": null}}]"#,
            r#"{"b": [[{"": 1, "": 2}]]}"#,
            r#"{"secret value": 1, "secret\u0020value": 2}"#,
        ] {
            let refused = read_json::<Value>(text).unwrap_err().to_string();
            assert!(refused.contains("a key is repeated at line 1"), "{text}: {refused}");
            assert!(!refused.contains("secret"), "{refused}");
        }
    }

    #[test]
    fn other_texts_are_read_as_they_were() {
        for text in [r#"{"a": {"a": [1, -1, 1.5, true, null, "a"]}, "A": {}}"#, "[]", "7", "null", "\"x\""] {
            assert_eq!(read_json::<Value>(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        }
        for text in ["", "{", r#"{"a": 1}{"a": 1}"#, r#"{"a": NaN}"#, "[1,]", "1e999"] {
            assert!(read_json::<Value>(text).is_err(), "{text}");
        }
        let deep = format!("{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
        assert!(read_json::<Value>(&deep).is_err());
    }
}
