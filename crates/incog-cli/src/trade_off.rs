//! A trade-off as a table for people and for programs.

use crate::figure::{exact, rough};
use incog::explore::{Exploration, Found, MAX_DELAY, Neighbours, Point};
use incog::io::WriteOptions;
use incog::{ColumnBuilder, Table};
use incog_data::ColumnType;

/// The points as a table of fixed columns.
pub fn table(found: &Exploration) -> String {
    let keys: Vec<&str> = found.axes.iter().map(|axis| axis.key.as_str()).collect();
    let metrics = metrics(found);
    let objective = objective(found);
    let mut rows = vec![head(&keys, objective, &metrics)];
    rows.extend(found.points.iter().enumerate().map(|(place, point)| row(place + 1, point, &keys, &metrics)));
    let note = if found.varies_delay() { ABOUT_DELAYS } else { "" };
    aligned(&rows) + note
}

/// Behind the table of the delays of newcomers.
const ABOUT_DELAYS: &str = "\nPeople drawn at random from the table stand for newcomers, who are recoded by themselves.\n\
    others: what all people lose in one release; waiting: people who wait, on average;\n\
    longest_wait: in runs; suppressed: newcomers who are left out for good\n";

/// The words of a key that tell it from the others: without the tables around it, where those say
/// nothing more.
fn short(key: &str) -> &str {
    key.strip_prefix("privacy.").unwrap_or(key)
}

fn objective(found: &Exploration) -> &str {
    let mut names =
        found.points.iter().filter_map(|point| point.found.as_ref()).map(|found| found.objective.as_str());
    let first = names.next().unwrap_or("loss");
    if names.all(|name| name == first) { first } else { "objective" }
}

fn metrics(found: &Exploration) -> Vec<&str> {
    let first = found.points.iter().find_map(|point| point.found.as_ref());
    first.map(|found| found.metrics.keys().map(String::as_str).collect()).unwrap_or_default()
}

fn head(keys: &[&str], objective: &str, metrics: &[&str]) -> Vec<String> {
    let figures = [objective, "gap", "suppressed", "classes", "smallest", "mean risk"];
    let keys = keys.iter().map(|key| short(key));
    std::iter::once("").chain(keys).chain(figures).chain(metrics.iter().copied()).map(str::to_owned).collect()
}

fn row(number: usize, point: &Point, keys: &[&str], metrics: &[&str]) -> Vec<String> {
    let mut row = vec![number.to_string()];
    row.extend(keys.iter().map(|key| point.setting(key)));
    match &point.found {
        Some(found) => row.extend(figures(found, metrics)),
        None if point.settings.contains_key(MAX_DELAY) => {
            row.push(format!("none: {}", point.none.as_deref().unwrap_or_default()));
        }
        None => row.push("none: no release meets the models within the limits".to_owned()),
    }
    row
}

fn figures(found: &Found, metrics: &[&str]) -> Vec<String> {
    let share = format!("{:.2} %", 100.0 * found.suppressed_share);
    let risk = format!("{:.2} %", 100.0 * found.prosecutor_mean);
    let told = metrics
        .iter()
        .map(|name| found.metrics.get(*name).map_or_else(String::new, |value| further_figure(name, *value)));
    let all = [
        rough(found.value),
        found.gap_in_words(),
        share,
        found.classes.to_string(),
        found.smallest_class.to_string(),
        risk,
    ];
    all.into_iter().chain(told).collect()
}

/// A figure beside the objective; those of waiting newcomers are numbers of people and runs.
fn further_figure(name: &str, value: f64) -> String {
    match name {
        "newcomers" | "longest_wait" => format!("{value:.0}"),
        "waiting" => format!("{value:.1}"),
        _ => rough(value),
    }
}

