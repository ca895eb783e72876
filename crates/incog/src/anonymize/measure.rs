//! The privacy of the written release: read back from the disk and measured by the audit, which shares
//! no code with the search.

use super::input::Input;
use super::match_rows::match_rows;
use super::measure_coalitions::{only, withstood};
use super::models::{bind, mixtures};
use super::recoding::Recoded;
use crate::IncogError;
use crate::audit::{self, AuditRequest, Measurement, SensitiveMeasurement, SensitiveRequest};
use crate::job::{Distance, DiversityKind, ModelSpec, Role, SuppressedAs};
use crate::problem::ReleaseProblem;
use crate::report::PrivacyFacts;
use incog_data::{ClassView, Classes, Column, Table};
use incog_io::read_table;
use incog_privacy::{ClassModel, Direction};
use std::path::Path;

/// What a model may miss its parameter by, for rounding.
const ROUNDING: f64 = 1e-9;

/// Measures each model of the job on the written release, and refuses a release that misses one.
///
/// When the provider column is not published, each row that was read back is matched to the record
/// it was made of, which says its provider.
pub(super) fn measure(
    input: &Input,
    problem: &ReleaseProblem,
    classes: &Classes<'_>,
    recoded: &Recoded<'_>,
    written: &Path,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let table = read_back(input, classes, recoded, written)?;
    let request = request(input);
    let measurement = audit::measure(&table, &request)?;
    let mut facts = Vec::new();
    for spec in &input.job.models {
        match spec {
            ModelSpec::MPrivacy { m } => {
                let holds =
                    |rest: &Table| holds_for(rest, &request, input, problem, measurement.classes.count);
                facts.extend(match withstood(*m, &table, request.provider.as_deref(), holds)? {
                    Some(found) => vec![m_privacy(spec, input, *m, found)],
                    None => of_decision(spec, input, problem, classes)?,
                });
            }
            _ => facts.extend(of_spec(spec, input, problem, &measurement)?),
        }
    }
    match facts.iter().find(|model| !model.satisfied) {
        None => Ok(facts),
        Some(model) => Err(IncogError::Refuted {
            model: model.model.clone(),
            required: model.required,
            achieved: model.achieved.unwrap_or(f64::NAN),
        }),
    }
}

/// The written release without starred rows, with the provider of each row.
fn read_back(
    input: &Input,
    classes: &Classes<'_>,
    recoded: &Recoded<'_>,
    written: &Path,
) -> Result<Table, IncogError> {
    let table = read_table(written, &input.job.release_read_options(input.file.format.delimiter))?.table;
    let stays: Vec<bool> = match input.job.suppression.shown_as {
        SuppressedAs::Drop => vec![true; table.rows()],
        SuppressedAs::Star => unstarred(&table),
    };
    let table = only(&table, &stays);
    let provider = input.with_role(Role::Provider).next().filter(|_| !input.job.release.provider);
    let Some(provider) = provider else { return Ok(table) };
    let rows = recoded.rows.iter().zip(&stays).filter(|(_, stays)| **stays);
    let rows: Vec<u32> = rows.map(|(row, _)| *row).collect();
    match_rows(input, classes.levels(), &rows, &table)?;
    let codes = rows.iter().map(|&row| provider.codes[row as usize]).collect();
    let mut columns = table.into_columns();
    columns.push(Column { codes, ..provider.clone() });
    Ok(Table::new(columns).unwrap_or_default())
}

fn request(input: &Input) -> AuditRequest<'_> {
    let names = |role| input.with_role(role).map(|column| column.name.clone());
    let sensitive =
        |name: String| SensitiveRequest { hierarchy: input.sensitive_hierarchies.get(&name).cloned(), name };
    let recursive_l = input.job.models.iter().filter_map(|model| match model {
        ModelSpec::LDiversity { l, kind: DiversityKind::Recursive { .. }, .. } => Some(*l as usize),
        _ => None,
    });
    AuditRequest {
        quasi_identifiers: names(Role::QuasiIdentifier).collect(),
        sensitive: names(Role::Sensitive).map(sensitive).collect(),
        provider: names(Role::Provider).next(),
        original: Some(&input.file.table),
        recursive_l: recursive_l.collect(),
        coalition: 0,
        ..AuditRequest::default()
    }
}

/// Whether all models but m-privacy hold in what a coalition leaves, and it left something of each of
/// the `classes`.
fn holds_for(
    rest: &Table,
    request: &AuditRequest<'_>,
    input: &Input,
    problem: &ReleaseProblem,
    classes: u64,
) -> Result<bool, IncogError> {
    let measurement = audit::measure(rest, request)?;
    let mut holds = measurement.classes.count == classes;
    for spec in input.job.models.iter().filter(|spec| !matches!(spec, ModelSpec::MPrivacy { .. })) {
        holds = holds && of_spec(spec, input, problem, &measurement)?.iter().all(|model| model.satisfied);
    }
    Ok(holds)
}

fn m_privacy(spec: &ModelSpec, input: &Input, m: u64, found: u64) -> PrivacyFacts {
    let facts = facts(spec, None, None, m as f64, Some(found as f64), found >= m);
    PrivacyFacts { measured: Some(how(input)), ..facts }
}

/// How figures about providers were measured.
fn how(input: &Input) -> String {
    let how = if input.job.release.provider {
        "on the written release, which names the providers"
    } else {
        "on the written release, each row matched back to its record, which has the provider"
    };
    how.to_owned()
}

/// For each row whether it is anything but `*` in every column.
fn unstarred(table: &Table) -> Vec<bool> {
    let is_star = |column: &Column, row: usize| column.value(row) == "*";
    (0..table.rows()).map(|row| !table.columns().iter().all(|column| is_star(column, row))).collect()
}

