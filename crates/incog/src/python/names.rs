//! `_names.py`: what there is by name, with the types of parameters.

use super::text::{literal, range_and_default, type_of};
use crate::catalogue::{
    Card, Parameter, algorithms, attacks, local_algorithms, metrics, microaggregation_methods, models,
    trajectory_algorithms, treatments,
};
use crate::job::{KeepColumns, RECODING_KINDS, ReleaseOrder, SuppressedAs, UnknownValues, presets};
use incog_card::ParameterDefault;
use incog_data::{Aggregate, Publish};
use incog_privacy::{MissingAs, Role};
use std::collections::BTreeMap;

const HEAD: &str = "\
\"\"\"What there is by name, as the cards say it: written by `cargo run -p incog --example python-names`.\"\"\"

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Required
";

/// The text of the file.
pub fn types() -> String {
    let searches = algorithms().chain(local_algorithms()).chain(microaggregation_methods());
    let parts = [
        ("ModelName", names("ModelName", models())),
        ("MetricName", names("MetricName", metrics())),
        ("AlgorithmName", names("AlgorithmName", once_each(searches))),
        ("TrajectoryAlgorithmName", names("TrajectoryAlgorithmName", trajectory_algorithms())),
        ("AttackName", names("AttackName", attacks())),
        ("PublishName", words("PublishName", Publish::ALL.map(Publish::name))),
        ("Treatment", treatment()),
        ("SuppressedName", words("SuppressedName", SuppressedAs::ALL.map(|(name, _)| name))),
        ("OrderName", words("OrderName", ReleaseOrder::ALL.map(|(name, _)| name))),
        ("RecodingName", words("RecodingName", RECODING_KINDS)),
        ("KeepColumnsName", words("KeepColumnsName", KeepColumns::ALL.map(|(name, _)| name))),
        ("PresetName", words("PresetName", presets().iter().map(|preset| preset.name.as_str()))),
        ("UnknownName", words("UnknownName", UnknownValues::ALL.map(|(name, _)| name))),
        ("ColumnKeys", column_keys()),
        ("ModelParameters", model_parameters()),
        ("SearchParameters", search_parameters()),
    ];
    let mut exported = parts.each_ref().map(|(name, _)| format!("    \"{name}\",\n"));
    exported.sort();
    let types: String = parts.iter().map(|(_, part)| format!("\n{part}")).collect();
    format!("{HEAD}\n__all__ = [\n{}]\n{types}", exported.concat())
}

/// Of several cards of a name the first.
fn once_each(cards: impl Iterator<Item = &'static Card>) -> impl Iterator<Item = &'static Card> {
    let mut seen = Vec::new();
    cards.filter(move |card| {
        let is_new = !seen.contains(&card.name);
        seen.push(card.name);
        is_new
    })
}

/// A type with a line for each name that is not for papers alone.
fn names(of: &str, cards: impl Iterator<Item = &'static Card>) -> String {
    let line = |card: &'static Card| {
        let summary = card.summary.split(';').next().unwrap_or_default();
        format!("    \"{}\",  # {summary}\n", card.name)
    };
    let shown = cards.filter(|card| card.is_for_product());
    let lines: String = shown.map(line).collect();
    format!("{of} = Literal[\n{}]\n", lines)
}

fn words(of: &str, words: impl IntoIterator<Item = &'static str>) -> String {
    format!("{of} = {}\n", literal(words))
}

/// What a job file says about a column.
fn column_keys() -> String {
    let (roles, missing) = (Role::ALL.map(|(name, _)| name), MissingAs::ALL.map(|(name, _)| name));
    format!(
        "\nclass ColumnKeys(TypedDict, total=False):\n    \"\"\"What a job file says about a column.\"\"\"\n\n    role: {}\n    \
         hierarchy: Any\n    min_level: int\n    max_level: int\n    weight: float\n    missing: {}\n    publish: \
         Union[PublishName, {}, Treatment]  # a form, an aggregate, or a treatment\n",
        literal(roles),
        literal(missing),
        literal(Aggregate::ALL.map(Aggregate::name))
    )
}

/// What a column may become, by the parameters of each treatment.
fn treatment() -> String {
    let class = |card: &Card| format!("Publish{}", class_name(card.name));
    let tables: String = treatments().map(|card| format!("{}\n\n", table(&class(card), card))).collect();
    let kinds: Vec<String> = treatments().map(class).collect();
    format!("\n{tables}Treatment = Union[{}]\n", kinds.join(", "))
}

/// What `models` takes for each model.
fn model_parameters() -> String {
    let tables: String = models()
        .filter(|card| !card.is_bare())
        .map(|card| format!("{}\n\n", table(&class_name(card.name), card)))
        .collect();
    let key = |card: &'static Card| format!("        \"{}\": \"{}\",\n", card.name, asked(card));
    let keys: String = models().map(key).collect();
    format!(
        "\n{tables}ModelParameters = TypedDict(\n    \"ModelParameters\",\n    {{\n{keys}    }},\n    total=False,\n)\n"
    )
}

/// The value of its only parameter; or a table, the value of the first alone, or a list of those.
fn asked(card: &Card) -> String {
    match card.parameters {
        [only] => type_of(only.range),
        parameters => {
            let first = parameters.first().map_or_else(|| "bool".to_owned(), |first| type_of(first.range));
            let table = class_name(card.name);
            format!("Union[{first}, {table}, Sequence[Union[{first}, {table}]]]").replace('"', "'")
        }
    }
}

/// The class of a table of parameters.
fn table(class: &str, card: &Card) -> String {
    let keys: String = card.parameters.iter().map(typed_key).collect();
    let summary = card.summary.split(';').next().unwrap_or_default();
    let summary: String =
        summary.chars().take(1).flat_map(char::to_uppercase).chain(summary.chars().skip(1)).collect();
    format!("class {class}(TypedDict, total=False):\n    \"\"\"{summary}.\"\"\"\n\n{keys}")
}

fn typed_key(parameter: &Parameter) -> String {
    let kind = type_of(parameter.range);
    let kind =
        if parameter.default == ParameterDefault::Required { format!("Required[{kind}]") } else { kind };
    format!("    {}: {kind}  # {}{}\n", parameter.name, parameter.summary, range_and_default(parameter))
}

/// `l-diversity`: `LDiversity`
fn class_name(name: &str) -> String {
    let capital = |word: &str| {
        word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>()
    };
    name.split('-').map(capital).collect()
}

/// What `parameters` takes: those of all searches, as each refuses what is not its own.
fn search_parameters() -> String {
    let mut known: BTreeMap<&str, (Vec<String>, Vec<&str>)> = BTreeMap::new();
    for card in algorithms() {
        for parameter in card.parameters {
            let (kinds, searches) = known.entry(parameter.name).or_default();
            let kind = type_of(parameter.range);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            searches.push(card.name);
        }
    }
    let line = |(name, (kinds, searches)): (&&str, &(Vec<String>, Vec<&str>))| {
        let kind =
            if let [only] = kinds.as_slice() { only.clone() } else { format!("Union[{}]", kinds.join(", ")) };
        format!("    {name}: {kind}  # {}\n", searches.join(", "))
    };
    let keys: String = known.iter().map(line).collect();
    format!(
        "\nclass SearchParameters(TypedDict, total=False):\n    \"\"\"The parameters of searches; \
         `incog.list_algorithms()` has the ranges and defaults of each.\"\"\"\n\n{keys}"
    )
}
