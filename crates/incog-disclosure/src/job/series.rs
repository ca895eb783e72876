//! `[releases]`: earlier releases that the new one is held against.

use super::check::{Blame, Checked, out_of_range, word};
use super::error::{JobError, JobProblem, Place};
use super::file::{JobFile, ReleasesFile};
use super::ledger::{LedgerJob, check_ledger, ledger};
use super::options::name_in;
use super::spec::Job;
use super::terms::Terms;
use incog_io::{is_same_file, path_from};
use incog_privacy::Role;
use incog_report::files_of_release;
use incog_request::RecodingSettings;
use std::path::{Path, PathBuf};

/// The earlier releases of a series, and what happens where they tell too much together with the
/// new one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeriesJob {
    /// The reports of the earlier releases, in the order of the job.
    pub earlier: Vec<PathBuf>,
    /// Whether a release that tells too much together with them is published all the same.
    pub on_overlap: OnOverlap,
    /// People who are to share the classes of all releases; `None` for the k of the models.
    pub min_k: Option<u64>,
    /// Sensitive values that all releases are to leave; `None` for those that the models ask for,
    /// at least 2.
    pub min_l: Option<u64>,
    /// The ledger that keeps the series, if the job names one.
    pub ledger: Option<LedgerJob>,
}

/// What happens where releases tell too much together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnOverlap {
    /// Nothing is published, unless a waiver answers for it.
    #[default]
    Refuse,
    /// It is told.
    Warn,
}

