//! The claims of a paper as a chapter of the results: what is concluded, and what each conclusion rests on.

use super::{Claim, Comparison, Conclusion, Verdict, judge, over_readings};
use crate::statistics::holm;

/// Two tables in Markdown: the claims with their conclusions over all readings, and each claim by reading (which reading a
/// conclusion depends on). Empty without claims.
pub fn rulings(claims: &[Claim], tables: &[(String, Comparison)]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let judged: Vec<(&Claim, Vec<(Claim, Verdict)>)> =
        claims.iter().map(|claim| (claim, by_reading(claim, tables))).collect();
    let mut text = String::from(
        "\n### Claims of the paper\n\n| claim | where | paper | ours | verdict |\n|:--|:--|--:|--:|:--|\n",
    );
    for (claim, verdicts) in &judged {
        text += &conclusion_line(claim, verdicts);
    }
    text += "\n### What each verdict rests on\n\n\
             | claim | reading | ours | instances (at the ceiling) | A12 | ln ratio, 95 % | p | p (Holm) | verdict |\n\
             |:--|:--|--:|--:|--:|--:|--:|--:|:--|\n";
    let mut corrected = corrected(&judged).into_iter();
    for (claim, verdicts) in &judged {
        for (read, verdict) in verdicts {
            let p = verdict.p.and_then(|raw| Some([raw, corrected.next()?]));
            text += &reading_line(claim, read, verdict, p);
        }
    }
    text + LEGEND
}

const LEGEND: &str = "\nInstances on which all compared algorithms reach the proved optimum (ceiling) are left out. A12: how \
    often a run of the subject is better than one of a rival, mean over instances and rivals. ln ratio: bootstrap interval of \
    the logarithm of the ratio of summed means, for these instances. p: two-sided signed-rank test of the instances' means, largest over the \
    rivals, where instances are independent of each other; Holm's correction is over all lines of this table. A claim whose readings do not agree is not decided.\n";

/// The p-values of all verdicts that have one, after Holm's correction over all of them.
fn corrected(judged: &[(&Claim, Vec<(Claim, Verdict)>)]) -> Vec<f64> {
    holm(
        &judged
            .iter()
            .flat_map(|(_, verdicts)| verdicts.iter().filter_map(|(_, one)| one.p))
            .collect::<Vec<f64>>(),
    )
}

/// A claim under each of its readings, with what the tables say of it.
pub fn by_reading(claim: &Claim, tables: &[(String, Comparison)]) -> Vec<(Claim, Verdict)> {
    let verdict = |read: &Claim| {
        let table = tables.iter().find(|(name, _)| *name == read.table);
        table.map_or(Verdict::without_runs(Conclusion::NotDecided), |(_, table)| judge(read, table))
    };
    claim.by_reading().into_iter().map(|read| (verdict(&read), read)).map(|(v, read)| (read, v)).collect()
}

fn conclusion_line(claim: &Claim, verdicts: &[(Claim, Verdict)]) -> String {
    let conclusions: Vec<Conclusion> = verdicts.iter().map(|(_, verdict)| verdict.conclusion).collect();
    let figures: Vec<String> = verdicts.iter().map(|(_, verdict)| percent(verdict.figure)).collect();
    let why = claim.not_testable.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "| {} | {} | {:.1} % | {} | **{}**{why} |\n",
        claim.text,
        claim.source,
        100.0 * claim.figure,
        figures.join(" / "),
        over_readings(&conclusions)
    )
}

fn reading_line(claim: &Claim, read: &Claim, verdict: &Verdict, p: Option<[f64; 2]>) -> String {
    let ceiling = if verdict.at_ceiling > 0 { format!(" ({})", verdict.at_ceiling) } else { String::new() };
    let a12 = verdict.a12.map_or("–".to_owned(), |share| format!("{share:.2}"));
    let ratio = verdict.log_ratio.map_or("–".to_owned(), |[low, high]| format!("{low:.3} to {high:.3}"));
    let p = p.map_or("– | –".to_owned(), |[raw, holm]| {
        format!("{} | {}", probability(raw), probability(holm))
    });
    format!(
        "| {} | {} | {} | {}{ceiling} | {a12} | {ratio} | {p} | {} |\n",
        claim.text,
        read.reading,
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
