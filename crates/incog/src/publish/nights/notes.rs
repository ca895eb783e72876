//! What a run of a series tells the steward.

use incog_disclosure::ledger::LedgerFacts;

/// What the steward should know where there is no ledger yet.
pub(super) const BEGINS: &str = "a series begins with this release; if these people were published before, \
    restore the ledger of then, because comparing both series may show single people";

/// What the steward should know after a run that was killed.
pub(super) const UNCONFIRMED: &str = "the last run ended before its release was known to appear, so this release \
    has the same people; who has come or left since then waits for the next run";

/// What the steward should know of columns that came after the series began.
pub(super) fn new_columns(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| {
        format!(
            "columns that were not in the first table are left out: {}; a series has the same columns in all releases",
            names.join(", ")
        )
    })
}

/// What the steward should know of the people who are not shown as they are.
pub(super) fn notes(facts: &LedgerFacts, without_place: &[(&str, usize)]) -> Vec<String> {
    let Some(run) = facts.runs.last() else { return Vec::new() };
    let reason = if without_place.is_empty() { " until enough others come" } else { "" };
    let waiting = (run.waiting > 0).then(|| {
        format!("people who wait{reason}: {} (longest wait in runs: {})", run.waiting, facts.longest_wait)
    });
    let columns: Vec<String> =
        without_place.iter().map(|(column, people)| format!("{column} {people}")).collect();
    let without_place = (!columns.is_empty()).then(|| {
        format!(
            "of them, people with a value that has no place among the labels of the series: {}; they wait until \
             it is corrected (a code longer than all of the first table, a negative number or one with decimals, \
             a text among numbers, a value that a hierarchy lacks)",
            columns.join(", ")
        )
    });
    let stale = (run.stale > 0).then(|| {
        format!("records of people who have left or changed: {}; they are published as they were", run.stale)
    });
    let lost = (run.lost > 0).then(|| {
        format!(
            "people of the table whose record of tonight is in no release: {}; they left one, changed their \
             labels, or fitted no class of newcomers (a larger releases.max_delay makes larger classes)",
            run.lost
        )
    });
    [waiting, without_place, stale, lost].into_iter().flatten().collect()
}
