//! What a release tells together with earlier ones, looked at again.

use super::Check;
use super::evidence::Evidence;
use super::premises::Premises;
use crate::job::OnOverlap;
use crate::report::Report;
use crate::series::{NewRelease, open_dangers};
use incog_attack::SeriesFacts;
use incog_audit::{Finding, Judgement};

/// What the files show of a series.
pub(super) enum Shown {
    /// The job names no earlier releases.
    Nothing,
    /// The figures.
    Facts(SeriesFacts),
    /// Why they do not show it.
    Open(String),
}

impl Shown {
    pub fn of(
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
            return Self::Open("the files leave open which records were published".to_owned());
        };
        let new = NewRelease {
            terms: &premises.job.terms,
            table: evidence.input,
            records: &evidence.records,
            rows,
            hierarchies: evidence.hierarchies.clone(),
            judgements,
        };
        earlier.held_against(&new).map_or_else(|error| Self::Open(error.to_string()), Self::Facts)
    }

    /// That nothing dangerous is told by all releases together, where the job asks for that.
    pub fn check(&self, premises: &Premises) -> Option<Check> {
        let terms = &premises.job.terms;
        terms.series().filter(|series| series.on_overlap == OnOverlap::Refuse)?;
        let claim = "no danger is open beside earlier releases";
        match self {
            Self::Nothing => None,
            Self::Open(why) => Some(Check::not_shown(claim, why.clone())),
            Self::Facts(facts) => {
                let open: Vec<String> = open_dangers(terms, facts).iter().map(Finding::key).collect();
                let detail = match open.as_slice() {
                    [] => facts.to_string(),
                    open => format!("nobody answers for {}", open.join(", ")),
                };
                Some(Check::new(claim, open.is_empty(), detail))
            }
        }
    }
}
