//! That everybody in a series came and left among enough others, counted from its ledger again.

use super::Check;
use super::premises::Premises;
use incog_disclosure::ledger::{LedgerRun, LedgerTerms};
use incog_privacy::MissingAs;
use std::collections::{BTreeMap, BTreeSet};

const CLAIM: &str = "who came or left did so among k people with l values";

/// A record of the series: when it came and left, with which labels, and with which values.
struct SeriesRecord<'a> {
    came: usize,
    left: Option<usize>,
    labels: &'a [String],
    cells: &'a [Option<String>],
}

/// That all records with the same history are at least k with at least l values: every comparison
/// of releases sees unions of such groups.
pub(super) fn verify(premises: &Premises) -> Vec<Check> {
    let Some(ledger) = premises.ledger.as_ref() else { return Vec::new() };
    let Some(series) = ledger.terms() else { return Vec::new() };
    let Some(records) = records(ledger.runs()) else {
        return vec![Check::new(CLAIM, false, "the ledger has runs about people who are not in it")];
    };
    let same = series.is_m_invariant.then(|| lasting_values(series, &records));
    std::iter::once(few_with_a_history(premises, series, &records)).chain(same).collect()
}

/// That classes have the same sensitive values as long as anybody is in them (m-invariance; Xiao
/// and Tao, SIGMOD 2007).
fn lasting_values(series: &LedgerTerms, records: &[SeriesRecord<'_>]) -> Check {
    let mut classes: BTreeMap<&[String], Vec<&SeriesRecord<'_>>> = BTreeMap::new();
    records.iter().for_each(|record| classes.entry(record.labels).or_default().push(record));
    let changed = classes.values().filter(|records| !has_lasting_values(series, records)).count();
    let claim = "a class has the same sensitive values in all releases";
    Check::new(claim, changed == 0, format!("{changed} of {} classes changed theirs", classes.len()))
}

/// Whether nobody is in a class with two sets of values. It changes when somebody comes or leaves.
fn has_lasting_values(series: &LedgerTerms, class: &[&SeriesRecord<'_>]) -> bool {
    let runs: BTreeSet<usize> =
        class.iter().flat_map(|record| [Some(record.came), record.left]).flatten().collect();
    runs.into_iter().filter(|run| *run > 0).all(|run| {
        let (before, after) = (there(class, run - 1), there(class, run));
        let is_anybody_in_both = before.iter().any(|record| record.left.is_none_or(|left| left > run));
        !is_anybody_in_both
            || (0..series.sensitive.len()).all(|column| cells(&before, column) == cells(&after, column))
    })
}

/// The records that are in the release of a run.
fn there<'r>(class: &[&'r SeriesRecord<'r>], run: usize) -> Vec<&'r SeriesRecord<'r>> {
    let there = class.iter().filter(|record| record.came <= run && record.left.is_none_or(|left| left > run));
    there.copied().collect()
}

fn cells<'r>(records: &[&'r SeriesRecord<'r>], column: usize) -> BTreeSet<Option<&'r str>> {
    records.iter().map(|record| record.cells[column].as_deref()).collect()
}

fn few_with_a_history(premises: &Premises, series: &LedgerTerms, records: &[SeriesRecord<'_>]) -> Check {
    let mut histories: BTreeMap<_, Vec<&SeriesRecord<'_>>> = BTreeMap::new();
    for record in records {
        histories.entry((record.came, record.left, record.labels)).or_default().push(record);
    }
    let fewest = histories.values().map(Vec::len).min().unwrap_or(0);
    let columns = series.sensitive.iter().enumerate();
    let counts = columns.map(|(column, name)| {
        let counts_missing = premises.job.terms.missing_as(name) != MissingAs::NoValue;
        histories.values().map(|group| values(group, column, counts_missing)).min()
    });
    let least = counts.flatten().min();
    let holds = fewest as u64 >= series.k && least.is_none_or(|least| least as u64 >= series.l);
    let told = least.map_or(String::new(), |least| format!(" and {least} values"));
    let detail = format!("{} histories, each of at least {fewest} people{told}", histories.len());
    Check::new(CLAIM, holds, detail)
}

/// How many values some records have in a column.
fn values(records: &[&SeriesRecord<'_>], column: usize, counts_missing: bool) -> usize {
    let cells = records.iter().filter_map(|record| record.cells.get(column));
    cells.filter(|cell| counts_missing || cell.is_some()).collect::<BTreeSet<_>>().len()
}

/// The records of all runs; `None` where a run is about people who are not in the releases.
fn records(runs: &[LedgerRun]) -> Option<Vec<SeriesRecord<'_>>> {
    let mut records: Vec<SeriesRecord<'_>> = Vec::new();
    let mut of_person: BTreeMap<&str, usize> = BTreeMap::new();
    for (came, run) in runs.iter().enumerate() {
        for block in &run.admitted {
            for (person, cells) in &block.people {
                of_person.insert(person, records.len());
                records.push(SeriesRecord { came, left: None, labels: &block.labels, cells });
            }
        }
        for person in &run.left {
            let record = of_person.remove(person.as_str())?;
            records[record].left = Some(came);
        }
    }
    Some(records)
}
