//! What models and columns say of each other.

use super::check::Checked;
use super::error::{JobProblem, nearest};
use super::terms::Terms;
use crate::limits::MOST_QUASI_IDENTIFIERS;
use incog_privacy::{Role, SensitiveScope};
use incog_request::RecodingSettings;

/// Checks what models and columns say of each other.
pub(super) fn check_roles(terms: &Terms) -> Checked<()> {
    let with = |role| terms.with_role(role);
    if with(Role::QuasiIdentifier).next().is_none() {
        return Err((None, JobProblem::NoQuasiIdentifier));
    }
    let found = with(Role::QuasiIdentifier).count();
    if found > MOST_QUASI_IDENTIFIERS {
        return Err((None, JobProblem::TooManyQuasiIdentifiers { found }));
    }
    let mut providers = with(Role::Provider);
    let provider = providers.next();
    if let (Some(first), Some(second)) = (provider, providers.next()) {
        let (first, second) = (first.to_owned(), second.to_owned());
        let key = format!("columns.{second}.role");
        return Err((Some(key), JobProblem::TwoProviders { first, second }));
    }
    check_own_k(terms)?;
    terms.models.iter().filter(|model| model.is_about_the_release()).try_for_each(|model| {
        let reference = if model.parameters().is_said("reference") { ".reference" } else { "" };
        check_whole(terms, &format!("privacy.{}{reference}", model.name()))
    })?;
    for model in &terms.models {
        let key = || Some(format!("privacy.{}", model.name()));
        if model.entry().needs.sensitive && with(Role::Sensitive).next().is_none() {
            return Err((key(), JobProblem::NoSensitive { model: model.name() }));
        }
        if model.entry().needs.provider && provider.is_none() {
            return Err((key(), JobProblem::NoProvider { model: model.name() }));
        }
        if let Some(SensitiveScope::Column(column)) = model.sensitive_scope()
            && !with(Role::Sensitive).any(|name| name == column)
        {
            let nearest = nearest(&column, with(Role::Sensitive));
            let key = format!("privacy.{}.column", model.name());
            let problem = JobProblem::NotSensitive { key: key.clone(), column, nearest };
            return Err((Some(key), problem));
        }
    }
    Ok(())
}

/// Everybody's own k is one column beside the k of all, in a release that can leave records out.
fn check_own_k(terms: &Terms) -> Checked<()> {
    let mut columns = terms.with_role(Role::OwnK);
    let Some(column) = columns.next() else { return Ok(()) };
    let second = columns.next().map(|second| format!("columns.{second}.role"));
    let (other, why) = if let Some(second) = second {
        (second, "only one column can say how strongly each person is protected")
    } else if !terms.models.iter().any(|model| model.name() == "k-anonymity") {
        (
            "privacy".to_owned(),
            "a k of each person's own needs privacy.k-anonymity, the least k for everybody",
        )
    } else if terms.recoding == RecodingSettings::Microaggregation {
        ("recoding.kind".to_owned(), "micro-aggregation publishes all records, also of people who ask for 0")
    } else {
        return Ok(());
    };
    let first = format!("columns.{column}.role");
    Err((Some(first.clone()), JobProblem::Contradiction { first, second: other, why }))
}

/// A model about the release as a whole counts records that all have the same levels.
fn check_whole(terms: &Terms, key: &str) -> Checked<()> {
    let (other, why) = if terms.recoding != RecodingSettings::Global {
        (
            "recoding.kind",
            "the model is about all classes at once, which needs global recoding; remove [recoding]",
        )
    } else if terms.unit.column().is_some() {
        (
            "privacy.unit",
            "the model counts each record as one person; if that is true, set privacy.unit = \"record\"",
        )
    } else if terms.models.iter().any(|model| model.name() == "m-privacy") {
        ("privacy.m-privacy", "the model is not measured for coalitions of providers")
    } else if terms.with_role(Role::Provider).next().is_some() && terms.release.noise {
        ("release.noise", "invented records would change its figures; set release.noise = false")
    } else {
        return Ok(());
    };
    let (first, second) = (key.to_owned(), other.to_owned());
    Err((Some(key.to_owned()), JobProblem::Contradiction { first, second, why }))
}
