//! The releases before a release, and what all of them tell together.

mod earlier;
mod open_dangers;
mod perturbations;
mod redraws;

pub use open_dangers::open_dangers;
pub use redraws::Redraws;

use crate::DisclosureError;
use crate::job::{Role, SeriesJob, Terms};
use crate::secret::Secret;
use earlier::Earlier;
use incog_attack::{EarlierRelease, Series, SeriesFacts, SeriesLimits};
use incog_audit::{Judgement, required_k};
use incog_data::{Column, Hierarchy, Table};
use incog_privacy::Of;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The earlier releases that a job names, as they were published.
pub struct EarlierReleases {
    job: SeriesJob,
    all: Vec<Earlier>,
}

/// A release that is about to be published, or was.
pub struct NewRelease<'a> {
    /// On what terms.
    pub terms: &'a Terms,
    /// The table it is made of.
    pub table: &'a Table,
    /// Its records, with labels.
    pub records: &'a Table,
    /// For each of them its row in the table.
    pub rows: &'a [u32],
    /// By column, the hierarchies of its labels.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// What the models ask for.
    pub judgements: &'a [Judgement],
    /// The columns of the table that are treated, as they were.
    pub untreated: &'a [Column],
}

/// What a new release tells together with earlier ones.
pub struct SeriesFindings {
    /// What of people and values is left.
    pub facts: SeriesFacts,
    /// What is shown of columns that chance perturbs in both.
    pub redraws: Redraws,
}

impl EarlierReleases {
    /// Reads the earlier releases, if the terms name any.
    pub fn read(terms: &Terms, secret: Option<&Secret>) -> Result<Option<Arc<Self>>, DisclosureError> {
        let Some(job) = terms.series.as_ref().filter(|job| !job.earlier.is_empty()) else { return Ok(None) };
        let read = job.earlier.iter().map(|path| Earlier::read(terms, path, secret));
        let all = read.collect::<Result<_, _>>()?;
        Ok(Some(Arc::new(Self { job: job.clone(), all })))
    }

    /// Whether it may have been known of one of them who is in it, and is not now, as its table or
    /// the secret is not at hand.
    pub fn may_have_been_known(&self) -> bool {
        self.all.iter().any(|one| one.is_provable && one.original.is_none())
    }

    /// What a new release tells together with them.
    pub fn held_against(&self, new: &NewRelease<'_>) -> Result<SeriesFindings, DisclosureError> {
        Ok(SeriesFindings { facts: self.facts(new)?, redraws: Redraws::new(&self.all, new) })
    }

    fn facts(&self, new: &NewRelease<'_>) -> Result<SeriesFacts, DisclosureError> {
        let rows: Vec<usize> = new.rows.iter().map(|&row| row as usize).collect();
        let people = new.table.with_rows(&rows);
        let unit = new.terms.unit.column().filter(|unit| new.terms.treatment_of(unit).is_none());
        let series = Series {
            unit: unit.and_then(|unit| people.column(unit)),
            people: &people,
            release: new.records,
            earlier: self.all.iter().map(Earlier::release).collect(),
            known: self.known(new),
            sensitive: new.terms.with_role(Role::Sensitive).map(str::to_owned).collect(),
            hierarchies: new.hierarchies.clone(),
            limits: self.limits(new.judgements),
        };
        Ok(series.measure()?)
    }

    /// The quasi-identifiers of any of the releases that the table has, in its order. What is
    /// sensitive now is not taken to be known.
    fn known(&self, new: &NewRelease<'_>) -> Vec<String> {
        let before: BTreeSet<&str> =
            self.all.iter().flat_map(|one| &one.quasi_identifiers).map(String::as_str).collect();
        let columns = new.table.columns().iter().map(|column| &column.name);
        let is_known = |name: &&String| match new.terms.role(name) {
            Role::QuasiIdentifier => true,
            Role::Sensitive => false,
            _ => before.contains(name.as_str()),
        };
        columns.filter(is_known).cloned().collect()
    }

    /// What everybody is to be left with: what the job says, or else what the models ask for, and
    /// two values at least.
    fn limits(&self, judgements: &[Judgement]) -> SeriesLimits {
        let k = || required_k(judgements.iter().map(|judgement| &judgement.criterion));
        let about_values =
            judgements.iter().map(|one| &one.criterion).filter(|one| matches!(one.about(), Of::Values(_)));
        let l = about_values.map(|criterion| criterion.smallest_class()).max().unwrap_or(1).max(2);
        SeriesLimits { k: self.job.min_k.unwrap_or_else(k), l: self.job.min_l.unwrap_or(l) }
    }
}

impl Earlier {
    fn release(&self) -> EarlierRelease<'_> {
        EarlierRelease {
            name: self.name.clone(),
            digest: self.sha256.clone(),
            release: &self.release,
            original: self.original.as_ref(),
            hierarchies: self.hierarchies.clone(),
            ungeneralized: self.ungeneralized.clone(),
        }
    }
}
