//! Who is protected from what, in words, and the risks beside each other.

use super::page::percent;
use super::{Report, RiskBandFacts, RiskFacts, Share};
use incog_report::svg::{bars, grouped};
use serde::Serialize;

/// A risk of the release, and of the input on the internal page.
#[derive(Serialize)]
pub(super) struct RiskRow {
    what: String,
    after: String,
    before: Option<String>,
}

/// One sentence for the steward; `None` for a release without records.
pub(super) fn who_is_protected(report: &Report) -> Option<String> {
    let risk = &report.risk;
    let crowd = crowd(risk)?;
    let known: Vec<&str> =
        report.columns.iter().filter(|one| one.role == "quasi-identifier").map(|one| &*one.name).collect();
    let of_whom = match known.as_slice() {
        [] => "nothing of somebody but that she is in the table".to_owned(),
        [only] => format!("the {only} of somebody in the table"),
        [most @ .., last] => format!("{} and {last} of somebody in the table", most.join(", ")),
    };
    Some(format!(
        "Whoever knows {of_whom} is left with at least {} {} to choose among: a guess is right with a chance of at most \
         {}, and of {} on average.",
        grouped(crowd),
        counted(risk, crowd),
        percent(risk.prosecutor_max),
        percent(risk.prosecutor_mean),
    ))
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
        format!("{}, among {} {}", grouped(risk.records_at_max), grouped(crowd), counted(risk, crowd))
    };
    let above = |risk: &RiskFacts| {
        let each = risk.records_above.iter().map(|above| grouped(above.records));
        each.collect::<Vec<String>>().join(", ")
    };
    let thresholds: Vec<String> = risk.records_above.iter().map(|above| percent(above.risk)).collect();
    vec![
        row("Somebody known to be in the table is found (prosecutor), at most", &|risk| {
            percent(risk.prosecutor_max)
        }),
        row("The same on average, which is the share found by somebody who tries all (marketer)", &|risk| {
            percent(risk.prosecutor_mean)
        }),
        row(
            "Somebody not known to be in the table is found (journalist), at most the prosecutor's",
            &|risk| format!("≤ {}", percent(risk.prosecutor_max)),
        ),
        row("Records at the highest risk, and among how many each hides", &weakest),
        row(&format!("Records at a higher risk than {}", thresholds.join(", ")), &above),
    ]
}

/// Among how many records hide, drawn for the release and, on the internal page, for the input before it.
pub(super) fn hiding(risk: &RiskFacts) -> Vec<String> {
    let share = |band: &RiskBandFacts| Share {
        label: match (band.from, band.to) {
            (from, Some(to)) if from == to => format!("1 of {from}"),
            (from, Some(to)) => format!("1 of {from}–{to}"),
            (from, None) => format!("1 of {from} or more"),
        },
        records: band.records,
    };
    let drawn = |risk: &RiskFacts, class: &str| {
        let shares: Vec<Share> = risk.distribution.iter().map(share).collect();
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
