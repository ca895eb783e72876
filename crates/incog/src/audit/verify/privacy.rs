//! The privacy models of a report, measured again on the release.

use super::claims::with_role;
use super::matching::with_rows;
use super::{Check, is_same_figure};
use crate::audit::{AuditError, AuditRequest, Measurement, SensitiveMeasurement, SensitiveRequest, measure};
use crate::job::{Distance, DiversityKind, Job, ModelSpec, Role};
use crate::report::{PrivacyFacts, Report};
use incog_data::{Column, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Coalitions of providers that are tried one by one, at the most.
const MOST_COALITIONS: usize = 10_000;

/// What a model may miss its parameter by, for rounding.
const ROUNDING: f64 = 1e-9;

/// What the privacy of a release is judged by.
pub(super) struct PrivacyEvidence<'a> {
    pub input: &'a Table,
    /// The release without suppressed rows.
    pub release: &'a Table,
    /// For each record an input row it can be, where it does not matter which.
    pub input_row_of: Option<&'a [usize]>,
}

/// A figure of a model as it ought to stand in the report.
struct Expected {
    model: &'static str,
    column: Option<String>,
    variant: Option<String>,
    required: f64,
    found: Found,
}

enum Found {
    /// The figure (none when there is no record, or no c for recursive diversity) and whether it is
    /// enough.
    Measured(Option<f64>, bool),
    /// The files do not show it.
    NotShown(&'static str),
}

const NO_PROVIDERS: &str = "the release does not say which provider a record is from, and suppression inside \
                            classes leaves open which records of the input were published";

/// Checks that the report lists every model of the job with the figures the release has.
pub(super) fn verify_privacy(
    report: &Report,
    job: &Job,
    evidence: &PrivacyEvidence<'_>,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Result<Vec<Check>, AuditError> {
    let measured = Measured::new(job, evidence, hierarchies)?;
    let mut expected = Vec::new();
    for model in &job.models {
        expected.extend(measured.expect(model)?);
    }
    // The k and m of a c-mixture are the same for every sensitive attribute, and reported once.
    let mut seen = std::collections::BTreeSet::new();
    expected.retain(|expected| seen.insert(expected.name()));
    let mut checks: Vec<Check> = Vec::new();
    let mut rest: Vec<&PrivacyFacts> = report.privacy.iter().collect();
    for expected in &expected {
        let is_it = |facts: &&PrivacyFacts| {
            facts.model == expected.model
                && facts.column == expected.column
                && facts.variant == expected.variant
        };
        match rest.iter().position(is_it) {
            Some(place) => checks.push(check(expected, rest.remove(place))),
            None => {
                checks.push(Check::new(expected.name(), false, "the job demands it, the report lacks it"))
            }
        }
    }
    let unknown = |facts: &&PrivacyFacts| {
        Check::new(format!("privacy: {}", facts.model), false, "the job does not demand it")
    };
    checks.extend(rest.iter().map(unknown));
    Ok(checks)
}

impl Expected {
    fn name(&self) -> String {
        let parts = [self.variant.as_deref(), self.column.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => format!("privacy: {}", self.model),
            false => format!("privacy: {} ({})", self.model, parts.join(", ")),
        }
    }
}

fn check(expected: &Expected, claimed: &PrivacyFacts) -> Check {
    let name = expected.name();
    if !is_same_figure(claimed.required, expected.required) {
        let detail = format!("the job requires {}, the report says {}", expected.required, claimed.required);
        return Check::new(name, false, detail);
    }
    let (found, holds) = match &expected.found {
        Found::NotShown(why) => return Check::not_shown(name, *why),
        Found::Measured(found, holds) => (*found, *holds),
    };
    let same = match (claimed.achieved, found) {
        (Some(claimed), Some(found)) => is_same_figure(claimed, found),
        (claimed, found) => claimed.is_none() && found.is_none(),
    };
    let say = |figure: Option<f64>| figure.map_or("nothing".to_owned(), |figure| figure.to_string());
    let (required, measured) = (expected.required, say(found));
    let detail = match (holds, same, claimed.satisfied) {
        (true, true, true) => format!("measured {measured}, required {required}"),
        (false, ..) => format!("measured {measured} where {required} is required"),
        (_, false, _) => format!("measured {measured}, not {}", say(claimed.achieved)),
        _ => format!("it holds (measured {measured}), though the report says it does not"),
    };
    Check::new(name, holds && same && claimed.satisfied, detail)
}

/// The measurements all models are judged by.
struct Measured<'a> {
    job: &'a Job,
    input: &'a Table,
    request: AuditRequest<'a>,
    /// The release, with a provider column if there is any way to know it.
    table: Table,
    measurement: Measurement,
    provider: Option<&'a Column>,
}

