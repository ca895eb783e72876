//! `incog list`: what there is, with the paper each comes from.

use crate::output::{Done, print, print_json};
use clap::{Args, ValueEnum};
use incog::catalogue::{self, Card, TableFormat};
use incog::job::{Preset, presets};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Also list what only papers need: ablations, baselines, superseded algorithms
    #[arg(long)]
    all: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// Privacy models
    Models,
    /// Utility metrics
    Metrics,
    /// Search algorithms
    Algorithms,
    /// Ways to publish a column (key "publish")
    Treatments,
    /// Attacks on a release
    Attacks,
    /// Formats of tables
    Formats,
    /// Presets of models, limits and treatments (incog init --preset)
    Presets,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let mut cards: Vec<&Card> = match arguments.what {
        What::Models => catalogue::models().chain(catalogue::trajectory_models()).collect(),
        What::Metrics => catalogue::metrics().chain(catalogue::trajectory_metrics()).collect(),
        What::Algorithms => catalogue::algorithms()
            .chain(catalogue::local_algorithms())
            .chain(catalogue::microaggregation_methods())
            .chain(catalogue::trajectory_algorithms())
            .collect(),
        What::Treatments => catalogue::treatments().collect(),
        What::Attacks => catalogue::attacks().collect(),
        What::Formats => return formats(arguments.json),
        What::Presets => return print_presets(arguments.json),
    };
    if !arguments.all {
        cards.retain(|card| card.is_for_product());
    }
    if arguments.json {
        return print_json(&cards);
    }
    cards.iter().for_each(|card| print(&describe(card, None)));
    Ok(())
}

fn formats(json: bool) -> Done {
    let formats: Vec<&TableFormat> = catalogue::formats().collect();
    if json {
        return print_json(&formats);
    }
    for format in formats {
        print(&describe(&format.card, Some(format.shown_endings())));
    }
    Ok(())
}

fn print_presets(json: bool) -> Done {
    if json {
        return print_json(&presets());
    }
    for Preset { name, summary, claim, sources, .. } in presets() {
        let sources: String = sources.iter().map(|source| format!("    {source}\n")).collect();
        print(&format!("{name}\n    {summary}\n{sources}    but: {claim}\n\n"));
    }
    Ok(())
}

fn describe(card: &Card, endings: Option<String>) -> String {
    let mut text = format!("{}\n    {}\n", card.name, card.summary);
    if let Some(endings) = endings {
        text += &format!("    {endings}\n");
    }
    text += &format!("    {}\n", card.reference);
    for parameter in card.parameters {
        let default =
            parameter.default.value().map(|default| format!(", default {default}")).unwrap_or_default();
        text += &format!("    {}: {} ({}{default})\n", parameter.name, parameter.summary, parameter.range);
    }
    if let Some(caveat) = card.caveat {
        text += &format!("    but: {caveat}\n");
    }
    text + "\n"
}
