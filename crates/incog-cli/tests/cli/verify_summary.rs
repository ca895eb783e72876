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
        assert_eq!(said["proved"], said["holds"], "{}", ran.out);
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
        // The key in front, with a value that a reader of the first one would take.
        let forged = format!("{}\"{key}\": null, {}", &text[..found], &text[found..]);
        fs::write(stage.path(&format!("forged.{name}")), forged).unwrap();
        format!("forged.{name}")
    };
    for (name, key) in [(REPORT, "levels"), (REPORT, "prosecutor_max"), ("out.csv.internal.json", "age")] {
        let forged = twice(name, key);
        let ran = stage.run(&["verify", &forged]);
        assert!(
            ran.code == 1 && ran.err.contains("a key is repeated"),
            "{name} {key}: {}{}",
            ran.out,
            ran.err
        );
    }
    let forged = twice("proof.json", "objective");
    let ran = stage.run(&["verify", REPORT, "--proof", &forged]);
    assert!(ran.code == 1 && ran.err.contains("a key is repeated"), "{}", ran.err);
    let forged = twice("plan.json", "fingerprint");
    let ran = stage.run(&["apply", &forged, "--force"]);
    assert!(ran.code == 1 && ran.err.contains("a key is repeated"), "{}", ran.err);
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
        ran.code == 1
            && ran.err.contains("--uri: the address seems to contain a password")
            && !ran.err.contains("s3cret"),
        "{}",
        ran.err
    );
}

/// The digest of a file, as a report tells it.
fn digest(stage: &Stage, name: &str) -> String {
    incog::io::sha256_of_file(stage.path(name)).unwrap()
}

/// Readers pass over what stands around the cells, so every byte of a release is made again.
#[test]
fn bytes_around_the_cells_are_compared() {
    for ending in ["csv", "tsv", "csv.gz", "csv.zst", "jsonl", "parquet", "arrow", "xlsx"] {
        let stage = released(&JOB.replace("out.csv", &format!("out.{ending}")));
        let (release, report) = (format!("out.{ending}"), format!("out.{ending}.report.json"));
        let ran = stage.run(&["verify", &report, "--verbose"]);
        assert!(ran.code == 0 && ran.out.contains("proved     container  "), "{ending}: {}", ran.out);
        let bytes = fs::read(stage.path(&release)).unwrap();
        let forged = match ending {
            "csv" | "tsv" => [b"\xef\xbb\xbf".as_slice(), &bytes].concat(),
            // A member without content, whose name is a text.
            "csv.gz" => {
                [&bytes, b"\x1f\x8b\x08\x08\0\0\0\0\0\xffAnna Smith, HIV\0\x03\0\0\0\0\0\0\0\0\0".as_slice()]
                    .concat()
            }
            // A frame that is skipped.
            "csv.zst" => [b"\x50\x2a\x4d\x18\x0a\0\0\0Anna Smith".as_slice(), &bytes].concat(),
            "jsonl" => String::from_utf8(bytes).unwrap().replacen("{\"", "{ \"", 1).into_bytes(),
            _ => continue,
        };
        let honest = digest(&stage, &release);
        stage.write(&release, &forged);
        let text = stage.read(&report).replace(&honest, &digest(&stage, &release));
        stage.write(&report, text.as_bytes());
        let ran = stage.run(&["verify", &report, "--verbose"]);
        assert!(
            ran.code == 1 && ran.out.contains("REFUTED    container  "),
            "{ending}: {}{}",
            ran.out,
            ran.err
        );
        // Another version may write other bytes, but whether one did is not for the report to say.
        let version = format!("\"incog\": \"{}\"", env!("CARGO_PKG_VERSION"));
        stage.write(&report, text.replace(&version, "\"incog\": \"0.0.1\"").as_bytes());
        for (made_by, verdict) in
            [(None, "REFUTED  "), (Some("0.0.2"), "REFUTED  "), (Some("0.0.1"), "not shown")]
        {
            let named = made_by.map(|version| ["--made-by", version]);
            let arguments = ["verify", &report, "--verbose"].into_iter().chain(named.into_iter().flatten());
            let ran = stage.run(&arguments.collect::<Vec<_>>());
            assert!(
                ran.out.contains(&format!("{verdict}  container  ")),
                "{ending} {made_by:?}: {}",
                ran.out
            );
        }
    }
}

