//! The parts of the page.

use super::{TripOutcome, TripSession};
use crate::parts::field::Field;
use crate::parts::{path, percent, rendered, save};
use incog::drawings::{grouped, short_number};
use incog::trajectories::{ALGORITHMS, ChoiceSpec, FrontPoint, PromiseUnit, TrajectoryJob};
use serde::Serialize;
use serde_json::json;

/// A part by its name; `None` for one that is not there.
pub fn trip_part(session: &TripSession, name: &str) -> Option<String> {
    Some(match name {
        "summary" => rendered("trip_summary.html", &seen(session)),
        "columns" => rendered("trip_points.html", &points(session)),
        "promise" => rendered("trip_promise.html", &promise(&session.state().job)),
        "result" => rendered("trip_result.html", &seen(session)),
        "trade-off" => rendered("trip_front.html", &seen(session)),
        "save" => rendered("save.html", &saveable(session)),
        _ => return None,
    })
}

#[derive(Serialize, Default)]
struct Seen {
    revision: u64,
    phase: &'static str,
    why: String,
    findings: Vec<Finding>,
    waivers: Vec<Finding>,
    tiles: Vec<[String; 2]>,
    body: String,
    notes: Vec<String>,
    front: Vec<Row>,
    drawn: String,
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
struct Row {
    number: usize,
    chosen: bool,
    figures: [String; 3],
}

fn seen(session: &TripSession) -> Seen {
    let (revision, outcome, waivers) = {
        let state = session.state();
        (state.revision, state.outcome.clone(), state.job.waivers.clone())
    };
    let finding = |(number, (key, message)): (usize, (&str, String))| Finding {
        number,
        key: key.to_owned(),
        message,
        path: path(&[json!("waivers"), json!(key)]),
    };
    let waivers = (1..).zip(waivers.iter().map(|(key, reason)| (key.as_str(), reason.clone()))).map(finding);
    let known = Seen { revision, phase: outcome.phase(), waivers: waivers.collect(), ..Seen::default() };
    match &*outcome {
        TripOutcome::Searching => known,
        TripOutcome::Refused(why) => Seen { why: why.clone(), ..known },
        TripOutcome::Unsafe(found) => {
            let told = found.iter().map(|(finding, trajectories)| {
                (
                    finding.name(),
                    format!("{} trajectories: {}", grouped(*trajectories as u64), finding.meaning()),
                )
            });
            Seen { findings: (1..).zip(told).map(finding).collect(), ..known }
        }
        TripOutcome::Seen(seen) => {
            let report = &seen.report;
            let row = |(place, point): (usize, &FrontPoint)| Row {
                number: place + 1,
                chosen: place == report.search.chosen,
                figures: figures(point),
            };
            Seen {
                tiles: tiles(seen),
                body: seen.body.clone(),
                notes: seen.notes.clone(),
                front: report.search.front.iter().enumerate().map(row).collect(),
                drawn: seen.front.clone().unwrap_or_default(),
                ..known
            }
        }
    }
}

fn figures(point: &FrontPoint) -> [String; 3] {
    [
        grouped(point.privacy as u64),
        short_number(point.distortion.round()),
        point.utility.map(|utility| short_number((10.0 * utility).round() / 10.0)).unwrap_or_default(),
    ]
}

fn tiles(seen: &incog::trajectories::SeenTrajectories) -> Vec<[String; 2]> {
    let report = &seen.report;
    let achieved = report.privacy.first().map(|model| &model.achieved);
    let (published, all) = (report.release.trajectories, report.sampling.trajectories);
    let tile = |figure: String, label: &str| [figure, label.to_owned()];
    vec![
        tile(achieved.map_or_else(String::new, |has| grouped(has.k as u64)), "smallest cluster"),
        tile(grouped(published as u64), "trajectories"),
        tile(percent(1.0 - published as f64 / all.max(1) as f64), "left out"),
        tile(grouped(report.clusters.len() as u64), "clusters"),
        tile(format!("{} m", short_number(report.utility.mean_shift.round())), "mean shift"),
    ]
}

#[derive(Serialize)]
struct Points {
    name: String,
    facts: Vec<[String; 2]>,
}

fn points(session: &TripSession) -> Points {
    let opened = session.opened();
    let points = opened.trajectories.points();
    let mut objects = points.objects.clone();
    objects.sort_unstable();
    objects.dedup();
    let fact = |what: &str, figure: u64| [what.to_owned(), grouped(figure)];
    Points {
        name: opened.name.display().to_string(),
        facts: vec![
            fact("points read", points.points as u64),
            fact("trips", points.trips.len() as u64),
            fact("moving objects", objects.len() as u64),
            fact("points out of order, sorted", points.out_of_order as u64),
        ],
    }
}

#[derive(Serialize)]
struct Promise {
    fields: Vec<Field>,
    chosen: String,
}

fn promise(job: &TrajectoryJob) -> Promise {
    let far = (2 * job.privacy.k).max(50).to_string();
    let wide = (2.0 * job.privacy.delta).max(1000.0).to_string();
    let unit = if job.privacy.unit == PromiseUnit::Trip { "trip" } else { "object" };
    let number = |key: [&'static str; 2], label, note: &str, value: String, high: String, step| Field {
        id: key.join("-"),
        label,
        note: note.to_owned(),
        path: path(&[json!(key[0]), json!(key[1])]),
        kind: if step == "1" { "whole" } else { "number" },
        value,
        low: "0".to_owned(),
        high,
        step,
        optional: false,
        words: Vec::new(),
    };
    let words = |key: [&'static str; 2], label, note: &str, value: &str, words: Vec<&str>| Field {
        kind: "word",
        words: words.into_iter().map(str::to_owned).collect(),
        ..number(key, label, note, value.to_owned(), String::new(), "")
    };
    let choices = vec!["least-distortion", "knee"];
    let (choice, chosen) = match job.release.choose {
        ChoiceSpec::LeastDistortion => ("least-distortion", String::new()),
        ChoiceSpec::Knee => ("knee", String::new()),
        ChoiceSpec::K(k) => ("", format!("the trade-off with {k} in the smallest cluster")),
        ChoiceSpec::MeanShift(metres) => ("", format!("a mean shift of at most {metres} m")),
    };
    let choices = if choice.is_empty() { [vec![""], choices].concat() } else { choices };
    Promise {
        fields: vec![
            number(
                ["privacy", "k"],
                "k",
                "fewest moving objects in a cluster",
                job.privacy.k.to_string(),
                far,
                "1",
            ),
            number(
                ["privacy", "delta"],
                "delta, in metres",
                "the largest distance between members of a cluster at any instant; only 0, which moves them \
                 onto one track, makes them indistinguishable",
                job.privacy.delta.to_string(),
                wide,
                "1.0",
            ),
            words(
                ["privacy", "unit"],
                "What k counts",
                "persons or vehicles, or single trips",
                unit,
                vec!["object", "trip"],
            ),
            number(
                ["suppression", "limit"],
                "Trajectories that may be suppressed",
                "share of all",
                job.suppression.limit.to_string(),
                "1".to_owned(),
                "0.01",
            ),
            words(
                ["search", "algorithm"],
                "Clustering algorithm",
                "algorithms with a front offer trade-offs to choose from",
                &job.search.algorithm,
                ALGORITHMS.iter().map(|algorithm| algorithm.card.name).collect(),
            ),
            words(["release", "choose"], "Which compromise", "for algorithms with a front", choice, choices),
        ],
        chosen,
    }
}

fn saveable(session: &TripSession) -> save::Part {
    let opened = session.opened();
    let state = session.state();
    let text = state.job.to_toml(&opened.folder).unwrap_or_else(|error| format!("# {error}"));
    let saveable = save::Saveable {
        folder: &opened.folder,
        names: &opened.names,
        ready: matches!(&*state.outcome, TripOutcome::Seen(_)),
        proved: false,
        plans: false,
        text,
        revision: state.revision,
    };
    save::save_part(saveable, &state.saving)
}
