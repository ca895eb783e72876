//! What is varied: a key of the job, and the values it takes.

use super::ExploreError;
use super::delays::{DELAYS, MAX_DELAY};
use crate::job::{Job, JobFile};
use incog_io::JobTextProblem;
use serde::Serialize;
use toml::{Table, Value};

/// Most values of a range.
const MOST_VALUES: i64 = 10_000;

/// A key of a job and the values it takes one after the other.
///
/// ```
/// use incog::explore::Axis;
/// let axis: Axis = "privacy.k-anonymity=2,3,5..7".parse()?;
/// assert_eq!(axis.key, "privacy.k-anonymity");
/// assert_eq!(axis.values, [2, 3, 5, 6, 7].map(toml::Value::Integer));
/// # Ok::<(), incog::explore::ExploreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Axis {
    /// The key with the tables it is in, such as `privacy.t-closeness.t`.
    pub key: String,
    /// Its values, in the order of the points.
    pub values: Vec<Value>,
}

/// Reads `KEY=VALUES`: values as in a job, with commas between them; `2..5` are 2, 3, 4 and 5; what
/// TOML does not know is a word.
impl std::str::FromStr for Axis {
    type Err = ExploreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let not_an_axis = || ExploreError::NotAnAxis { found: text.to_owned() };
        let (key, values) = text.split_once('=').ok_or_else(not_an_axis)?;
        let (key, values) = (key.trim(), values.trim());
        if key.is_empty() || values.is_empty() {
            return Err(not_an_axis());
        }
        Self::new(key, values)
    }
}