/// A bound that nobody checks is the word of the search alone.
#[test]
fn a_bound_is_proved_by_a_proof_that_lies_beside_or_not_at_all() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let bound = |out: &str| {
        out.lines().find(|line| line.contains("the bound is proved")).unwrap_or_default().to_owned()
    };
    let ran = stage.run(&["verify", REPORT]);
    assert!(bound(&ran.out).starts_with("not shown") && bound(&ran.out).contains("--proof"), "{}", ran.out);
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force", "--proof", "proof.json"]).code, 0);
    let ran = stage.run(&["verify", REPORT]);
    assert!(ran.code == 0 && bound(&ran.out).starts_with("proved"), "{}", ran.out);
    // A proof of the usual name may be of another release; one with the name of this release is of
    // this one.
    let proof = stage.read("proof.json").replace("\"objective\":\"gen-loss\"", "\"objective\":\"loss\"");
    stage.write("proof.json", proof.as_bytes());
    let ran = stage.run(&["verify", REPORT]);
    assert!(ran.code == 0 && bound(&ran.out).starts_with("not shown"), "{}", ran.out);
    fs::rename(stage.path("proof.json"), stage.path("out.csv.proof.json")).unwrap();
    let ran = stage.run(&["verify", REPORT]);
    assert!(ran.code == 1 && bound(&ran.out).starts_with("REFUTED"), "{}", ran.out);
}

/// The second verifier works the bound out from both kinds of proof, and from none that was
/// changed.
#[test]
fn the_second_verifier_checks_proofs() {
    for (recoding, evidence) in [("", "boxes"), ("[recoding]\nkind = \"local\"\n", "prices")] {
        let stage = Stage::new();
        let named = "hierarchy = { mask = \"right\" }\n[columns.disease]";
        stage.write("job.toml", (JOB.replace("[columns.disease]", named) + recoding).as_bytes());
        assert_eq!(stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]).code, 0);
        let proof: Value = serde_json::from_str(&stage.read("proof.json")).unwrap();
        assert!(proof["evidence"][evidence].is_object() || proof["evidence"][evidence].is_array(), "{proof}");
        let checked = |proof: &str| {
            let script =
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
            let mut command = std::process::Command::new("python3");
            command.current_dir(stage.path("")).arg(&script);
            let output = command.args(["people.csv", "out.csv", REPORT, "--proof", proof]).output().ok()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let line = text.lines().find(|line| line.contains(" bound  ")).unwrap_or_default().to_owned();
            Some((output.status.success(), line, text + &String::from_utf8_lossy(&output.stderr)))
        };
        let Some((holds, line, text)) = checked("proof.json") else {
            eprintln!("not run: there is no python3");
            return;
        };
        assert!(holds && line.starts_with("proved"), "{text}");
        let mut forged = proof.clone();
        match evidence {
            "boxes" => drop(forged["evidence"]["boxes"]["steps"].as_array_mut().unwrap().pop()),
            _ => {
                let prices = forged["evidence"]["prices"][0]["prices"].as_array_mut().unwrap();
                prices.iter_mut().for_each(|price| *price = (1.01 * price.as_f64().unwrap()).into());
            }
        }
        stage.write("forged.json", forged.to_string().as_bytes());
        let Some((holds, line, text)) = checked("forged.json") else { return };
        assert!(!holds && line.starts_with("refuted"), "{text}");
    }
}

