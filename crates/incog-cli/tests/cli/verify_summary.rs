//! What `incog verify` opens, says by default, and says as JSON.

use crate::stage::{JOB, Stage};
use incog::trajectories::city_trips;
use serde_json::Value;
use std::fs;

const REPORT: &str = "out.csv.report.json";

fn released(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage
}

#[test]
fn the_default_output_is_a_dozen_lines_with_the_promise_first() {
    let stage = released(JOB);
    for name in [REPORT, "out.csv.internal.json"] {
        let ran = stage.run(&["verify", name]);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert!(ran.code == 0 && lines.len() <= 12, "{}", ran.out);
        assert!(lines[0].starts_with("proved") && lines[0].contains("k-anonymity holds"), "{}", ran.out);
        assert!(ran.out.contains("not shown") && ran.out.contains("--verbose"), "{}", ran.out);
        let all = stage.run(&["verify", name, "--verbose"]);
        assert!(all.code == 0 && all.out.lines().count() > 50, "{}", all.out);
        assert_eq!(all.out.lines().last(), ran.out.lines().last(), "both count all claims");
    }
    let text = stage.read(REPORT).replace("\"classes\": ", "\"classes\": 1");
    stage.write(REPORT, text.as_bytes());
    let ran = stage.run(&["verify", REPORT]);
    assert!(ran.code == 1 && ran.out.contains("REFUTED    solution.classes"), "{}", ran.out);
}

#[test]
fn the_default_output_on_trajectories_is_a_dozen_lines() {
    let stage = Stage::new();
    stage.write("city.csv", city_trips(150, 1).as_bytes());
    stage.write(
        "trips.toml",
        b"input = \"city.csv\"\noutput = \"released.csv\"\n[privacy]\nk = 5\ndelta = 30.0\n",
    );
    let ran = stage.run(&["trajectories", "trips.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = stage.run(&["verify", "released.csv.report.json"]);
    assert!(ran.code == 0 && ran.out.lines().count() <= 12, "{}{}", ran.out, ran.err);
    assert!(ran.out.lines().next().unwrap().contains("every cluster has at least 5"), "{}", ran.out);
}

/// Whoever reads the JSON alone must not take anything for true that is not.
#[test]
fn json_says_that_nothing_holds_whenever_the_command_fails() {
    let stage = released(JOB);
    let holds = |arguments: &[&str]| {
        let ran = stage.run(&[&["verify", "--json"], arguments].concat());
        let said: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out));
        (ran.code, said["holds"].as_bool())
    };
    assert_eq!(holds(&[REPORT]), (0, Some(true)));
    assert_eq!(stage.run(&["sign", "--new-key", "house.key"]).code, 0);
    assert_eq!(holds(&[REPORT, "--signed-by", "house.key.pub"]), (1, Some(false)));
    assert_eq!(holds(&["none.report.json"]), (1, Some(false)));
    assert_eq!(holds(&["out.csv"]), (1, Some(false)));
    assert_eq!(holds(&[REPORT, "--input", "none.csv"]), (1, Some(false)));
    assert_eq!(holds(&[REPORT, "--proof", REPORT]), (1, Some(false)));
    let text = stage.read(REPORT);
    stage.write(REPORT, text.replace("\"seed\": 1", "\"seed\": 1, \"seed\": 1").as_bytes());
    assert_eq!(holds(&[REPORT]), (1, Some(false)));
    stage.write(REPORT, text.replace("\"rows_kept\": ", "\"rows_kept\": 9").as_bytes());
    assert_eq!(holds(&[REPORT]), (1, Some(false)));
}

