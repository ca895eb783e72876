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

/// A text of a report without line breaks, and without characters that command a terminal or turn
/// its direction.
fn in_one_line(text: &str) -> String {
    const TURNS: &str = "\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    text.replace(|c: char| c.is_control() || TURNS.contains(c), " ")
}

/// All findings, and which parts of the report they cover.
#[derive(Debug, Default)]
pub(crate) struct CheckFindings {
    found: Vec<CheckFinding>,
    covered: BTreeSet<String>,
}

impl CheckFindings {
    pub fn add(&mut self, verdict: CheckVerdict, claim: &str, detail: String) {
        let [claim, detail] = [claim, &detail].map(in_one_line);
        self.found.push(CheckFinding { verdict, claim, detail });
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
