//! Values inside of JSON, by their keys.

use super::json::Json;
use crate::heap::*;

impl Json {
    /// The value of a key of a map; `None` also for null.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.map()?.get(key).filter(|value| **value != Json::Null)
    }

    /// The value behind several keys.
    pub fn at(&self, path: &[&str]) -> Option<&Json> {
        path.iter().try_fold(self, |json, key| json.get(key))
    }

    pub fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.at(path)?.text()
    }

    pub fn number_at(&self, path: &[&str]) -> Option<f64> {
        self.at(path)?.number()
    }

    pub fn count_at(&self, path: &[&str]) -> Option<usize> {
        self.at(path)?.count()
    }

    pub fn map(&self) -> Option<&BTreeMap<String, Json>> {
        if let Json::Map(map) = self { Some(map) } else { None }
    }

    pub fn list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }

    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub fn number(&self) -> Option<f64> {
        if let Json::Number { value, .. } = self { Some(*value) } else { None }
    }

    /// A whole number that is at least 0 and exact as a floating-point number.
    pub fn count(&self) -> Option<usize> {
        match self {
            Json::Number { value, is_whole: true } if (0.0..9e15).contains(value) => Some(*value as usize),
            _ => None,
        }
    }
}