impl Axis {
    /// The axis of a key with values as a text.
    ///
    /// # Errors
    /// When a range goes down or has more than 10,000 values, or a value is written twice.
    pub fn new(key: &str, values: &str) -> Result<Self, ExploreError> {
        let each = parts(values).into_iter().map(|text| several(key, text.trim()));
        Self::with_values(key, each.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// The axis of a key with these values.
    ///
    /// # Errors
    /// When there is none, or one stands there twice.
    pub fn with_values(key: &str, values: Vec<Value>) -> Result<Self, ExploreError> {
        if values.is_empty() {
            return Err(ExploreError::NoValues { key: key.to_owned() });
        }
        let repeated = values.iter().enumerate().find(|(place, value)| values[..*place].contains(value));
        if let Some((_, value)) = repeated {
            return Err(ExploreError::Repeated { key: key.to_owned(), value: shown(value) });
        }
        Ok(Self { key: key.to_owned(), values })
    }
}

/// The parts of a text between commas, but for those within braces, brackets and quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut is_quoted) = (Vec::new(), 0, 0_usize, false);
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '{' | '[' if !is_quoted => depth += 1,
            '}' | ']' if !is_quoted => depth = depth.saturating_sub(1),
            ',' if !is_quoted && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The kinds of recoding as an axis: of a local one what the job says of it, if it is about that.
///
/// # Errors
/// As [`Axis::new`].
pub fn kinds(job: &Job, kinds: &str) -> Result<Axis, ExploreError> {
    Ok(as_said(job, Axis::new(RECODING, kinds)?))
}

/// The table of the job that says how records are generalized.
const RECODING: &str = "recoding";

/// A kind of recoding with what the job says of it, if it is about that; what says more than a kind
/// is left as it is.
fn as_said(job: &Job, mut axis: Axis) -> Axis {
    let said = Table::try_from(job.to_file("")).ok().and_then(|mut job| job.remove(RECODING));
    for value in axis.values.iter_mut().filter(|value| !value.is_table()) {
        let as_said = said.as_ref().filter(|said| said.get("kind") == Some(value));
        let alone = Table::from_iter([("kind".to_owned(), value.clone())]);
        *value = as_said.cloned().unwrap_or(Value::Table(alone));
    }
    axis
}

/// Short names of keys that can be varied.
pub const NAMED: [&str; 5] = ["k", "l", "t", "suppression", RECODING];

/// The axis of one of [`NAMED`]; any other name is a key of the job.
///
/// # Errors
/// As [`Axis::with_values`].
pub fn named(job: &Job, name: &str, values: Vec<Value>) -> Result<Axis, ExploreError> {
    let key = match name {
        "k" => key_of(job, "k-anonymity", "k"),
        "l" => key_of(job, "l-diversity", "l"),
        "t" => key_of(job, "t-closeness", "t"),
        "suppression" => "suppression.limit".to_owned(),
        key => key.to_owned(),
    };
    let axis = Axis::with_values(&key, values)?;
    Ok(if key == RECODING { as_said(job, axis) } else { axis })
}

/// The values of k where nobody says what is to vary.
pub const UNSAID: std::ops::RangeInclusive<i64> = 2..=20;

/// What is varied of a table in a file where nobody says it: how long newcomers of a series wait,
/// or k-anonymity.
pub fn default_axis(job: &Job) -> Axis {
    if job.terms.ledger().is_none() {
        return unsaid(job);
    }
    Axis { key: MAX_DELAY.to_owned(), values: DELAYS.map(Value::Integer).to_vec() }
}

/// What is varied where nobody says it: k-anonymity.
pub fn unsaid(job: &Job) -> Axis {
    Axis { key: key_of(job, "k-anonymity", "k"), values: UNSAID.map(Value::Integer).collect() }
}

/// A value, or those of a range.
fn several(key: &str, text: &str) -> Result<Vec<Value>, ExploreError> {
    let range = text.split_once("..").and_then(|(first, last)| {
        Some((first.trim().parse::<i64>().ok()?, last.trim().parse::<i64>().ok()?))
    });
    match range {
        Some((first, last)) if first > last || last.saturating_sub(first) >= MOST_VALUES => {
            Err(ExploreError::Range { key: key.to_owned(), found: text.to_owned(), most: MOST_VALUES })
        }
        Some((first, last)) => Ok((first..=last).map(Value::Integer).collect()),
        None => Ok(vec![one(text)]),
    }
}

/// A value as in a job; a word needs no quotes.
fn one(text: &str) -> Value {
    let read: Result<Table, _> = toml::from_str(&format!("value = {text}"));
    let value = read.ok().filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    value.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// A value as it is shown: words without quotes, of a table its kind.
pub fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Table(table) => table.get("kind").map_or_else(|| value.to_string(), shown),
        other => other.to_string(),
    }
}

/// The key of a parameter of a model in a job: that of the model, unless the job says more of it.
pub fn key_of(job: &Job, model: &str, parameter: &str) -> String {
    let key = format!("privacy.{model}");
    let said = Table::try_from(job.to_file("")).ok().and_then(|job| job.get("privacy")?.get(model).cloned());
    if said.is_some_and(|said| said.is_table()) { format!("{key}.{parameter}") } else { key }
}

/// A job with one key at another value.
pub(super) fn with(file: &JobFile, key: &str, value: &Value) -> Result<JobFile, ExploreError> {
    let refused = |why: String| ExploreError::Refused { setting: format!("{key} = {}", shown(value)), why };
    let mut job = Table::try_from(file).map_err(|error| refused(error.to_string()))?;
    put(&mut job, key, value).map_err(&refused)?;
    let told = |error: toml::de::Error| JobTextProblem::of_serde(error.message()).to_string();
    job.try_into().map_err(|error| refused(told(error)))
}

/// Puts a value in the place of a dotted key. Names of columns may contain dots, so the longest
/// name that is there counts.
fn put(table: &mut Table, key: &str, value: &Value) -> Result<(), String> {
    let splits = key.match_indices('.').map(|(at, _)| (&key[..at], &key[at + 1..]));
    let known = splits.clone().rfind(|(name, _)| table.contains_key(*name));
    if table.contains_key(key) || (known.is_none() && !key.contains('.')) {
        return replace(table, key, value);
    }
    let (name, rest) = known.or_else(|| splits.clone().next()).unwrap_or((key, ""));
    match table.entry(name).or_insert_with(|| Value::Table(Table::new())) {
        Value::Table(inner) => put(inner, rest, value),
        other => Err(format!("the job has {name} = {other}, which has no {rest}")),
    }
}

/// Replaces a value by one of its kind: a table of parameters by a number would lose the others.
fn replace(table: &mut Table, name: &str, value: &Value) -> Result<(), String> {
    match table.get(name) {
        Some(Value::Table(inner)) if !value.is_table() => {
            let parts: Vec<String> = inner.keys().map(|part| format!("{name}.{part}")).collect();
            let parts = parts.join(", ");
            Err(format!("the job has several parameters of {name}; name the one to vary: {parts}"))
        }
        Some(Value::Array(_)) if !value.is_array() => {
            Err(format!("the job has a list for {name}, which cannot be replaced by one value"))
        }
        _ => {
            table.insert(name.to_owned(), value.clone());
            Ok(())
        }
    }
}
