//! What micro-aggregation by distance says of columns and objective: quasi-identifiers have no
//! levels, but one value for each group.

use super::check::{Checked, objective};
use super::column::{ColumnJob, HierarchySource};
use super::error::JobProblem;
use super::file::{ColumnFile, HierarchyFile, JobFile, ObjectiveFile, PublishFile};
use super::recoding_file::contradiction;
use incog_data::{Aggregate, HierarchySpec, Publish};
use incog_privacy::Role;
use incog_request::RecodingSettings;
use incog_utility::{Metric, Objective, SquaredError};
use std::collections::BTreeMap;

const KIND: &str = "microaggregation";

/// Refuses what goes with levels where there are none, and aggregates of quasi-identifiers where
/// there are levels.
pub(super) fn check_forms(file: &JobFile, recoding: RecodingSettings) -> Checked<()> {
    let is_quasi_identifier =
        |column: &ColumnFile| column.role.as_deref() == Some(Role::QuasiIdentifier.name());
    let mut columns = file.columns.iter().filter(|(_, column)| is_quasi_identifier(column));
    if recoding != RecodingSettings::Microaggregation {
        return columns.try_for_each(|(name, column)| no_aggregate(name, column));
    }
    if file.hierarchy.plan.is_some() {
        return Err(contradiction("hierarchy.plan", KIND, "groups of micro-aggregation have no levels"));
    }
    columns.try_for_each(|(name, column)| no_levels(name, column))
}

fn no_aggregate(name: &str, column: &ColumnFile) -> Checked<()> {
    let publish = column.publish.as_ref().and_then(PublishFile::form);
    if !Aggregate::ALL.iter().any(|aggregate| Some(aggregate.name()) == publish) {
        return Ok(());
    }
    let key = format!("columns.{name}.publish");
    let why = "aggregates are for columns that are not quasi-identifiers; publish a quasi-identifier as \
        \"label\", \"bounds\" or \"midpoint\", or set recoding.kind = \"microaggregation\"";
    Err((Some(key.clone()), JobProblem::Idle { key, why }))
}

fn no_levels(name: &str, column: &ColumnFile) -> Checked<()> {
    let is_level_form = |form: &str| Publish::ALL.iter().any(|publish| publish.name() == form);
    let is_flat = |file: &HierarchyFile| matches!(file, HierarchyFile::Made(made) if made.flat == Some(true));
    let said = [
        ("publish", column.publish.as_ref().and_then(PublishFile::form).is_some_and(is_level_form)),
        ("hierarchy", column.hierarchy.as_ref().is_some_and(|file| !is_flat(file))),
        ("min_level", column.min_level.is_some()),
        ("max_level", column.max_level.is_some()),
    ];
    let why = "micro-aggregation publishes quasi-identifiers as one value per group (\"mean\", \"median\", \
        \"mode\" or \"range\"), without levels";
    match said.iter().find(|(_, said)| *said) {
        None => Ok(()),
        Some((which, _)) => Err(contradiction(&format!("columns.{name}.{which}"), KIND, why)),
    }
}

/// Quasi-identifiers of groups are published as their means where nothing else is said; seen by
/// labels, they are at the root.
pub(super) fn publish_groups(columns: &mut BTreeMap<String, ColumnJob>, recoding: RecodingSettings) {
    if recoding != RecodingSettings::Microaggregation {
        return;
    }
    for column in columns.values_mut().filter(|column| column.role == Role::QuasiIdentifier) {
        column.aggregate.get_or_insert(Aggregate::Mean);
        column.hierarchy = Some(HierarchySource::Made(HierarchySpec::Flat));
    }
}

/// The objective; groups lower the squared error, and no other.
pub(super) fn objective_for(recoding: RecodingSettings, file: Option<&ObjectiveFile>) -> Checked<Objective> {
    if recoding != RecodingSettings::Microaggregation {
        return objective(file);
    }
    let name = SquaredError.name();
    let squared = objective(Some(&ObjectiveFile::Name(name.to_owned())))?;
    if file.is_some() && objective(file)? != squared {
        let why = "micro-aggregation minimizes the squared error; set \"squared-error\", or remove the key";
        return Err(contradiction("utility.objective", KIND, why));
    }
    Ok(squared)
}
