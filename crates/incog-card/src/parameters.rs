//! The parameters of a thing as they were said, with defaults.

use crate::{Card, Parameter, Range, Refusal, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// The values of the parameters of a card: the given ones, and defaults for the others.
///
/// Each is checked when it is asked for, so that whoever reads them decides what is refused first.
#[derive(Clone)]
pub struct Parameters {
    card: &'static Card,
    /// One for each parameter of the card, where something was said of it.
    said: Vec<Option<Value>>,
}

impl Parameters {
    /// Nothing said but the defaults.
    pub fn defaults(card: &'static Card) -> Self {
        Self { card, said: vec![None; card.parameters.len()] }
    }

    /// These values said.
    ///
    /// # Errors
    /// When the card has no such parameter.
    pub fn said<'a>(
        card: &'static Card,
        values: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Result<Self, Refusal> {
        let mut said = Self::defaults(card);
        for (name, value) in values {
            let place = said.place(name)?;
            said.said[place] = Some(value);
        }
        Ok(said)
    }

    /// Says one more.
    pub(crate) fn set(&mut self, parameter: &'static Parameter, value: Value) {
        let all = self.card.parameters.iter().zip(&mut self.said);
        all.filter(|(known, _)| known.name == parameter.name)
            .for_each(|(_, slot)| *slot = Some(value.clone()));
    }

    /// The card they are of.
    pub fn card(&self) -> &'static Card {
        self.card
    }

    fn place(&self, name: &str) -> Result<usize, Refusal> {
        let place = self.card.parameters.iter().position(|parameter| parameter.name == name);
        place.ok_or_else(|| Refusal::Unknown {
            key: name.to_owned(),
            known: self.card.parameters.iter().map(|parameter| parameter.name).collect(),
        })
    }

    fn found(&self, name: &str) -> Result<(&'static Parameter, Option<&Value>), Refusal> {
        let place = self.place(name)?;
        Ok((&self.card.parameters[place], self.value(place)))
    }

    /// The given value, or the default.
    fn value(&self, place: usize) -> Option<&Value> {
        self.said[place].as_ref().or(self.card.parameters[place].default.value())
    }

    fn values(&self) -> impl Iterator<Item = Option<&Value>> {
        (0..self.said.len()).map(|place| self.value(place))
    }

    /// Whether something was said of it, the default or another value.
    pub fn is_said(&self, name: &str) -> bool {
        self.place(name).is_ok_and(|place| self.said[place].is_some())
    }

    /// The given value, or the default; `None` without either.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.found(name).ok().and_then(|(_, value)| value)
    }

    /// The value, checked against its range; `None` only for an optional parameter.
    ///
    /// # Errors
    /// Where it had to be said, is out of its range or of another type.
    pub fn checked(&self, name: &str) -> Result<Option<&Value>, Refusal> {
        match self.found(name)? {
            (parameter, Some(value)) => check(parameter, value).map(|()| Some(value)),
            (Parameter { name, summary, default: crate::ParameterDefault::Required, .. }, None) => {
                Err(Refusal::Missing { parameter: name, what: summary })
            }
            (_, None) => Ok(None),
        }
    }

    /// Checks all of them.
    ///
    /// # Errors
    /// The first that is refused.
    pub fn check(&self) -> Result<(), Refusal> {
        self.card.parameters.iter().try_for_each(|parameter| self.checked(parameter.name).map(drop))
    }

    fn required<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, Refusal> {
        let (parameter, _) = self.found(name)?;
        let missing = Refusal::Missing { parameter: parameter.name, what: parameter.summary };
        let value = self.checked(name)?.ok_or(missing)?;
        read(value).ok_or_else(|| wrong_type(parameter, value))
    }

    /// A whole number that is not negative.
    ///
    /// # Errors
    /// Where it is refused, or nothing is said.
    pub fn whole(&self, name: &str) -> Result<u64, Refusal> {
        self.required(name, |value| match value {
            Value::Whole(value) => u64::try_from(*value).ok(),
            _ => None,
        })
    }

    /// A number.
    ///
    /// # Errors
    /// Where it is refused, or nothing is said.
    pub fn number(&self, name: &str) -> Result<f64, Refusal> {
        self.required(name, |value| Some(value.number()).filter(|number| !number.is_nan()))
    }

    /// A word.
    ///
    /// # Errors
    /// Where it is refused, or nothing is said.
    pub fn word(&self, name: &str) -> Result<&str, Refusal> {
        let (parameter, _) = self.found(name)?;
        match self.checked(name)? {
            Some(Value::Text(word)) => Ok(word),
            Some(other) => Err(wrong_type(parameter, other)),
            None => Err(Refusal::Missing { parameter: parameter.name, what: parameter.summary }),
        }
    }

    /// What a word stands for; `all` has what each of the words in the range stands for.
    ///
    /// # Errors
    /// Where it is refused, or nothing is said.
    pub fn choice<T: Copy>(&self, name: &str, all: &[(&'static str, T)]) -> Result<T, Refusal> {
        let (parameter, _) = self.found(name)?;
        let word = self.word(name)?;
        let chosen = all.iter().find(|(known, _)| *known == word);
        chosen.map(|(_, value)| *value).ok_or_else(|| Refusal::UnknownWord {
            parameter: parameter.name,
            found: word.to_owned(),
            known: all.iter().map(|(known, _)| *known).collect(),
        })
    }

    /// A list of texts.
    ///
    /// # Errors
    /// Where it is refused, or nothing is said.
    pub fn texts(&self, name: &str) -> Result<&[String], Refusal> {
        let (parameter, _) = self.found(name)?;
        match self.checked(name)? {
            Some(Value::Texts(texts)) => Ok(texts),
            Some(other) => Err(wrong_type(parameter, other)),
            None => Err(Refusal::Missing { parameter: parameter.name, what: parameter.summary }),
        }
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Switch(true)))
    }

    /// The name of a column, where one was said.
    pub fn column(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Value::Text(column)) => Some(column),
            _ => None,
        }
    }

    /// What a job file says of them: all but what nothing was said of, and switches that are off.
    pub fn written(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let all = self.card.parameters.iter().zip(self.values());
        let said = all.filter_map(|(parameter, value)| Some((parameter.name, value?)));
        said.filter(|(_, value)| **value != Value::Switch(false))
    }
}

