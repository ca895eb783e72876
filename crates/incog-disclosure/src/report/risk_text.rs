//! Who is protected from what, in words, and the risks beside each other.

use super::page::percent;
use super::{AllColumnsRisk, LabelShare, Report, RiskBandFacts, RiskFacts};
use incog_report::svg::{bars, grouped};
use serde::Serialize;

/// A risk of the release, and of the input on the internal page.
#[derive(Serialize)]
pub(super) struct RiskRow {
    what: String,
    after: String,
    before: Option<String>,
}

/// Who finds somebody, for the steward: by the quasi-identifiers alone, and by all published
/// columns. `None` for a release without records.
pub(super) fn who_is_protected(report: &Report) -> Option<String> {
    Some(attackers_in_words(report).join(" ")).filter(|text| !text.is_empty())
}

/// The risk in words, a sentence for each attacker.
pub fn attackers_in_words(report: &Report) -> Vec<String> {
    let Some(by_quasi_identifiers) = by_quasi_identifiers(report) else { return Vec::new() };
    let by_all = report.risk.all_columns.as_ref().and_then(|all| by_all_columns(report, all));
    std::iter::once(by_quasi_identifiers).chain(by_all).collect()
}

/// The attacker for whom the models are true.
fn by_quasi_identifiers(report: &Report) -> Option<String> {
    let risk = &report.risk;
    let crowd = crowd(risk)?;
    let known: Vec<&str> =
        report.columns.iter().filter(|one| one.role == "quasi-identifier").map(|one| &*one.name).collect();
    // The release of a series has records of people who are in the table no more.
    let place = if report.is_of_series() { "release" } else { "table" };
    let of_whom = match known.as_slice() {
        [] => format!("that a person is in the {place}"),
        [only] => format!("the {only} of a person in the {place}"),
        several => format!("{} of a person in the {place}", listed(several)),
    };
    let guess = match risk.rows_of_one {
        None => "If each record is about a different person, the guess",
        // The person with most records of a class is the best guess.
        Some(_) if risk.highest() > risk.prosecutor_max => "A guess at the person behind a record",
        Some(_) => "The guess",
    };
    Some(format!(
        "An attacker who knows only {of_whom} must choose among at least {} {}. {guess} is \
         right with a probability of at most {}, and of {} on average.",
        grouped(crowd),
        counted(risk, crowd),
        percent(risk.highest()),
        percent(risk.average()),
    ))
}

/// So many columns are named in a sentence.
const MOST_LISTED: usize = 6;

/// The attacker who knows all that is published of somebody; `None` where that is nothing but the
/// quasi-identifiers.
fn by_all_columns(report: &Report, all: &AllColumnsRisk) -> Option<String> {
    let is_known = |name: &str| {
        report.columns.iter().any(|column| column.name == name && column.role == "quasi-identifier")
    };
    let others: Vec<&str> = all.columns.iter().map(String::as_str).filter(|name| !is_known(name)).collect();
    let others: Vec<&str> = others.into_iter().chain(all.noisy.iter().map(String::as_str)).collect();
    let others = match others.len() {
        0 => return None,
        // The certificate lists them.
        many if many > MOST_LISTED => format!("the other {many} published columns"),
        _ => listed(&others),
    };
    let whom = if report.risk.unit == "record" { "records" } else { "people" };
    let noise = if all.noisy.is_empty() {
        String::new()
    } else {
        format!(" (the true numbers in {})", listed_names(&all.noisy))
    };
    let sample =
        all.sample.map(|sample| format!(" (estimated from {})", grouped(sample))).unwrap_or_default();
    Some(format!(
        "An attacker who also knows {}{noise} knows every published value of a person. To this \
         attacker {} of the records{sample} are unique, {} have fewer than {} {whom} that look alike, and a guess \
         is right with a probability of {} on average.",
        others,
        percent(all.alone),
        percent(all.below_k),
        all.k,
        percent(all.mean),
    ))
}

