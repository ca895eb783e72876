//! The three questions of the Article 29 Working Party (Opinion 05/2014 on Anonymisation
//! Techniques), each with what was measured.

use super::super::page::percent;
use super::super::risk_text::{counted, crowd};
use super::super::{AllColumnsRisk, LinkedFacts, Report, RiskFacts};
use super::attacks::{AttackResult, ToldFinding, ToldRate};
use incog_report::svg::{grouped, short_number};
use serde::Serialize;

/// The text where there is no figure.
pub(super) const NOT_MEASURED: &str = "not measured";

/// A figure, or that there is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Line {
    /// What is measured.
    pub what: String,
    /// The figure; [`NOT_MEASURED`] where there is none.
    pub figure: String,
    /// Whether there is one.
    pub measured: bool,
}

impl Line {
    pub fn new(what: impl Into<String>, figure: impl Into<String>) -> Self {
        Self { what: what.into(), figure: figure.into(), measured: true }
    }

    /// Without a figure, and how there would be one.
    pub fn missing(what: impl Into<String>, how: &str) -> Self {
        Self { what: what.into(), figure: format!("{NOT_MEASURED}: {how}"), measured: false }
    }
}

/// One of the three.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Question {
    name: &'static str,
    asks: &'static str,
    lines: Vec<Line>,
}

/// Which of the three an attack is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    SinglingOut,
    Linkability,
    Inference,
}

/// An attack that finds a record is about singling out, one that joins data about linkability, and
/// all others conclude something of somebody.
fn about(attack: &str) -> About {
    match attack {
        "singling-out-by-one" | "singling-out-by-several" => About::SinglingOut,
        "linkability" | "intersection" | "intersection-of-people" => About::Linkability,
        _ => About::Inference,
    }
}

/// The three questions.
pub(super) fn questions(report: &Report, attacks: Option<&AttackResult>) -> [Question; 3] {
    let with_attacks = |lines: Vec<Line>, which: About| {
        let tried = attacks.iter().flat_map(|result| &result.findings);
        let mut tried: Vec<Line> =
            tried.filter(|finding| about(&finding.attack) == which).map(attack_line).collect();
        if tried.is_empty() {
            let how = "no result of such an attack was given (run incog attack --json, then pass \
             the file with --attacks)";
            tried.push(Line::missing("Attacks", how));
        }
        lines.into_iter().chain(tried).collect()
    };
    [
        Question {
            name: "Singling out",
            asks: "Can an attacker isolate the records of one person?",
            lines: with_attacks(singling_out(report), About::SinglingOut),
        },
        Question {
            name: "Linkability",
            asks: "Can an attacker link records of one person, in the release or with other data?",
            lines: with_attacks(linkability(report), About::Linkability),
        },
        Question {
            name: "Inference",
            asks: "Can an attacker infer a person's value from other values?",
            lines: with_attacks(inference(report), About::Inference),
        },
    ]
}

/// What came of an attack.
pub(super) fn attack_line(finding: &ToldFinding) -> Line {
    let of = finding.about.as_ref().map(|column| format!(" of {column}")).unwrap_or_default();
    let what = format!("Attack {}{of}: {}", finding.attack, finding.success);
    let others =
        finding.control.as_ref().map(|control| format!("; for people outside the table {}", share(control)));
    let figure = format!(
        "{}; by guessing {}{}",
        rate(&finding.original),
        share(&finding.baseline),
        others.unwrap_or_default()
    );
    match finding.original.attempts {
        0 => Line::missing(what, "the release left nothing to attack"),
        _ => Line::new(what, figure),
    }
}

/// `12 of 500, 2.4 % (95 % interval 1.4 % to 4.2 %)`
fn rate(rate: &ToldRate) -> String {
    let ToldRate { successes, attempts, .. } = rate;
    let interval =
        rate.interval.map(|[low, high]| format!(" (95 % interval {} to {})", percent(low), percent(high)));
    format!(
        "{} of {}, {}{}",
        grouped(*successes),
        grouped(*attempts),
        share(rate),
        interval.unwrap_or_default()
    )
}

fn share(rate: &ToldRate) -> String {
    rate.rate.map_or_else(|| NOT_MEASURED.to_owned(), percent)
}

