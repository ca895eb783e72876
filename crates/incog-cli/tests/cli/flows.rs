//! `incog flows`, its check by `incog verify`, and the second checker in Python.

use crate::stage::Stage;
use incog::io::sha256_of_bytes;
use incog::trajectories::city_trips;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Whether the checker in Python confirms a report; nothing where there is no Python.
fn confirmed_by_python(stage: &Stage, report: &str) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_flows.py");
    let ran = Command::new("python3").arg(script).arg(stage.path(report)).output();
    let Ok(ran) = ran else {
        eprintln!("not run: there is no python3");
        return None;
    };
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    Some((ran.status.success(), said))
}

fn holds(stage: &Stage, report: &str) {
    let ran = stage.run(&["verify", "--verbose", report]);
    assert!(ran.code == 0 && !ran.out.contains("REFUTED"), "{}{}", ran.out, ran.err);
    if let Some((is_confirmed, said)) = confirmed_by_python(stage, report) {
        assert!(is_confirmed, "{said}");
    }
}

#[test]
fn one_command_counts_people_by_place_and_time() {
    let stage = Stage::new();
    stage.write("trips.csv", city_trips(600, 1).as_bytes());
    let ran = stage.run(&["flows", "trips.csv", "-o", "flows.csv", "--json", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&report["kind"], &report["job"]["privacy"]["k"]), (&"flows".into(), &5.into()));
    assert!(report["tables"].as_array().unwrap().iter().all(|table| table["smallest"].as_u64() >= Some(5)));
    let counts = stage.read("flows.csv");
    for table in ["presence,", "trips,all", "moves,"] {
        assert!(counts.lines().any(|line| line.starts_with(table)), "{table}");
    }
    let map: Value = serde_json::from_str(&stage.read("flows.csv.geojson")).unwrap();
    assert_eq!(map["features"].as_array().unwrap().len(), counts.lines().count() - 1);
    for page in ["flows.csv.report.html", "flows.csv.internal.html"] {
        let page = stage.read(page);
        assert!(page.contains("<svg") && !page.contains("http"), "it stands alone");
    }
    // What tells of all objects is only the steward's.
    assert!(!stage.read("flows.csv.report.json").contains("fitness"));
    assert!(
        !stage.read("flows.csv.report.html").contains("<figcaption>the input") && ran.err.contains("error")
    );
    holds(&stage, "flows.csv.report.json");
    let again = stage.run(&["flows", "trips.csv", "-o", "flows.csv"]);
    assert!(again.code == 1 && again.err.contains("--force"), "{}", again.err);
}

/// At eight, twelve people are at A and three at B; at nine one more comes to A.
fn small_town() -> String {
    fn row(who: u32, hour: u32, x: u32) -> String {
        format!("p{who},2024-05-06 {hour:02}:30:00,{x},50\n")
    }
    let at_a: String = (0..12).map(|who| row(who, 8, 50)).collect();
    let at_b: String = (20..23).map(|who| row(who, 8, 1050)).collect();
    format!("person_id,time,x,y\n{at_a}{at_b}{}", row(30, 9, 50))
}

fn is_told(said: &str, claim: &str) -> bool {
    said.lines().any(|line| line.contains("REFUTED") && line.contains(claim))
}

