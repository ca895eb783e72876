//! The privacy models of a report, judged again on the release.

use super::{Check, is_same_figure};
use crate::audit::judgement::with_role;
use crate::audit::{AuditError, Evidence, Figure, Judgement, judge};
use crate::job::{Job, Role};
use crate::report::{PrivacyFacts, Report};
use incog_data::{Column, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the privacy of a release is judged by.
pub(super) struct PrivacyEvidence<'a> {
    pub input: &'a Table,
    /// The release without suppressed rows.
    pub release: &'a Table,
    /// For each record an input row it can be, where it does not matter which.
    pub input_row_of: Option<&'a [usize]>,
}

/// Checks that the report lists everything that the job demands, in the order of the job, with the figures that
/// the release has.
pub(super) fn verify_privacy(
    report: &Report,
    job: &Job,
    evidence: &PrivacyEvidence<'_>,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Result<Vec<Check>, AuditError> {
    let release = with_provider(evidence, job);
    let judgements = judge(job, &Evidence { original: evidence.input, release: &release, hierarchies })?;
    let claimed = &report.privacy;
    let listed = Check::new(
        "privacy lists what the job demands",
        claimed.len() == judgements.len(),
        format!("{} entries, the job makes {}", claimed.len(), judgements.len()),
    );
    let pairs = (0..).zip(&judgements);
    let entries = pairs.flat_map(|(place, judgement)| match claimed.get(place) {
        Some(claimed) => entry(place, claimed, judgement),
        None => vec![Check::new(claim(place, judgement), false, "the job demands it, the report lacks it")],
    });
    Ok(std::iter::once(listed).chain(entries).collect())
}

fn claim(place: usize, judgement: &Judgement) -> String {
    format!("privacy[{place}]: {}", judgement.facts().name())
}

/// One entry of the report, leaf by leaf.
fn entry(place: usize, claimed: &PrivacyFacts, judgement: &Judgement) -> Vec<Check> {
    let name = claim(place, judgement);
    let found = judgement.facts();
    if let Some(different) = demand_differs(claimed, &found) {
        return vec![Check::new(name, false, different)];
    }
    let satisfied = match judgement.figure {
        Figure::NotShown(why) => return vec![Check::not_shown(name, why.to_string())],
        Figure::Measured { satisfied, .. } => satisfied,
    };
    let same = match (claimed.achieved, found.achieved) {
        (Some(claimed), Some(found)) => is_same_figure(claimed, found),
        (claimed, found) => claimed.is_none() && found.is_none(),
    };
    let plain = |figure: f64| figure.to_string();
    let (measured, demand) = (found.figure(plain), found.demand(plain));
    let detail = match (satisfied, same, claimed.satisfied) {
        (true, true, true) => format!("measured: {measured}, {demand}"),
        (false, ..) => format!("measured: {measured}, where {demand} is required"),
        (_, false, _) => format!("measured: {measured}, not {}", claimed.figure(plain)),
        _ => format!("it holds (measured: {measured}), though the report says it does not"),
    };
    vec![Check::new(name, satisfied && same && claimed.satisfied, detail)]
}

/// Where an entry speaks of something else than the job.
fn demand_differs(claimed: &PrivacyFacts, found: &PrivacyFacts) -> Option<String> {
    let say = |text: &Option<String>| text.as_deref().unwrap_or("nothing").to_owned();
    let differs = |what: &str, claimed: String, found: String| {
        (claimed != found).then(|| format!("{what}: the job says {found}, the report {claimed}"))
    };
    differs("model", claimed.model.clone(), found.model.clone())
        .or_else(|| differs("column", say(&claimed.column), say(&found.column)))
        .or_else(|| differs("variant", say(&claimed.variant), say(&found.variant)))
        .or_else(|| differs("direction", claimed.direction.words().into(), found.direction.words().into()))
        .or_else(|| differs("required", claimed.required.to_string(), found.required.to_string()))
        .or_else(|| differs("measured", say(&claimed.measured), say(&found.measured)))
}

/// The release with a provider column, its own or the input's where records can be found there.
fn with_provider(evidence: &PrivacyEvidence<'_>, job: &Job) -> Table {
    let release = evidence.release;
    let provider = with_role(job, evidence.input, Role::Provider).into_iter().next();
    let Some(provider) = provider.filter(|name| release.column(name).is_none()) else {
        return release.clone();
    };
    let from_input = || {
        let column = evidence.input.column(&provider)?;
        let codes = evidence.input_row_of?.iter().map(|&row| column.codes[row]).collect();
        // Refused only when records and rows are not equally many, which leaves the providers unknown.
        release.clone().with_column(Column { codes, ..column.clone() }).ok()
    };
    from_input().unwrap_or_else(|| release.clone())
}
