//! The outcome of checking the claims of a report.

pub mod ledger;
pub mod page;
pub mod reach;
pub mod second_run;
mod text;

use serde::Serialize;
use std::path::PathBuf;

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Recomputed, and it holds.
    Proved,
    /// The claim was recomputed and does not hold.
    Refuted,
    /// The files do not show it; the detail says why.
    NotShown,
}

/// A claim, its verdict and what was found. It contains no value of any cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The claim: the path of a leaf of the report, such as `columns[2].level`, or what the report
    /// claims as a whole.
    pub claim: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was found.
    pub detail: String,
    /// Whether it is what people are promised, and comes first.
    #[serde(skip)]
    pub is_promise: bool,
}

impl Check {
    /// The claim that something holds, and what was found.
    pub fn new(claim: impl Into<String>, holds: bool, detail: impl Into<String>) -> Self {
        let verdict = if holds { Verdict::Proved } else { Verdict::Refuted };
        Self { claim: claim.into(), verdict, detail: detail.into(), is_promise: false }
    }

    /// A claim that the files do not show, and why.
    pub fn not_shown(claim: impl Into<String>, detail: impl Into<String>) -> Self {
        let (claim, detail) = (claim.into(), detail.into());
        Self { claim, verdict: Verdict::NotShown, detail, is_promise: false }
    }

    /// Marks the claim as a promise to people, which is printed first.
    #[must_use]
    pub fn promised(self) -> Self {
        Self { is_promise: true, ..self }
    }

    /// The claim that a figure is `claimed`, within rounding.
    pub fn figure(claim: impl Into<String>, claimed: f64, found: f64) -> Self {
        let holds = is_same_figure(claimed, found);
        Self::new(
            claim,
            holds,
            if holds { format!("{found}") } else { format!("it is {found}, not {claimed}") },
        )
    }

    /// Whether it was recomputed and does not hold.
    pub fn is_refuted(&self) -> bool {
        self.verdict == Verdict::Refuted
    }
}

/// Whether two figures differ only by rounding: by 1e-9 of the larger one, or by 1e-12, as what is
/// left of a sum that should be 0 has no size of its own.
pub(crate) fn is_same_figure(a: f64, b: f64) -> bool {
    (a - b).abs() <= (1e-9 * a.abs().max(b.abs())).max(1e-12)
}

/// All claims of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether no claim was refuted.
    pub holds: bool,
    /// Whether every claim that people are promised was recomputed, and holds.
    pub proved: bool,
    /// The claims, in the order of the report.
    pub checks: Vec<Check>,
}

impl Verification {
    /// All claims.
    pub fn from_checks(checks: Vec<Check>) -> Self {
        let mut promises = checks.iter().filter(|check| check.is_promise);
        let proved = promises.all(|check| check.verdict == Verdict::Proved);
        let holds = !checks.iter().any(Check::is_refuted);
        Self { holds, proved: holds && proved, checks }
    }

    /// The claims with a verdict.
    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(move |check| check.verdict == verdict)
    }

    /// The claims that were refuted.
    pub fn refuted(&self) -> impl Iterator<Item = &Check> {
        self.with(Verdict::Refuted)
    }
}

/// What a verifier is given besides the report.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerifyOptions {
    /// The job file the release was made from; if given, every leaf of the report's job is compared
    /// with it.
    pub job: Option<PathBuf>,
    /// The secret of the job.
    pub secret: Option<PathBuf>,
    /// The internal report of the same release, or a file with its draw key: which records stay is
    /// drawn again by it.
    pub draw_key: Option<PathBuf>,
    /// The key of columns whose key the report withholds.
    pub key: Option<PathBuf>,
    /// The table, where it is not where the report says.
    pub input: Option<PathBuf>,
    /// The release, where it is not where the report says.
    pub release: Option<PathBuf>,
    /// The table of the population, where it is not where the report says.
    pub population: Option<PathBuf>,
    /// Where the engine of the table is; a report does not decide that.
    pub uri: Option<String>,
    /// What proves the bound of the search.
    pub proof: Option<PathBuf>,
    /// The certificate of the report; those that lie beside it, where none is named.
    pub certificate: Option<PathBuf>,
    /// The version of the program that made the release, where the verifier knows it from
    /// elsewhere: other versions may write other bytes.
    pub made_by: Option<String>,
    /// Whether the search is run again, to check what the report says about it.
    pub search: bool,
}
