//! The parameters of a search algorithm, as the job file gives them.

use super::SolveError;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Reads parameters one by one and refuses what nobody asked for.
///
/// ```text
/// let mut parameters = Parameters::of(settings);
/// let population = parameters.whole("population", 100, 2..=100_000)?;
/// let crossover = parameters.number("crossover", 0.9, 0.0..=1.0)?;
/// parameters.finish()?;
/// ```
pub struct Parameters<'a> {
    algorithm: &'a str,
    given: &'a toml::Table,
    known: Vec<&'static str>,
}

impl<'a> Parameters<'a> {
    /// The parameters given for an algorithm.
    pub fn of(algorithm: &'a str, given: &'a toml::Table) -> Self {
        Self { algorithm, given, known: Vec::new() }
    }

    /// A whole number, or `default` when it is not given.
    pub fn whole(
        &mut self,
        key: &'static str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Result<u64, SolveError> {
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        match self.take(key) {
            None => Ok(default),
            Some(toml::Value::Integer(value)) => u64::try_from(*value)
                .ok()
                .filter(|value| range.contains(value))
                .ok_or_else(|| self.refusal(key, value, expected())),
            Some(value) => Err(self.refusal(key, value, expected())),
        }
    }

    /// A number, or `default` when it is not given.
    pub fn number(
        &mut self,
        key: &'static str,
        default: f64,
        range: RangeInclusive<f64>,
    ) -> Result<f64, SolveError> {
        let found = match self.take(key) {
            None => return Ok(default),
            Some(toml::Value::Integer(value)) => Some(*value as f64),
            Some(toml::Value::Float(value)) => Some(*value),
            Some(_) => None,
        };
        found.filter(|value| range.contains(value)).ok_or_else(|| {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            self.refusal(key, &self.given[key], expected)
        })
    }

    /// One of some words, or `default` when it is not given.
    pub fn word(
        &mut self,
        key: &'static str,
        default: &'static str,
        words: &[&'static str],
    ) -> Result<&'static str, SolveError> {
        let Some(value) = self.take(key) else { return Ok(default) };
        let found = value.as_str().and_then(|given| words.iter().find(|&&word| word == given));
        found.copied().ok_or_else(|| self.refusal(key, value, format!("one of {}", words.join(", "))))
    }

    /// `true` or `false`, or `default` when it is not given.
    pub fn switch(&mut self, key: &'static str, default: bool) -> Result<bool, SolveError> {
        match self.take(key) {
            None => Ok(default),
            Some(toml::Value::Boolean(value)) => Ok(*value),
            Some(value) => Err(self.refusal(key, value, "true or false".into())),
        }
    }

    /// Refuses every key that was not asked for.
    pub fn finish(self) -> Result<(), SolveError> {
        match self.given.keys().find(|key| !self.known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(SolveError::UnknownParameter {
                algorithm: self.algorithm.into(),
                parameter: key.clone(),
                known: self.known,
            }),
        }
    }

    fn take(&mut self, key: &'static str) -> Option<&'a toml::Value> {
        self.known.push(key);
        self.given.get(key)
    }

    fn refusal(&self, key: &'static str, found: impl Display, expected: String) -> SolveError {
        SolveError::ParameterOutOfRange {
            algorithm: self.algorithm.into(),
            parameter: key,
            found: found.to_string(),
            expected,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_given_and_refuses_the_rest() {
        let given: toml::Table = "population = 30\nmutation = 1\nplane = 4".parse().unwrap();
        let mut parameters = Parameters::of("kgen", &given);
        assert_eq!(parameters.whole("population", 100, 2..=1000).unwrap(), 30);
        assert_eq!(parameters.number("mutation", 0.2, 0.0..=1.0).unwrap(), 1.0);
        assert_eq!(parameters.number("crossover", 0.9, 0.0..=1.0).unwrap(), 0.9);
        let message = parameters.whole("plane", 1, 1..=3).unwrap_err().to_string();
        assert_eq!(message, "search.kgen.plane is 4 where a whole number from 1 to 3 is expected");
        let mut parameters = Parameters::of("kgen", &given);
        parameters.whole("population", 100, 2..=1000).unwrap();
        parameters.number("mutation", 0.2, 0.0..=1.0).unwrap();
        let message = parameters.finish().unwrap_err().to_string();
        assert_eq!(message, "search.kgen has no parameter \"plane\"; it has population, mutation");
        let none = toml::Table::new();
        assert_eq!(
            Parameters::of("optimal", &given).finish().unwrap_err().to_string(),
            "search.optimal has no parameter \"mutation\"; it has none"
        );
        assert!(Parameters::of("optimal", &none).finish().is_ok());
    }
}
