//! An objective with parameters, as written.

use incog_card::{KeyIn, Parameter, Value, ValueOf};
use incog_utility::METRICS;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// `objective = { metric = ..., ... }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ObjectiveTableFile {
    /// The metric.
    pub metric: String,
    /// The parameters that are given.
    pub said: Vec<(&'static str, Value)>,
}

/// The parameters of all metrics, each name once; a name has the same type in all metrics that use
/// it.
fn parameters() -> impl Iterator<Item = &'static Parameter> + Clone {
    let all = || METRICS.iter().flat_map(|entry| entry.card.parameters);
    all()
        .enumerate()
        .filter(move |(place, one)| all().take(*place).all(|other| other.name != one.name))
        .map(|(_, one)| one)
}

impl Serialize for ObjectiveTableFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.said.len()))?;
        map.serialize_entry("metric", &self.metric)?;
        self.said.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ObjectiveTableFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = ObjectiveTableFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("struct ObjectiveTableFile")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let keys = std::iter::once("metric").chain(parameters().map(|parameter| parameter.name));
                let (mut metric, mut said) = (None, Vec::new());
                while let Some(key) = map.next_key_seed(KeyIn(keys.clone()))? {
                    let is_double = match parameters().find(|parameter| parameter.name == key) {
                        None => metric.replace(map.next_value::<String>()?).is_some(),
                        Some(parameter) => {
                            let value = map.next_value_seed(ValueOf(parameter))?;
                            let is_double = said.iter().any(|(name, _)| *name == key);
                            said.extend(value.map(|value| (parameter.name, value)));
                            is_double
                        }
                    };
                    if is_double {
                        return Err(A::Error::duplicate_field(key));
                    }
                }
                let metric = metric.ok_or_else(|| A::Error::missing_field("metric"))?;
                Ok(ObjectiveTableFile { metric, said })
            }
        }
        deserializer.deserialize_map(Keys)
    }
}
