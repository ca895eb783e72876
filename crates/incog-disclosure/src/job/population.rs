//! `[privacy] population`: the people whom the records of the table are some of.

use super::check::{Blame, Checked};
use super::column::{ColumnJob, HierarchySource};
use super::error::JobProblem;
use super::file::JobFile;
use super::spec::Job;
use super::terms::Terms;
use incog_data::{Fanout, HierarchySpec, Order};
use incog_privacy::Role;
use incog_request::RecodingSettings;
use std::path::{Path, PathBuf};

/// Where the table of the population is, and what means "missing" there: the same as in the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PopulationFile {
    /// The table: a row for each person, with the quasi-identifiers of the input.
    pub path: PathBuf,
    /// The texts that stand for "missing"; `None` for the usual ones.
    pub missing: Option<Vec<String>>,
}

const KEY: &str = "privacy.population";

/// The population that a job names.
pub(super) fn population(file: &JobFile, folder: &Path) -> Option<PopulationFile> {
    let path = folder.join(file.privacy.population.as_ref()?);
    Some(PopulationFile { path, missing: file.csv.missing.clone() })
}

/// Checks what models, columns and the population say of each other.
pub(super) fn check_population(terms: &Terms) -> Checked<()> {
    let reading = terms.models.iter().find(|model| model.reads_population());
    match (&terms.population, reading) {
        (None, None) => return Ok(()),
        (None, Some(model)) => {
            let what = "set privacy.population = \"people.csv\", a table with one row per person; \
                k-map can also be estimated with a sampling_fraction";
            let key = format!("privacy.{}", model.name());
            return Err((Some(key), JobProblem::Missing { key: "population", what }));
        }
        (Some(_), None) => {
            let why = "no model of the job uses it; k-map = { k = 5 } and delta-presence = { max = 0.5 } do";
            return Err((Some(KEY.to_owned()), JobProblem::Idle { key: KEY.to_owned(), why }));
        }
        (Some(_), Some(_)) => {}
    }
    if let Some(all) = terms.models.iter().find(|model| model.keeps_all_records())
        && terms.suppression.limit > 0.0
    {
        let why = "the report shows how many records are suppressed, which would reveal who is outside all \
            classes; set suppression.limit = 0";
        return Err(excluded(&format!("privacy.{}", all.name()), "suppression.limit", why));
    }
    if terms.recoding != RecodingSettings::Global {
        let why = "the population is counted at one level per column; remove [recoding]";
        return Err(excluded(KEY, "recoding.kind", why));
    }
    if terms.unit.column().is_some() {
        let why = "each row of the population is one person, so each record must be one person, too; if \
            that is true, set privacy.unit = \"record\"";
        return Err(excluded(KEY, "privacy.unit", why));
    }
    if terms.with_role(Role::Provider).next().is_some() && terms.release.noise {
        let why = "invented records match nobody of the population; set release.noise = false";
        return Err(excluded(KEY, "release.noise", why));
    }
    if terms.models.iter().any(|model| model.name() == "m-privacy") {
        let why = "the population is not counted for coalitions of providers";
        return Err(excluded(KEY, "privacy.m-privacy", why));
    }
    let quasi_identifiers = terms.columns.iter().filter(|(_, column)| column.role == Role::QuasiIdentifier);
    quasi_identifiers.map(|(name, column)| check_column(name, column)).try_for_each(|checked| checked)
}

/// The labels of a column say the same of people and of records.
fn check_column(name: &str, column: &ColumnJob) -> Checked<()> {
    if column.treatment.is_some() || column.publish.is_numeric() || column.aggregate.is_some() {
        let why = "the population is counted by labels, and this publishes something else";
        return Err(excluded(KEY, &format!("columns.{name}.publish"), why));
    }
    let why = match &column.hierarchy {
        Some(HierarchySource::File(_) | HierarchySource::Tree(_)) => return Ok(()),
        Some(HierarchySource::Made(spec)) if keeps_its_labels(spec) => return Ok(()),
        Some(HierarchySource::Made(_)) => {
            "its labels depend on the published values, and the population has others; use a hierarchy \
             file, a tree, intervals, a mask, dates, codes, countries, flat = true or a fanout with an \
             order"
        }
        None => {
            "the default hierarchy is made from the values of the table, and the population has others; \
             give the column a hierarchy"
        }
    };
    Err(excluded(KEY, &format!("columns.{name}.hierarchy"), why))
}

/// Whether a value has the same labels whatever other values there are. Of masks and intervals the
/// audit sees to it.
fn keeps_its_labels(spec: &HierarchySpec) -> bool {
    match spec {
        HierarchySpec::Intervals(_)
        | HierarchySpec::Mask(_)
        | HierarchySpec::Date(_)
        | HierarchySpec::Codes(_)
        | HierarchySpec::Countries(_)
        | HierarchySpec::Tree(_)
        | HierarchySpec::Flat
        | HierarchySpec::Fanout(Fanout { order: Order::Given(_), .. }) => true,
        HierarchySpec::Ranges(_) | HierarchySpec::Columns(_) | HierarchySpec::Fanout(_) => false,
    }
}

/// What is done in an engine knows no population.
pub(super) fn check_places(job: &Job) -> Checked<()> {
    if job.terms.population.is_some() && job.engine.is_some() {
        let why = "a population cannot be used with a database table; export the table to Parquet";
        return Err(excluded(KEY, "input.adbc", why));
    }
    Ok(())
}

fn excluded(first: &str, second: &str, why: &'static str) -> Blame {
    let (first, second) = (first.to_owned(), second.to_owned());
    (Some(first.clone()), JobProblem::Contradiction { first, second, why })
}
