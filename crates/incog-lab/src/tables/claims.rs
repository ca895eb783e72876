//! The claims of a paper, compared with our runs.

use super::comparison::Comparison;
use crate::LabError;
use crate::suite::is_meant;
use serde::Deserialize;
use std::path::Path;

/// What a paper says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claim {
    /// The claim in a sentence.
    pub text: String,
    /// Where it stands.
    pub source: String,
    /// The table it is about.
    pub table: String,
    /// What is counted.
    pub kind: ClaimKind,
    /// The algorithm it is about.
    pub subject: String,
    /// The rival; this one and all of `rivals` must be beaten.
    #[serde(default)]
    pub rivals: Vec<String>,
    /// Instances with these whole words at the beginning or end of their names; all when it is not given.
    #[serde(default)]
    pub instances: Option<String>,
    /// The paper's figure: a share of the instances, or a relative improvement.
    pub figure: f64,
}

/// What a claim counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// Share of the instances on which no rival has a better mean than the subject.
    BestMean,
    /// Share of the instances on which it is significantly better than all rivals.
    SignificantlyBetter,
    /// Mean over instances and rivals of `mean / mean of the rival - 1`, or, for a measure that is minimized, of
    /// `1 - mean / mean of the rival`.
    Improvement,
    /// Share of the instances on which its standard deviation is less than that of all rivals.
    Steadier,
}

/// What our runs say.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// `confirmed`, `refuted` or `not decided`.
    pub word: &'static str,
    /// Our figure; `None` without runs.
    pub figure: Option<f64>,
    /// Instances that have runs of all compared algorithms.
    pub instances: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    #[serde(default)]
    claims: Vec<Claim>,
}

/// Reads `expected.toml`; no claims when there is no such file.
pub fn read_claims(path: &Path) -> Result<Vec<Claim>, LabError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text =
        std::fs::read_to_string(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    let claims: Claims = toml::from_str(&text)
        .map_err(|source| LabError::Toml { path: path.to_owned(), source: Box::new(source) })?;
    Ok(claims.claims)
}

/// The fewest instances from which anything is concluded.
const ENOUGH: usize = 4;

/// Compares a claim with a table.
///
/// A share is confirmed when ours is at least the paper's minus one instance, refuted when it is at most half of the
/// paper's, and not decided in between. An improvement is confirmed when ours is at least half of the paper's, and
/// refuted when it is not positive. Nothing is decided on fewer than 4 instances, or on fewer than 5 runs each.
pub fn judge(claim: &Claim, table: &Comparison) -> Verdict {
    let place = |label: &String| table.algorithms.iter().position(|other| other == label);
    let (subject, rivals) =
        (place(&claim.subject), claim.rivals.iter().map(place).collect::<Option<Vec<_>>>());
    let nothing = Verdict { word: "not decided", figure: None, instances: 0 };
    let (Some(subject), Some(rivals)) = (subject, rivals) else { return nothing };
    let is_chosen = |name: &str| claim.instances.as_deref().is_none_or(|meant| is_meant(name, meant));
    let lines = table.lines.iter().filter(|(name, cells)| {
        is_chosen(name)
            && cells[subject].values.is_some()
            && rivals.iter().all(|&rival| cells[rival].values.is_some())
    });
    let of_line = |cells: &Vec<super::Cell>| {
        let mean = |place: usize| cells[place].values.map_or(f64::NAN, |values| values.mean);
        let deviation = |place: usize| cells[place].values.map_or(f64::NAN, |values| values.deviation);
        let yes = |holds: bool| f64::from(u8::from(holds));
        match claim.kind {
            ClaimKind::BestMean => yes(rivals.iter().all(|&rival| {
                if table.minimize { mean(subject) <= mean(rival) } else { mean(subject) >= mean(rival) }
            })),
            ClaimKind::SignificantlyBetter => yes(rivals.iter().all(|&rival| cells[rival].subject_wins == 1)),
            ClaimKind::Improvement => {
                let sign = if table.minimize { -1.0 } else { 1.0 };
                rivals.iter().map(|&rival| sign * relative(mean(subject), mean(rival))).sum::<f64>()
                    / rivals.len() as f64
            }
            ClaimKind::Steadier => yes(rivals.iter().all(|&rival| deviation(subject) < deviation(rival))),
        }
    };
    let lines: Vec<&Vec<super::Cell>> = lines.map(|(_, cells)| cells).collect();
    let instances = lines.len();
    if instances == 0 {
        return nothing;
    }
    let figure = lines.iter().map(|cells| of_line(cells)).sum::<f64>() / instances as f64;
    let enough = instances >= ENOUGH && lines.iter().all(|cells| cells[subject].runs >= 5);
    let (confirmed, refuted) = match claim.kind {
        ClaimKind::Improvement => (figure >= claim.figure / 2.0, figure <= 0.0),
        _ => (figure >= claim.figure - 1.0 / instances as f64, figure <= claim.figure / 2.0),
    };
    let word = match (enough, confirmed, refuted) {
        (true, true, _) => "confirmed",
        (true, false, true) => "refuted",
        _ => "not decided",
    };
    Verdict { word, figure: Some(figure), instances }
}

/// `value / other - 1`; 0 when both are the same, including when both are 0.
fn relative(value: f64, other: f64) -> f64 {
    if value == other { 0.0 } else { value / other - 1.0 }
}
