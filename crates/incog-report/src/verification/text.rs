//! Verifications as text for people.

use super::{Check, Verdict, Verification};
use incog_audit::align;

/// The most lines of each part of the short text, so that it has about a dozen.
const PROMISES: usize = 5;
const REFUTED: usize = 4;
const NOT_SHOWN: usize = 4;

/// What is never shown of a report by itself, and comes last.
const USUAL: [&str; 4] = ["incog", "job_file", "search", "the bound is proved"];

/// The most claims that one line names.
const NAMED: usize = 3;

impl Verification {
    /// One line per claim, with refuted claims first and those not shown last, and the count of
    /// each.
    pub fn to_text(&self) -> String {
        let order = [Verdict::Refuted, Verdict::Proved, Verdict::NotShown];
        let lines: Vec<Vec<String>> =
            order.iter().flat_map(|&verdict| self.with(verdict).map(line)).collect();
        format!("{}\n{}\n", align(&lines), self.summary())
    }

    /// About a dozen lines: what is promised to people, then what is refuted and what is not shown,
    /// and the count of each.
    pub fn to_short_text(&self) -> String {
        let (promises, others): (Vec<&Check>, Vec<&Check>) =
            self.checks.iter().partition(|check| check.is_promise);
        let with =
            |verdict| others.iter().copied().filter(|check| check.verdict == verdict).collect::<Vec<_>>();
        let mut lines = first(promises.into_iter().map(line).collect(), PROMISES, "promises");
        lines.extend(first(
            with(Verdict::Refuted).into_iter().map(line).collect(),
            REFUTED,
            "refuted claims",
        ));
        let proved = with(Verdict::Proved).len();
        if proved > 0 {
            let what = format!("{proved} other claims of the report");
            lines.push(
                [word(Verdict::Proved), &what, "incog verify --verbose lists them"].map(str::to_owned).into(),
            );
        }
        lines.extend(first(by_reason(&with(Verdict::NotShown)), NOT_SHOWN, "reasons"));
        format!("{}\n{}\n", align(&lines), self.summary())
    }

    /// How many claims were proved, refuted and not shown.
    pub fn summary(&self) -> String {
        let count = |verdict| self.with(verdict).count();
        let (proved, refuted, not_shown) =
            (count(Verdict::Proved), count(Verdict::Refuted), count(Verdict::NotShown));
        let verdict = match (refuted, not_shown) {
            (0, 0) => "The report is true",
            (0, _) => "No claim is refuted (claims not shown are listed above)",
            _ => "The report is not true",
        };
        format!("{verdict}: {proved} proved, {refuted} refuted, {not_shown} not shown.")
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "REFUTED",
        Verdict::NotShown => "not shown",
    }
}

fn line(check: &Check) -> Vec<String> {
    vec![word(check.verdict).to_owned(), check.claim.clone(), check.detail.clone()]
}

/// The first of many lines, and a line that says how many there are besides; what is worse comes
/// first.
fn first(mut lines: Vec<Vec<String>>, most: usize, what: &str) -> Vec<Vec<String>> {
    let worst = [Verdict::Refuted, Verdict::NotShown, Verdict::Proved].map(word);
    lines.sort_by_key(|line| worst.iter().position(|word| line.first().is_some_and(|first| first == word)));
    if lines.len() <= most {
        return lines;
    }
    let rest = lines.split_off(most - 1);
    let text = rest.first().and_then(|line| line.first()).cloned().unwrap_or_default();
    lines.push(vec![
        text,
        format!("{} more {what}", rest.len()),
        "incog verify --verbose lists them".to_owned(),
    ]);
    lines
}

/// One line for each reason why something is not shown, with the first claims that it is the reason
/// of.
fn by_reason(checks: &[&Check]) -> Vec<Vec<String>> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for check in checks {
        match reasons.iter_mut().find(|(reason, _)| *reason == check.detail) {
            Some((_, claims)) => claims.push(&check.claim),
            None => reasons.push((&check.detail, vec![&check.claim])),
        }
    }
    let named = |claims: &[&str]| match claims.len() {
        all if all <= NAMED => claims.join(", "),
        all => format!("{} and {} more", claims[..NAMED].join(", "), all - NAMED),
    };
    let is_usual = |claim: &str| USUAL.iter().any(|usual| claim.split(['.', '[']).next() == Some(usual));
    reasons.sort_by_key(|(_, claims)| claims.iter().all(|claim| is_usual(claim)));
    reasons
        .into_iter()
        .map(|(why, claims)| vec![word(Verdict::NotShown).to_owned(), named(&claims), why.to_owned()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(refuted: usize) -> Verification {
        let models = (0..9).map(|model| Check::new(format!("model {model} holds"), true, "5").promised());
        let proved = (0..20_000).map(|leaf| Check::new(format!("clusters[{leaf}]"), true, "3"));
        let wrong = (0..refuted).map(|leaf| Check::new(format!("risk[{leaf}]"), false, "it is 2, not 1"));
        let open =
            (0..500).map(|leaf| Check::not_shown(format!("job.{leaf}"), format!("reason {}", leaf % 7)));
        Verification::from_checks(open.chain(wrong).chain(proved).chain(models).collect())
    }

    #[test]
    fn the_short_text_has_a_dozen_lines_and_the_promise_first() {
        for refuted in [0, 1, 3, 400] {
            let text = many(refuted).to_short_text();
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines.len() <= 16 && (refuted > 0 || lines.len() <= 12), "{text}");
            assert!(lines[0].starts_with("proved") && lines[0].contains("model 0 holds"), "{text}");
            assert!(text.contains("5 more promises") && text.contains("20000 other claims"), "{text}");
            assert_eq!(text.contains("REFUTED    risk[0]"), refuted > 0, "{text}");
            assert!(
                text.contains("job.0, job.7, job.14 and 69 more") && text.contains("4 more reasons"),
                "{text}"
            );
            assert!(text.trim_end().ends_with(&format!("{refuted} refuted, 500 not shown.")), "{text}");
        }
    }

    #[test]
    fn a_promise_that_is_refuted_is_never_left_out() {
        let mut all = many(0);
        all.checks.push(Check::new("t-closeness holds", false, "it is 0.4").promised());
        let text = Verification::from_checks(all.checks).to_short_text();
        assert!(text.starts_with("REFUTED") && text.contains("t-closeness holds"), "{text}");
    }

    #[test]
    fn a_promise_that_is_not_shown_is_not_proved() {
        let mut all = many(0);
        assert!(all.holds && all.proved);
        all.checks.push(Check::not_shown("t-closeness holds", "whose rows they are is not told").promised());
        let all = Verification::from_checks(all.checks);
        assert!(all.holds && !all.proved);
        assert!(!many(1).proved);
    }
}
