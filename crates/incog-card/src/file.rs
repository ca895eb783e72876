//! Parameters as they stand in a file.
//!
//! Read value by value with the type its range asks for, so that a refusal names the place and the
//! type, as for keys that are no parameters.

use crate::{Card, Parameter, ParameterDefault, Parameters, Range, Value};
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Reads what stands behind the name of a thing: the value of its only parameter; or a table, the
/// value of the first parameter alone, or a list of those. Gives one set of parameters for each.
#[derive(Debug, Clone, Copy)]
pub struct InFile(pub &'static Card);

impl<'de> DeserializeSeed<'de> for InFile {
    type Value = Vec<Parameters>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self.0.parameters {
            [only] => {
                let mut said = Parameters::defaults(self.0);
                let value = ValueOf(only).deserialize(deserializer)?;
                Ok(value.map(|value| said.set(only, value)).map(|()| said).into_iter().collect())
            }
            _ => deserializer.deserialize_any(Tables(self.0)),
        }
    }
}

/// Reads a key, which is one of the names listed.
#[derive(Debug, Clone, Copy)]
pub struct KeyIn<I>(pub I);

impl<'de, I: Iterator<Item = &'static str> + Clone> DeserializeSeed<'de> for KeyIn<I> {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<I: Iterator<Item = &'static str> + Clone> Visitor<'_> for KeyIn<I> {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        // In the words of serde, by which messages about keys are told from others.
        let known = || self.0.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let found = self.0.clone().find(|name| *name == key);
        found.ok_or_else(|| E::custom(format!("unknown field `{key}`, expected one of {}", known())))
    }
}

/// Reads a value of the type that its parameter asks for; `None` for null.
#[derive(Debug, Clone, Copy)]
pub struct ValueOf(pub &'static Parameter);

impl<'de> DeserializeSeed<'de> for ValueOf {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Ok(match self.0.range {
            Range::Whole(..) => Option::<i64>::deserialize(deserializer)?.map(Value::Whole),
            Range::Number(..) | Range::Above(..) => {
                Option::<f64>::deserialize(deserializer)?.map(Value::Number)
            }
            Range::AboveOr(..) => Option::<Value>::deserialize(deserializer)?,
            Range::Texts => Option::<Vec<String>>::deserialize(deserializer)?.map(Value::Texts),
            Range::Words(_) | Range::Column | Range::Text => {
                Option::<String>::deserialize(deserializer)?.map(Value::from)
            }
            Range::Switch => Option::<bool>::deserialize(deserializer)?.map(Value::Switch),
        })
    }
}

struct Tables(&'static Card);

impl Tables {
    /// The first parameter alone.
    fn first<E: Error>(&self, value: Value, found: Unexpected<'_>) -> Result<Vec<Parameters>, E> {
        let mut said = Parameters::defaults(self.0);
        let (Some(first), Some(value)) = (self.0.parameters.first(), of_type(self.0, value)) else {
            return Err(E::invalid_type(found, self));
        };
        said.set(first, value);
        complete(said).map(|said| vec![said])
    }
}

/// The value, if the first parameter of the card takes such; a whole number is a number, too.
fn of_type(card: &'static Card, value: Value) -> Option<Value> {
    match (card.parameters.first()?.range, value) {
        (Range::Whole(..), Value::Whole(value)) => Some(Value::Whole(value)),
        (Range::Number(..) | Range::Above(..), value) => Some(Value::Number(value.number())),
        _ => None,
    }
}

/// Unless something has to be said that is not.
fn complete<E: Error>(said: Parameters) -> Result<Parameters, E> {
    let is_missing = |parameter: &&Parameter| {
        parameter.default == ParameterDefault::Required && said.get(parameter.name).is_none()
    };
    match said.card().parameters.iter().find(is_missing) {
        Some(parameter) => Err(E::missing_field(parameter.name)),
        None => Ok(said),
    }
}

impl<'de> Visitor<'de> for Tables {
    type Value = Vec<Parameters>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a table, or a list of them")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        self.first(Value::Whole(value), Unexpected::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.visit_f64(value as f64),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        self.first(Value::Number(value), Unexpected::Float(value))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut said = Parameters::defaults(self.0);
        let mut seen = Vec::new();
        let names = self.0.parameters.iter().map(|parameter| parameter.name);
        while let Some(name) = map.next_key_seed(KeyIn(names.clone()))? {
            if seen.contains(&name) {
                return Err(A::Error::duplicate_field(name));
            }
            seen.push(name);
            // The key is one of those on the card.
            let Some(parameter) = self.0.parameter(name) else { continue };
            if let Some(value) = map.next_value_seed(ValueOf(parameter))? {
                said.set(parameter, value);
            }
        }
        complete(said).map(|said| vec![said])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(each) = list.next_element_seed(InFile(self.0))? {
            all.extend(each);
        }
        Ok(all)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::CardAudience;

    static CLOSENESS: Card = Card {
        name: "closeness",
        audience: CardAudience::Product,
        summary: "",
        reference: "",
        parameters: &[
            Parameter::new("t", "largest distance", Range::Number(0.0, 1.0), ParameterDefault::Required),
            Parameter::new("joint", "", Range::Switch, ParameterDefault::Value(Value::Switch(false))),
        ],
        caveat: None,
    };

    fn read(text: &str) -> Result<String, String> {
        let mut json = serde_json::Deserializer::from_str(text);
        let read = InFile(&CLOSENESS).deserialize(&mut json);
        read.map(|all: Vec<Parameters>| serde_json::to_string(&all).unwrap())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_number_a_table_or_a_list_of_them() {
        assert_eq!(read("1").unwrap(), r#"[{"t":1.0}]"#);
        assert_eq!(
            read(r#"[0.5, {"t": 1, "joint": true}, {"t": 2, "joint": null}]"#).unwrap(),
            r#"[{"t":0.5},{"t":1.0,"joint":true},{"t":2.0}]"#
        );
    }

    #[test]
    fn refusals_are_those_of_any_other_key() {
        let refused = |text: &str| read(text).unwrap_err();
        assert!(refused(r#"{"joint": true}"#).starts_with("missing field `t`"));
        assert!(refused(r#"{"t": "much"}"#).starts_with("invalid type: string \"much\", expected f64"));
        assert!(refused(r#"{"s": 1}"#).starts_with("unknown field `s`, expected one of `t`, `joint`"));
        assert!(refused(r#"{"t": 1, "t": 2}"#).starts_with("duplicate field `t`"));
        assert!(refused("true").contains("expected a number, a table, or a list of them"));
    }
}
