//! What is promised: models as their cards tell them, whom they count, what may be suppressed, what
//! is optimized.

use super::field::Field;
use super::path;
use crate::session::Session;
use incog::card::{Card, Parameter, ParameterDefault, Range, Value};
use incog::catalogue;
use incog::job::{JobFile, ObjectiveFile, Suppression};
use incog::privacy::MODELS;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// The highest value of a slider whose parameter has no end.
const FAR: i64 = 50;

#[derive(Serialize)]
pub struct Promise {
    models: Vec<Model>,
    asked: usize,
    unit: Unit,
    limit: Field,
    objective: String,
    metrics: Vec<(&'static str, &'static str)>,
    recoding: String,
    shown_as: String,
}

#[derive(Serialize)]
struct Unit {
    said: String,
    people: Vec<String>,
}

#[derive(Serialize)]
struct Model {
    name: &'static str,
    summary: &'static str,
    caveat: Option<&'static str>,
    reference: &'static str,
    path: String,
    /// The parameters with which it is switched on, as JSON.
    first: String,
    needs: Option<&'static str>,
    /// Its parameters for each time that it is asked for.
    asked: Vec<Vec<Field>>,
}

pub fn part(session: &Session) -> Promise {
    let job = session.state().job.clone();
    let columns = |roles: &[&str]| -> Vec<String> {
        let is_one = |role: &Option<String>| role.as_deref().is_some_and(|role| roles.contains(&role));
        let columns = job.columns.iter().filter(|(_, column)| is_one(&column.role));
        columns.map(|(name, _)| name.clone()).collect()
    };
    let (sensitive, providers) = (columns(&["sensitive"]), columns(&["provider"]));
    let privacy = serde_json::to_value(&job.privacy).unwrap_or_default();
    let model = |entry: &'static incog::privacy::ModelEntry| {
        let needs = match (
            entry.needs.sensitive && sensitive.is_empty(),
            entry.needs.provider && providers.is_empty(),
            entry.needs.drawn,
        ) {
            (true, ..) => Some("needs a column with the role sensitive"),
            (_, true, _) => Some("needs a column with the role provider"),
            (.., true) => Some("draws records; only incog anonymize does that, from a job file"),
            _ => None,
        };
        asked_model(entry, &privacy, &sensitive, needs)
    };
    let models: Vec<Model> = MODELS.iter().map(|entry| model(entry)).collect();
    Promise {
        asked: models.iter().filter(|model| !model.asked.is_empty()).count(),
        models,
        unit: Unit {
            said: job.privacy.unit.clone().unwrap_or_default(),
            people: columns(&["person", "household"]),
        },
        limit: limit(&job),
        objective: objective(&job),
        metrics: catalogue::metrics().map(|card| (card.name, card.summary)).collect(),
        recoding: recoding(&job),
        shown_as: job.suppression.shown_as.clone().unwrap_or_else(|| "drop".to_owned()),
    }
}

fn recoding(job: &JobFile) -> String {
    let said = toml::Table::try_from(&job.recoding)
        .ok()
        .and_then(|said| Some(said.get("kind")?.as_str()?.to_owned()));
    said.unwrap_or_else(|| "global".to_owned())
}

fn objective(job: &JobFile) -> String {
    match &job.utility.objective {
        None => "gen-loss".to_owned(),
        Some(ObjectiveFile::Name(name)) => name.clone(),
        Some(table) => {
            let said = serde_json::to_value(table).unwrap_or_default();
            said.get("metric").and_then(Json::as_str).unwrap_or_default().to_owned()
        }
    }
}

fn limit(job: &JobFile) -> Field {
    Field {
        id: "limit".to_owned(),
        label: "Records that may be suppressed",
        note: "share of all records".to_owned(),
        path: path(&[json!("suppression"), json!("limit")]),
        kind: "number",
        value: job.suppression.limit.unwrap_or(Suppression::DEFAULT_LIMIT).to_string(),
        low: "0".to_owned(),
        high: "1".to_owned(),
        step: "0.01",
        optional: true,
        words: Vec::new(),
    }
}

fn asked_model(
    entry: &'static incog::privacy::ModelEntry,
    privacy: &Json,
    sensitive: &[String],
    needs: Option<&'static str>,
) -> Model {
    let card = &entry.card;
    let here = [json!("privacy"), json!(card.name)];
    let asked = match privacy.get(card.name) {
        None => Vec::new(),
        Some(Json::Array(list)) => (0..list.len())
            .map(|place| fields(card, &list[place], &[&here[..], &[json!(place)]].concat(), sensitive))
            .collect(),
        Some(said) => vec![fields(card, said, &here, sensitive)],
    };
    Model {
        name: card.name,
        summary: card.summary,
        caveat: card.caveat,
        reference: card.reference,
        path: path(&here),
        first: first(card, sensitive).to_string(),
        needs,
        asked,
    }
}

