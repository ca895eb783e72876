//! The figures that an expert looks at who determines under 45 CFR 164.514(b)(1) whether a risk is
//! very small.

use super::super::page::percent;
use super::super::{Report, RiskFacts};
use super::attacks::AttackResult;
use super::criteria::{Line, unique};
use incog_report::svg::grouped;

/// The figures; what takes more than a report and a release is told as not measured.
pub(super) fn figures(report: &Report, attacks: Option<&AttackResult>) -> Vec<Line> {
    let known = report.columns.iter().filter(|column| column.role == "quasi-identifier");
    let known: Vec<&str> = known.map(|column| column.name.as_str()).collect();
    let assumed = match known.as_slice() {
        [] => "nothing but that somebody is in the table".to_owned(),
        names => names.join(", "),
    };
    let risk = &report.risk;
    let mut lines = vec![Line::new("What somebody who looks for people is assumed to know of them", assumed)];
    if risk.prosecutor_max > 0.0 {
        lines.extend(of_table(risk, "release"));
    } else {
        lines.push(Line::missing("Risks of the release", "it has no records"));
    }
    lines.extend(risk.before.iter().flat_map(|before| of_table(before, "input")));
    let how = "incog audit with --sampling-fraction estimates it for the table it reads";
    lines.push(Line::missing(
        "Risk of somebody who is not known to be in the table (journalist), by the population",
        how,
    ));
    lines.push(Line::missing("Records that are alone in the population", how));
    let linkage = attacks.and_then(|result| result.findings.iter().find(|one| one.attack == "linkability"));
    lines.push(match linkage {
        Some(finding) => super::criteria::attack_line(finding),
        None => Line::missing(
            "Attempts to link the release with other data",
            "no result of such an attack was given",
        ),
    });
    lines
}

fn of_table(risk: &RiskFacts, whose: &str) -> Vec<Line> {
    let above = |above: &super::super::RiskAbove| {
        Line::new(
            format!("Records of the {whose} at a higher risk than {}", percent(above.risk)),
            grouped(above.records),
        )
    };
    let highest = Line::new(
        format!(
            "Highest risk in the {whose} that somebody known to be in it is found by the quasi-identifiers alone (prosecutor)"
        ),
        format!("{}, of {} records", percent(risk.prosecutor_max), grouped(risk.records_at_max)),
    );
    let average = Line::new(
        format!(
            "The same on average, which is the share found by somebody who tries all (marketer), {whose}"
        ),
        percent(risk.prosecutor_mean),
    );
    let alone = unique(risk).map(|records| {
        Line::new(format!("Records of the {whose} that stand alone by what is known"), grouped(records))
    });
    let above = risk.records_above.iter().filter(|above| above.risk < 0.5).map(above);
    let by_all = risk.all_columns.as_ref().map(|all| {
        Line::new(
            format!("Risk in the {whose} that somebody is found of whom all published columns are known: highest, and on average"),
            format!("{}, {}", percent(all.highest), percent(all.mean)),
        )
    });
    [highest, average].into_iter().chain(above).chain(alone).chain(by_all).collect()
}
