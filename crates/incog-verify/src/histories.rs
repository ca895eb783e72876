//! That everybody in a series came and left among enough others, counted from its ledger again.

use super::Check;
use super::premises::Premises;
use incog_disclosure::ledger::LedgerRun;
use incog_privacy::MissingAs;
use std::collections::{BTreeMap, BTreeSet};

/// A record of the series: when it came and left, with which labels, and with which values.
struct SeriesRecord<'a> {
    came: usize,
    left: Option<usize>,
    labels: &'a [String],
    cells: &'a [Option<String>],
}

/// That all records with the same history are at least k with at least l values: every comparison
/// of releases sees unions of such groups.
pub(super) fn verify(premises: &Premises) -> Option<Check> {
    let ledger = premises.ledger.as_ref()?;
    let series = ledger.terms()?;
    let claim = "who came or left did so among k people with l values";
    let Some(records) = records(ledger.runs()) else {
        return Some(Check::new(claim, false, "the ledger has runs about people who are not in it"));
    };
    let mut histories: BTreeMap<_, Vec<&SeriesRecord<'_>>> = BTreeMap::new();
    for record in &records {
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
    Some(Check::new(claim, holds, detail))
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
