//! Generalization hierarchies for hospital discharges.

use super::{InstanceError, find};
use incog_data::{Hierarchy, Table};
use std::collections::BTreeSet;

/// How a value is generalized by one level.
enum Step {
    /// To the value of another column in the same row.
    Column(&'static str),
    /// To the value of another column, as a group: its text is also an original value, which stands
    /// for less.
    Group(&'static str),
    /// To the result of a rule applied to the original value.
    Rule(fn(&str) -> String),
}

/// The hierarchy of a column over all values in the table.
pub(super) fn hierarchy(table: &Table, name: &str) -> Result<Hierarchy, InstanceError> {
    let column = find(table, name)?;
    let steps = steps(name);
    let mut paths: BTreeSet<Vec<String>> = BTreeSet::new();
    for row in 0..table.rows() {
        let value = column.value(row);
        let mut path = vec![value.to_owned()];
        for step in &steps {
            path.push(match step {
                Step::Column(other) => find(table, other)?.value(row).to_owned(),
                Step::Group(other) => format!("{} (group)", find(table, other)?.value(row)),
                Step::Rule(rule) => rule(value),
            });
        }
        path.push("*".to_owned());
        paths.insert(path);
    }
    let rows = paths.iter().map(|path| path.iter().map(String::as_str).collect::<Vec<&str>>());
    Hierarchy::new(rows).map_err(|source| InstanceError::Hierarchy { column: name.to_owned(), source })
}

/// The levels between the original value and the root.
fn steps(name: &str) -> Vec<Step> {
    match name {
        "hospital_id" => vec![Step::Column("hospital_county"), Step::Column("health_service_area")],
        "hospital_county" => vec![Step::Column("health_service_area")],
        "health_service_area" => vec![Step::Rule(region)],
        "age_group" => vec![Step::Rule(seniority)],
        "los" => vec![
            Step::Rule(|days| stay(days, 3)),
            Step::Rule(|days| stay(days, 6)),
            Step::Rule(|days| stay(days, 30)),
        ],
        "race" => vec![Step::Group("race_group"), Step::Rule(majority)],
        "ethnicity" => vec![Step::Rule(hispanic)],
        "admission_type" => vec![Step::Rule(urgency)],
        "discharge_status" => vec![Step::Group("discharge_group")],
        _ => Vec::new(),
    }
}

fn region(area: &str) -> String {
    let downstate = matches!(area, "New York City" | "Long Island" | "Hudson Valley");
    if downstate { "downstate" } else { "upstate" }.to_owned()
}

fn seniority(age_group: &str) -> String {
    if age_group.starts_with("70") { "70 or Older" } else { "under 70" }.to_owned()
}

/// Days in ranges of `width`, the first of which begins at day 1.
fn stay(days: &str, width: u32) -> String {
    match days.trim_end_matches(" +").parse::<u32>() {
        Ok(days) => {
            let first = days.saturating_sub(1) / width * width + 1;
            format!("{first}-{}", first + width - 1)
        }
        Err(_) => "unknown".to_owned(),
    }
}

fn majority(race: &str) -> String {
    if race == "White" { "White" } else { "Other" }.to_owned()
}

fn hispanic(ethnicity: &str) -> String {
    if ethnicity == "Not Span/Hispanic" { "not Hispanic" } else { "Hispanic or unknown" }.to_owned()
}

fn urgency(admission: &str) -> String {
    if matches!(admission, "Emergency" | "Urgent" | "Trauma") { "unplanned" } else { "planned" }.to_owned()
}
