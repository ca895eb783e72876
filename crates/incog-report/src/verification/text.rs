//! Verifications as text for people.

use super::{Check, Verdict, Verification};
use incog_audit::align;

impl Verification {
    /// One line per claim, with refuted claims first and those not shown last, and the count of each.
    pub fn to_text(&self) -> String {
        let word = |verdict| match verdict {
            Verdict::Proved => "proved",
            Verdict::Refuted => "REFUTED",
            Verdict::NotShown => "not shown",
        };
        let line =
            |check: &Check| vec![word(check.verdict).to_owned(), check.claim.clone(), check.detail.clone()];
        let order = [Verdict::Refuted, Verdict::Proved, Verdict::NotShown];
        let lines: Vec<Vec<String>> =
            order.iter().flat_map(|&verdict| self.with(verdict).map(line)).collect();
        format!("{}\n{}\n", align(&lines), self.summary())
    }

    /// How many claims were proved, refuted and not shown.
    pub fn summary(&self) -> String {
        let count = |verdict| self.with(verdict).count();
        let (proved, refuted, not_shown) =
            (count(Verdict::Proved), count(Verdict::Refuted), count(Verdict::NotShown));
        let verdict = match (refuted, not_shown) {
            (0, 0) => "The report is true",
            (0, _) => "No claim is refuted, and what is not shown is listed above",
            _ => "The report is not true",
        };
        format!("{verdict}: {proved} proved, {refuted} refuted, {not_shown} not shown.")
    }
}