fn listed_names(names: &[String]) -> String {
    listed(&names.iter().map(String::as_str).collect::<Vec<&str>>())
}

/// `age, sex and region`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The risks, and what they mean.
pub(super) fn risk_rows(risk: &RiskFacts) -> Vec<RiskRow> {
    let before = risk.before.as_deref();
    let row = |what: &str, figure: &dyn Fn(&RiskFacts) -> String| RiskRow {
        what: what.to_owned(),
        after: figure(risk),
        before: before.map(figure),
    };
    let weakest = |risk: &RiskFacts| {
        let crowd = crowd(risk).unwrap_or(0);
        format!("{}, each among {} {}", grouped(risk.records_at_max), grouped(crowd), counted(risk, crowd))
    };
    let above = |risk: &RiskFacts| {
        let each = risk.records_above.iter().map(|above| grouped(above.records));
        each.collect::<Vec<String>>().join(", ")
    };
    let sizes: Vec<String> =
        risk.records_above.iter().map(|above| above.smallest_class().to_string()).collect();
    let mut rows = vec![
        row(
            "Prosecutor risk: a person known to be in the table is found by the quasi-identifiers \
             alone, at most",
            &|risk| percent(risk.highest()),
        ),
        row("Marketer risk: average over all records, which is the share found by trying all", &|risk| {
            percent(risk.average())
        }),
        row("Journalist risk: a person who may or may not be in the table is found, at most", &|risk| {
            format!("≤ {}", percent(risk.highest()))
        }),
        row("Records in the smallest classes, and the size of these", &weakest),
        row(&format!("Records in classes smaller than {}", sizes.join(", ")), &above),
    ];
    rows.extend(risk.all_columns.iter().flat_map(|all| all_columns_rows(all, before.is_some())));
    rows
}

/// The risks by all published columns. The input has none: nothing of it is published.
fn all_columns_rows(all: &AllColumnsRisk, has_before: bool) -> [RiskRow; 4] {
    let row = |what: String, share: f64| RiskRow {
        what,
        after: percent(share),
        before: has_before.then(|| "–".to_owned()),
    };
    [
        row("Risk if the attacker knows all published columns, at most".to_owned(), all.highest),
        row("Risk if the attacker knows all published columns, on average".to_owned(), all.mean),
        row("Records that are unique by all published columns".to_owned(), all.alone),
        row(format!("Records with fewer than {} lookalikes by all published columns", all.k), all.below_k),
    ]
}

/// Among how many records hide, drawn for the release and, on the internal page, for the input
/// before it.
pub(super) fn hiding(risk: &RiskFacts) -> Vec<String> {
    let share = |band: &RiskBandFacts| LabelShare {
        label: match (band.from, band.to) {
            (from, Some(to)) if from == to => format!("1 of {from}"),
            (from, Some(to)) => format!("1 of {from}–{to}"),
            (from, None) => format!("1 of {from} or more"),
        },
        records: band.records,
    };
    let drawn = |risk: &RiskFacts, class: &str| {
        let shares: Vec<LabelShare> = risk.distribution.iter().map(share).collect();
        bars(&shares, shares.iter().map(|share| share.records).sum(), class)
    };
    let before = risk.before.iter().map(|before| drawn(before, "original"));
    before.chain([drawn(risk, "released")]).collect()
}

/// The fewest among whom somebody hides.
pub(super) fn crowd(risk: &RiskFacts) -> Option<u64> {
    (risk.prosecutor_max > 0.0).then(|| (1.0 / risk.prosecutor_max).round() as u64)
}

pub(super) fn counted(risk: &RiskFacts, crowd: u64) -> &'static str {
    match (risk.unit.as_str(), crowd) {
        ("record", 1) => "record",
        ("record", _) => "records",
        (_, 1) => "person",
        _ => "people",
    }
}