/// Records of classes of one: their risk is above one half.
pub(super) fn unique(risk: &RiskFacts) -> Option<u64> {
    risk.records_above.iter().find(|above| above.risk == 0.5).map(|above| above.records)
}

fn singling_out(report: &Report) -> Vec<Line> {
    let risk = &report.risk;
    let fewest = match crowd(risk) {
        Some(crowd) => Line::new(
            "Smallest group with equal quasi-identifiers",
            format!("{} {}", grouped(crowd), counted(risk, crowd)),
        ),
        None => Line::missing("Smallest group", "the release has no records"),
    };
    let alone = |risk: &RiskFacts, whose: &str| {
        let what = format!("Records of the {whose} that are unique by all quasi-identifiers");
        unique(risk).map(|records| Line::new(what, grouped(records)))
    };
    let before = risk.before.as_deref().and_then(|before| alone(before, "input"));
    let linked = of_linked(report).map(|(column, linked)| {
        Line::new(
            format!("People who are unique by all their rows, linked by {column}"),
            format!("{} of {}", grouped(linked.alone), grouped(linked.people)),
        )
    });
    let by_all = risk.all_columns.iter().flat_map(by_all_columns);
    std::iter::once(fewest).chain(alone(risk, "release")).chain(by_all).chain(before).chain(linked).collect()
}

/// What is found by whoever knows all that is published of somebody.
fn by_all_columns(all: &AllColumnsRisk) -> [Line; 2] {
    let known = if all.columns.is_empty() { "nothing".to_owned() } else { all.columns.join(", ") };
    let fewer = format!("Records of the release with fewer than {} lookalikes by all these columns", all.k);
    [
        Line::new(
            format!(
                "Records of the release that are unique by all published columns that others may \
                 know ({known})"
            ),
            percent(all.alone),
        ),
        Line::new(fewer, percent(all.below_k)),
    ]
}

fn of_linked(report: &Report) -> impl Iterator<Item = (&str, &LinkedFacts)> {
    report.columns.iter().filter_map(|column| Some((column.name.as_str(), column.linked.as_ref()?)))
}

fn linkability(report: &Report) -> Vec<Line> {
    let joined = of_linked(report).map(|(column, linked)| {
        Line::new(
            format!(
                "{column} links rows of a person: most rows of one person; fewest people who \
             share the same classes"
            ),
            format!("{}; {}", grouped(linked.most_rows), grouped(linked.fewest_alike)),
        )
    });
    let joined: Vec<Line> = joined.collect();
    let nothing = joined
        .is_empty()
        .then(|| Line::new("Columns that link rows of a person (pseudonyms)", "none published"));
    joined.into_iter().chain(nothing).collect()
}

fn inference(report: &Report) -> Vec<Line> {
    let is_about_values = |name: &str| incog_privacy::model(name).is_some_and(|entry| entry.needs.sensitive);
    let models = report.privacy.iter().filter(|facts| is_about_values(&facts.model)).map(|facts| {
        let holds = if facts.satisfied { "" } else { "; DOES NOT HOLD" };
        let demand = facts.demand(short_number);
        let figure = match &facts.measured {
            None => format!("{}, required: {demand}{holds}", facts.figure(short_number)),
            Some(how) => format!("{}, required: {demand}{holds} ({how})", facts.figure(short_number)),
        };
        Line::new(facts.name(), figure)
    });
    let models: Vec<Line> = models.collect();
    let none = models.is_empty().then(|| {
        let how = "the job has no model of sensitive values";
        Line::missing("Diversity of sensitive values in groups of records that look alike", how)
    });
    let narrowed = report.narrowing.as_ref().map(|facts| {
        Line::new(
            "Records whose labels an attacker can narrow from overlapping labels (downcoding)",
            percent(facts.guessed.records),
        )
    });
    models.into_iter().chain(none).chain(narrowed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attack_of_the_list_is_about_one_of_the_three() {
        let of = |which: About| {
            let names = incog_attack::ATTACKS.iter().map(|entry| entry.card.name);
            names.filter(|name| about(name) == which).collect::<Vec<_>>()
        };
        assert_eq!(of(About::SinglingOut), ["singling-out-by-one", "singling-out-by-several"]);
        assert_eq!(of(About::Linkability), ["linkability", "intersection", "intersection-of-people"]);
    }
}
