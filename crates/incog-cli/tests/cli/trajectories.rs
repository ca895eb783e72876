//! `incog trajectories` and what belongs to it.

use crate::stage::{Ran, Stage};
use incog::trajectories::city_trips;
use serde_json::Value;
use std::fs;
use std::path::Path;

const JOB: &str = "input = \"city.csv\"\noutput = \"out.csv\"\n[privacy]\nk = 5\ndelta = 30.0\n";

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("city.csv", city_trips(150, 1).as_bytes());
    stage.write("city.toml", JOB.as_bytes());
    stage
}

fn refused(stage: &Stage, job: &str, code: i32, why: &str) {
    stage.write("bad.toml", job.as_bytes());
    let ran = stage.run(&["trajectories", "bad.toml"]);
    assert_eq!(ran.code, code, "{job}\n{}", ran.err);
    assert!(ran.err.contains(why), "{job}\n{}", ran.err);
    assert!(!stage.files().iter().any(|name| name.starts_with("out") || name.starts_with('.')), "{job}");
}

fn report(ran: &Ran) -> Value {
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_example_is_what_its_program_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/city");
    assert!(fs::read_to_string(folder.join("trips.csv")).unwrap() == city_trips(600, 1));
    let stage = Stage::new();
    for name in ["trips.csv", "job.toml"] {
        stage.write(name, &fs::read(folder.join(name)).unwrap());
    }
    let report = report(&stage.run(&["trajectories", "job.toml", "--json"]));
    assert_eq!(report["privacy"][0]["satisfied"], true);
}

#[test]
fn a_release_is_made_reported_and_verified() {
    let stage = stage();
    let report = report(&stage.run(&["trajectories", "city.toml", "--json"]));
    assert_eq!(report["kind"], "trajectories");
    assert_eq!(report["input"]["path"], "city.csv");
    assert_eq!(report["privacy"][0]["satisfied"], true);
    assert!(report["utility"]["mean_shift"].as_f64().unwrap() > 0.0);
    assert_eq!(report["objects"]["clusters_below_k"], 0);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("What this does not protect against") && !page.contains("http"), "it stands alone");
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("every cluster has at least 5 trajectories"), "{}", ran.out);
    assert!(ran.out.contains("trajectories of at least 5 different objects"), "{}", ran.out);
    assert!(!ran.out.contains("REFUTED"), "{}", ran.out);
    let again = stage.run(&["trajectories", "city.toml"]);
    assert_eq!(again.code, 1);
    assert!(again.err.contains("--force"), "{}", again.err);
}