impl OnOverlap {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("refuse", Self::Refuse), ("warn", Self::Warn)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

const KEY: &str = "releases.earlier";

impl Job {
    /// The job, whose release is held against further earlier ones, by their reports.
    ///
    /// # Errors
    /// When the job makes a release in which nobody can be looked up, or names a report already.
    pub fn held_against(mut self, reports: &[PathBuf]) -> Result<Self, JobError> {
        if !reports.is_empty() {
            let series = self.terms.series.get_or_insert(SeriesJob::default());
            series.earlier.extend(reports.iter().cloned());
        }
        let earlier = self.terms.series.as_ref().map_or(&[][..], |series| &series.earlier);
        let checked = check_twice(earlier).and_then(|()| check_series(&self.terms));
        let checked = checked.and_then(|()| check_places(&self));
        checked.map_err(|(_, problem)| JobError::new(Place::default(), problem))?;
        Ok(self)
    }
}

/// The earlier releases that a job names.
pub(super) fn series(file: &JobFile, folder: &Path) -> Checked<Option<SeriesJob>> {
    let releases = &file.releases;
    let earlier: Vec<PathBuf> = releases.earlier.iter().flatten().map(|path| folder.join(path)).collect();
    let on_overlap = word("releases.on_overlap", releases.on_overlap.as_deref(), &OnOverlap::ALL)?;
    let (min_k, min_l) = (least("min_k", releases.min_k)?, least("min_l", releases.min_l)?);
    let ledger = ledger(releases, folder)?;
    if earlier.is_empty() {
        let said = [
            ("releases.on_overlap", on_overlap.is_some()),
            ("releases.min_k", min_k.is_some()),
            ("releases.min_l", min_l.is_some()),
        ];
        let Some((key, _)) = said.into_iter().find(|(_, said)| *said) else {
            return Ok(ledger.map(|ledger| SeriesJob { ledger: Some(ledger), ..SeriesJob::default() }));
        };
        let what = "list the reports of the earlier releases, such as earlier = \
            [\"q1.csv.report.json\"]";
        return Err((Some(key.to_owned()), JobProblem::Missing { key: "earlier", what }));
    }
    check_twice(&earlier)?;
    Ok(Some(SeriesJob { earlier, on_overlap: on_overlap.unwrap_or_default(), min_k, min_l, ledger }))
}

/// Each report is named once.
fn check_twice(earlier: &[PathBuf]) -> Checked<()> {
    for (place, path) in earlier.iter().enumerate() {
        if let Some(first) = earlier[..place].iter().position(|other| is_same_file(other, path)) {
            let (first, second) = (format!("{KEY}[{first}]"), format!("{KEY}[{place}]"));
            let why = "they are the same report; remove one";
            return Err((Some(KEY.to_owned()), JobProblem::Contradiction { first, second, why }));
        }
    }
    Ok(())
}

fn least(key: &str, value: Option<i64>) -> Checked<Option<u64>> {
    match value {
        Some(value) if value < 1 => Err(out_of_range(
            format!("releases.{key}"),
            value as f64,
            "expected a number of at least 1 (1 demands nothing)",
        )),
        value => Ok(value.map(i64::unsigned_abs)),
    }
}

/// Checks what the terms say of earlier releases.
pub(super) fn check_series(terms: &Terms) -> Checked<()> {
    if terms.series.is_none() {
        return Ok(());
    }
    if terms.recoding == RecodingSettings::Microaggregation {
        let why = "earlier releases cannot be compared with one value per group; publish labels";
        return Err(excluded("recoding.kind", why));
    }
    let mut sensitive = terms.with_role(Role::Sensitive);
    if let Some(name) = sensitive.clone().find(|name| terms.is_automatic(name)) {
        let why = "each release would choose its own base, so their numbers could not be compared; set a \
            base instead of \"auto\"";
        return Err(excluded(&format!("columns.{name}.publish"), why));
    }
    if let Some(name) = sensitive.find(|name| terms.is_made_of_others(name)) {
        let why = "its cells combine several values, so releases could not be compared; publish its values";
        return Err(excluded(&format!("columns.{name}.publish"), why));
    }
    check_ledger(terms)
}

/// Earlier releases are held against records one by one, which an engine keeps; and they stay what
/// they are.
pub(super) fn check_places(job: &Job) -> Checked<()> {
    let why = "earlier releases are compared record by record, and this table has counts; export the table \
        to Parquet";
    let Some(series) = &job.terms.series else { return Ok(()) };
    if job.engine.is_some() {
        return Err(excluded("input.adbc", why));
    }
    if job.counted.is_some() {
        return Err(excluded("input.counts", why));
    }
    let written = files_of_release(&job.output, true);
    if series.earlier.iter().any(|report: &PathBuf| written.iter().any(|file| is_same_file(file, report))) {
        let why = "the new release would overwrite the earlier one; give it another name";
        return Err(excluded("output", why));
    }
    Ok(())
}

fn excluded(second: &str, why: &'static str) -> Blame {
    let (first, second) = (KEY.to_owned(), second.to_owned());
    (Some(first.clone()), JobProblem::Contradiction { first, second, why })
}

/// As it stands in a job file in `folder`.
pub(super) fn releases_file(series: Option<&SeriesJob>, folder: &Path) -> ReleasesFile {
    let Some(series) = series else { return ReleasesFile::default() };
    let number = |value: Option<u64>| value.and_then(|value| i64::try_from(value).ok());
    let earlier: Vec<String> = series.earlier.iter().map(|path| path_from(path, folder)).collect();
    let ledger = series.ledger.as_ref();
    ReleasesFile {
        earlier: Some(earlier).filter(|earlier| ledger.is_none() || !earlier.is_empty()),
        ledger: ledger.map(|ledger| path_from(&ledger.path, folder)),
        max_delay: ledger.and_then(|ledger| number(Some(ledger.max_delay))),
        max_stale: ledger.and_then(|ledger| number(ledger.max_stale)),
        m_invariance: ledger.filter(|ledger| ledger.is_m_invariant).map(|_| true),
        on_overlap: (series.on_overlap != OnOverlap::default()).then(|| series.on_overlap.name().to_owned()),
        min_k: number(series.min_k),
        min_l: number(series.min_l),
    }
}
