//! What is always in sight: what came of the job, in a line and five figures.

use super::percent;
use crate::session::{Decided, Outcome, Session};
use incog::drawings::{grouped, short_number};
use incog::explore::Found;
use incog::plan::TracePoint;
use serde::Serialize;

#[derive(Serialize)]
pub struct StatusSummary {
    revision: u64,
    phase: &'static str,
    verdict: String,
    tiles: Vec<Tile>,
    findings: usize,
    undecided: Vec<String>,
}

#[derive(Serialize)]
struct Tile {
    figure: String,
    label: String,
}

pub fn part(session: &Session) -> StatusSummary {
    let (revision, outcome) = {
        let state = session.state();
        (state.revision, state.outcome.clone())
    };
    let phase = outcome.phase();
    let none = StatusSummary {
        revision,
        phase,
        verdict: String::new(),
        tiles: Vec::new(),
        findings: 0,
        undecided: Vec::new(),
    };
    match &*outcome {
        Outcome::Searching(course) => StatusSummary { verdict: searching(course.last()), ..none },
        Outcome::Refused(why) => StatusSummary { verdict: why.clone(), ..none },
        Outcome::Undecided(columns) => StatusSummary { undecided: columns.clone(), ..none },
        Outcome::Unsafe(findings) => StatusSummary { findings: findings.len(), ..none },
        Outcome::Decided(decided) => {
            StatusSummary { verdict: verdict(decided), tiles: tiles(decided), ..none }
        }
    }
}

fn searching(point: Option<&TracePoint>) -> String {
    let told = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), short_number);
    match point {
        None => "Searching for the best release.".to_owned(),
        Some(point) => format!(
            "Searching for the best release: {} so far, bound {}; {} evaluated.",
            told(point.best),
            told(point.bound),
            grouped(point.evaluations)
        ),
    }
}

fn verdict(decided: &Decided) -> String {
    let found = &decided.figures.found;
    let models = match &decided.seen {
        Some(Ok(seen)) if seen.report.is_satisfied() => " It meets every model, as measured on the release.",
        Some(Ok(_)) => " IT DOES NOT MEET EVERY MODEL.",
        Some(Err(_)) => " It cannot be published; see the result.",
        None => " incog is writing and measuring it.",
    };
    format!("{}{models}", how_good(found))
}

fn how_good(found: &Found) -> String {
    match (found.stopped.as_str(), found.gap) {
        ("proved", _) => "The best release, proved optimal.".to_owned(),
        (_, Some(gap)) => {
            format!("A release at most {} from the best possible ({}).", percent(gap), found.stopped)
        }
        (stopped, None) => format!("A release; the gap to the best possible is unknown ({stopped})."),
    }
}

fn tiles(decided: &Decided) -> Vec<Tile> {
    let found = &decided.figures.found;
    let tile = |figure: String, label: &str| Tile { figure, label: label.to_owned() };
    vec![
        tile(short_number(found.value), &found.objective),
        tile(percent(found.suppressed_share), "suppressed"),
        tile(grouped(found.classes), "classes"),
        tile(grouped(found.smallest_class), "smallest class"),
        tile(percent(found.prosecutor_mean), "mean risk"),
    ]
}
