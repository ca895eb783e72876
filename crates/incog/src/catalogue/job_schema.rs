//! JSON schemas of the job files, for editors: what is configurable of models, treatments, metrics
//! and searches comes from the cards.

use super::{
    Card, Parameter, Range, algorithms, local_algorithms, metrics, microaggregation_methods, models,
    trajectory_algorithms, treatments,
};
use incog_data::DateUnit;
use incog_disclosure::job::RECODING_KINDS;
use incog_request::LocalEffort;
use serde_json::{Map, Value, json};

/// The schema of a job file, as JSON Schema of draft 7, which editors of TOML read.
///
/// ```
/// use incog::catalogue::{JobSchema, job_schema};
/// let schema = job_schema(JobSchema::Table);
/// let k = &schema["definitions"]["privacy"]["properties"]["k-anonymity"];
/// assert_eq!((&k["type"], &k["minimum"]), (&"integer".into(), &1.into()));
/// ```
pub fn job_schema(of: JobSchema) -> Value {
    let template = match of {
        JobSchema::Table => include_str!("schemas/table.json"),
        JobSchema::Trajectories => include_str!("schemas/trajectories.json"),
        JobSchema::Flows => include_str!("schemas/flows.json"),
    };
    // A test reads all three.
    let mut schema = serde_json::from_str(template).unwrap_or_default();
    match of {
        JobSchema::Table => fill_table(&mut schema),
        JobSchema::Trajectories => {
            let names = names(trajectory_algorithms());
            set(&mut schema, "/properties/search/properties/algorithm/enum", names);
        }
        JobSchema::Flows => {}
    }
    schema
}

/// The kinds of job files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobSchema {
    /// Job of `incog anonymize`.
    Table,
    /// Job of `incog trajectories`.
    Trajectories,
    /// Job of `incog flows`.
    Flows,
}

fn fill_table(schema: &mut Value) {
    let searches = || algorithms().chain(local_algorithms()).chain(microaggregation_methods());
    let efforts: Vec<&str> = LocalEffort::ALL.iter().map(|(name, _)| *name).collect();
    let units: Vec<&str> = DateUnit::ALL.iter().map(|unit| unit.name()).collect();
    let metric_names = names(metrics());
    for (place, words) in [
        ("/definitions/recoding/properties/kind/enum", json!(RECODING_KINDS)),
        ("/definitions/recoding/properties/effort/enum", json!(efforts)),
        ("/definitions/hierarchy/properties/date/items/enum", json!(units)),
        ("/definitions/utility/properties/objective/oneOf/0/enum", metric_names.clone()),
        ("/definitions/objective/properties/metric/enum", metric_names),
        ("/definitions/search/properties/algorithm/enum", names(searches())),
    ] {
        set(schema, place, words);
    }
    add(schema, "/definitions/privacy/properties", models().map(|card| (card.name, model(card))));
    add(schema, "/definitions/objective/properties", metrics().flat_map(parameters));
    add(schema, "/definitions/treatment/properties", treatments().flat_map(parameters));
    add(schema, "/definitions/search/properties", searches().map(|card| (card.name, settings(card))));
}

fn set(schema: &mut Value, place: &str, value: Value) {
    if let Some(found) = schema.pointer_mut(place) {
        *found = value;
    }
}

fn add(schema: &mut Value, place: &str, all: impl Iterator<Item = (&'static str, Value)>) {
    if let Some(properties) = schema.pointer_mut(place).and_then(Value::as_object_mut) {
        for (name, value) in all {
            properties.entry(name).or_insert(value);
        }
    }
}

fn names(cards: impl Iterator<Item = &'static Card>) -> Value {
    let mut names: Vec<&str> = cards.map(|card| card.name).collect();
    names.dedup();
    json!(names)
}

/// What stands behind the name of a model: the value of its only parameter; or a table, the value
/// of the first parameter alone, or a list of them.
fn model(card: &'static Card) -> Value {
    if let [only] = card.parameters {
        return with(of_range(&only.range), card.summary);
    }
    let first = card.parameters.first().map(|first| of_range(&first.range));
    let one: Vec<Value> = first.into_iter().chain([settings(card)]).collect();
    let many = json!({ "type": "array", "items": { "oneOf": one } });
    let all: Vec<Value> = one.into_iter().chain([many]).collect();
    with(json!({ "oneOf": all }), card.summary)
}

/// A table of the parameters.
fn settings(card: &'static Card) -> Value {
    let properties: Map<String, Value> =
        parameters(card).map(|(name, value)| (name.to_owned(), value)).collect();
    let table = json!({ "type": "object", "additionalProperties": false, "properties": properties });
    with(table, card.summary)
}

fn parameters(card: &'static Card) -> impl Iterator<Item = (&'static str, Value)> {
    fn one(parameter: &'static Parameter) -> (&'static str, Value) {
        (parameter.name, with(of_range(&parameter.range), parameter.summary))
    }
    card.parameters.iter().map(one)
}

fn with(mut schema: Value, description: &str) -> Value {
    if let Some(object) = schema.as_object_mut() {
        object.insert("description".to_owned(), description.into());
    }
    schema
}

fn of_range(range: &Range) -> Value {
    match *range {
        Range::Whole(low, i64::MAX) => json!({ "type": "integer", "minimum": low }),
        Range::Whole(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Range::Number(low, high) => upper(json!({ "type": "number", "minimum": low }), high),
        Range::Above(low, high) => upper(json!({ "type": "number", "exclusiveMinimum": low }), high),
        Range::AboveOr(low, high, word) => {
            json!({ "oneOf": [of_range(&Range::Above(low, high)), { "enum": [word] }] })
        }
        Range::Words(words) => json!({ "enum": words }),
        Range::Switch => json!({ "type": "boolean" }),
        Range::Column | Range::Text => json!({ "type": "string" }),
        Range::Texts => json!({ "type": "array", "items": { "type": "string" } }),
    }
}

/// JSON has no infinite numbers.
fn upper(mut schema: Value, high: f64) -> Value {
    if high.is_finite() {
        schema["maximum"] = high.into();
    }
    schema
}