fn town() -> Stage {
    let stage = Stage::new();
    stage.write("town.csv", small_town().as_bytes());
    let ran = stage.run(&["flows", "town.csv", "-o", "flows.csv", "--cell", "100"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage
}

#[test]
fn a_known_town_is_counted_as_it_is() {
    let stage = town();
    assert_eq!(
        stage.read("flows.csv"),
        "table,band,from,to,objects,from_x,from_y,to_x,to_y\npresence,08:00,100/0/0,,12,50.0,50.0,,\n"
    );
    assert!(!stage.files().contains(&"flows.csv.geojson".to_owned()), "metres are no places on earth");
    holds(&stage, "flows.csv.report.json");
}

#[test]
fn planted_faults_are_refuted_twice() {
    let stage = town();
    let (counts, report) = (stage.read("flows.csv"), stage.read("flows.csv.report.json"));
    let digest = sha256_of_bytes(counts.as_bytes());
    let forged = |counts: &str, claim: &str, in_python: &str| {
        stage.write("flows.csv", counts.as_bytes());
        stage.write(
            "flows.csv.report.json",
            report.replace(&digest, &sha256_of_bytes(counts.as_bytes())).as_bytes(),
        );
        let ran = stage.run(&["verify", "--verbose", "flows.csv.report.json"]);
        assert!(ran.code == 1 && is_told(&ran.out, claim), "{claim}: {}{}", ran.out, ran.err);
        if let Some((is_confirmed, said)) = confirmed_by_python(&stage, "flows.csv.report.json") {
            assert!(!is_confirmed && is_told(&said, in_python), "{in_python}: {said}");
        }
    };
    let wrong = counts.replace(",12,", ",13,");
    forged(&wrong, "every count is right", "counts");
    let few = counts.clone() + "presence,08:00,100/10/0,,3,1050.0,50.0,,\n";
    forged(&few, "at least k different objects", "k ");
    // Thirteen people were at A in the whole day, so one was not there at eight.
    let total = counts.clone() + "presence,all,100/0/0,,13,50.0,50.0,,\n";
    forged(&total, "subtraction", "subtraction");
    let around = counts.clone() + "presence,08:00,200/0/0,,12,100.0,100.0,,\n";
    forged(&around, "overlap", "apart");
    let nonsense = counts + "presence,08:00,elsewhere,,12,50.0,50.0,,\n";
    forged(&nonsense, "understood", "");
}

fn trip(who: u32, from: u32, to: u32) -> String {
    format!("p{who},2024-05-06 08:00:00,{from},50\np{who},2024-05-06 08:10:00,{to},50\n")
}

/// Twenty begin in the west and twenty in the east; so many of them go to another place.
fn ways(others: u32) -> String {
    let rows = (0..40).map(|who| {
        let to = if who % 20 < others { 4_050 } else { 2_050 };
        trip(who, if who < 20 { 50 } else { 6_050 }, to)
    });
    "person_id,time,x,y\n".to_owned() + &rows.collect::<String>()
}

/// Published trips between squares of 1 km.
fn told(stage: &Stage, others: u32) -> usize {
    stage.write("trips.csv", ways(others).as_bytes());
    let ran = stage.run(&["flows", "trips.csv", "-o", "flows.csv", "--cell", "1000", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    holds(stage, "flows.csv.report.json");
    stage.read("flows.csv").lines().filter(|line| line.starts_with("trips,all,1000/")).count()
}

#[test]
fn trips_to_one_place_alone_are_not_told() {
    let stage = Stage::new();
    assert_eq!(told(&stage, 0), 0, "all who begin in a square go to one place");
    // The other half of each square is what subtraction leaves.
    assert_eq!(told(&stage, 10), 2);
}

fn refused(stage: &Stage, arguments: &[&str], code: i32, why: &str) {
    let ran = stage.run(arguments);
    assert!(ran.code == code && ran.err.contains(why), "{arguments:?}: {} {}", ran.code, ran.err);
    assert!(!stage.files().iter().any(|name| name.starts_with("out") || name.starts_with('.')));
}

#[test]
fn what_cannot_be_promised_is_refused() {
    let stage = Stage::new();
    stage.write("two.csv", b"id,time,x,y\na,100,1,1\na,200,2,2\nb,100,1,1\nb,200,2,2\n");
    refused(&stage, &["flows", "two.csv", "-o", "out.csv"], 3, "may be published");
    refused(&stage, &["flows", "two.csv", "-o", "out.csv", "-k", "1"], 1, "privacy.k");
    refused(&stage, &["flows", "two.csv", "-o", "out.csv", "--minutes", "7"], 1, "flows.minutes");
    refused(&stage, &["flows", "none.csv", "-o", "out.csv"], 1, "none.csv");
    stage.write("trips.csv", b"trip,time,x,y\na,100,1,1\na,200,2,2\n");
    refused(&stage, &["flows", "trips.csv", "-o", "out.csv"], 4, "names the moving object");
    stage.write("flows.toml", b"input = \"two.csv\"\noutput = \"out.csv\"\n[flows]\nsquare = 5\n");
    refused(&stage, &["flows", "flows.toml"], 1, "square");
}

#[test]
fn a_job_file_says_it_all() {
    let stage = Stage::new();
    stage.write("city.csv", city_trips(300, 2).as_bytes());
    let job = "input = \"city.csv\"\noutput = \"out.csv\"\n[points]\nid = \"vehicle\"\n\
        [trips]\nstay = { metres = 300, minutes = 15 }\n[flows]\ncell = 1000\nminutes = 120\n\
        fold = \"weekday\"\ntables = [\"presence\", \"trips\"]\n[privacy]\nk = 8\n";
    stage.write("flows.toml", job.as_bytes());
    let ran = stage.run(&["flows", "flows.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let counts = stage.read("out.csv");
    assert!(counts.contains("presence,Mon ") && !counts.contains("moves"), "{counts}");
    holds(&stage, "out.csv.report.json");
}

/// Twelve bikes go from the west and twelve from the east, half of them to each of two stations.
#[test]
fn a_table_of_a_bike_share_is_counted() {
    let stage = Stage::new();
    let rows = (0..24).map(|bike| {
        let (from, to) = (13.30 + 0.2 * f64::from(bike / 12), 13.38 + 0.04 * f64::from(bike % 2));
        format!("r{bike},b{bike},2024-05-06 08:05:00,2024-05-06 08:25:00,52.5,{from},52.5,{to}\n")
    });
    let header = "ride_id,bike_id,started_at,ended_at,start_lat,start_lng,end_lat,end_lng\n";
    stage.write("rides.csv", (header.to_owned() + &rows.collect::<String>()).as_bytes());
    let ran = stage.run(&["flows", "rides.csv", "-o", "flows.csv", "--cell", "1000"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let counts = stage.read("flows.csv");
    assert!(
        counts.lines().any(|line| line.starts_with("trips,all,1000/") && line.contains(",6,")),
        "{counts}"
    );
    holds(&stage, "flows.csv.report.json");
}
