//! `releases.ledger`: a series that incog keeps by itself.

use super::check::{Blame, Checked, out_of_range};
use super::column::{ColumnJob, HierarchySource};
use super::error::JobProblem;
use super::file::ReleasesFile;
use super::options::{ReleaseOrder, SuppressedAs};
use super::terms::Terms;
use incog_data::{HierarchySpec, Publish};
use incog_privacy::{DiversityKind, ModelSpec, Role, SensitiveScope};
use incog_request::{CellKind, RecodingSettings};
use std::path::{Path, PathBuf};

/// The ledger of a series, and how long people wait in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerJob {
    /// The file.
    pub path: PathBuf,
    /// Runs that newcomers wait at most until incog looks for classes of them: more newcomers at
    /// once lose less.
    pub max_delay: u64,
    /// Runs that the record of somebody who has left stays at most; `None` for as long as it takes
    /// until enough others of its class have left.
    pub max_stale: Option<u64>,
    /// Whether a class has the same sensitive values in all releases (m-invariance; Xiao and Tao,
    /// SIGMOD 2007): nobody comes with another value, and a class leaves as a whole.
    pub is_m_invariant: bool,
}

impl LedgerJob {
    /// Runs that newcomers wait where the job says nothing of it.
    pub const DEFAULT_MAX_DELAY: u64 = 7;
}

const KEY: &str = "releases.ledger";
const M_INVARIANCE: &str = "releases.m_invariance";

/// What the job says of a ledger.
pub(super) fn ledger(releases: &ReleasesFile, folder: &Path) -> Checked<Option<LedgerJob>> {
    let max_delay = runs("releases.max_delay", releases.max_delay)?;
    let max_stale = runs("releases.max_stale", releases.max_stale)?;
    let Some(path) = &releases.ledger else {
        let said = [
            ("releases.max_delay", max_delay.is_some()),
            ("releases.max_stale", max_stale.is_some()),
            (M_INVARIANCE, releases.m_invariance.is_some()),
        ];
        let Some((key, _)) = said.into_iter().find(|(_, is_said)| *is_said) else { return Ok(None) };
        let what = "name the private file that keeps the series, such as ledger = \"releases.ledger\"";
        return Err((Some(key.to_owned()), JobProblem::Missing { key: "ledger", what }));
    };
    let max_delay = max_delay.unwrap_or(LedgerJob::DEFAULT_MAX_DELAY);
    let is_m_invariant = releases.m_invariance.unwrap_or(false);
    Ok(Some(LedgerJob { path: folder.join(path), max_delay, max_stale, is_m_invariant }))
}

fn runs(key: &str, value: Option<i64>) -> Checked<Option<u64>> {
    match value {
        Some(value) if value < 0 => {
            let expected = "expected a number of runs of at least 0 (0: nobody waits)";
            Err(out_of_range(key.to_owned(), value as f64, expected))
        }
        value => Ok(value.map(i64::unsigned_abs)),
    }
}

/// Checks that all comparisons of releases can keep what the terms promise.
pub(super) fn check_ledger(terms: &Terms) -> Checked<()> {
    let Some(ledger) = terms.ledger() else { return Ok(()) };
    if ledger.is_m_invariant && !terms.models.iter().any(|model| model.name() == "l-diversity") {
        let what = "m-invariance is about sensitive values: say how many each class has";
        return Err((
            Some(M_INVARIANCE.to_owned()),
            JobProblem::Missing { key: "privacy.l-diversity", what },
        ));
    }
    if terms.unit.column().is_none_or(|unit| terms.role(unit) != Role::Person) {
        let what = "a ledger needs to know who each record is about: give that column role = \"person\"";
        return Err((Some(KEY.to_owned()), JobProblem::Missing { key: "role", what }));
    }
    if !matches!(terms.recoding, RecodingSettings::Local(_)) {
        let why = "newcomers have labels of their own, so records have labels of several levels; set \
            recoding.kind = \"local\"";
        return Err(excluded("recoding.kind", why));
    }
    if matches!(&terms.recoding, RecodingSettings::Local(local) if local.cells == CellKind::Strict) {
        let why = "classes of newcomers overlap those of earlier nights; set recoding.cells = \"free\"";
        return Err(excluded("recoding.cells", why));
    }
    if let Some(model) = terms.models.iter().find(|model| !holds_for_unions(model)) {
        let why = "with a ledger, k-anonymity and distinct l-diversity of each sensitive column are promised for \
            all comparisons of releases; other models are not";
        return Err(excluded(&format!("privacy.{}", model.name()), why));
    }
    if terms.release.order != ReleaseOrder::Sorted {
        return Err(excluded("release.order", "the order would show who joined; sort the rows"));
    }
    if terms.suppression.shown_as != SuppressedAs::Drop {
        return Err(excluded("suppression.as", "rows of \"*\" would count who waits; drop them"));
    }
    if terms.hierarchy.plan.is_some() {
        return Err(excluded(
            "hierarchy.plan",
            "a ledger keeps the labels of its first table; leave the plan out",
        ));
    }
    if terms.concealed.is_some() {
        return Err(excluded("release.conceal_choice", "each group of newcomers would be drawn by itself"));
    }
    check_columns(terms)
}

fn check_columns(terms: &Terms) -> Checked<()> {
    for (name, column) in &terms.columns {
        if column.role == Role::Provider {
            return Err(excluded(
                &format!("columns.{name}.role"),
                "a ledger keeps no providers; set role = \"insensitive\"",
            ));
        }
        if column.role == Role::OwnK {
            let why = "whoever changes her own k would show between two releases; leave the column out";
            return Err(excluded(&format!("columns.{name}.role"), why));
        }
        if column.treatment.is_some() || column.aggregate.is_some() || column.publish != Publish::Label {
            let why = "a ledger compares values and labels as they are; publish labels and values";
            return Err(excluded(&format!("columns.{name}.publish"), why));
        }
        if column.role == Role::QuasiIdentifier && !has_lasting_labels(column) {
            let why = "labels must be the same in all releases, so each quasi-identifier needs a hierarchy \
                whose labels no record changes: a file, a tree, intervals, a mask, flat";
            return Err(excluded(&format!("columns.{name}.hierarchy"), why));
        }
    }
    Ok(())
}

/// Whether no record changes a label of the column's hierarchy.
fn has_lasting_labels(column: &ColumnJob) -> bool {
    match &column.hierarchy {
        None => false,
        Some(HierarchySource::Made(HierarchySpec::Columns(_))) => false,
        Some(HierarchySource::Made(spec)) => !spec.names_groups_by_bounds(),
        Some(HierarchySource::File(_) | HierarchySource::Tree(_)) => true,
    }
}

/// Whether a union of groups that meet a model meets it.
fn holds_for_unions(model: &ModelSpec) -> bool {
    match model.name() {
        "k-anonymity" => true,
        "l-diversity" => {
            let kind = DiversityKind::read(model.parameters());
            kind == Ok(DiversityKind::Distinct) && model.sensitive_scope() == Some(SensitiveScope::default())
        }
        _ => false,
    }
}

fn excluded(second: &str, why: &'static str) -> Blame {
    let (first, second) = (KEY.to_owned(), second.to_owned());
    (Some(first.clone()), JobProblem::Contradiction { first, second, why })
}
