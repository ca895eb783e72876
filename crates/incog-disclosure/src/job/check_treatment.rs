//! `publish = { ... }` of a column: what its values become before anything is decided.

use super::check::{Blame, Checked, refused};
use super::column::TreatmentJob;
use super::error::JobProblem;
use super::file::{ColumnFile, PublishFile};
use super::spec::Job;
use incog_card::Value;
use incog_privacy::Role;
use incog_treatment::{NeededKey, Subject, TreatmentSpec, treatment_with};
use std::path::Path;

/// What a column becomes, and whether a column of this role may.
pub(super) fn treatment(
    name: &str,
    file: &ColumnFile,
    role: Role,
    folder: &Path,
) -> Checked<Option<TreatmentJob>> {
    let key = format!("columns.{name}.publish");
    let Some(PublishFile::Treatment(said)) = &file.publish else { return Ok(None) };
    let refused = |refusal| refused(&key, false, refusal);
    let entry = treatment_with(said.keys().map(String::as_str)).map_err(refused)?;
    // Of the path of a key the treatment need not know: it is a matter of the folder.
    let told = said.iter().map(|(name, value)| match (value, is_key(entry.withheld, name)) {
        (Value::Text(_) | Value::Switch(true), true) => (name.as_str(), Value::word("")),
        _ => (name.as_str(), value.clone()),
    });
    let spec = TreatmentSpec::said(told).map_err(refused)?;
    let path = match spec.needed_key() {
        NeededKey::File(parameter) => said.get(parameter),
        NeededKey::None | NeededKey::Secret => None,
    };
    let path = match path {
        Some(Value::Text(path)) => Some(folder.join(path.as_ref())),
        _ => None,
    };
    // Whatever chance decides, models would take for diversity.
    let is_drawn = spec.needed_key() == NeededKey::Secret;
    let subject = match spec.automatic_base() {
        _ if is_drawn => Subject::Uncounted,
        Some(_) => Subject::Values,
        None => spec.entry().subject,
    };
    if spec.automatic_base().is_some() && file.hierarchy.is_some() {
        let (first, second) = (key, format!("columns.{name}.hierarchy"));
        let why = "the hierarchy has the numbers before rounding; set a base instead of \"auto\"";
        return Err((Some(first.clone()), JobProblem::Contradiction { first, second, why }));
    }
    if spec.automatic_base().is_some() && (role == Role::QuasiIdentifier || role.names_people()) {
        let why = "an automatic base is only for sensitive and insensitive columns; remove the key";
        return Err(idle(key, why));
    }
    suits(role, subject).map_err(|why| idle(key.clone(), why))?;
    Ok(Some(TreatmentJob { spec, key: path }))
}

/// Whether a parameter names the file of a key.
fn is_key(withheld: &[&str], name: &str) -> bool {
    withheld.contains(&name) && name != "values"
}

fn suits(role: Role, subject: Subject) -> Result<(), &'static str> {
    match (subject, role) {
        (Subject::People, Role::Person | Role::Household)
        | (Subject::Values | Subject::ValuesAndQuasiIdentifiers, Role::Sensitive | Role::Insensitive)
        | (Subject::Uncounted, Role::Insensitive)
        | (Subject::ValuesAndQuasiIdentifiers, Role::QuasiIdentifier) => Ok(()),
        (Subject::People, Role::Identifier) => {
            Err("pseudonyms are for the people that incog counts; give the column the role \"person\"")
        }
        (Subject::People, _) => Err("only columns with the role \"person\" or \"household\" can be \
            published as pseudonyms"),
        (_, Role::QuasiIdentifier) => {
            Err("a quasi-identifier is generalized instead; give it a hierarchy, such as { intervals = [5, \
             10], top = 90 } or { date = [\"month\", \"year\"] }")
        }
        (Subject::Uncounted, Role::Sensitive) => {
            Err("models would count random values as diversity; round the sensitive column, or publish the \
             mean of each class")
        }
        (_, Role::Provider) => Err("provider columns are published unchanged or not at all"),
        (_, Role::OwnK) => Err("the column says how strongly people are protected, so it is never published"),
        (_, Role::Undecided) => Err("the column is still undecided; give it a role"),
        (_, Role::Identifier | Role::Person | Role::Household) => Err(
            "the column names people, so it is left out; to publish pseudonyms, set publish = { pseudonym \
             = \"key.txt\", purpose = \"...\" }",
        ),
    }
}

/// Treatments are done here, not in an engine.
pub(super) fn check_places(job: &Job) -> Checked<()> {
    let Some((name, _)) = job.terms.treatments().next() else { return Ok(()) };
    let first = format!("columns.{name}.publish");
    let contradiction = |second: &str, why| {
        let (first, second) = (first.clone(), second.to_owned());
        Err((Some(first.clone()), JobProblem::Contradiction { first, second, why }))
    };
    if job.engine.is_some() {
        let why = "treatments are not possible over a database connection; use SQL statements (incog plan \
            --sql, docs/engines.md), which allow treatments without a key, or export the table to Parquet";
        return contradiction("input.adbc", why);
    }
    if job.counted.is_some()
        && job
            .terms
            .treatments()
            .any(|(_, treatment): (&str, &TreatmentJob)| treatment.spec.needed_key() == NeededKey::Secret)
    {
        return contradiction(
            "input.counts",
            "random treatments need to know the person of each record, and counted rows do not name people",
        );
    }
    Ok(())
}

fn idle(key: String, why: &'static str) -> Blame {
    (Some(key.clone()), JobProblem::Idle { key, why })
}
