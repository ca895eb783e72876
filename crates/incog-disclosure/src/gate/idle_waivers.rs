//! Waivers that no finding can have.

use crate::job::Terms;
use incog_audit::{NO_COLUMNS, Rule};
use incog_data::Table;

/// The notes on waivers that accept nothing: they name no finding, or no columns of this table.
///
/// Whether a finding of that name is made is not looked at.
pub fn idle_waivers(terms: &Terms, table: &Table) -> Vec<String> {
    let told = terms.waivers().keys().filter_map(|waiver| {
        let why = why_idle(waiver, |name| table.column(name).is_some())?;
        Some(format!("the waiver {waiver:?} accepts nothing: {why}"))
    });
    told.collect()
}

/// Why a waiver can be that of no finding, if so.
fn why_idle(waiver: &str, is_column: impl Fn(&str) -> bool) -> Option<String> {
    let columns: Vec<&str> = waiver
        .match_indices(": ")
        .filter(|(at, colon)| Rule::begins(&waiver[at + colon.len()..]))
        .map(|(at, _)| &waiver[..at])
        .collect();
    match columns.as_slice() {
        [] => Some("write COLUMN: FINDING, as the message of the finding does".to_owned()),
        [.., last] if !columns.iter().any(|one| are_known(one, &is_column)) => {
            Some(format!("the table has no column {last:?}"))
        }
        _ => None,
    }
}

/// Whether a text names one column of the table, or several; a name may have a plus itself.
fn are_known(columns: &str, is_column: &impl Fn(&str) -> bool) -> bool {
    let is_known = |name: &str| is_column(name) || NO_COLUMNS.contains(&name);
    let mut places = columns.match_indices(" + ");
    is_known(columns)
        || places
            .any(|(at, plus)| is_known(&columns[..at]) && are_known(&columns[at + plus.len()..], is_column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(waiver: &str) -> Option<String> {
        why_idle(waiver, |name| ["age", "ward", "stay: days", "a + b"].contains(&name))
    }

    #[test]
    fn waivers_of_findings_are_not_idle() {
        let of_findings = [
            "age: singles people out",
            "age + ward: unique together",
            "age: undoes ward",
            "stay: days: rare values",
            "a + b: undoes age",
            "a + b + age: gives back ward",
            "order of the rows: gives back age",
            "empty cells: gives back age",
            "all columns: pairs left out age",
        ];
        for waiver in of_findings {
            assert_eq!(why(waiver), None, "{waiver}");
        }
    }

    #[test]
    fn a_waiver_without_a_finding_or_a_column_is_idle() {
        for waiver in ["age", "age: is fine", "age: undoesn't", "singles people out"] {
            assert!(why(waiver).is_some_and(|why| why.starts_with("write COLUMN")), "{waiver}");
        }
        assert_eq!(why("town: singles people out").as_deref(), Some("the table has no column \"town\""));
        assert_eq!(why("age + town: undoes ward").as_deref(), Some("the table has no column \"age + town\""));
    }
}
