//! Every leaf of a report: what it should be, and whether that was proved.

use super::{Check, is_same_figure};
use serde_json::Value;
use std::collections::BTreeMap;

/// Leaves that the files do not show: the beginnings of their paths, and the reasons.
pub type NotShown = Vec<(String, String)>;

/// Compares a report with what it should be, leaf by leaf; no leaf is left out.
///
/// A leaf in `not_shown` is listed as not shown. Every other leaf is proved when it is as expected,
/// and refuted when it is not, when nothing of its name is expected, or when an expected leaf is
/// missing.
pub fn compare(claimed: &Value, expected: &Value, not_shown: &NotShown) -> Vec<Check> {
    let (claimed, mut expected) = (leaves(claimed), leaves(expected));
    let mut checks: Vec<Check> = Vec::new();
    for (path, claim) in claimed {
        let found = expected.remove(&path);
        checks.push(match (reason(&path, not_shown), found) {
            (Some(why), _) => Check::not_shown(path, why),
            (None, None) => Check::new(path, false, "neither the job nor the files have this entry"),
            (None, Some(found)) => leaf(path, claim, found),
        });
    }
    // A leaf that no file shows must still be present in the report, except in the job, which may
    // be a different one.
    let of_job = |path: &str| path.starts_with("job.") || path == "job";
    let lacking = expected.into_keys().map(|path| match reason(&path, not_shown).filter(|_| of_job(&path)) {
        Some(why) => Check::not_shown(path.clone(), why),
        None => Check::new(path, false, "the report lacks it"),
    });
    checks.extend(lacking);
    checks
}

/// The leaves below `path` in which two values differ, including those that only one of them has.
pub fn differing(path: &str, claimed: &Value, found: &Value) -> Vec<String> {
    let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
    collect(path.to_owned(), claimed, &mut ours);
    collect(path.to_owned(), found, &mut theirs);
    let both = ours.keys().chain(theirs.keys());
    let mut paths: Vec<String> = both.filter(|path| ours.get(*path) != theirs.get(*path)).cloned().collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

fn reason<'a>(path: &str, not_shown: &'a NotShown) -> Option<&'a str> {
    let begins = |start: &str| {
        path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    not_shown.iter().find(|(start, _)| begins(start)).map(|(_, why)| why.as_str())
}

fn leaf(path: String, claimed: &Value, found: &Value) -> Check {
    let same = match (claimed.as_f64(), found.as_f64()) {
        (Some(claimed), Some(found)) => is_same_figure(claimed, found),
        _ => claimed == found,
    };
    Check::new(path, same, if same { format!("{found}") } else { format!("it is {found}, not {claimed}") })
}

/// All leaves by their paths, such as `columns[2].level`. An empty list or table is a leaf.
fn leaves(value: &Value) -> BTreeMap<String, &Value> {
    let mut found = BTreeMap::new();
    collect(String::new(), value, &mut found);
    found
}

fn collect<'a>(path: String, value: &'a Value, found: &mut BTreeMap<String, &'a Value>) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(path, value, found);
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            let places = entries.iter().enumerate();
            places.for_each(|(place, value)| collect(format!("{path}[{place}]"), value, found));
        }
        _ => _ = found.insert(path, value),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;
    use serde_json::json;

    #[test]
    fn no_leaf_is_passed_over() {
        let claimed = json!({ "a": 1, "b": { "c": [1, "x"], "d": [] }, "new": true, "s": { "t": 2 } });
        let expected = json!({ "a": 1.0, "b": { "c": [1, "y"], "d": [], "e": 0 }, "s": { "t": 3 } });
        let checks = compare(&claimed, &expected, &vec![("s".to_owned(), "no file shows it".to_owned())]);
        let found: Vec<(&str, Verdict)> =
            checks.iter().map(|check| (check.claim.as_str(), check.verdict)).collect();
        use Verdict::{NotShown, Proved, Refuted};
        let expected = [
            ("a", Proved),
            ("b.c[0]", Proved),
            ("b.c[1]", Refuted),
            ("b.d", Proved),
            ("new", Refuted),
            ("s.t", NotShown),
            ("b.e", Refuted),
        ];
        assert_eq!(found, expected);
    }

    /// An internal report tells sums as the search made them, which are taken here in another
    /// order.
    #[test]
    fn what_rounding_leaves_of_nothing_is_nothing() {
        let verdict =
            |claimed: f64, found: f64| compare(&json!(claimed), &json!(found), &Vec::new())[0].verdict;
        assert_eq!(verdict(4.6e-17, 0.0), Verdict::Proved);
        assert_eq!(verdict(0.3, 0.1 + 0.2), Verdict::Proved);
        for (claimed, found) in [(1e-9, 0.0), (0.0, 2e-12), (1.0, 1.0 + 1e-8)] {
            assert_eq!(verdict(claimed, found), Verdict::Refuted, "{claimed} {found}");
        }
    }
}
