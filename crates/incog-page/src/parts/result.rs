//! What came of the job: losses, risks, classes, records before and after, and what keeps it from
//! being published.

use super::{path, percent};
use crate::session::{Decided, Outcome, Session};
use incog::drawings::{
    CLASSES, LabelShare, SearchMoment, bars, class_sizes, convergence, grouped, named, short_number,
};
use incog::open_table::{FirstRecord, SeenRelease};
use incog::plan::TracePoint;
use incog::report::{AllColumnsRisk, RiskFacts, caveats};
use serde::Serialize;
use serde_json::json;

#[derive(Serialize, Default)]
pub struct Part {
    phase: &'static str,
    why: Option<String>,
    findings: Vec<Finding>,
    waivers: Vec<Finding>,
    objective: String,
    value: String,
    bound: String,
    gap: String,
    suppressed: String,
    records: String,
    evaluations: String,
    notes: Vec<String>,
    details: Vec<Detail>,
    classes: String,
    course: String,
    seen: Option<Seen>,
    unseen: Option<String>,
}

/// What keeps a release from being published, or would.
#[derive(Serialize)]
struct Finding {
    number: usize,
    key: String,
    message: String,
    path: String,
}

#[derive(Serialize)]
struct Detail {
    name: String,
    level: String,
    left: String,
    share: String,
}

/// The figures of a release that was made and measured.
#[derive(Serialize)]
struct Seen {
    models: Vec<Model>,
    risks: Vec<Risk>,
    caveats: Vec<String>,
    columns: Vec<String>,
    first: Vec<Record>,
    distributions: Vec<Drawn>,
}

#[derive(Serialize)]
struct Model {
    name: String,
    detail: String,
    required: String,
    achieved: String,
    holds: bool,
}

#[derive(Serialize)]
struct Risk {
    what: &'static str,
    before: String,
    after: String,
}

#[derive(Serialize)]
struct Record {
    number: usize,
    suppressed: bool,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    before: String,
    after: String,
    same: bool,
}

#[derive(Serialize)]
struct Drawn {
    name: String,
    grouped: bool,
    original: Option<String>,
    released: String,
}

pub fn part(session: &Session) -> Part {
    let (outcome, job) = {
        let state = session.state();
        (state.outcome.clone(), state.job.clone())
    };
    let finding = |(place, (key, message)): (usize, (&String, &String))| Finding {
        number: place + 1,
        key: key.clone(),
        message: message.clone(),
        path: path(&[json!("waivers"), json!(key)]),
    };
    let waivers = job.waivers.iter().enumerate().map(finding).collect();
    let known = Part { phase: outcome.phase(), waivers, ..Part::default() };
    match &*outcome {
        Outcome::Searching(points) => {
            let last = points.last().and_then(|last| Some((last.evaluations, last.best?, last.bound)));
            Part { course: last.map(|last| course(points, last)).unwrap_or_default(), ..known }
        }
        Outcome::Refused(why) => Part { why: Some(why.clone()), ..known },
        Outcome::Undecided(columns) => {
            Part { why: Some(format!("these columns are undecided: {}", columns.join(", "))), ..known }
        }
        Outcome::Unsafe(findings) => {
            let findings = findings.iter().map(|(key, message)| (key, message)).enumerate().map(finding);
            Part { findings: findings.collect(), ..known }
        }
        Outcome::Decided(decided) => of_release(known, decided),
    }
}

fn of_release(known: Part, decided: &Decided) -> Part {
    let (figures, found) = (&decided.figures, &decided.figures.found);
    let details = figures.columns.iter().map(|column| Detail {
        name: column.name.clone(),
        level: column
            .level
            .map_or_else(|| "several".to_owned(), |level| format!("{level} of {}", column.top)),
        left: percent(1.0 - column.loss),
        share: format!("{:.4}", 1.0 - column.loss),
    });
    Part {
        objective: found.objective.clone(),
        value: short_number(found.value),
        bound: found.bound.map_or_else(|| "not known".to_owned(), short_number),
        gap: found.gap_in_words(),
        suppressed: format!("{} ({})", grouped(found.suppressed), percent(found.suppressed_share)),
        records: grouped(figures.records),
        evaluations: grouped(found.evaluations),
        notes: decided.notes.clone(),
        details: details.collect(),
        classes: named(&class_sizes(&figures.class_sizes, CLASSES), "Classes by their size"),
        course: course(&decided.course, (found.evaluations, found.value, found.bound)),
        seen: decided.seen.as_ref().and_then(|seen| seen.as_ref().ok()).map(seen_release),
        unseen: decided.seen.as_ref().and_then(|seen| seen.as_ref().err()).cloned(),
        ..known
    }
}