/// The controls of what is said of a model once.
fn fields(card: &'static Card, said: &Json, at: &[Json], sensitive: &[String]) -> Vec<Field> {
    let one = |parameter: &Parameter| {
        let (value, steps) = match said {
            Json::Object(keys) => (keys.get(parameter.name), [at, &[json!(parameter.name)]].concat()),
            // The value of the only parameter, or of the first.
            value => (Some(value), at.to_vec()),
        };
        field(card, parameter, value, &steps, sensitive)
    };
    let shown =
        if said.is_object() { card.parameters } else { &card.parameters[..1.min(card.parameters.len())] };
    shown.iter().map(one).collect()
}

fn field(
    card: &Card,
    parameter: &Parameter,
    value: Option<&Json>,
    steps: &[Json],
    sensitive: &[String],
) -> Field {
    let unsaid = parameter.default.value().map(Value::to_string).unwrap_or_default();
    let value = match value {
        Some(Json::String(word)) => word.clone(),
        // One a line.
        Some(Json::Array(texts)) => texts.iter().filter_map(Json::as_str).collect::<Vec<_>>().join("\n"),
        Some(Json::Null) | None => unsaid.trim_matches('"').to_owned(),
        Some(other) => other.as_f64().map_or_else(|| other.to_string(), |number| number.to_string()),
    };
    let (kind, low, high, step) = match parameter.range {
        Range::Whole(low, high) => {
            let far = value.parse::<i64>().map_or(FAR, |value| FAR.max(value.saturating_mul(2)));
            ("whole", low.to_string(), high.min(far).to_string(), "1")
        }
        Range::Number(low, high) | Range::Above(low, high) => {
            let high = if high.is_finite() { high } else { 10.0 };
            ("number", low.to_string(), high.to_string(), "0.01")
        }
        Range::Switch => ("switch", String::new(), String::new(), ""),
        Range::AboveOr(..) => ("text", String::new(), String::new(), ""),
        Range::Words(_) | Range::Column => ("word", String::new(), String::new(), ""),
        Range::Text => ("text", String::new(), String::new(), ""),
        Range::Texts => ("texts", String::new(), String::new(), ""),
    };
    let one_a_line = if parameter.range == Range::Texts { ", one a line" } else { "" };
    let words = match parameter.range {
        Range::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
        Range::Column => std::iter::once(String::new()).chain(sensitive.iter().cloned()).collect(),
        _ => Vec::new(),
    };
    let places = steps.iter().map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned));
    let id = places.collect::<Vec<_>>().join("-").replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    Field {
        id: format!("{id}-{}-{}", card.name, parameter.name),
        label: parameter.name,
        note: format!("{}; {}{one_a_line}", parameter.summary, parameter.range),
        path: path(steps),
        kind,
        value,
        low,
        high,
        step,
        optional: parameter.default != ParameterDefault::Required,
        words,
    }
}

/// The parameters with which a model is switched on: the required ones, each at a value to begin
/// with.
fn first(card: &Card, sensitive: &[String]) -> Json {
    let begin = |parameter: &Parameter| match parameter.range {
        Range::Whole(low, high) if parameter.name == "k" => json!(5.clamp(low, high)),
        Range::Whole(low, high) => json!(2.clamp(low, high)),
        Range::Number(low, high) | Range::Above(low, high) if high.is_finite() => {
            json!(low.max(0.0) + 0.2 * (high - low.max(0.0)))
        }
        Range::Number(low, _) | Range::Above(low, _) => json!(low + 1.0),
        Range::AboveOr(_, _, word) => json!(word),
        Range::Words(words) => json!(words.first()),
        Range::Column => json!(sensitive.first()),
        Range::Switch => json!(false),
        Range::Text => json!(""),
        Range::Texts => json!([]),
    };
    if card.is_bare() {
        return card.parameters.first().map_or(json!(true), begin);
    }
    let is_needed = |parameter: &&Parameter| parameter.default == ParameterDefault::Required;
    let needed = card.parameters.iter().filter(is_needed);
    Json::Object(needed.map(|parameter| (parameter.name.to_owned(), begin(parameter))).collect())
}
