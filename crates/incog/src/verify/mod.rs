//! What a report claims, proved or refuted from the files it names.
//!
//! The input and the release are read again, hierarchies are made again from the job in the report, and the
//! report is made again from what the files show; then every leaf of the two is compared. What the files do not
//! show is listed as that, by its path: no leaf is passed over. Nothing of the search is used.

mod chosen;
mod covering;
mod evidence;
mod expected;
pub(crate) mod ledger;
mod local;
mod matching;
mod order;
pub(crate) mod page;
mod premises;
mod quasi_identifier;
mod release;
pub(crate) mod search;
mod text;

use crate::IncogError;
use crate::report::Report;
use premises::Premises;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Recomputed, and it holds.
    Proved,
    /// Recomputed, and it does not hold.
    Refuted,
    /// The files do not show it; the detail says why.
    NotShown,
}

/// A claim, its verdict and what was found. No value of any cell is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The claim: the path of a leaf of the report, such as `columns[2].level`, or what the report claims as a whole.
    pub claim: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was found.
    pub detail: String,
}

impl Check {
    pub(crate) fn new(claim: impl Into<String>, holds: bool, detail: impl Into<String>) -> Self {
        let verdict = if holds { Verdict::Proved } else { Verdict::Refuted };
        Self { claim: claim.into(), verdict, detail: detail.into() }
    }

    pub(crate) fn not_shown(claim: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { claim: claim.into(), verdict: Verdict::NotShown, detail: detail.into() }
    }

    /// The claim that a figure is `claimed`, within rounding.
    pub(crate) fn figure(claim: impl Into<String>, claimed: f64, found: f64) -> Self {
        let holds = is_same_figure(claimed, found);
        Self::new(
            claim,
            holds,
            if holds { format!("{found}") } else { format!("it is {found}, not {claimed}") },
        )
    }

    fn is_refuted(&self) -> bool {
        self.verdict == Verdict::Refuted
    }
}

/// Whether two figures differ by rounding only: by 1e-9 of the larger one.
fn is_same_figure(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// All claims of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether no claim was refuted.
    pub holds: bool,
    /// The claims, in the order of the report.
    pub checks: Vec<Check>,
}

impl Verification {
    pub(crate) fn of(checks: Vec<Check>) -> Self {
        Self { holds: !checks.iter().any(Check::is_refuted), checks }
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

/// What a verifier brings along besides the report.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerifyOptions {
    /// The job file the release was made from; then every leaf of the report's job is compared with it.
    pub job: Option<PathBuf>,
    /// The secret of the job.
    pub secret: Option<PathBuf>,
    /// Whether the search is run again, to show what the report says of it.
    pub search: bool,
}

/// Checks every claim of the report of a table, which stands at `path` and reads `text`.
pub(crate) fn verify(path: &Path, text: &str, options: &VerifyOptions) -> Result<Verification, IncogError> {
    let no_report = |error| IncogError::no_report(path, &error);
    let report: Report = serde_json::from_str(text).map_err(no_report)?;
    let value: serde_json::Value = serde_json::from_str(text).map_err(no_report)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let premises = Premises::read(&report, folder, options)?;
    let mut checks = release::verify(&report, &value, &premises, folder)?;
    if options.search {
        search::run_again(&report, &premises, &value, &mut checks)?;
    }
    Ok(Verification::of(checks))
}

#[cfg(test)]
mod tests;
