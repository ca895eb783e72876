//! What a report is made again from.

use super::evidence::Evidence;
use super::premises::Premises;
use super::series::Shown;
use super::singling;
use incog_audit::{Judgement, NearestAttack};
use incog_disclosure::report::{InputFacts, Report, RiskFacts};
use std::path::Path;

/// What a report is made again from.
pub(super) struct Sources<'a> {
    pub claimed: &'a Report,
    pub premises: &'a Premises,
    pub evidence: &'a Evidence<'a>,
    pub privacy: &'a [Judgement],
    /// How likely somebody is found in the release.
    pub risk: RiskFacts,
    /// How likely somebody is found in the input.
    pub risk_before: RiskFacts,
    /// By which columns records are singled out.
    pub singling: &'a singling::Shown,
    /// How often the nearest record is right, where the files show it.
    pub nearest: Option<&'a [NearestAttack]>,
    /// What it tells together with earlier releases.
    pub series: &'a Shown,
    /// The k that the models ask for.
    pub k: u64,
    /// Of the release.
    pub sha256: &'a str,
    /// Where the report stands.
    pub folder: &'a Path,
}

impl Sources<'_> {
    /// The people whom the records are some of.
    pub fn population(&self) -> Option<InputFacts> {
        let Premises { population, secret, .. } = self.premises;
        let facts = population.as_ref().map(|people| people.facts(self.folder, secret.as_ref()));
        // A report without a keyed digest claims none.
        let keyed = self.claimed.population.as_ref().is_some_and(|told| told.hmac_sha256.is_some());
        facts.map(|facts| InputFacts { hmac_sha256: facts.hmac_sha256.filter(|_| keyed), ..facts })
    }
}