/// Best value and bound during the search, where there is a course to be seen; `last` are
/// evaluations, best value and bound at its end.
fn course(points: &[TracePoint], last: (u64, f64, Option<f64>)) -> String {
    let moment = |point: &TracePoint| SearchMoment {
        evaluations: point.evaluations,
        best: point.best,
        bound: point.bound,
    };
    let moments: Vec<SearchMoment> = points.iter().map(moment).collect();
    if moments.len() < 2 {
        return String::new();
    }
    named(&convergence(&moments, last), "Best value and bound by evaluations")
}

fn seen_release(seen: &SeenRelease) -> Seen {
    let models = seen.report.privacy.iter().map(|model| Model {
        name: model.model.clone(),
        detail: [&model.variant, &model.column].into_iter().flatten().cloned().collect::<Vec<_>>().join(", "),
        required: model.demand(short_number),
        achieved: model.figure(short_number),
        holds: model.satisfied,
    });
    let total = |shares: &[LabelShare]| shares.iter().map(|share| share.records).sum::<u64>();
    let distributions = seen.distributions.iter().map(|one| Drawn {
        name: one.name.clone(),
        grouped: one.grouped,
        original: one.original.as_ref().map(|shares| {
            named(&bars(shares, total(shares), "original"), &format!("{} in the table", one.name))
        }),
        released: named(
            &bars(&one.released, total(&one.released), "released"),
            &format!("{} in the release", one.name),
        ),
    });
    Seen {
        models: models.collect(),
        risks: risks(&seen.report.risk),
        caveats: caveats(&seen.report),
        columns: seen.columns.clone(),
        first: (1..).zip(&seen.first).map(|(number, first)| record(number, first)).collect(),
        distributions: distributions.collect(),
    }
}

fn risks(after: &RiskFacts) -> Vec<Risk> {
    let before = after.before.as_deref();
    let row = |what, figure: &dyn Fn(&RiskFacts) -> String| Risk {
        what,
        before: before.map(figure).unwrap_or_default(),
        after: figure(after),
    };
    let mut rows = vec![
        row(
            "Prosecutor risk: a person known to be in it is found by the quasi-identifiers alone, \
         at most",
            &|risk| percent(risk.highest()),
        ),
        row("Marketer risk: the average over all records", &|risk| percent(risk.average())),
        row("Records in the smallest classes", &|risk| grouped(risk.records_at_max)),
    ];
    let above_a_fifth = |risk: &RiskFacts| {
        let above = risk.records_above.iter().find(|above| above.risk == 0.2);
        above.map_or_else(String::new, |above| grouped(above.records))
    };
    rows.push(row("Records in classes smaller than 5", &above_a_fifth));
    let of_all = |risk: &RiskFacts, figure: fn(&AllColumnsRisk) -> f64| {
        risk.all_columns.as_ref().map_or_else(|| "–".to_owned(), |all| percent(figure(all)))
    };
    rows.push(row("Risk if the attacker knows all published columns, on average", &|risk| {
        of_all(risk, |all| all.mean)
    }));
    rows.push(row("Records that are unique by all published columns", &|risk| of_all(risk, |all| all.alone)));
    rows
}

fn record(number: usize, record: &FirstRecord) -> Record {
    let cell = |(place, before): (usize, &Option<String>)| {
        let before = before.clone().unwrap_or_default();
        let after = record.after.as_ref().map(|after| after[place].clone()).unwrap_or_default();
        Cell { same: before == after, before, after }
    };
    Record {
        number,
        suppressed: record.after.is_none(),
        cells: record.before.iter().enumerate().map(cell).collect(),
    }
}
