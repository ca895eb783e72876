//! `[privacy]` as written.

use incog_card::{InFile, KeyIn, Parameters};
use incog_privacy::{MODELS, ModelEntry, model};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// `[privacy]`: what the job says about each model, in the order of [`MODELS`]. Each is the value
/// of the model's only parameter, or a table of them, or a list of such tables. And whom they
/// count, of which population.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PrivacyFile {
    models: Vec<Parameters>,
    /// The column of the people that are counted, or `record`.
    pub unit: Option<String>,
    /// The table of the population, relative to the job file.
    pub population: Option<String>,
}

/// The key of [`PrivacyFile::unit`].
const UNIT: &str = "unit";

/// The key of [`PrivacyFile::population`].
const POPULATION: &str = "population";

impl PrivacyFile {
    /// All models asked for, in the order of [`MODELS`].
    pub fn models(&self) -> impl Iterator<Item = &Parameters> {
        self.models.iter()
    }

    /// The models of these people.
    #[must_use]
    pub fn counting(self, unit: Option<String>) -> Self {
        Self { unit, ..self }
    }

    /// The models, of people of this population.
    #[must_use]
    pub fn within(self, population: Option<String>) -> Self {
        Self { population, ..self }
    }

    fn parameters_of(&self, entry: &ModelEntry) -> Vec<&Parameters> {
        self.models.iter().filter(|asked| asked.card().name == entry.card.name).collect()
    }
}

impl FromIterator<Parameters> for PrivacyFile {
    fn from_iter<I: IntoIterator<Item = Parameters>>(all: I) -> Self {
        let mut all: Vec<Parameters> = all.into_iter().collect();
        all.sort_by_key(|asked: &Parameters| {
            MODELS.iter().position(|entry| entry.card.name == asked.card().name)
        });
        Self { models: all, ..Self::default() }
    }
}

impl Serialize for PrivacyFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let models = MODELS.iter().map(|entry| (entry.card.name, self.parameters_of(entry)));
        let models: Vec<_> = models.filter(|(_, asked)| !asked.is_empty()).collect();
        let said = [(UNIT, &self.unit), (POPULATION, &self.population)];
        let said: Vec<_> = said.into_iter().filter_map(|(key, said)| Some((key, said.as_ref()?))).collect();
        let mut map = serializer.serialize_map(Some(models.len() + said.len()))?;
        said.into_iter().try_for_each(|(key, said)| map.serialize_entry(key, said))?;
        for (name, asked) in models {
            match asked.as_slice() {
                [one] => map.serialize_entry(name, one)?,
                many => map.serialize_entry(name, many)?,
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for PrivacyFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByModel;
        impl<'de> Visitor<'de> for ByModel {
            type Value = PrivacyFile;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("struct PrivacyFile")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut file = PrivacyFile::default();
                let names = [UNIT, POPULATION].into_iter().chain(MODELS.iter().map(|entry| entry.card.name));
                while let Some(name) = map.next_key_seed(KeyIn(names.clone()))? {
                    let said = [(UNIT, &mut file.unit), (POPULATION, &mut file.population)];
                    if let Some((key, said)) = said.into_iter().find(|(key, _)| *key == name) {
                        if said.is_some() {
                            return Err(A::Error::duplicate_field(key));
                        }
                        *said = Some(map.next_value()?);
                        continue;
                    }
                    // The key is the name of one of them.
                    let Some(entry) = model(name) else { continue };
                    if !file.parameters_of(entry).is_empty() {
                        return Err(A::Error::duplicate_field(name));
                    }
                    file.models.extend(map.next_value_seed(InFile(&entry.card))?);
                }
                let models: PrivacyFile = file.models.into_iter().collect();
                Ok(models.counting(file.unit).within(file.population))
            }
        }
        deserializer.deserialize_map(ByModel)
    }
}
