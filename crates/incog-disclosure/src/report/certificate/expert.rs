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
        [] => "only that the person is in the table".to_owned(),
        names => names.join(", "),
    };
    let risk = &report.risk;
    let mut lines = vec![Line::new("What the attacker is assumed to know about a person", assumed)];
    if risk.prosecutor_max > 0.0 {
        lines.extend(of_table(risk, "release"));
    } else {
        lines.push(Line::missing("Risks of the release", "it has no records"));
    }
    lines.extend(risk.before.iter().flat_map(|before| of_table(before, "input")));
    let how = "incog audit --sampling-fraction estimates it";
    lines.push(Line::missing("Journalist risk, relative to a population", how));
    lines.push(Line::missing("Records that are unique in the population", how));
    let linkage = attacks.and_then(|result| result.findings.iter().find(|one| one.attack == "linkability"));
    lines.push(match linkage {
        Some(finding) => super::criteria::attack_line(finding),
        None => Line::missing("Linkage attacks with other data", "no result of such an attack was given"),
    });
    lines
}

fn of_table(risk: &RiskFacts, whose: &str) -> Vec<Line> {
    let above = |above: &super::super::RiskAbove| {
        Line::new(
            format!(
                "Records of the {whose} in classes smaller than {}, which alone makes a risk above {}",
                above.smallest_class(),
                percent(above.risk)
            ),
            grouped(above.records),
        )
    };
    let highest = Line::new(
        format!(
            "Prosecutor risk in the {whose}, highest: a person known to be in it is found by the \
             quasi-identifiers alone"
        ),
        percent(risk.highest()),
    );
    let average =
        Line::new(format!("Marketer risk in the {whose}: average over all records"), percent(risk.average()));
    let alone = unique(risk).map(|records| {
        Line::new(
            format!("Records of the {whose} that are unique by what the attacker knows"),
            grouped(records),
        )
    });
    let above = risk.records_above.iter().filter(|above| above.risk < 0.5).map(above);
    let by_all = risk.all_columns.as_ref().map(|all| {
        Line::new(
            format!(
                "Risk in the {whose} if the attacker knows all published columns: highest, \
             average"
            ),
            format!("{}, {}", percent(all.highest), percent(all.mean)),
        )
    });
    [highest, average].into_iter().chain(above).chain(alone).chain(by_all).collect()
}
