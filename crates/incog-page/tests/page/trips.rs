//! Trajectories in the page.

use super::visitor::Page;
use incog::Control;
use incog::trajectories::{TrajectoryJob, run};
use serde_json::json;
use std::fs;
use std::time::Duration;

const JOB: &str = "input = 'people.csv'\noutput = 'trips.release.csv'\n[points]\nid = 'vehicle'\n\
    [sampling]\ninstants = 4\n[privacy]\nk = 2\ndelta = 0.0\n[search]\nalgorithm = 'greedy-front'\nseed = 1\n";

/// Twelve vehicles on ways beside each other; one has a name that would like to be a script.
fn points() -> String {
    let point = |n: usize| {
        move |m: usize| {
            let name = if n == 3 { "<script>alert(1)</script>".to_owned() } else { format!("v{n}") };
            let (x, y) = (116.30 + 0.01 * m as f64 + 0.0007 * n as f64, 39.90 + 0.0005 * (n * n) as f64);
            format!("\"{name}\",2024-05-06 08:{:02}:00,{x:.5},{y:.5}\n", 5 * m)
        }
    };
    let rows = (0..12).flat_map(|n| (0..5).map(point(n)));
    "vehicle,time,longitude,latitude\n".to_owned() + &rows.collect::<String>()
}

fn page() -> Page {
    Page::open(&points(), JOB, Duration::from_secs(600))
}

#[test]
fn trajectories_are_read_decided_and_drawn_before_and_after() {
    let page = page();
    page.settled();
    let told = page.part("result", "");
    for part in ["map of the input", "map of the release", "trade-offs between privacy", "Never publish it"] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(!told.contains("style=") && !told.contains("<script") && !told.contains("http"), "{told}");
    assert!(page.part("columns", "").contains("<td class=\"n\">12</td>"));
    assert!(page.part("summary", "").contains("data-phase=\"seen\""));
}

#[test]
fn a_compromise_of_the_front_is_taken_and_what_is_saved_is_what_the_command_makes() {
    let page = page();
    let revision = page.settled();
    let front = page.part("trade-off", "");
    let takes = front.matches("data-take").count();
    assert!(takes >= 1 && front.matches("<b>shown</b>").count() == 1, "{front}");
    let last = takes + 1;
    assert_eq!(page.post("/take", &json!({"revision": revision, "point": 99})).status, 409);
    assert_eq!(page.post("/take", &json!({"revision": revision, "point": last})).status, 200);
    let revision = page.settled();
    assert!(page.part("promise", "").contains("Taken from the front"));
    let said = json!({"revision": revision, "release": "out.csv", "job": "job.toml", "internal": true});
    assert_eq!(page.post("/save", &said).status, 200);
    page.until(|news| news["saving"] == false);
    let told = page.part("save", "");
    assert!(told.contains("incog trajectories") && page.path("out.csv.internal.html").exists(), "{told}");
    let mut job = TrajectoryJob::from_toml_file(page.path("job.toml")).unwrap();
    job.output = page.path("again.csv");
    run(&job, false, &Control::default()).unwrap();
    assert_eq!(page.read("out.csv"), page.read("again.csv"));
    assert!(page.read("out.csv").lines().count() > 1);
}

#[test]
fn a_change_is_checked_and_files_are_not_reached() {
    let page = page();
    let revision = page.settled();
    for (path, value) in [
        (json!(["input"]), json!("/etc/passwd")),
        (json!(["output"]), json!("/tmp/x.csv")),
        (json!(["points", "id"]), json!("time")),
        (json!(["privacy", "k"]), json!(-1)),
        (json!(["privacy", "k", "k"]), json!(1)),
        (json!(["privacy", "nothing"]), json!(1)),
        (json!(["search", "algorithm"]), json!("none")),
        (json!(["waivers", "objects: far from everybody"]), json!(" ")),
    ] {
        assert_eq!(page.change(revision, &path, &value).status, 422, "{path}");
    }
    assert_eq!(page.settled(), revision);
    assert_eq!(page.change(revision, &json!(["privacy", "k"]), &json!(3)).status, 200);
    assert_eq!(page.change(revision, &json!(["privacy", "k"]), &json!(4)).status, 409);
    let revision = page.settled();
    assert!(page.part("save", "").contains("k = 3"));
    // More than there are: nothing is published, and the page goes on.
    assert_eq!(page.change(revision, &json!(["privacy", "k"]), &json!(13)).status, 200);
    let revision = page.settled();
    assert!(page.part("summary", "").contains("data-phase=\"refused\""), "{}", page.part("summary", ""));
    for path in ["/explore", "/neighbours", "/hierarchy"] {
        assert_eq!(page.post(path, &json!({"revision": revision})).status, 404, "{path}");
    }
    let points = page.read("people.csv");
    let said = json!({"revision": revision, "release": "people.csv", "job": "opened.toml", "replace": true});
    page.post("/save", &said);
    page.until(|news| news["saving"] == false);
    assert_eq!(fs::read_to_string(page.path("people.csv")).unwrap(), points);
}
