//! What help says of names, from the cards.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use incog::catalogue::{self, Card, ParameterDefault, Range};
use std::ffi::OsStr;

/// Takes any text; help and completions list the names on these cards, without those that only
/// papers need. Which names are refused, and
/// in what words, is for the library to say.
#[derive(Clone)]
pub struct KnownNames<F>(pub F);

impl<F, I> TypedValueParser for KnownNames<F>
where
    F: Fn() -> I + Clone + Send + Sync + 'static,
    I: Iterator<Item = &'static Card> + 'static,
{
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let shown = (self.0)().filter(|card| card.is_for_product());
        Some(Box::new(shown.map(|card| PossibleValue::new(card.name))))
    }
}

/// What a flag stands for that is named after a parameter of a model: the model, the parameter, and
/// the kind that is taken when nothing is said.
pub fn of_model(model: &str, flag: &str) -> String {
    let Some(card) = catalogue::models().find(|card| card.name == model) else { return String::new() };
    let meaning = card.parameter(flag).map_or("", |parameter| parameter.summary);
    let defaults: Vec<String> = card
        .parameters
        .iter()
        .filter_map(|parameter| match (parameter.range, &parameter.default) {
            (Range::Words(_), ParameterDefault::Value(value)) => Some(format!("{} {value}", parameter.name)),
            _ => None,
        })
        .collect();
    match defaults.is_empty() {
        true => format!("{model}: {meaning}"),
        false => format!("{model}: {meaning} ({})", defaults.join(", ")),
    }
}