impl<'a> Measured<'a> {
    fn new(
        job: &'a Job,
        evidence: &PrivacyEvidence<'a>,
        hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
    ) -> Result<Self, AuditError> {
        let (input, release) = (evidence.input, evidence.release);
        let sensitive = |name: String| SensitiveRequest { hierarchy: hierarchies.get(&name).cloned(), name };
        let provider = with_role(job, input, Role::Provider).into_iter().next();
        let (table, known) = match &provider {
            Some(name) => with_provider(evidence, name),
            None => (release.clone(), false),
        };
        let recursive_l = job.models.iter().filter_map(|model| match model {
            ModelSpec::LDiversity { l, kind: DiversityKind::Recursive { .. }, .. } => Some(*l as usize),
            _ => None,
        });
        let request = AuditRequest {
            quasi_identifiers: with_role(job, release, Role::QuasiIdentifier),
            sensitive: with_role(job, release, Role::Sensitive).into_iter().map(sensitive).collect(),
            provider: provider.clone().filter(|_| known),
            original: Some(input),
            recursive_l: recursive_l.collect(),
            ..AuditRequest::default()
        };
        let measurement = measure(&table, &request)?;
        let provider = provider.and_then(|name| input.column(&name));
        Ok(Self { job, input, request, table, measurement, provider })
    }

    fn expect(&self, model: &ModelSpec) -> Result<Vec<Expected>, AuditError> {
        let expected = |column: Option<&str>, variant: Option<String>, required: f64, found| Expected {
            model: model.name(),
            column: column.map(str::to_owned),
            variant,
            required,
            found,
        };
        Ok(match model {
            ModelSpec::MPrivacy { m } => {
                vec![expected(None, None, *m as f64, self.m_privacy(*m as usize)?)]
            }
            ModelSpec::CMixture { c } => self
                .c_mixture(*c, &self.measurement)
                .into_iter()
                .map(|(part, column, required, found)| {
                    let found = match found {
                        None => Found::NotShown(NO_PROVIDERS),
                        Some(found) => Found::Measured(Some(found), found >= required),
                    };
                    expected(column.as_deref(), Some(format!("c = {c}: {part}")), required, found)
                })
                .collect(),
            ModelSpec::ProviderDiversity { m } => {
                let found = match self.measurement.provider_diversity {
                    None => Found::NotShown(NO_PROVIDERS),
                    Some(found) => self.at_least(found as f64, *m as f64),
                };
                vec![expected(None, None, *m as f64, found)]
            }
            ModelSpec::KAnonymity { k } => {
                let found = self.at_least(self.measurement.k as f64, *k as f64);
                vec![expected(None, None, *k as f64, found)]
            }
            ModelSpec::LDiversity { l, kind, of } => self
                .measurement
                .of(of)
                .map(|one| {
                    let (found, holds) = l_diversity(*l, *kind, one, self.is_empty());
                    let (variant, required) = match kind {
                        DiversityKind::Recursive { c } => (format!("{}, l = {l}", kind.name()), *c),
                        _ => (kind.name().to_owned(), *l),
                    };
                    expected(Some(&one.name), Some(variant), required, Found::Measured(found, holds))
                })
                .collect(),
            ModelSpec::TCloseness { t, distance, of } => self
                .measurement
                .of(of)
                .map(|one| {
                    let found = closeness(*distance, one);
                    let holds = found.is_some_and(|found| found <= t + ROUNDING);
                    let variant = Some(distance.name().to_owned());
                    expected(Some(&one.name), variant, *t, Found::Measured(found, holds))
                })
                .collect(),
        })
    }

    fn is_empty(&self) -> bool {
        self.measurement.records == 0
    }

    fn at_least(&self, found: f64, required: f64) -> Found {
        Found::Measured(Some(found), self.is_empty() || found >= required - ROUNDING)
    }

    /// Part, column, required, found, for k, l and m of the c-mixture (CPGEN eq. 1).
    fn c_mixture(&self, c: f64, of: &Measurement) -> Vec<(&'static str, Option<String>, f64, Option<f64>)> {
        let Some(provider) = self.provider else { return Vec::new() };
        let share = |whole: usize, round: fn(f64) -> f64| {
            let exact = whole as f64 * c;
            // 0.6 of 5 is 3, whatever floating point makes of it.
            let near = exact.round();
            if (exact - near).abs() <= ROUNDING * near.max(1.0) {
                near.max(1.0)
            } else {
                round(exact).max(1.0)
            }
        };
        let k = share(self.input.rows(), f64::floor);
        let m = share(used_values(provider), f64::ceil);
        let mut parts = Vec::new();
        for one in &of.sensitive {
            let values = self.input.column(&one.name).map_or(0, used_values);
            let l = share(values, f64::ceil);
            parts.push(("k", None, k, Some(of.k as f64)));
            parts.push(("l", Some(one.name.clone()), l, Some(one.distinct_l as f64)));
            parts.push(("m", None, m, of.provider_diversity.map(|found| found as f64)));
        }
        parts
    }