/// The least number but 0. Nearer ones have more decimal places than are reckoned with, and nobody
/// means them.
const LEAST: f64 = 1e-18;

fn check(parameter: &'static Parameter, value: &Value) -> Result<(), Refusal> {
    if parameter.range.contains(value) {
        let number = value.number();
        // What has a rule of its own is told that.
        let is_tiny = number != 0.0 && number.abs() < LEAST && parameter.rule.is_none();
        let expected = format!("0, or at least {LEAST:e} away from it");
        let tiny = || Refusal::WrongType { parameter: parameter.name, found: value.to_string(), expected };
        return if is_tiny { Err(tiny()) } else { Ok(()) };
    }
    Err(match (&parameter.range, value) {
        (Range::Words(words), Value::Text(found)) => Refusal::UnknownWord {
            parameter: parameter.name,
            found: found.clone().into_owned(),
            known: words.to_vec(),
        },
        (Range::Whole(..), Value::Whole(_))
        | (Range::Number(..) | Range::Above(..) | Range::AboveOr(..), Value::Whole(_) | Value::Number(_)) => {
            Refusal::OutOfRange {
                parameter: parameter.name,
                found: value.number(),
                expected: match parameter.rule {
                    Some(rule) => rule.into(),
                    None => parameter.range.to_string().into(),
                },
            }
        }
        _ => wrong_type(parameter, value),
    })
}

fn wrong_type(parameter: &'static Parameter, value: &Value) -> Refusal {
    let (found, expected) = (value.to_string(), parameter.range.to_string());
    Refusal::WrongType { parameter: parameter.name, found, expected }
}

/// Of the same thing and with the same values.
impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.card.name == other.card.name && self.values().eq(other.values())
    }
}

/// `l-diversity { l = 3, kind = "distinct" }`
impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written: Vec<String> = self.written().map(|(name, value)| format!("{name} = {value}")).collect();
        write!(f, "{} {{ {} }}", self.card.name, written.join(", "))
    }
}

/// As in a job file: the value of the only parameter, or a table.
impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let (true, Some(Some(value))) = (self.card.is_bare(), self.values().next()) {
            return value.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(self.written().count()))?;
        self.written().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}