/// Names of columns and files are data: none of them moves the cursor, turns the text, or makes a
/// line of its own.
#[test]
fn names_do_not_command_the_terminal() {
    let stage = Stage::new();
    let names = ["ag\u{202e}e", "z\u{1b}[2Jip", "ill\u{200b}ness", "\"wa\nREFUTED  nothing\nrd\""];
    let row = |n: usize| format!("{},{},{},w{}\n", 20 + n % 7, 100 + n % 3, ["flu", "cold"][n % 2], n % 2);
    let table = format!("{}\n{}", names.join(","), (0..40).map(row).collect::<String>());
    let file = "ta\u{2066}ble.csv";
    stage.write(file, table.as_bytes());
    let shown = |ran: &crate::stage::Ran| {
        let text = format!("{}{}", ran.out, ran.err);
        for hidden in ['\u{202e}', '\u{1b}', '\u{200b}', '\u{2066}'] {
            assert!(!text.contains(hidden), "{hidden:?} in {text:?}");
        }
        assert!(!text.lines().any(|line| line.starts_with("REFUTED  nothing")), "{text}");
    };
    shown(&stage.run(&["audit", file, "-q", "ag\u{202e}e,z\u{1b}[2Jip", "-s", "ill\u{200b}ness"]));
    shown(&stage.run(&["init", file, "-o", "-"]));
    let ran = stage.run(&["init", file, "-o", "names.toml"]);
    shown(&ran);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let known = "ag\u{202e}e,z\u{1b}[2Jip";
    let ran = stage.run(&["anonymize", file, "-o", "names.csv", "-q", known, "-k", "3"]);
    shown(&ran);
    assert!(ran.code == 0 && ran.err.contains("ag\\u{202e}e"), "{}", ran.err);
    shown(&stage.run(&["anonymize", file, "--no-such-\u{1b}[2J"]));
    shown(&stage.run(&["anonymize", "none\u{1b}[2J.toml"]));
    for report in stage.files().iter().filter(|name| name.ends_with(".report.json")) {
        for more in [&[][..], &["--verbose"], &["--json"]] {
            shown(&stage.run(&[&["verify", report], more].concat()));
        }
    }
}

/// What is wrong with a cell is said by its form and its place.
#[test]
fn refused_jobs_print_no_cell() {
    for (cell, column, hierarchy) in [
        ("Anna Schmidt", "age", "intervals = [5, 10]"),
        ("Anna Schmidt", "age", "date = [\"month\"]"),
        ("Anna Schmidt", "age", "codes = \"icd-10\""),
        ("Anna Schmidt", "age", "fanout = 2, order = [\"20\", \"21\"]"),
        ("Anna Schmidt", "age", "tree = { \"20\" = \"x\" }"),
    ] {
        let stage = Stage::new();
        stage.write(
            "people.csv",
            crate::stage::people().replace("person3,23,", &format!("person3,{cell},")).as_bytes(),
        );
        let job = JOB.replace("{ intervals = [6, 12, 24], origin = 20 }", &format!("{{ {hierarchy} }}"));
        stage.write("job.toml", job.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert!(ran.code != 0 && ran.err.contains(column), "{hierarchy}: {}", ran.err);
        assert!(!ran.err.contains("Anna") && !ran.err.contains("Schmidt"), "{hierarchy}: {}", ran.err);
    }
}

/// Numbers nearer to 0 than is reckoned with are refused where they stand.
#[test]
fn tiny_numbers_are_refused_and_do_not_panic() {
    for said in ["round = 1e-320", "round = 5e-324", "top = 1e-320", "bottom = -1e-300", "top = 1e-19"] {
        let stage = Stage::new();
        let publish = format!("[columns.disease]\npublish = {{ {said} }}");
        let people = "name,age,zip,disease,ward\n".to_owned()
            + &(0..24).map(|n| format!("p{n},{},{},{},w\n", 20 + n, 11323, n % 4)).collect::<String>();
        stage.write("people.csv", people.as_bytes());
        stage.write("job.toml", JOB.replace("[columns.disease]", &publish).as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert!(
            ran.code == 1 && ran.err.contains("job.toml:") && !ran.err.contains("panicked"),
            "{said}: {}",
            ran.err
        );
    }
}