    /// The largest number of colluding providers, up to m, whose records can be taken away so that
    /// in every class something is left and all other models still hold.
    fn m_privacy(&self, m: usize) -> Result<Found, AuditError> {
        let (Some(name), true) = (&self.request.provider, self.provider.is_some()) else {
            return Ok(Found::NotShown(NO_PROVIDERS));
        };
        let Some(column) = self.table.column(name) else { return Ok(Found::NotShown(NO_PROVIDERS)) };
        let providers = column.dictionary.len() as u32;
        let coalitions: Vec<Vec<u32>> = coalitions(providers, m);
        if coalitions.len() > MOST_COALITIONS {
            return Ok(Found::NotShown("there are more than 10,000 coalitions of providers"));
        }
        let mut withstood = m;
        for coalition in coalitions.iter() {
            if coalition.len() <= withstood && !self.withstands(column, coalition)? {
                withstood = coalition.len().saturating_sub(1);
            }
        }
        Ok(Found::Measured(Some(withstood as f64), withstood >= m))
    }

    fn withstands(&self, providers: &Column, coalition: &[u32]) -> Result<bool, AuditError> {
        let others: Vec<usize> =
            (0..self.table.rows()).filter(|&row| !coalition.contains(&providers.codes[row])).collect();
        let rest = measure(&with_rows(&self.table, &others), &self.request)?;
        let whole = rest.classes.count == self.measurement.classes.count;
        let all = self.job.models.iter().all(|model| self.holds(model, &rest));
        Ok(whole && all)
    }

    /// Whether a model holds by a measurement.
    fn holds(&self, model: &ModelSpec, of: &Measurement) -> bool {
        let enough = |found: f64, required: f64| found >= required - ROUNDING;
        of.records == 0
            || match model {
                ModelSpec::MPrivacy { .. } => true,
                ModelSpec::KAnonymity { k } => of.k >= *k,
                ModelSpec::ProviderDiversity { m } => of.provider_diversity.is_some_and(|found| found >= *m),
                ModelSpec::CMixture { c } => self
                    .c_mixture(*c, of)
                    .iter()
                    .all(|(_, _, required, found)| found.is_some_and(|found| found >= *required)),
                ModelSpec::LDiversity { l, kind, of: scope } => {
                    of.of(scope).all(|one| l_diversity(*l, *kind, one, false).1)
                }
                ModelSpec::TCloseness { t, distance, of: scope } => {
                    of.of(scope).all(|one| closeness(*distance, one).is_some_and(|found| enough(*t, found)))
                }
            }
    }
}

/// The release with a provider column, its own or the input's where records can be found there, and
/// whether it has one.
fn with_provider(evidence: &PrivacyEvidence<'_>, provider: &str) -> (Table, bool) {
    let release = evidence.release;
    if release.column(provider).is_some() {
        return (release.clone(), true);
    }
    let from_input = || {
        let column = evidence.input.column(provider)?;
        let codes = evidence.input_row_of?.iter().map(|&row| column.codes[row]).collect();
        let mut columns = release.columns().to_vec();
        columns.push(Column { codes, ..column.clone() });
        Table::new(columns).ok()
    };
    from_input().map_or_else(|| (release.clone(), false), |table| (table, true))
}

fn l_diversity(l: f64, kind: DiversityKind, one: &SensitiveMeasurement, empty: bool) -> (Option<f64>, bool) {
    match kind {
        DiversityKind::Distinct => {
            (Some(one.distinct_l as f64), empty || one.distinct_l as f64 >= l - ROUNDING)
        }
        DiversityKind::Entropy => (Some(one.entropy_l), empty || one.entropy_l >= l - ROUNDING),
        DiversityKind::Recursive { c } => {
            let found = one.recursive.iter().find(|found| found.l == l as usize).and_then(|found| found.c);
            (found, found.is_some_and(|found| found < c))
        }
    }
}

fn closeness(distance: Distance, one: &SensitiveMeasurement) -> Option<f64> {
    match distance {
        Distance::Euclidean => Some(one.t.euclidean),
        Distance::Equal => Some(one.t.equal),
        Distance::Ordered => one.t.ordered,
        Distance::Hierarchical => one.t.hierarchical,
    }
}

/// Distinct values that occur.
fn used_values(column: &Column) -> usize {
    let mut used = vec![false; column.dictionary.len()];
    column.codes.iter().for_each(|&code| used[code as usize] = true);
    used.into_iter().filter(|&used| used).count()
}

/// All sets of 1 to `m` of the providers, one more than [`MOST_COALITIONS`] at the most.
fn coalitions(providers: u32, m: usize) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..m {
        let until = found.len();
        for place in from..until {
            let next = found[place].last().map_or(0, |last| last + 1);
            for provider in next..providers {
                let mut larger = found[place].clone();
                larger.push(provider);
                found.push(larger);
                if found.len() > MOST_COALITIONS {
                    return found;
                }
            }
        }
        from = until;
    }
    found
}