#[test]
fn verify_refutes_forgeries() {
    let stage = stage();
    assert_eq!(stage.run(&["trajectories", "city.toml"]).code, 0);
    let (release, told) = (stage.read("out.csv"), stage.read("out.csv.report.json"));
    let forged = |name: &str, text: &str, claim: &str| {
        stage.write("out.csv", release.as_bytes());
        stage.write("out.csv.report.json", told.as_bytes());
        stage.write(name, text.as_bytes());
        let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        assert_eq!(ran.code, 1, "{claim}: {}", ran.out);
        let line = |line: &&str| line.contains("REFUTED") && line.contains(claim);
        assert!(ran.out.lines().any(|one| line(&one)), "{claim}: {}", ran.out);
    };
    let mut lines: Vec<String> = release.lines().map(str::to_owned).collect();
    let far = lines[7].rsplit_once(',').unwrap().0.to_owned() + ",52.9000000";
    lines[7] = far;
    forged("out.csv", &(lines.join("\n") + "\n"), "within 30 m at every instant");
    let cut: String =
        release.lines().take(release.lines().count() - 10).map(|line| line.to_owned() + "\n").collect();
    forged("out.csv", &cut, "release has the clusters");
    forged("out.csv", "", "release can be read");
    forged("out.csv.report.json", &told.replace("\"delta\": 30.0", "\"delta\": 10.0"), "within 10 m");
    forged("out.csv.report.json", &told.replace("\"k\": 5", "\"k\": 50"), "at least 50 trajectories");
    // A projection at the pole would make east-west distances vanish.
    let latitude = told.lines().find(|line| line.contains("\"latitude\": 5")).unwrap();
    forged("out.csv.report.json", &told.replace(latitude, "\"latitude\": 89.9999"), "projection");
    forged(
        "out.csv.report.json",
        &told.replace("\"out_of_order\": null", "\"out_of_order\": 0"),
        "out_of_order",
    );
    let changed = stage.read("city.csv").replacen("v0,", "v1,", 1);
    assert_eq!(stage.run(&["trajectories", "city.toml", "--internal", "--force"]).code, 0);
    stage.write("city.csv", changed.as_bytes());
    let ran = stage.run(&["verify", "--verbose", "out.csv.internal.json"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(
        ran.out.lines().any(|line: &str| line.contains("REFUTED") && line.contains("dropped.short_trips")),
        "{}",
        ran.out
    );
}

#[test]
fn the_order_of_the_input_and_the_threads_change_nothing() {
    let stage = stage();
    let arguments = |threads| {
        ["trajectories", "city.toml", "--algorithm", "apma-greedy", "--threads", threads, "--force"]
    };
    assert_eq!(stage.run(&arguments("1")).code, 0);
    let first = stage.read("out.csv");
    assert_eq!(stage.run(&arguments("4")).code, 0);
    assert_eq!(stage.read("out.csv"), first);
    let text = city_trips(150, 1);
    let (header, rows) = text.split_once('\n').unwrap();
    let turned: String = rows.lines().rev().map(|line| format!("{line}\n")).collect();
    stage.write("city.csv", format!("{header}\n{turned}").as_bytes());
    assert_eq!(stage.run(&arguments("2")).code, 0);
    assert_eq!(stage.read("out.csv"), first);
}

#[test]
fn the_front_is_offered_and_one_of_it_is_picked() {
    let stage = stage();
    let front = stage.run(&["trajectories", "city.toml", "--algorithm", "greedy-front", "--front", "--json"]);
    let front = report(&front);
    let points = front.as_array().unwrap();
    assert!(points.len() > 3 && !stage.files().contains(&"out.csv".to_owned()));
    let picked = |choice: &[&str]| {
        let fixed = ["trajectories", "city.toml", "--algorithm", "greedy-front", "--force", "--json"];
        report(&stage.run(&[&fixed[..], choice].concat()))
    };
    let smallest = |report: &Value| report["privacy"][0]["achieved"]["k"].as_u64().unwrap();
    assert!(smallest(&picked(&["--choose", "k=20"])) >= 20);
    let knee = smallest(&picked(&["--choose", "knee"]));
    assert!(knee > 5 && knee < points.last().unwrap()["privacy"].as_u64().unwrap());
    let mean_shift = |report: &Value| report["utility"]["mean_shift"].as_f64().unwrap();
    let least = picked(&["--choose", "least-distortion"]);
    let within = picked(&["--choose", &format!("mean-shift={}", 1.5 * mean_shift(&least))]);
    assert!(mean_shift(&within) <= 1.5 * mean_shift(&least) && smallest(&within) > smallest(&least));
    let ran = stage.run(&["trajectories", "city.toml", "--choose", "mean-shift=1", "--force"]);
    assert!(ran.code == 5 && ran.err.contains("the mean shift is at least"), "{}", ran.err);
    assert!(smallest(&picked(&["--k", "20"])) >= 20);
    let ran = stage.run(&["trajectories", "city.toml", "--choose", "elbow"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn jobs_that_cannot_be_are_refused() {
    let stage = stage();
    refused(&stage, &JOB.replace("delta =", "delt ="), 1, "did you mean \"delta\"");
    refused(&stage, &JOB.replace("k = 5", "k = 1"), 1, "privacy.k is 1; expected at least 2");
    refused(&stage, &JOB.replace("k = 5", "k = 151"), 3, "151");
    refused(&stage, &JOB.replace("city.csv", "nowhere.csv"), 1, "nowhere.csv: file not found");
    refused(&stage, &JOB.replace("out.csv", "city.csv"), 1, "incog never overwrites an input");
    refused(&stage, &JOB.replace("city.csv", "people.csv"), 1, "no column for the");
    refused(&stage, &(JOB.to_owned() + "[points]\ntime = \"when\"\n"), 1, "the file has no column \"when\"");
    refused(
        &stage,
        &(JOB.to_owned() + "[trips]\nbounds = [1.0, 2.0, 3.0, 4.0]\n"),
        1,
        "outside trips.bounds",
    );
    refused(
        &stage,
        &(JOB.to_owned() + "[search]\nalgorithm = \"magic\"\n"),
        1,
        "search.algorithm is \"magic\"",
    );
    refused(&stage, &(JOB.to_owned() + "[release]\nchoose = { k = 149 }\n"), 5, "release.choose");
    stage.write("points.txt", b"1 0 0.0 0.0\n1 9 5.0 0.0\n2 0 0.0 0.0\n2 9 5.0 0.0\n");
    let metres = "input = \"points.txt\"\noutput = \"out.gpx\"\n[privacy]\nk = 2\n";
    refused(&stage, metres, 1, "need longitude and latitude");
}

#[test]
fn dirty_points_are_counted_and_not_fatal() {
    let stage = stage();
    let dirt = "v0,2024-05-06 08:00:00,13.4,\nv1,yesterday,13.4,52.5\nv2,2024-05-06 08:00:00,190.0,52.5\n\
                lonely,2024-05-06 08:00:00,13.4,52.5\nv3,2024-05-06 23:59:59,0.0,0.0\n";
    stage.write("city.csv", (city_trips(150, 1) + dirt).as_bytes());
    stage.write("city.toml", (JOB.to_owned() + "[trips]\nbounds = [13.0, 52.0, 14.0, 53.0]\n").as_bytes());
    let ran = stage.run(&["trajectories", "city.toml", "--json", "--internal"]);
    assert!(ran.err.contains("points without a readable position 2"), "{}", ran.err);
    assert!(report(&ran)["dropped"].is_null(), "points of trips that may be left out");
    let internal: serde_json::Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    let dropped = &internal["dropped"];
    assert_eq!((dropped["bad_coordinates"].as_u64(), dropped["bad_times"].as_u64()), (Some(2), Some(1)));
    assert_eq!((dropped["outside_bounds"].as_u64(), dropped["short_trips"].as_u64()), (Some(1), Some(1)));
    assert!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code == 0);
}

#[test]
fn every_format_is_written_and_verified() {
    let stage = stage();
    for name in
        ["out.tsv", "out.parquet", "out.arrow", "out.csv.zst", "out.txt", "out.gpx", "out.geojson", "out.plt"]
    {
        let ran = stage.run(&["trajectories", "city.toml", "-o", name]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let ran = stage.run(&["verify", "--verbose", &format!("{name}.report.json")]);
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
    }
    // What was published in one format can be read as an input in that format.
    for name in ["out.gpx", "out.geojson", "out.plt", "out.txt"] {
        let job = JOB.replace("city.csv", name).replace("out.csv", "second.csv").replace("30.0", "0.0");
        stage.write("second.toml", job.as_bytes());
        let report = report(&stage.run(&["trajectories", "second.toml", "--force", "--json"]));
        assert_eq!(report["sampling"]["trajectories"], 150, "{name}");
    }
}

#[test]
fn data_centres_are_not_mixed_and_a_time_limit_is_kept() {
    let stage = stage();
    let job = JOB.replace("delta = 30.0", "delta = 30.0\ncenters = 3")
        + "[search]\nalgorithm = \"apma\"\n\
               max_evaluations = 1000000000\nmax_seconds = 0.3\n";
    stage.write("city.toml", job.as_bytes());
    let ran = stage.run(&["trajectories", "city.toml", "--json"]);
    // Written, and not final.
    assert_eq!(ran.code, 5, "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["search"]["stopped"], "time");
    assert_eq!(report["privacy"][0]["satisfied"], true);
    assert!(
        stage
            .run(&["verify", "--verbose", "out.csv.report.json"])
            .out
            .contains("clusters do not mix data centres")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_and_writes_the_best_so_far() {
    let arguments = ["trajectories", "city.toml", "--algorithm", "apma", "--max-evaluations", "1000000000"];
    let stage = crate::interrupt::interrupted(stage, &arguments, crate::interrupt::interrupt, 5);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert_eq!(report["search"]["stopped"], "interrupted");
    assert!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code == 0);
    assert!(!stage.files().iter().any(|name| name.starts_with('.')));
}

/// Trips of `objects` persons in turn, each row with its trip and, if wanted, the person.
fn trips_of(trips: usize, objects: usize, named: bool) -> String {
    let row = |line: &str| {
        let (vehicle, rest) = line.split_once(',').unwrap();
        let trip: usize = vehicle[1..].parse().unwrap();
        let person = if named { format!("p{},", trip % objects) } else { String::new() };
        format!("{person}{trip},{rest}\n")
    };
    let head =
        if named { "user,trip_id,time,longitude,latitude\n" } else { "trip_id,time,longitude,latitude\n" };
    head.to_owned() + &city_trips(trips, 1).lines().skip(1).map(row).collect::<String>()
}

const ZERO: &str = "input = \"city.csv\"\noutput = \"out.csv\"\n[privacy]\nk = 5\ndelta = 0.0\n";

#[test]
fn k_counts_persons_and_not_their_trips() {
    let stage = stage();
    stage.write("city.csv", trips_of(150, 30, true).as_bytes());
    stage.write("city.toml", ZERO.as_bytes());
    for algorithm in ["greedy", "apma-greedy", "apma", "mdav", "k-member", "w4m"] {
        let by =
            ["trajectories", "city.toml", "--algorithm", algorithm, "--force", "--replace-better", "--json"];
        let report = report(&stage.run(&by));
        assert_eq!(report["job"]["privacy"]["unit"], "object");
        let fewest = report["objects"]["fewest_in_a_cluster"].as_u64().unwrap();
        assert!(fewest >= 5 && report["privacy"][0]["achieved"]["k"] == fewest, "{algorithm}");
        assert_eq!(
            (&report["objects"]["objects"], &report["objects"]["clusters_below_k"]),
            (&30.into(), &0.into())
        );
        let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        assert_eq!(verified.code, 0, "{algorithm}: {}", verified.out);
    }
    // What the files alone do not show, a second run does; and a claim that cannot be true is
    // refuted.
    let shown = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search"]);
    assert!(
        shown.out.contains("every cluster has trajectories of at least 5 different objects"),
        "{}",
        shown.out
    );
    let told = stage.read("out.csv.report.json");
    let fewest: Value =
        serde_json::from_str::<Value>(&told).unwrap()["objects"]["fewest_in_a_cluster"].clone();
    let claim = format!("\"fewest_in_a_cluster\": {fewest}");
    stage.write("out.csv.report.json", told.replace(&claim, "\"fewest_in_a_cluster\": 4").as_bytes());
    let refuted = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(refuted.code == 1 && refuted.out.contains("different objects"), "{}", refuted.out);
}

#[test]
fn fewer_than_k_persons_are_infeasible_and_trips_count_only_by_decision() {
    let stage = stage();
    stage.write("city.csv", trips_of(60, 4, true).as_bytes());
    refused(&stage, ZERO, 3, "60 trajectories of 4 different moving objects, fewer than k = 5");
    stage.write("city.toml", (ZERO.to_owned() + "unit = \"trip\"\n").as_bytes());
    let report = report(&stage.run(&["trajectories", "city.toml", "--json"]));
    assert_eq!(report["job"]["privacy"]["unit"], "trip");
    assert!(report["objects"]["fewest_in_a_cluster"].as_u64().unwrap() < 5);
    let page = stage.read("out.csv.report.html");
    let (top, _) = page.split_once("class=\"tiles\"").unwrap();
    assert!(top.contains("Decision: each trip counts separately") && top.contains("verdict waived"), "{top}");
    assert!(page.contains("of fewer than 5 different objects"));
    assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
}

#[test]
fn where_nothing_names_the_object_somebody_has_to_decide() {
    let stage = stage();
    stage.write("city.csv", trips_of(60, 4, false).as_bytes());
    refused(&stage, ZERO, 4, "no column names the moving object");
    let by_trip = ZERO.to_owned() + "unit = \"trip\"\n";
    stage.write("city.toml", by_trip.as_bytes());
    assert_eq!(report(&stage.run(&["trajectories", "city.toml", "--json"]))["sampling"]["trajectories"], 60);
    // A track of a GPX file without a name says nothing of whose it is.
    let gpx = stage.run(&["trajectories", "city.toml", "-o", "named.gpx"]);
    assert_eq!(gpx.code, 0, "{}", gpx.err);
    for file in stage.files().iter().filter(|name| name.starts_with("out")) {
        fs::remove_file(stage.path(file)).unwrap();
    }
    let named = stage.read("named.gpx");
    let without: String =
        named.split("<name>").map(|part| part.split_once("</name>").map_or(part, |(_, rest)| rest)).collect();
    stage.write("unnamed.gpx", without.as_bytes());
    refused(&stage, &ZERO.replace("city.csv", "unnamed.gpx"), 4, "unit = \"trip\"");
}

#[test]
fn trajectories_published_as_they_are_need_somebody_who_answers_for_it() {
    let stage = stage();
    let wide = JOB.replace("30.0", "1000000.0");
    refused(&stage, &wide, 4, "trajectories: published as they are (150)");
    refused(
        &stage,
        &(wide.clone() + "[waivers]\n\"trajectories: published as they are\" = \" \"\n"),
        1,
        "who decided that",
    );
    let reason = "a made-up city, says the test";
    stage.write(
        "city.toml",
        format!("{wide}[waivers]\n\"trajectories: published as they are\" = \"{reason}\"\n").as_bytes(),
    );
    let report = report(&stage.run(&["trajectories", "city.toml", "--json"]));
    assert_eq!(report["dangers"][0]["trajectories"], 150);
    assert!(report["linkage"]["success"].as_f64().unwrap() > 0.99);
    let page = stage.read("out.csv.report.html");
    let (top, _) = page.split_once("class=\"tiles\"").unwrap();
    assert!(top.contains(reason) && top.contains("verdict waived"), "{top}");
    assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
}

#[test]
fn waivers_are_for_what_can_be_found() {
    let unknown = JOB.to_owned() + "[waivers]\n\"objects: far from everyone\" = \"a test\"\n";
    refused(
        &stage(),
        &unknown,
        1,
        "\"trajectories: published as they are\" or \"objects: far from everybody\"",
    );
}

#[test]
fn a_better_release_is_not_replaced_unless_asked_for() {
    let stage = stage();
    stage.write("city.toml", ZERO.as_bytes());
    stage.write("city.csv", trips_of(150, 30, true).as_bytes());
    let run = |more: &[&str]| stage.run(&[&["trajectories", "city.toml"], more].concat());
    assert_eq!(run(&[]).code, 0);
    let files = ["out.csv", "out.csv.report.json", "out.csv.report.html"];
    let best = files.map(|name| stage.read(name));
    let distortion = |report: &str| {
        let report: Value = serde_json::from_str(report).unwrap();
        let chosen = report["search"]["chosen"].as_u64().unwrap() as usize;
        report["search"]["front"][chosen]["distortion"].as_f64().unwrap()
    };
    let is_worse = |algorithm: &&&str| {
        assert_eq!(
            run(&["--algorithm", algorithm, "-o", "other.csv", "--force", "--replace-better"]).code,
            0
        );
        distortion(&stage.read("other.csv.report.json")) > distortion(&best[1])
    };
    let worse = *["w4m", "mdav", "k-member"].iter().find(is_worse).expect("no moves, no gain");
    let refused = run(&["--algorithm", worse, "--force"]);
    assert!(refused.code == 5 && refused.err.contains("--replace-better"), "{}", refused.err);
    assert_eq!(files.map(|name| stage.read(name)), best);
    // The points of the next day say nothing of the release in place.
    stage.write("city.csv", stage.read("city.csv").as_bytes());
    assert_eq!(run(&["--algorithm", worse, "--force"]).code, 0);
    assert_eq!(run(&["--force"]).code, 0);
    // An equal release replaces it, and so does one with another promise.
    assert_eq!(run(&["--force"]).code, 0);
    assert_eq!(files.map(|name| stage.read(name))[0], best[0]);
    assert_eq!(run(&["--algorithm", worse, "--force", "--replace-better"]).code, 0);
    assert!(distortion(&stage.read(files[1])) > distortion(&best[1]));
    assert_eq!(run(&["-k", "4", "--algorithm", worse, "--force"]).code, 0);
}

#[test]
fn an_internal_report_is_verified_with_its_page() {
    let stage = stage();
    stage.write("city.csv", trips_of(150, 30, true).as_bytes());
    stage.write("city.toml", ZERO.as_bytes());
    assert_eq!(stage.run(&["trajectories", "city.toml", "--internal"]).code, 0);
    let verify = || stage.run(&["verify", "--verbose", "out.csv.internal.json"]);
    let ran = verify();
    assert_eq!(ran.code, 0, "{}", ran.out);
    let open: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("not shown")).collect();
    assert!(
        open.iter().all(|line| line.contains("search.") || line.contains("incog") || line.contains("job")),
        "{open:?}"
    );
    let (told, page) = (stage.read("out.csv.internal.json"), stage.read("out.csv.internal.html"));
    let mut report: Value = serde_json::from_str(&told).unwrap();
    assert!(stage.read("out.csv.report.json").find("made_of").is_none());
    let made_of = report["made_of"].as_array_mut().unwrap();
    made_of.swap(0, 149);
    stage.write("out.csv.internal.json", report.to_string().as_bytes());
    assert!(
        verify()
            .out
            .lines()
            .any(|line| line.contains("REFUTED") && line.contains("the release has the trajectories"))
    );
    // Of a trajectory that there is not.
    report["made_of"][0] = 4_294_967_295_u64.into();
    stage.write("out.csv.internal.json", report.to_string().as_bytes());
    assert_eq!(verify().code, 1);
    stage
        .write("out.csv.internal.json", told.replace("\"median_shift\": ", "\"median_shift\": 1").as_bytes());
    assert!(
        verify().out.lines().any(|line| line.contains("REFUTED") && line.contains("utility.median_shift"))
    );
    stage.write("out.csv.internal.json", told.as_bytes());
    stage.write("out.csv.internal.html", page.replacen("Internal", "Public", 1).as_bytes());
    assert!(verify().out.lines().any(|line| line.contains("REFUTED") && line.contains("the page shows")));
}

#[test]
fn the_page_and_the_terminal_begin_with_whom_and_how_far() {
    let stage = stage();
    stage.write("city.toml", ZERO.as_bytes());
    let ran = stage.run(&["trajectories", "city.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let second = ran.err.lines().nth(1).unwrap();
    assert!(second.contains("half of all points were moved less than"), "{}", ran.err);
    let page = stage.read("out.csv.report.html");
    let sentence = page.find("is protected from an attacker who knows its whole track").unwrap();
    let median = page.find("half of all points were moved less than").unwrap();
    let risk = page.find("The risk, before and after").unwrap();
    let weakest = page.find("Weakest protection: ").unwrap();
    assert!(
        sentence < median
            && median < risk
            && risk < weakest
            && weakest < page.find("Where the traj").unwrap()
    );
}

/// A file of the shared data, or nothing where there is none.
#[allow(clippy::print_stdout)]
fn shared(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let there = path.is_file();
    if !there {
        println!("not run: there is no file {}", path.display());
    }
    there.then(|| path.display().to_string())
}

#[test]
fn geolife_has_two_persons_and_so_no_five() {
    let Some(file) = shared("geolife/geolife_sample.csv.gz") else { return };
    let stage = Stage::new();
    let job = format!("input = \"{file}\"\noutput = \"out.csv\"\n[privacy]\nk = 5\n");
    refused(&stage, &job, 3, "trajectories of 2 different moving objects, fewer than k = 5");
}

#[test]
fn t_drive_as_it_comes_is_stopped_and_told_what_is_wrong() {
    let Some(file) = shared("tdrive/tdrive_598taxis.csv.gz") else { return };
    let stage = Stage::new();
    let job = format!(
        "input = \"{file}\"\noutput = \"out.csv\"\n[trips]\ncut = \"day\"\nmin_points = 20\n[privacy]\nk = 5\n"
    );
    refused(&stage, &job, 4, "objects: far from everybody");
    let waived = job.clone() + "[waivers]\n\"objects: far from everybody\" = \"a test\"\n";
    stage.write("waived.toml", waived.as_bytes());
    let ran = stage.run(&["trajectories", "waived.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let first = ran.err.lines().next().unwrap();
    assert!(
        first.starts_with("warning: ") && first.contains("points are far from all others, 838 of them at"),
        "{first}"
    );
    assert!(
        ran.err.lines().nth(1).unwrap().contains("km/h") && ran.err.contains("bounds = ["),
        "{}",
        ran.err
    );
    let told: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert!(told["utility"]["median_shift"].as_f64() < told["utility"]["mean_shift"].as_f64());
    // The report travels: nothing in it is counted among points of the input.
    assert!(told["warnings"].as_array().unwrap().is_empty() && told["suspect"].is_null());
    assert!(!stage.read("out.csv.report.json").contains("bounds = ["));
    let bounded =
        job.replace("[privacy]", "bounds = [115.4, 39.4, 117.6, 41.1]\nmax_speed_kmh = 150.0\n[privacy]");
    stage.write("bounded.toml", bounded.as_bytes());
    let ran = stage.run(&["trajectories", "bounded.toml", "--force", "--json"]);
    assert!(
        report(&ran)["dropped"].is_null()
            && ran.err.contains("outside the bounds")
            && !ran.err.contains("warning"),
        "{}",
        ran.err
    );
}

/// Runs the command with this on standard input.
fn fed(stage: &Stage, input: &[u8], arguments: &[&str]) -> (i32, String, Vec<u8>) {
    let mut command = assert_cmd::Command::cargo_bin("incog").unwrap();
    fs::create_dir_all(stage.path("tmp")).unwrap();
    command.env("TMPDIR", stage.path("tmp")).current_dir(stage.path(""));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    assert_eq!(fs::read_dir(stage.path("tmp")).unwrap().count(), 0, "nothing is left over: {arguments:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said, output.stdout)
}

#[test]
fn points_and_releases_go_through_standard_streams() {
    let stage = stage();
    assert_eq!(stage.run(&["trajectories", "city.toml"]).code, 0);
    let (points, release) =
        (fs::read(stage.path("city.csv")).unwrap(), fs::read(stage.path("out.csv")).unwrap());
    stage.write("stream.toml", JOB.replace("city.csv", "-").as_bytes());
    let (code, said, _) = fed(&stage, &points, &["trajectories", "stream.toml", "-o", "-"]);
    assert!(code == 2 && said.contains("--format csv"), "{said}");
    let filter = ["trajectories", "stream.toml", "--format", "csv", "-o", "-"];
    let (code, said, out) = fed(&stage, &points, &filter);
    assert!(code == 0 && said.contains("report: not written"), "{said}");
    assert!(out == release, "the same bytes as in a file");
    // With a report, beside which the release is saved.
    let kept = [&filter[..], &["--report", "monday.csv.report.json"]].concat();
    let (code, said, out) = fed(&stage, &points, &kept);
    assert_eq!(code, 0, "{said}");
    stage.write("monday.csv", &out);
    let told: Value = serde_json::from_str(&stage.read("monday.csv.report.json")).unwrap();
    assert_eq!(told["input"]["path"], "standard-input.csv");
    let verify = ["verify", "monday.csv.report.json"];
    let ran = stage.run(&verify);
    assert!(ran.code == 1 && ran.err.contains("--input FILE"), "{}", ran.err);
    let ran = stage.run(&[&verify[..], &["--input", "city.csv"]].concat());
    assert!(ran.code == 0 && !ran.out.contains("REFUTED"), "{}{}", ran.out, ran.err);
    fs::rename(stage.path("monday.csv"), stage.path("moved.csv")).unwrap();
    let ran = stage.run(&[&verify[..], &["--input", "city.csv", "--release", "moved.csv"]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // What is read from a file may be written in another format.
    let (code, said, out) = fed(&stage, b"", &["trajectories", "city.toml", "-o", "-", "--format", "w4m"]);
    assert!(code == 0 && out.iter().filter(|&&byte| byte == b'\t').count() > 3, "{said}");
    // Where nothing is published, nothing is handed on; and messages call the points as reports
    // would.
    let (code, said, out) = fed(&stage, b"a,b\n1,2\n", &filter);
    assert!(
        code == 1 && out.is_empty() && said.contains("standard-input.csv") && !said.contains("/tmp"),
        "{said}"
    );
    for wrong in [&["--json"][..], &["--front"], &["--internal"], &["--report", "x.txt"]] {
        let (code, said, out) = fed(&stage, &points, &[&filter[..], wrong].concat());
        assert!(code == 2 && out.is_empty(), "{wrong:?}: {said}");
    }
}

/// From a table of points to a release by two commands, without a word in a job file.
#[test]
fn a_job_is_written_for_points() {
    let stage = Stage::new();
    let rows = (0..60).map(|at| {
        let (taxi, minute) = (at / 5, at % 5);
        format!("t{taxi},2026-01-05 08:{minute:02}:00,{},52.5\n", 13.4 + 0.001 * f64::from(at % 7))
    });
    let table = "taxi,time,lon,lat\n".to_owned() + &rows.collect::<String>();
    stage.write("taxis.csv", table.as_bytes());
    let refused = stage.run(&["trajectories", "taxis.csv"]);
    assert!(
        refused.code == 1 && refused.err.contains("incog init --trajectories taxis.csv"),
        "{}",
        refused.err
    );
    let written = stage.run(&["init", "--trajectories", "taxis.csv", "-o", "taxis.toml"]);
    assert!(written.code == 0 && written.err.contains("incog trajectories taxis.toml"), "{}", written.err);
    let job = stage.read("taxis.toml");
    assert!(job.contains("id = \"taxi\"") && job.contains("instants = 5 "), "{job}");
    let ran = stage.run(&["trajectories", "taxis.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(stage.read("taxis.release.csv").lines().count() > 1);
    // Where each row is a trip, no column has the name that a point would have.
    let ride = "bike_id,started_at,ended_at,start_lat,start_lng,end_lat,end_lng\n\
        b1,2026-01-05 08:00:00,2026-01-05 08:09:00,52.5,13.4,52.5,13.5\n";
    stage.write("rides.csv", ride.as_bytes());
    assert_eq!(stage.run(&["init", "--trajectories", "rides.csv", "-o", "rides.toml"]).code, 0);
    let job = stage.read("rides.toml");
    assert!(job.contains("# Each row is a trip") && !job.contains("[points]"), "{job}");
    stage.write("trips.csv", table.replace("taxi,", "trip,").as_bytes());
    assert_eq!(stage.run(&["init", "--trajectories", "trips.csv", "-o", "trips.toml"]).code, 0);
    assert!(stage.read("trips.toml").contains("Undecided: no column names the moving object"));
    let refused = stage.run(&["trajectories", "trips.toml"]);
    assert!(refused.code == 4 && refused.err.contains("unit = \"trip\""), "{}", refused.err);
}
