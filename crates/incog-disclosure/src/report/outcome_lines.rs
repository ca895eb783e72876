//! The first three lines of every outcome: what is left, how much detail it has, who is protected.

use super::page::{is_published, percent};
use super::risk_text::{counted, crowd};
use super::{ColumnFacts, Report};

/// A larger share of suppressed records is said before anything else: 0.02.
pub const NOTABLE_SUPPRESSION: f64 = 0.02;

/// So many columns are named as those with the least detail.
const MOST_NAMED: usize = 3;

/// A column that keeps more of its detail than this is not named.
const MUCH: f64 = 0.5;

/// The records and columns that are left, how much detail the quasi-identifiers keep, and who is
/// protected: one line each. Numbers are written by `grouped`.
pub fn outcome_lines(report: &Report, grouped: fn(u64) -> String) -> [String; 3] {
    [left(report, grouped), detail(report), protected(report, grouped)]
}

/// Whether more records are suppressed than [`NOTABLE_SUPPRESSION`].
pub fn suppresses_notably(report: &Report) -> bool {
    report.utility.suppressed_share.is_some_and(|share| share > NOTABLE_SUPPRESSION)
}

fn left(report: &Report, grouped: fn(u64) -> String) -> String {
    let kept = grouped(report.solution.rows_kept);
    let records = match (report.input.rows, report.utility.suppressed_share) {
        // The records of a series are those of its ledger, of which none is suppressed.
        _ if report.is_of_series() => format!("{kept} records of the series"),
        (Some(rows), Some(share)) => {
            let rows = grouped(rows);
            let notable = if suppresses_notably(report) {
                ", more than 2 %; a lower suppression limit keeps more records with less detail"
            } else {
                ""
            };
            format!("{kept} of {rows} records ({} suppressed{notable})", percent(share))
        }
        _ => format!("{kept} records"),
    };
    let dead: Vec<&str> = report.starred().collect();
    let published = report.columns.iter().filter(|column| is_published(report, column)).count();
    let columns = format!("{} of {} columns", published.saturating_sub(dead.len()), report.columns.len());
    let lost = match dead.as_slice() {
        [] => String::new(),
        dead => format!("; no detail at all in {}", dead.join(", ")),
    };
    format!("left: {records}, {columns}{lost}{}", people_of_table(report, grouped))
}

/// The people of the table of a run of a series; nothing for a reader who may not know it.
fn people_of_table(report: &Report, grouped: fn(u64) -> String) -> String {
    let run = report.ledger.as_ref().and_then(|ledger| ledger.runs.last());
    let Some((run, table)) = run.and_then(|run| Some((run, run.table?))) else { return String::new() };
    let there = table.saturating_sub(run.waiting + run.lost);
    format!(
        "; people in the table: {}, of whom in the release {}, waiting {}, left out for good {}",
        grouped(table),
        grouped(there),
        grouped(run.waiting),
        grouped(run.lost)
    )
}

/// The mean over the quasi-identifiers of the share of detail that is left, in words.
fn detail(report: &Report) -> String {
    let mut kept: Vec<(f64, &str)> = report.columns.iter().filter_map(detail_left).collect();
    if kept.is_empty() {
        return "detail: only the internal report says how much is left".to_owned();
    }
    let mean = kept.iter().map(|(left, _)| left).sum::<f64>() / kept.len() as f64;
    kept.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let little = kept.iter().filter(|(left, _)| *left < MUCH).take(MOST_NAMED);
    let little: Vec<String> = little.map(|(left, name)| format!("{name} ({})", percent(*left))).collect();
    let little = if little.is_empty() { String::new() } else { format!("; least in {}", little.join(", ")) };
    format!("detail: {} ({} of that in the quasi-identifiers){little}", in_words(mean), percent(mean))
}

fn detail_left(column: &ColumnFacts) -> Option<(f64, &str)> {
    let is_quasi_identifier = column.role == "quasi-identifier";
    let lost = column.information_loss.filter(|_| is_quasi_identifier)?;
    Some((1.0 - lost.clamp(0.0, 1.0), column.name.as_str()))
}

fn in_words(left: f64) -> &'static str {
    match left {
        left if left >= 0.95 => "nearly all is left",
        left if left >= 0.7 => "most is left",
        left if left >= 0.4 => "about half is left",
        left if left >= 0.15 => "little is left",
        _ => "almost nothing is left",
    }
}

fn protected(report: &Report, grouped: fn(u64) -> String) -> String {
    match crowd(&report.risk) {
        None => "protected: no record is published".to_owned(),
        Some(crowd @ ..2) => format!(
            "protected: by the models below only; someone is the only {} with these quasi-identifiers",
            counted(&report.risk, crowd)
        ),
        Some(crowd) => format!(
            "protected: everyone, as one of at least {} {}, from those who know the quasi-identifiers and \
             nothing else",
            grouped(crowd),
            counted(&report.risk, crowd)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_words() {
        let words = [1.0, 0.8, 0.5, 0.2, 0.01].map(in_words);
        let expected = [
            "nearly all is left",
            "most is left",
            "about half is left",
            "little is left",
            "almost nothing is left",
        ];
        assert_eq!(words, expected);
    }
}
