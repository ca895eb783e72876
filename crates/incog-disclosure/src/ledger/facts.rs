//! What the steward is told of a series.

use super::compared::ComparedGroups;
use super::line::{LedgerRun, LedgerTerms};
use crate::job::JobFile;
use serde::{Deserialize, Serialize};

/// Runs that are told one by one: the last ones.
const MOST_RUNS: usize = 100;

/// A series that a ledger keeps, up to a release. Who waits and who has left is for the steward
/// alone, so no public report has these figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerFacts {
    /// The number of the run, from 1.
    pub run: u64,
    /// Runs that the longest wait has taken so far; 0 where nobody waits.
    pub longest_wait: u64,
    /// The smallest group that a comparison of all releases shows; missing where nobody ever came.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub compared: Option<ComparedGroups>,
    /// The last runs, at most 100, the first one first.
    pub runs: Vec<LedgerRunFacts>,
}

/// The series of a release.
#[derive(Debug, Clone)]
pub struct SeriesOfRelease {
    /// What tells it from other series; nothing of people follows from it.
    pub id: String,
    /// What the internal report says about it.
    pub facts: LedgerFacts,
}

/// One run of a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRunFacts {
    /// The number of the run, from 1.
    pub run: u64,
    /// Records of the table of the run; missing where the run changed nothing because the one
    /// before it was not confirmed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<u64>,
    /// Records of the release.
    pub people: u64,
    /// Newcomers who came in classes of their own.
    pub came: u64,
    /// People whose records left the release.
    pub left: u64,
    /// Records of people who have left the table, or have changed.
    pub stale: u64,
    /// Newcomers who wait.
    pub waiting: u64,
    /// People of the table who are in no release any more: they left one, changed their labels, or
    /// fit no class when they came.
    pub lost: u64,
    /// What the release loses, in the unit of the objective; missing for the last run, of which the
    /// report has it.
    pub loss: Option<f64>,
    /// What the newcomers lose by themselves, where incog looked for classes of them.
    pub cohort_loss: Option<f64>,
    /// How far that is from the best possible, as a part of it: 0 where it is proved to be the
    /// best; missing where no bound is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cohort_gap: Option<f64>,
}

impl LedgerFacts {
    /// The series of these runs, the last of which is the one that is told.
    pub fn new(series: &LedgerTerms, runs: &[&LedgerRun]) -> Self {
        let mut people = 0;
        let mut all: Vec<LedgerRunFacts> = Vec::new();
        for (number, run) in (1..).zip(runs) {
            let came: usize = run.admitted.iter().map(|block| block.people.len()).sum();
            people += came as u64;
            people -= run.left.len() as u64;
            all.push(LedgerRunFacts {
                run: number,
                table: run.table,
                people,
                came: came as u64,
                left: run.left.len() as u64,
                stale: run.leavers.len() as u64 + run.outdated,
                waiting: run.waiting.len() as u64,
                lost: run.lost,
                loss: run.loss.filter(|_| number < runs.len() as u64),
                cohort_loss: run.cohort_loss,
                cohort_gap: run.cohort_gap,
            });
        }
        let number = runs.len() as u64;
        let waits = runs.last().into_iter().flat_map(|run| run.waiting.values());
        let longest_wait = waits.map(|since| number + 1 - since).max().unwrap_or(0);
        all.drain(..all.len().saturating_sub(MOST_RUNS));
        Self { run: number, longest_wait, compared: ComparedGroups::new(series, runs), runs: all }
    }
}

/// Runs whose newcomers are counted to know how many come: the last ones.
const COUNTED_RUNS: usize = 30;

/// How many people a run sees for the first time, on average of the last runs; `None` before a
/// second one.
pub(super) fn newcomers_a_run(runs: &[LedgerRun]) -> Option<f64> {
    let counted: Vec<usize> = runs
        .windows(2)
        .rev()
        .filter(|pair| pair[1].table.is_some())
        .take(COUNTED_RUNS)
        .map(|pair| newcomers(&pair[0], &pair[1]))
        .collect();
    let runs = counted.len();
    (runs > 0).then(|| counted.into_iter().sum::<usize>() as f64 / runs as f64)
}

/// How many people a run saw who did not wait in the one before.
fn newcomers(before: &LedgerRun, run: &LedgerRun) -> usize {
    let admitted = run.admitted.iter().flat_map(|block| block.people.keys());
    let all = admitted.chain(&run.refused).chain(run.waiting.keys());
    all.filter(|digest| !before.waiting.contains_key(*digest)).count()
}

/// What the reader of a release should know if a ledger keeps its series.
pub(crate) fn series_caveat(job: &JobFile) -> Option<String> {
    let caveat = "The release belongs to a series. A person has the same labels and values in all releases \
        that she is in, those that she came with. Records come and go only in groups that meet k and l by \
        themselves, so comparing releases shows no smaller group. Some records are of people who have left or \
        changed since, and some people of the table are not in the release yet, or not any more.";
    let same = match job.releases.m_invariance {
        Some(true) => {
            " A class has the same sensitive values in all releases (the second condition of m-invariance; a \
             value may be frequent in its class)."
        }
        _ => "",
    };
    job.releases.ledger.as_ref().map(|_| format!("{caveat}{same}"))
}
