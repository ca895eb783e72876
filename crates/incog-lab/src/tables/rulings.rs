//! The claims of a paper as a chapter of the results: what is concluded, and what each conclusion
//! rests on.

use super::{Claim, ClaimVerdict, Conclusion, PairedComparison, judge, over_readings};
use crate::statistics::holm;
use std::collections::BTreeMap;

/// Two tables in Markdown: the claims with their conclusions over all readings, and each claim by
/// reading (which reading a conclusion depends on). Empty without claims.
pub fn rulings(claims: &[Claim], tables: &[(String, PairedComparison)]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let judged: Vec<Judged<'_>> = claims.iter().map(|claim| (claim, by_reading(claim, tables))).collect();
    let mut text = concluded("Claims of the paper", judged.iter().filter(|(claim, _)| !claim.ours));
    text += &concluded(
        "Claims of our own, which the paper does not make",
        judged.iter().filter(|(claim, _)| claim.ours),
    );
    text += "\n### What each verdict rests on\n\n\
             | claim | reading | ours | instances (at the ceiling) | A12 | ln ratio, 95 % | p | p (Holm) | direction | size | verdict |\n\
             |:--|:--|--:|--:|--:|--:|--:|--:|:--|:--|:--|\n";
    let corrected = corrected(&judged);
    for (claim, verdicts) in &judged {
        for (read, verdict) in verdicts {
            let p = verdict.p.and_then(|raw| Some([raw, *corrected.get(&test(read))?]));
            text += &reading_line(claim, read, verdict, p);
        }
    }
    text + LEGEND
}

const LEGEND: &str = "\nInstances on which all compared algorithms reach the proved optimum, or the same value where the subject is to be better, in every run (ceiling) are left out. A12: how \
    often a run of the subject is better than one of a rival, mean over instances and rivals. ln ratio: bootstrap interval of \
    the logarithm of the ratio of summed means, for these instances. p: two-sided signed-rank test of the instances' means, largest over the \
    rivals, where instances are independent of each other; Holm's correction is over all tests of this table, each counted once. Direction and size: what the interval says of an improvement. A claim whose readings do not agree is not decided; what is beside is another setting and no reading. Readings that other suites of the folder ran stand in its README.\n";

/// A heading and a line for each claim; empty without claims.
fn concluded<'j>(heading: &str, judged: impl Iterator<Item = &'j Judged<'j>>) -> String {
    let lines: String = judged.map(|(claim, verdicts)| conclusion_line(claim, verdicts)).collect();
    match lines.is_empty() {
        true => lines,
        false => format!(
            "\n### {heading}\n\n| claim | where | claimed | ours | verdict |\n|:--|:--|--:|--:|:--|\n{lines}"
        ),
    }
}

/// A claim with its verdicts by reading.
type Judged<'c> = (&'c Claim, Vec<(Claim, ClaimVerdict)>);

/// What a test of the instances' means compares: several claims may rest on the same.
type Compared<'c> = (&'c str, &'c str, &'c [String], Option<&'c str>);

fn test(read: &Claim) -> Compared<'_> {
    (&read.table, &read.subject, &read.rivals, read.instances.as_deref())
}

/// The p-values of all tests after Holm's correction over all of them, each counted once.
fn corrected<'j>(judged: &'j [Judged<'_>]) -> BTreeMap<Compared<'j>, f64> {
    let all = judged.iter().flat_map(|(_, verdicts)| verdicts);
    let tests: BTreeMap<Compared<'_>, f64> =
        all.filter_map(|(read, verdict)| Some((test(read), verdict.p?))).collect();
    let p: Vec<f64> = tests.values().copied().collect();
    tests.into_keys().zip(holm(&p)).collect()
}

/// A claim under each of its readings that was run, with what the tables say of it; under its first
/// one also without runs.
pub fn by_reading(claim: &Claim, tables: &[(String, PairedComparison)]) -> Vec<(Claim, ClaimVerdict)> {
    let verdict = |read: &Claim| {
        let table = tables.iter().find(|(name, _)| *name == read.table);
        table.map_or(ClaimVerdict::without_runs(Conclusion::NotDecided), |(_, table)| judge(read, table))
    };
    let readings = claim.by_reading().into_iter();
    let was_run = readings
        .filter(|read| read.table == claim.table || tables.iter().any(|(name, _)| *name == read.table));
    was_run.map(|read| (read.clone(), verdict(&read))).collect()
}

/// What the readings of the paper say together; other settings have no say.
pub fn over_its_readings(verdicts: &[(Claim, ClaimVerdict)]) -> Conclusion {
    let readings = verdicts.iter().filter(|(read, _)| !read.beside);
    over_readings(&readings.map(|(_, verdict)| verdict.conclusion).collect::<Vec<Conclusion>>())
}

fn conclusion_line(claim: &Claim, verdicts: &[(Claim, ClaimVerdict)]) -> String {
    let why = claim.not_testable.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "| {} | {} | {:.1} % | {} | **{}**{why} |\n",
        claim.text,
        claim.source,
        100.0 * claim.figure,
        span(verdicts.iter().filter(|(read, _)| !read.beside).map(|(_, verdict)| verdict.figure)),
        over_its_readings(verdicts)
    )
}

fn reading_line(claim: &Claim, read: &Claim, verdict: &ClaimVerdict, p: Option<[f64; 2]>) -> String {
    let ceiling = if verdict.at_ceiling > 0 { format!(" ({})", verdict.at_ceiling) } else { String::new() };
    let a12 = verdict.a12.map_or("–".to_owned(), |share| format!("{share:.2}"));
    let ratio = verdict.log_ratio.map_or("–".to_owned(), |[low, high]| format!("{low:.3} to {high:.3}"));
    let p = p.map_or("– | –".to_owned(), |[raw, holm]| {
        format!("{} | {}", probability(raw), probability(holm))
    });
    let [direction, size] = match verdict.by_interval {
        Some(by) => [by.direction.to_string(), by.size.to_string()],
        None => ["–".to_owned(), "–".to_owned()],
    };
    format!(
        "| {} | {} | {} | {}{ceiling} | {a12} | {ratio} | {p} | {direction} | {size} | {} |\n",
        claim.text,
        if read.beside { format!("beside: {}", read.reading) } else { read.reading.clone() },
        percent(verdict.figure),
        verdict.instances,
        verdict.conclusion
    )
}

/// A probability with four digits; none is said to be 0.
pub(super) fn probability(p: f64) -> String {
    if p < 0.00005 { "< 0.0001".into() } else { format!("{p:.4}") }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

/// The least and the greatest of the figures that are there.
pub(crate) fn span(figures: impl Iterator<Item = Option<f64>>) -> String {
    let figures: Vec<f64> = figures.flatten().collect();
    let least = figures.iter().copied().reduce(f64::min);
    let greatest = figures.iter().copied().reduce(f64::max);
    let [low, high] = [percent(least), percent(greatest)];
    if low == high { low } else { format!("{} to {high}", low.trim_end_matches(" %")) }
}
