//! A run that is about to be added to a ledger.

use super::facts::{LedgerFacts, SeriesOfRelease};
use super::line::{LedgerRun, LedgerTerms};
use super::people::PeopleOfTable;
use super::sealed_file::SealedLedger;
use super::self_check::check_release;
use super::state::LedgerState;
use crate::DisclosureError;
use incog_data::Table;

/// A run that is about to be added to a ledger, which no other run may use in the meantime.
#[derive(Debug)]
pub struct LedgerEntry {
    ledger: SealedLedger,
    series: LedgerTerms,
    run: LedgerRun,
    after: LedgerState,
}

impl LedgerEntry {
    /// What a run does to a ledger.
    pub fn new(ledger: SealedLedger, people: &PeopleOfTable, run: LedgerRun) -> Self {
        let mut after = ledger.state().clone();
        after.apply(&run);
        Self { ledger, series: people.series().clone(), run, after }
    }

    /// Whether the series had runs before.
    pub fn goes_on(&self) -> bool {
        !self.ledger.runs().is_empty()
    }

    /// Who is in the release, and who waits.
    pub fn after(&self) -> &LedgerState {
        &self.after
    }

    /// Refuses a written release that is not the one of the run.
    ///
    /// # Errors
    /// When it shows other records.
    pub fn check(&self, release: &Table) -> Result<(), DisclosureError> {
        check_release(&self.series, &self.after, release)
    }

    /// What the steward is told of the series.
    pub fn facts(&self) -> LedgerFacts {
        let runs: Vec<&LedgerRun> = self.ledger.runs().iter().chain([&self.run]).collect();
        LedgerFacts::new(&self.series, &runs)
    }

    /// The series up to this run.
    pub fn series(&self) -> SeriesOfRelease {
        let first = self.ledger.runs().first().unwrap_or(&self.run);
        SeriesOfRelease { id: self.ledger.id_of_series(first), facts: self.facts() }
    }

    /// Adds the run to the ledger, as the one of this release, which has not appeared yet.
    ///
    /// # Errors
    /// When the ledger cannot be written; it is as before then.
    pub fn add(
        mut self,
        release: String,
        sha256: String,
        loss: Option<f64>,
    ) -> Result<LedgerConfirmation, DisclosureError> {
        self.ledger.add(LedgerRun { release, sha256, loss, ..self.run })?;
        Ok(LedgerConfirmation(self.ledger))
    }
}

/// A ledger whose last run is to be confirmed.
#[derive(Debug)]
#[must_use = "the next run brings nobody new until this one is confirmed"]
pub struct LedgerConfirmation(SealedLedger);

impl LedgerConfirmation {
    /// Says that the release of the last run has appeared.
    ///
    /// # Errors
    /// When that cannot be written; the next run publishes the same records again then.
    pub fn confirm(self) -> Result<(), DisclosureError> {
        self.0.confirm()
    }
}