/// Columns as wide as their widest cell; a row with fewer cells ends in one that may be as wide as
/// it likes.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let cells = |place: usize| {
        rows.iter().filter(move |row| row.len() == columns).filter_map(move |row| row.get(place))
    };
    let widths: Vec<usize> =
        (0..columns).map(|place| cells(place).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

/// The figures of a point in a table of them.
const FIGURES: [(&str, ColumnType); 10] = [
    ("objective", ColumnType::Text),
    ("value", ColumnType::Number),
    ("bound", ColumnType::Number),
    ("gap", ColumnType::Number),
    ("stopped", ColumnType::Text),
    ("suppressed", ColumnType::Whole),
    ("suppressed_share", ColumnType::Number),
    ("classes", ColumnType::Whole),
    ("smallest_class", ColumnType::Whole),
    ("prosecutor_mean", ColumnType::Number),
];

/// The points as a table, and how it is written: a column a key, then the figures; empty where
/// there is none.
pub fn points_table(found: &Exploration) -> (Table, WriteOptions) {
    let keys = found.axes.iter().map(|axis| (axis.key.as_str(), setting_type(&axis.values)));
    let metrics = metrics(found);
    let told = metrics.iter().map(|&metric| (metric, ColumnType::Number));
    let columns: Vec<(&str, ColumnType)> = keys.chain(FIGURES).chain(told).collect();
    let mut builders: Vec<ColumnBuilder> =
        columns.iter().map(|(name, _)| ColumnBuilder::new(*name)).collect();
    for point in &found.points {
        let settings = found.axes.iter().map(|axis| point.setting(&axis.key));
        let figures = match &point.found {
            Some(found) => plain(found, &metrics),
            None => vec![String::new(); FIGURES.len() + metrics.len()],
        };
        builders.iter_mut().zip(settings.chain(figures)).for_each(|(builder, cell)| builder.push(&cell));
    }
    let table = Table::new(builders.into_iter().map(|builder| builder.finish(&[""])).collect());
    let table = table.expect("keys of a job, figures and metrics have different names");
    (table, WriteOptions::typed(&columns))
}

/// The type of what a key is varied over.
fn setting_type(values: &[toml::Value]) -> ColumnType {
    match values {
        // A word is a text also where it reads like a number.
        _ if !values.iter().all(|value: &toml::Value| value.is_integer() || value.is_float()) => {
            ColumnType::Text
        }
        _ if values.iter().all(|value| value.as_integer().is_some_and(|value| value >= 0)) => {
            ColumnType::Whole
        }
        _ => ColumnType::Number,
    }
}

fn plain(found: &Found, metrics: &[&str]) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(String::new, exact);
    let mut cells = vec![
        found.objective.clone(),
        exact(found.value),
        number(found.bound),
        number(found.gap),
        found.stopped.clone(),
        found.suppressed.to_string(),
        exact(found.suppressed_share),
        found.classes.to_string(),
        found.smallest_class.to_string(),
        exact(found.prosecutor_mean),
    ];
    cells.extend(metrics.iter().map(|name| number(found.metrics.get(*name).copied())));
    cells
}

/// What is one step from a release.
pub fn neighbours_text(found: &Neighbours) -> String {
    let Neighbours { objective, value, suppressed, limit, steps, without } = found;
    let mut rows = vec![["", "level", objective, "change", "suppressed", ""].map(str::to_owned).to_vec()];
    rows.extend(steps.iter().map(|step| {
        let told = step.value.map_or_else(String::new, rough);
        let change = step.value.map_or_else(String::new, |other| format!("{:+.4}", other - value));
        let allowed = if step.allowed { "" } else { "over the limit" };
        let levels = format!("{} to {}", step.from, step.to);
        vec![step.column.clone(), levels, told, change, step.suppressed.to_string(), allowed.to_owned()]
    }));
    let mut text = format!(
        "best: {objective} {}, {suppressed} records suppressed (at most {limit} allowed)\n\n",
        rough(*value)
    );
    text += &format!("one level finer or coarser\n{}", aligned(&rows));
    if without.is_empty() {
        return text;
    }
    let mut rows = vec![["", objective, "suppressed"].map(str::to_owned).to_vec()];
    rows.extend(without.iter().map(|one| {
        let suppressed = one.suppressed.map_or_else(String::new, |count| count.to_string());
        vec![one.column.clone(), one.value.map_or_else(|| "none".to_owned(), rough), suppressed]
    }));
    text + &format!("\nwithout one quasi-identifier (best release of the others)\n{}", aligned(&rows))
}
