//! What newcomers would lose who come in larger or smaller groups.

use super::cohort::{Cohort, cohort};
use crate::IncogError;
use crate::job::{Job, LedgerJob};
use crate::publish::context::Context;
use incog_disclosure::ledger::{PeopleOfTable, SealedLedger};
use incog_disclosure::read::read_input;
use incog_disclosure::secret::Secret;
use std::fs;

/// Groups of one size that are tried at most.
const MOST_COHORTS: usize = 5;

/// The share of a table that is taken to come in a run, where no ledger has counted newcomers.
const ASSUMED_SHARE: f64 = 0.01;

/// A table whose people stand for newcomers of a series. Nothing is published or written.
pub(crate) struct DelayTrial {
    people: PeopleOfTable,
    /// Its rows that could be newcomers, in an order that does not depend on their values.
    rows: Vec<usize>,
    /// Newcomers in a run.
    newcomers: f64,
}

/// What happens with some delay.
pub(crate) struct TriedDelay {
    /// Newcomers who come at once.
    pub newcomers: usize,
    /// Runs that the first of them wait.
    pub longest_wait: u64,
    /// People who wait, on average.
    pub waiting: f64,
    /// What each group of newcomers loses.
    pub cohorts: Vec<Cohort>,
}

impl DelayTrial {
    /// Reads the table of a job, and from its ledger, if it has begun, how many people come.
    ///
    /// # Errors
    /// When table or ledger cannot be read, or the table is none of the series.
    pub fn read(job: &Job, told: &LedgerJob) -> Result<Self, IncogError> {
        let (table, _) = read_input(job)?;
        let secret = Secret::for_terms(&job.terms)?;
        let has_begun = fs::metadata(&told.path).is_ok_and(|facts| facts.len() > 0);
        let mut ledger = has_begun.then(|| SealedLedger::read(&told.path, secret.as_ref())).transpose()?;
        let people = match &mut ledger {
            Some(ledger) => PeopleOfTable::new(job, ledger, secret.as_ref(), table)?,
            None => PeopleOfTable::without_ledger(job, table)?,
        };
        let assumed = (ASSUMED_SHARE * people.table().rows() as f64).ceil();
        let newcomers = ledger.and_then(|ledger| ledger.newcomers_a_run());
        let newcomers = newcomers.filter(|newcomers| *newcomers > 0.0).unwrap_or(assumed);
        Ok(Self { rows: people.placed_rows(), people, newcomers })
    }

    /// What all people lose in a release by themselves.
    pub fn together(&self, job: &Job, context: &mut Context<'_>) -> Result<Cohort, IncogError> {
        self.cohort(job, &self.rows, context)
    }

    /// What groups of newcomers lose who wait so many runs; `None` where the table does not have
    /// twice as many people as come at once.
    pub fn with_delay(
        &self,
        job: &Job,
        delay: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<TriedDelay>, IncogError> {
        let k = self.people.series().limits().k as f64;
        // incog looks for classes of newcomers when they are at least k.
        let runs = (delay as f64 + 1.0).max((k / self.newcomers).ceil());
        let newcomers = (runs * self.newcomers).round().max(k);
        if newcomers * 2.0 > self.rows.len() as f64 {
            return Ok(None);
        }
        let newcomers = newcomers as usize;
        let groups = self.rows.chunks_exact(newcomers).take(MOST_COHORTS);
        let cohorts = groups.map(|rows| self.cohort(job, rows, context)).collect::<Result<Vec<_>, _>>()?;
        let longest_wait = runs as u64 - 1;
        let waiting = self.newcomers * longest_wait as f64 / 2.0;
        Ok(Some(TriedDelay { newcomers, longest_wait, waiting, cohorts }))
    }

    fn cohort(&self, job: &Job, rows: &[usize], context: &mut Context<'_>) -> Result<Cohort, IncogError> {
        context.check()?;
        cohort(&self.people.series().for_job(job.clone()).terms, &self.people, rows, context)
    }
}
