//! The parts of `docs/job-file.md` that are generated from the cards.

use super::{
    Card, Parameter, ParameterDefault, TableFormat, algorithms, formats, local_algorithms, metrics,
    microaggregation_methods, treatments,
};
use incog_privacy::{MODELS, ModelEntry};

/// A text in which everything between `<!-- cards: models -->` and `<!-- end of cards -->` is
/// replaced by what the cards of the privacy models say, and likewise for `formats`, `treatments`,
/// `metrics`, `algorithms`, `local algorithms` and `microaggregation methods`. `None` when one of
/// these places is missing. Entries that only papers need are left out.
///
/// ```
/// let text = "## Privacy\n<!-- cards: models -->\nold\n<!-- end of cards -->\n";
/// assert_eq!(incog::catalogue::with_cards(text), None, "nothing of the other lists");
/// ```
pub fn with_cards(text: &str) -> Option<String> {
    let parts = [
        ("formats", table_formats()),
        ("models", models()),
        ("treatments", cards(treatments())),
        ("metrics", cards(metrics())),
        ("algorithms", cards(algorithms())),
        ("local algorithms", cards(local_algorithms())),
        ("microaggregation methods", cards(microaggregation_methods())),
    ];
    parts.iter().try_fold(text.to_owned(), |text, (name, part)| {
        let begin = format!("<!-- cards: {name} -->\n");
        let (before, rest) = text.split_once(&begin)?;
        let (_, after) = rest.split_once(END)?;
        Some(format!("{before}{begin}{part}{END}{after}"))
    })
}

const END: &str = "<!-- end of cards -->\n";

fn table_formats() -> String {
    let row = |format: &TableFormat| {
        format!("| {} | {} | {} |", format.title, format.shown_endings(), cell(format.card.summary))
    };
    table("format | endings | what it is", formats().map(row))
}

fn models() -> String {
    let rows = MODELS
        .iter()
        .map(|entry| format!("| {} | {} | {} |", key(&entry.card), cell(entry.card.summary), needs(entry)));
    let of_model = |entry: &&ModelEntry| {
        let name = entry.card.name;
        let row = move |parameter: &Parameter| {
            format!(
                "| `{name}` | `{}` | {} | {} | {} |",
                parameter.name,
                cell(parameter.summary),
                parameter.range,
                default(parameter)
            )
        };
        entry.card.parameters.iter().map(row).collect::<Vec<_>>()
    };
    let parameters = MODELS.iter().flat_map(of_model);
    table("key | promise | needs", rows)
        + "\n"
        + &table("model | parameter | meaning | values | default", parameters)
}

/// As a job file has it: `k-anonymity = k`.
fn key(card: &Card) -> String {
    let names: Vec<&str> = card.parameters.iter().map(|parameter| parameter.name).collect();
    if card.is_bare() {
        format!("`{} = {}`", card.name, names.join(""))
    } else {
        format!("`{} = {{ {} }}`", card.name, names.join(", "))
    }
}

fn needs(entry: &ModelEntry) -> String {
    let needs = entry.needs;
    let all = [
        (needs.sensitive, "sensitive"),
        (needs.provider, "provider"),
        (needs.others.is_some(), "another model"),
    ];
    let said: Vec<&str> = all.iter().filter(|(is_needed, _)| *is_needed).map(|(_, what)| *what).collect();
    said.join(", ")
}

fn default(parameter: &Parameter) -> String {
    match &parameter.default {
        ParameterDefault::Required => "required".to_owned(),
        ParameterDefault::Nothing => String::new(),
        ParameterDefault::Value(value) => format!("`{value}`"),
    }
}

fn cards(cards: impl Iterator<Item = &'static Card>) -> String {
    let row = |card: &Card| {
        let parameters: Vec<String> = card.parameters.iter().map(parameter).collect();
        format!("| `{}` | {} | {} |", card.name, cell(card.summary), parameters.join("; "))
    };
    table("name | what it is | parameters", cards.filter(|card| card.is_for_product()).map(row))
}

/// `population` (a whole number from 2 to 1000000; `30`)
fn parameter(parameter: &Parameter) -> String {
    match &parameter.default {
        ParameterDefault::Value(value) => format!("`{}` ({}; `{value}`)", parameter.name, parameter.range),
        ParameterDefault::Required | ParameterDefault::Nothing => {
            format!("`{}` ({})", parameter.name, parameter.range)
        }
    }
}

fn table(head: &str, rows: impl Iterator<Item = String>) -> String {
    let line = "---|".repeat(head.split('|').count());
    let rows: String = rows.map(|row| row + "\n").collect();
    format!("| {head} |\n|{line}\n{rows}")
}

/// A text as it stands in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
