//! The table of a release of a series: everybody who is in it, still in the table or not.

use super::facts::newcomers_a_run;
use super::line::{LedgerRun, LedgerTerms};
use super::people::PeopleOfTable;
use super::sealed_file::SealedLedger;
use super::state::LedgerState;
use crate::DisclosureError;
use crate::LedgerError;
use crate::job::Job;
use crate::secret::Secret;
use incog_data::{Column, ColumnBuilder, Table};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The records of a release, and for each of them its block.
pub struct ReleaseTable {
    /// The records.
    pub table: Table,
    /// The number of the block of each of them.
    pub blocks: Vec<usize>,
}

/// The records of everybody who is in the releases, as they were when she came. So all that is
/// reported follows from who came and left, and nothing from who has changed since, or from who has
/// left and whose record stays.
pub fn table_of_state(people: &PeopleOfTable, state: &LedgerState) -> Result<ReleaseTable, DisclosureError> {
    let (mut records, mut blocks) = (Vec::new(), Vec::new());
    for (place, block) in state.blocks.all().iter().enumerate() {
        for (digest, cells) in &block.people {
            records.push((digest.as_str(), cells.as_slice()));
            blocks.push(place);
        }
    }
    let columns = people.table().columns().iter();
    let columns = columns.map(|column| column_of_records(people.series(), column, &records));
    Ok(ReleaseTable { table: Table::new(columns.collect())?, blocks })
}

/// A column of the records of these digests and cells. Columns that are not published are empty,
/// but for the one of people, which has their digests.
fn column_of_records(series: &LedgerTerms, column: &Column, records: &[(&str, &[Option<String>])]) -> Column {
    let missing = column.missing_texts();
    let nothing = missing.first().copied().unwrap_or("");
    let cell = series.cells().position(|name| *name == column.name);
    let is_person = column.name == series.people;
    let known = series.quasi_identifiers.iter().find(|known| known.name == column.name);
    let mut all = ColumnBuilder::new(column.name.as_str());
    for (digest, cells) in records {
        let value = cell.and_then(|cell| cells[cell].as_deref());
        all.push(value.unwrap_or(if is_person { digest } else { nothing }));
    }
    match known {
        Some(known) => all.finish(&known.missing_texts()),
        None => all.finish(&if missing.is_empty() { vec![""] } else { missing }),
    }
}

/// A release that a ledger has, as its report describes it.
pub struct PublishedRelease<'a> {
    /// SHA-256 of the file.
    pub sha256: &'a str,
    /// Its path.
    pub path: &'a str,
    /// The number of its run, from 1, where the report says it.
    pub run: Option<u64>,
}

/// The ledger of a job as it was with a release; `None` where the job has none.
///
/// # Errors
/// When there is no such file, or it does not have the release.
pub fn ledger_of_release(
    job: &Job,
    release: &PublishedRelease<'_>,
) -> Result<Option<SealedLedger>, DisclosureError> {
    let Some(told) = job.terms.ledger() else { return Ok(None) };
    let secret = Secret::for_terms(&job.terms)?;
    Ok(Some(SealedLedger::read(&told.path, secret.as_ref())?.until(release)?))
}

/// The records of a release, of which `table` is the table of that night, with the job on the terms
/// of the series.
///
/// # Errors
/// As [`PeopleOfTable::new`], and when the people who came with the release are not in the table as
/// they came.
pub fn table_of_release(
    job: Job,
    ledger: &mut SealedLedger,
    table: Table,
) -> Result<(Job, Table), DisclosureError> {
    let secret = Secret::for_terms(&job.terms)?;
    let people = PeopleOfTable::new(&job, ledger, secret.as_ref(), table)?;
    let missing = ledger.runs().last().map_or(0, |run| people.missing(&run.admitted));
    if missing > 0 {
        return Err(LedgerError::OtherTable { path: ledger.path().to_owned(), missing }.into());
    }
    let table = table_of_state(&people, ledger.state())?.table;
    Ok((people.series().for_job(job), table))
}

/// A report of a release that names a ledger.
pub struct ReportOfLedger {
    /// The report.
    pub path: PathBuf,
    /// SHA-256 of its release.
    pub sha256: String,
    /// What tells its series from others; missing in reports of older versions.
    pub series_id: Option<String>,
    /// Whether the ledger that it names has the file name of this one.
    pub has_name: bool,
    /// Whether it names this ledger, whatever series that keeps.
    pub names_ledger: bool,
}

impl SealedLedger {
    /// Refuses a ledger that lacks a release of one of these reports: then it and its head are old
    /// copies. Those that are there when a series begins are of another one.
    ///
    /// # Errors
    /// When it does.
    pub fn check_reports(&mut self, reports: Vec<ReportOfLedger>) -> Result<(), DisclosureError> {
        let Some(terms) = self.terms() else {
            let reports = reports.into_iter().filter(|report| report.has_name || report.names_ledger);
            self.beside = reports.map(|report| report.sha256).collect();
            return Ok(());
        };
        let id = self.series_id();
        let known: BTreeSet<&str> =
            self.runs().iter().map(|run| &run.sha256).chain(&terms.beside).map(String::as_str).collect();
        let mut of_ledger = reports
            .into_iter()
            .filter(|report| report.names_ledger || report.series_id.is_some() && report.series_id == id);
        match of_ledger.find(|report| !known.contains(report.sha256.as_str())) {
            None => Ok(()),
            Some(report) => {
                let path = self.path().to_owned();
                Err(LedgerError::Restored { path, report: report.path }.into())
            }
        }
    }

    /// How many newcomers a run sees, on average of the last runs; `None` before a second one.
    pub fn newcomers_a_run(&self) -> Option<f64> {
        newcomers_a_run(self.runs())
    }

    /// What tells the series from others: a keyed digest of the first people. `None` before the
    /// first run.
    pub fn series_id(&self) -> Option<String> {
        self.runs().first().map(|first| self.id_of_series(first))
    }

    /// What tells the series with this first run from others.
    pub(super) fn id_of_series(&self, first: &LedgerRun) -> String {
        let people: Vec<&str> =
            first.admitted.iter().flat_map(|block| block.people.keys()).map(String::as_str).collect();
        self.keyed_digest("series of a ledger", &people.join(" "))
    }

    /// The ledger as it was with a release. Several runs may have published the same bytes: the one
    /// of this number is meant, or else the last one of this file name, or else the last one.
    ///
    /// # Errors
    /// When it does not have the release.
    pub fn until(self, release: &PublishedRelease<'_>) -> Result<Self, DisclosureError> {
        let runs = (1..).zip(self.runs()).filter(|(_, run)| run.sha256 == release.sha256);
        let last = runs.max_by_key(|(number, run)| {
            let is_named = Path::new(&run.release).file_name() == Path::new(release.path).file_name();
            (release.run == Some(*number), is_named, *number)
        });
        let Some((last, _)) = last else {
            return Err(LedgerError::NotInLedger { path: self.path().to_owned() }.into());
        };
        Ok(self.after(last as usize))
    }
}
