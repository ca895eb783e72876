//! What a release tells together with earlier ones, looked at again.

use super::Check;
use super::evidence::Evidence;
use super::premises::Premises;
use incog_attack::{Membership, SeriesFacts};
use incog_audit::{Finding, Judgement};
use incog_data::Column;
use incog_disclosure::job::OnOverlap;
use incog_disclosure::report::Report;
use incog_disclosure::series::{NewRelease, SeriesFindings, open_dangers};

/// What the files show of a series.
pub(super) enum Shown {
    /// The job names no earlier releases.
    Nothing,
    /// The figures, and columns that are perturbed anew.
    Facts(Box<SeriesFindings>),
    /// Why they do not show it.
    Open(String),
}

impl Shown {
    pub fn new(
        report: &Report,
        premises: &Premises,
        evidence: &Evidence<'_>,
        judgements: &[Judgement],
    ) -> Self {
        let earlier = match &premises.earlier {
            Ok(None) => return Self::Nothing,
            Ok(Some(earlier)) => earlier,
            Err(why) => return Self::Open(why.clone()),
        };
        let Some(rows) = evidence.rows.as_ref().filter(|_| report.noisy_records() == 0) else {
            return Self::Open("the files do not show which records were published".to_owned());
        };
        let new = NewRelease {
            terms: &premises.job.terms,
            table: evidence.input,
            records: &evidence.records,
            rows,
            hierarchies: evidence.hierarchies.clone(),
            judgements,
            untreated: untreated(premises),
        };
        match earlier.held_against(&new) {
            Err(error) => Self::Open(error.to_string()),
            Ok(found) => match report.series.as_ref().and_then(|told| no_longer_known(told, &found.facts)) {
                Some(name) => Self::Open(format!("the input table of {name} is missing")),
                None => Self::Facts(Box::new(found)),
            },
        }
    }

    /// That nothing dangerous is told by all releases together, where the job asks for that.
    pub fn check(&self, premises: &Premises) -> Option<Check> {
        let terms = &premises.job.terms;
        terms.series().filter(|series| series.on_overlap == OnOverlap::Refuse)?;
        let claim = "no open danger beside earlier releases";
        match self {
            Self::Nothing => None,
            Self::Open(why) => Some(Check::not_shown(claim, why.clone())),
            Self::Facts(found) => {
                let earlier = premises.earlier.as_ref().ok().and_then(Option::as_ref)?;
                let mut open: Vec<String> = open_dangers(terms, found).iter().map(Finding::key).collect();
                // Who is in an earlier release may have been known then, and be fewer than those
                // who fit.
                let is_lost = terms.unit.column().is_some() && earlier.may_have_been_known();
                if !open.is_empty() && is_lost {
                    // Another draw does not depend on who was known.
                    open.retain(|key| found.redraws.anew.iter().any(|anew| anew.key() == *key));
                    if open.is_empty() {
                        let why = "the files do not show who is in the earlier releases";
                        return Some(Check::not_shown(claim, why));
                    }
                }
                if let (true, Some(why)) = (open.is_empty(), found.redraws.note()) {
                    return Some(Check::not_shown(claim, why));
                }
                let detail = match open.as_slice() {
                    [] => found.facts.to_string(),
                    open => format!("no waiver for {}", open.join(", ")),
                };
                Some(Check::new(claim, open.is_empty(), detail))
            }
        }
    }
}

/// The treated columns as they were; none where the release has a draw of the records.
fn untreated(premises: &Premises) -> &[Column] {
    if premises.job.terms.drawn_share().is_some() { &[] } else { &premises.source.untreated }
}

/// An earlier release of which it was known who is in it, and is not any more.
fn no_longer_known(told: &SeriesFacts, facts: &SeriesFacts) -> Option<String> {
    let mut pairs = told.earlier.iter().zip(&facts.earlier);
    let lost = pairs
        .find(|(then, now)| then.membership == Membership::Known && now.membership == Membership::Assumed);
    lost.map(|(_, now)| now.name.clone())
}
