//! What a check found.

use crate::heap::*;
use crate::reading::json::Json;
use core::fmt;

/// What the files say of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckVerdict {
    /// It follows from the files.
    Proved,
    /// It contradicts the files.
    Refuted,
    /// The files, or this checker, do not say.
    NotShown,
}

impl fmt::Display for CheckVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::NotShown => "not shown",
        })
    }
}

/// A claim of the report, and what the files say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFinding {
    /// What the files say.
    pub verdict: CheckVerdict,
    /// The claim: a place in the report, or a name of its own.
    pub claim: String,
    /// Figures, or why. It has no value of any record.
    pub detail: String,
}

impl fmt::Display for CheckFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<9}  {:<45}  {}", self.verdict, self.claim, self.detail)
    }
}

/// All findings, and which parts of the report they cover.
#[derive(Debug, Default)]
pub(crate) struct CheckFindings {
    found: Vec<CheckFinding>,
    covered: BTreeSet<String>,
}

impl CheckFindings {
    pub fn add(&mut self, verdict: CheckVerdict, claim: &str, detail: String) {
        self.found.push(CheckFinding { verdict, claim: claim.to_owned(), detail });
    }

    /// A part of the report that holds, or does not.
    pub fn judge(&mut self, path: &str, holds: bool, detail: String) {
        self.add(if holds { CheckVerdict::Proved } else { CheckVerdict::Refuted }, path, detail);
        self.cover(path);
    }

    /// A part of the report that needs no further finding.
    pub fn cover(&mut self, path: &str) {
        self.covered.insert(path.to_owned());
    }

    /// All findings, with one for each part of the report that nothing covers.
    pub fn with_rest(mut self, report: &Json) -> Vec<CheckFinding> {
        for (section, value) in report.map().into_iter().flatten() {
            let open = value.map().map(|map| {
                map.keys()
                    .filter(|key: &&String| !self.covered.contains(&format!("{section}.{key}")))
                    .cloned()
                    .collect::<Vec<_>>()
            });
            let detail = open.map_or("not checked here".to_owned(), |open| open.join(", "));
            if !self.covered.contains(section) && !detail.is_empty() {
                self.add(CheckVerdict::NotShown, section, detail);
            }
        }
        self.found
    }
}