fn of_spec(
    spec: &ModelSpec,
    input: &Input,
    problem: &ReleaseProblem,
    measurement: &Measurement,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let at_least = |required: f64, achieved: f64| achieved >= required - ROUNDING;
    let attributes = input.with_role(Role::Sensitive).count();
    Ok(match spec {
        ModelSpec::KAnonymity { k } => {
            let (required, achieved) = (*k as f64, measurement.k as f64);
            vec![facts(spec, None, None, required, Some(achieved), at_least(required, achieved))]
        }
        ModelSpec::LDiversity { l, kind, column } => {
            let of = measurement.sensitive.iter().take(attributes);
            let of = of.filter(|one| column.as_ref().is_none_or(|column| *column == one.name));
            of.map(|one| l_diversity(spec, *l, *kind, one)).collect()
        }
        ModelSpec::TCloseness { t, distance, column } => {
            let joint = *distance == Distance::Euclidean && column.is_none();
            // The last entry is on the combinations, when there are several attributes.
            let all = &measurement.sensitive;
            let of = if joint { &all[all.len().saturating_sub(1)..] } else { &all[..attributes] };
            let of = of.iter().filter(|one| column.as_ref().is_none_or(|column| *column == one.name));
            of.map(|one| t_closeness(spec, *t, *distance, one)).collect()
        }
        ModelSpec::CMixture { c } => c_mixture(spec, *c, problem, measurement, input)?,
        ModelSpec::ProviderDiversity { m } => {
            let (required, found) = (*m as f64, measurement.provider_diversity.unwrap_or(0) as f64);
            let facts = facts(spec, None, None, required, Some(found), at_least(required, found));
            vec![PrivacyFacts { measured: Some(how(input)), ..facts }]
        }
        // Measured coalition by coalition.
        ModelSpec::MPrivacy { .. } => Vec::new(),
    })
}

fn facts(
    spec: &ModelSpec,
    column: Option<&str>,
    variant: Option<String>,
    required: f64,
    achieved: Option<f64>,
    satisfied: bool,
) -> PrivacyFacts {
    let (model, column) = (spec.name().to_owned(), column.map(str::to_owned));
    PrivacyFacts { model, column, variant, required, achieved, satisfied, measured: None }
}

fn l_diversity(spec: &ModelSpec, l: f64, kind: DiversityKind, one: &SensitiveMeasurement) -> PrivacyFacts {
    let variant = kind.name().to_owned();
    let achieved = match kind {
        DiversityKind::Distinct => one.distinct_l as f64,
        DiversityKind::Entropy => one.entropy_l,
        DiversityKind::Recursive { c } => {
            let found = one.recursive.iter().find(|found| found.l == l as usize).and_then(|found| found.c);
            let holds = found.is_some_and(|found| found < c);
            return facts(spec, Some(&one.name), Some(format!("{variant}, l = {l}")), c, found, holds);
        }
    };
    facts(spec, Some(&one.name), Some(variant), l, Some(achieved), achieved >= l - ROUNDING)
}

fn t_closeness(spec: &ModelSpec, t: f64, distance: Distance, one: &SensitiveMeasurement) -> PrivacyFacts {
    let achieved = match distance {
        Distance::Euclidean => Some(one.t.euclidean),
        Distance::Equal => Some(one.t.equal),
        Distance::Ordered => one.t.ordered,
        Distance::Hierarchical => one.t.hierarchical,
    };
    let holds = achieved.is_some_and(|achieved| achieved <= t + ROUNDING);
    facts(spec, Some(&one.name), Some(distance.name().to_owned()), t, achieved, holds)
}

/// One row for each of the k, l and m that c stands for.
fn c_mixture(
    spec: &ModelSpec,
    c: f64,
    problem: &ReleaseProblem,
    measurement: &Measurement,
    input: &Input,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let row = |name: &str, column: Option<&str>, required: u64, achieved: u64| {
        let variant = Some(format!("c = {c}: {name}"));
        facts(spec, column, variant, required as f64, Some(achieved as f64), achieved >= required)
    };
    let mixtures = mixtures(input, problem.tuples(), c)?;
    let mut rows = Vec::new();
    if let Some((_, mixture)) = mixtures.first() {
        rows.push(row("k", None, mixture.k, measurement.k));
    }
    for (attribute, mixture) in &mixtures {
        let distinct = measurement.sensitive(&attribute.name).map_or(0, |one| one.distinct_l);
        rows.push(row("l", Some(&attribute.name), mixture.l, distinct));
    }
    if let Some((_, mixture)) = mixtures.first() {
        let facts = row("m", None, mixture.m, measurement.provider_diversity.unwrap_or(0));
        rows.push(PrivacyFacts { measured: Some(how(input)), ..facts });
    }
    Ok(rows)
}

/// Measures m-privacy on the decision of the search, where coalitions are too many to be tried on the
/// written release.
fn of_decision(
    spec: &ModelSpec,
    input: &Input,
    problem: &ReleaseProblem,
    classes: &Classes<'_>,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let of_model = |model: &dyn ClassModel| {
        let views = || classes.released().map(|class| ClassView::new(class.kept_cells()));
        let measures = views().map(|view| model.measure(&view));
        let achieved = match model.direction() {
            Direction::AtLeast => measures.reduce(f64::min),
            Direction::AtMost => measures.reduce(f64::max),
        };
        let holds = views().all(|view| model.holds(&view));
        let facts = facts(spec, None, None, model.required(), achieved, holds);
        let how =
            "on the decision of the search: the coalitions are too many to try each on the written release";
        PrivacyFacts { measured: Some(how.to_owned()), ..facts }
    };
    Ok(bind(spec, input, problem.tuples())?.iter().map(|model| of_model(model.as_ref())).collect())
}