#[test]
fn a_key_that_stands_twice_is_refused_in_every_file() {
    let stage = released(JOB);
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json", "--proof", "proof.json"]).code, 0);
    let twice = |name: &str, key: &str| {
        let text = stage.read(name);
        let found = text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{name} has no {key}"));
        // The same key in front, with a value that a reader of the first one would take.
        let forged = format!("{}\"{key}\": null, {}", &text[..found], &text[found..]);
        fs::write(stage.path(&format!("forged.{name}")), forged).unwrap();
        format!("forged.{name}")
    };
    for (name, key) in [(REPORT, "levels"), (REPORT, "prosecutor_max"), ("out.csv.internal.json", "age")] {
        let forged = twice(name, key);
        let ran = stage.run(&["verify", &forged]);
        assert!(
            ran.code == 1 && ran.err.contains("a map has a key twice"),
            "{name} {key}: {}{}",
            ran.out,
            ran.err
        );
    }
    let forged = twice("proof.json", "objective");
    let ran = stage.run(&["verify", REPORT, "--proof", &forged]);
    assert!(ran.code == 1 && ran.err.contains("a map has a key twice"), "{}", ran.err);
    let forged = twice("plan.json", "fingerprint");
    let ran = stage.run(&["apply", &forged, "--force"]);
    assert!(ran.code == 1 && ran.err.contains("a map has a key twice"), "{}", ran.err);
}

/// A report, which anybody may have written, opens nothing outside of its folder.
#[test]
fn a_report_does_not_decide_which_files_are_opened() {
    let stage = Stage::new();
    for folder in ["data", "out"] {
        fs::create_dir(stage.path(folder)).unwrap();
    }
    fs::rename(stage.path("people.csv"), stage.path("data/people.csv")).unwrap();
    let job = JOB.replace("people.csv", "data/people.csv").replace("out.csv", "out/out.csv");
    stage.write("job.toml", job.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let report = "out/out.csv.report.json";
    let told: Value = serde_json::from_str(&stage.read(report)).unwrap();
    assert_eq!((&told["input"]["path"], &told["job_file"]), (&"people.csv".into(), &"job.toml".into()));
    assert_eq!(told["job"]["input"], "people.csv");
    assert!(
        !stage.read(report).contains("../") && !stage.read("out/out.csv.report.html").contains("../data")
    );
    let ran = stage.run(&["verify", report]);
    assert!(ran.code == 1 && ran.err.contains("--input FILE") && ran.err.contains("--job"), "{}", ran.err);
    for given in [["--job", "job.toml"], ["--input", "data/people.csv"]] {
        let ran = stage.run(&["verify", report, given[0], given[1]]);
        assert_eq!(ran.code, 0, "{given:?}: {}{}", ran.out, ran.err);
    }
    // An internal report tells where the table is, and still does not decide.
    let internal = "out/out.csv.internal.json";
    let ran = stage.run(&["verify", internal]);
    assert!(ran.code == 1 && ran.err.contains("does not decide which files are opened"), "{}", ran.err);
    assert_eq!(stage.run(&["verify", internal, "--job", "job.toml"]).code, 0);
    // A public report that tells a folder is none of ours.
    let text = stage.read(report).replace("\"path\": \"people.csv\"", "\"path\": \"../data/people.csv\"");
    stage.write(report, text.as_bytes());
    let ran = stage.run(&["verify", report, "--job", "job.toml"]);
    assert!(ran.code == 1 && ran.out.contains("REFUTED    input.path"), "{}", ran.out);
}

/// Where to connect is taken from whoever verifies.
#[test]
fn a_report_does_not_decide_where_to_connect() {
    let stage = Stage::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let uri = format!("postgresql://127.0.0.1:{}/x", listener.local_addr().unwrap().port());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let mut report: Value = serde_json::from_str(&stage.read(REPORT)).unwrap();
    report["job"]["input"] = serde_json::json!({ "adbc": "postgresql", "uri": uri, "table": "t" });
    stage.write("forged.report.json", report.to_string().as_bytes());
    let job = JOB.replace(
        "input = \"people.csv\"",
        &format!("input = {{ adbc = \"postgresql\", uri = \"{uri}\", table = \"t\" }}"),
    );
    // A job file that lies beside a report is no more trusted than it.
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["verify", "forged.report.json"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(listener.accept().is_err(), "nobody connects to where a report says");
    let ran = stage.run(&["verify", "forged.report.json", "--uri", "postgresql://me:s3cret@127.0.0.1/x"]);
    assert!(
        ran.code == 1 && ran.err.contains("--uri: it has a password") && !ran.err.contains("s3cret"),
        "{}",
        ran.err
    );
}
