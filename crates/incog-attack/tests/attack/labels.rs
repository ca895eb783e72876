//! What labels stand for, seen through the attack that asks whom a released record fits.

use crate::{only, rate_of, request, table, tried};
use incog_attack::Attacked;
use incog_data::Hierarchy;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
struct File {
    column: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    what: String,
    values: Vec<String>,
    hierarchy: Option<Vec<Vec<String>>>,
    labels: Vec<Label>,
}

#[derive(Deserialize)]
struct Label {
    label: String,
    has: Vec<String>,
    #[serde(default)]
    unread: bool,
}

/// A release of one record with the label fits somebody or not, which counts as an attempt; she
/// says "yes" if it should, which counts as a success. So exactly those fit that should if both
/// counts are theirs.
#[test]
fn labels_stand_for_what_they_read() {
    let file: File = toml::from_str(include_str!("labels.toml")).unwrap();
    for Case { what, values, hierarchy, labels } in file.column {
        let hierarchies = hierarchy.iter().map(|rows| {
            let rows = rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
            let hierarchy = Hierarchy::new(rows).unwrap();
            ("value".to_owned(), Arc::new(hierarchy))
        });
        let hierarchies: std::collections::BTreeMap<_, _> = hierarchies.collect();
        for Label { label, has, unread } in labels {
            let should = |value: &String| if has.contains(value) { "yes" } else { "no" };
            let rows: Vec<Vec<String>> =
                values.iter().map(|value| vec![value.clone(), should(value).to_owned()]).collect();
            let release = table(&["value", "fits"], &[vec![label.clone(), "yes".to_owned()]]);
            let original = table(&["value", "fits"], &rows);
            let attacked =
                Attacked { hierarchies: hierarchies.clone(), ..Attacked::new(&original, &release) };
            let report = tried(&attacked, &only(&["homogeneity"], request(&["value"], &["fits"])));
            let found = rate_of(&report, "homogeneity");
            let expected = has.len() as u64;
            assert_eq!([found.successes, found.attempts], [expected, expected], "{label}: {what}");
            let is_unread = report.unread.iter().any(|unread| unread.column == "value");
            assert_eq!(is_unread, unread, "{label}: {what}");
        }
    }
}
