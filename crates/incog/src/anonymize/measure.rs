//! The privacy of the written release: read back from the disk and measured by the audit, which shares
//! no code with the search.

use super::input::Input;
use super::models::bind;
use crate::IncogError;
use crate::audit::{self, AuditRequest, Measurement, SensitiveMeasurement, SensitiveRequest};
use crate::job::{Distance, DiversityKind, ModelSpec, Role, SuppressedAs};
use crate::problem::ReleaseProblem;
use crate::report::PrivacyFacts;
use incog_data::{ClassView, Classes, Column, Table};
use incog_io::{ReadOptions, read_table};
use incog_privacy::{CMixture, ClassModel, Direction};
use std::path::Path;

/// What a model may miss its parameter by, for rounding.
const ROUNDING: f64 = 1e-9;

/// Measures each model of the job on the written release, and refuses a release that misses one.
///
/// Models about providers are measured on the decision instead when the provider column is not
/// published, as nothing of it is in the release.
pub(super) fn measure(
    input: &Input,
    problem: &ReleaseProblem,
    classes: &Classes<'_>,
    written: &Path,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let measurement = measure_file(input, written)?;
    let mut facts = Vec::new();
    for spec in &input.job.models {
        facts.extend(of_spec(spec, input, problem, classes, &measurement)?);
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

fn measure_file(input: &Input, written: &Path) -> Result<Measurement, IncogError> {
    let options =
        ReadOptions { delimiter: input.file.format.delimiter, header: true, ..input.job.read_options() };
    // A release in another format than the input has its own delimiter.
    let same_format = input.job.input.extension() == input.job.output.extension();
    let options = if same_format { options } else { ReadOptions { delimiter: None, ..options } };
    let table = read_table(written, &options)?.table;
    let table = match input.job.suppression.shown_as {
        SuppressedAs::Drop => table,
        SuppressedAs::Star => without_starred(&table),
    };
    let names = |role| input.with_role(role).map(|column| column.name.clone());
    let sensitive =
        |name: String| SensitiveRequest { hierarchy: input.sensitive_hierarchies.get(&name).cloned(), name };
    let recursive_l = input.job.models.iter().filter_map(|model| match model {
        ModelSpec::LDiversity { l, kind: DiversityKind::Recursive { .. }, .. } => Some(*l as usize),
        _ => None,
    });
    let request = AuditRequest {
        quasi_identifiers: names(Role::QuasiIdentifier).collect(),
        sensitive: names(Role::Sensitive).map(sensitive).collect(),
        provider: names(Role::Provider).next().filter(|_| input.job.release.provider),
        original: Some(&input.file.table),
        recursive_l: recursive_l.collect(),
        coalition: 0,
        ..AuditRequest::default()
    };
    Ok(audit::measure(&table, &request)?)
}

/// The rows that are not `*` in every column.
fn without_starred(table: &Table) -> Table {
    let is_star = |column: &Column, row: usize| column.value(row) == "*";
    let stays: Vec<bool> =
        (0..table.rows()).map(|row| !table.columns().iter().all(|column| is_star(column, row))).collect();
    let filter = |column: &Column| {
        let kept = column.codes.iter().zip(&stays).filter(|(_, stays)| **stays);
        Column { codes: kept.map(|(code, _)| *code).collect(), ..column.clone() }
    };
    Table::new(table.columns().iter().map(filter).collect()).unwrap_or_default()
}

fn of_spec(
    spec: &ModelSpec,
    input: &Input,
    problem: &ReleaseProblem,
    classes: &Classes<'_>,
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
        ModelSpec::CMixture { c } => c_mixture(spec, *c, problem, measurement, input, classes)?,
        ModelSpec::ProviderDiversity { m } => match measurement.provider_diversity {
            Some(found) => {
                let (required, achieved) = (*m as f64, found as f64);
                vec![facts(spec, None, None, required, Some(achieved), at_least(required, achieved))]
            }
            None => of_decision(spec, input, problem, classes)?,
        },
        ModelSpec::MPrivacy { .. } => of_decision(spec, input, problem, classes)?,
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
    PrivacyFacts { model, column, variant, required, achieved, satisfied }
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
    classes: &Classes<'_>,
) -> Result<Vec<PrivacyFacts>, IncogError> {
    let mut rows = Vec::new();
    let providers = problem.tuples().sensitive().iter().find(|one| input.role(&one.name) == Role::Provider);
    let Some(provider) = providers else { return Ok(rows) };
    for attribute in super::models::sensitive(input, problem.tuples(), None) {
        let (values, providers) = (attribute.values.len() as u64, provider.values.len() as u64);
        let mixture = CMixture::resolve(c, problem.tuples().rows() as u64, values, providers)?;
        let distinct = measurement.sensitive(&attribute.name).map_or(0, |one| one.distinct_l);
        let mixed = measurement.provider_diversity.unwrap_or_else(|| fewest_providers(classes, provider));
        for (name, required, achieved) in
            [("k", mixture.k, measurement.k), ("l", mixture.l, distinct), ("m", mixture.m, mixed)]
        {
            let variant = Some(format!("c = {c}: {name}"));
            let column = (name == "l").then_some(attribute.name.as_str());
            let (required, achieved) = (required as f64, achieved as f64);
            rows.push(facts(spec, column, variant, required, Some(achieved), achieved >= required));
        }
    }
    Ok(rows)
}

fn fewest_providers(classes: &Classes<'_>, provider: &incog_data::SensitiveAttribute) -> u64 {
    let of_class = |class: &incog_data::Class| {
        let mut found: Vec<u32> =
            class.kept_cells().iter().map(|cell| provider.of_cell[cell.cell as usize]).collect();
        found.sort_unstable();
        found.dedup();
        found.len() as u64
    };
    classes.released().map(of_class).min().unwrap_or(0)
}

/// Measures a model on the decision, where the release does not show what it is about.
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
        facts(spec, None, None, model.required(), achieved, views().all(|view| model.holds(&view)))
    };
    Ok(bind(spec, input, problem.tuples())?.iter().map(|model| of_model(model.as_ref())).collect())
}
