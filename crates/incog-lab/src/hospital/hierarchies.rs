//! Generalization hierarchies of the quasi-identifiers.

use super::discharge::{ADMISSIONS, AGES, ETHNICITIES, RACES};
use super::places::{COUNTIES, ZIPS, region};
use incog_data::Hierarchy;

/// The hierarchies that come as files, by column; they cover every value that
/// [`table`](super::table) can draw.
pub fn hierarchies() -> Vec<(&'static str, Hierarchy)> {
    let paths = [
        ("area", areas()),
        ("county", counties()),
        ("facility", facilities()),
        ("age_group", grouped(&AGES, |age| if age == "0 to 17" { "Minor" } else { "Adult" }, Some(age_span))),
        ("zip", zips()),
        ("race", grouped(&RACES, |race| if race == "White" { "White" } else { "Not White" }, None)),
        ("ethnicity", flat(&ETHNICITIES)),
        ("admission_type", grouped(&ADMISSIONS, urgency, None)),
    ];
    let hierarchy = |paths: Vec<Vec<String>>| {
        Hierarchy::new(paths.iter().map(|path| path.iter().map(String::as_str).collect::<Vec<_>>()))
            .expect("the places nest and every path ends in *")
    };
    paths.map(|(column, paths)| (column, hierarchy(paths))).into()
}

fn path<const N: usize>(labels: [&str; N]) -> Vec<String> {
    labels.iter().chain(&["*"]).map(|&label| label.to_owned()).collect()
}

/// The value, possibly something in between, its group, the root.
fn grouped(values: &[&str], group: fn(&str) -> &str, between: Option<fn(&str) -> &str>) -> Vec<Vec<String>> {
    let of = |&value: &&str| match between {
        Some(between) => path([value, between(value), group(value)]),
        None => path([value, group(value)]),
    };
    values.iter().map(of).collect()
}

fn flat(values: &[&str]) -> Vec<Vec<String>> {
    values.iter().map(|&value| path([value])).collect()
}

fn age_span(age: &str) -> &str {
    match age {
        "18 to 29" | "30 to 49" => "18 to 49",
        "50 to 69" | "70 or Older" => "50 or Older",
        _ => age,
    }
}

fn urgency(admission: &str) -> &str {
    if matches!(admission, "Emergency" | "Urgent" | "Trauma") { "Unplanned" } else { "Planned" }
}

fn areas() -> Vec<Vec<String>> {
    let mut paths: Vec<_> = COUNTIES.iter().map(|county| path([county.area, region(county.area)])).collect();
    paths.dedup();
    paths
}

fn counties() -> Vec<Vec<String>> {
    COUNTIES.iter().map(|county| path([county.name, county.area, region(county.area)])).collect()
}

fn facilities() -> Vec<Vec<String>> {
    let of = |county: &'static super::places::County| {
        county
            .facilities
            .iter()
            .map(move |&facility| path([facility, county.name, county.area, region(county.area)]))
    };
    COUNTIES.iter().flat_map(of).collect()
}

fn zips() -> Vec<Vec<String>> {
    let of = |county: &'static super::places::County| {
        let wide = &county.zip[..2];
        (0..ZIPS).map(move |index| {
            path([&county.zip_code(index), &format!("{}**", county.zip), &format!("{wide}***")])
        })
    };
    COUNTIES.iter().flat_map(of).collect()
}
