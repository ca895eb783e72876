//! The claims of a paper as a chapter of the results: what is concluded, and what each conclusion rests on.

use super::{Claim, Comparison, Conclusion, Verdict, judge, over_readings};

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
             | claim | reading | ours | instances (at the ceiling) | A12 | ln ratio, 95 % | verdict |\n\
             |:--|:--|--:|--:|--:|--:|:--|\n";
    for (claim, verdicts) in &judged {
        verdicts.iter().for_each(|(read, verdict)| text += &reading_line(claim, read, verdict));
    }
    text + LEGEND
}

const LEGEND: &str = "\nInstances on which all compared algorithms reach the proved optimum (ceiling) are left out. A12: how \
    often a run of the subject is better than one of a rival, mean over instances and rivals. ln ratio: bootstrap interval of \
    the logarithm of the ratio of summed means, for these instances. A claim whose readings do not agree is not decided.\n";

fn by_reading(claim: &Claim, tables: &[(String, Comparison)]) -> Vec<(Claim, Verdict)> {
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

fn reading_line(claim: &Claim, read: &Claim, verdict: &Verdict) -> String {
    let ceiling = if verdict.at_ceiling > 0 { format!(" ({})", verdict.at_ceiling) } else { String::new() };
    let a12 = verdict.a12.map_or("–".to_owned(), |share| format!("{share:.2}"));
    let ratio = verdict.log_ratio.map_or("–".to_owned(), |[low, high]| format!("{low:.3} to {high:.3}"));
    format!(
        "| {} | {} | {} | {}{ceiling} | {a12} | {ratio} | {} |\n",
        claim.text,
        read.reading,
        percent(verdict.figure),
        verdict.instances,
        verdict.conclusion
    )
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}
