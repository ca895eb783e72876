//! No command writes to a file it reads, however its name is written and whatever is forced.

use crate::stage::{JOB, Stage};

/// Runs a command that must be refused, and demands that everything is as it was.
fn refused(stage: &Stage, arguments: &[&str], part: &str) {
    let before = contents(stage);
    let ran = stage.run(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{arguments:?}: {}", ran.err);
    assert!(ran.err.contains(part) && ran.err.contains("incog never "), "{arguments:?}: {}", ran.err);
    assert_eq!(contents(stage), before, "{arguments:?}");
}

fn contents(stage: &Stage) -> Vec<(String, Vec<u8>)> {
    stage
        .files()
        .into_iter()
        .map(|name: String| (name.clone(), std::fs::read(stage.path(&name)).unwrap_or_default()))
        .collect()
}

/// Other names of `people.csv`.
fn names(stage: &Stage) -> Vec<String> {
    let mut names = vec!["people.csv".to_owned(), "./people.csv".to_owned(), "deep/../people.csv".to_owned()];
    std::fs::create_dir(stage.path("deep")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("people.csv", stage.path("soft.csv")).unwrap();
        std::os::unix::fs::symlink("..", stage.path("deep/up")).unwrap();
        names.extend(["soft.csv".to_owned(), "deep/up/people.csv".to_owned()]);
    }
    std::fs::hard_link(stage.path("people.csv"), stage.path("hard.csv")).unwrap();
    names.push("hard.csv".to_owned());
    names
}

#[test]
fn the_table_stays() {
    let stage = Stage::new();
    for name in names(&stage) {
        let name = name.as_str();
        refused(&stage, &["init", "people.csv", "-o", name, "--force"], "people.csv");
        refused(&stage, &["hierarchy", "build", "people.csv", "age", "-o", name, "--force"], "people.csv");
        refused(&stage, &["anonymize", "job.toml", "-o", name, "--force"], "people.csv");
        refused(&stage, &["anonymize", "job.toml", "--trace", name, "--force"], "people.csv");
    }
}

#[test]
fn every_file_a_job_reads_stays() {
    let stage = Stage::new();
    let hierarchy = "11323;113**;*\n20450;204**;*\n";
    for name in ["zip.csv", "out.csv.report.html"] {
        stage.write(name, hierarchy.as_bytes());
        let with = format!("hierarchy = \"{name}\"\n[columns.disease]");
        stage.write("job.toml", JOB.replace("[columns.disease]", &with).as_bytes());
        match name {
            "zip.csv" => {
                refused(&stage, &["anonymize", "job.toml", "-o", "zip.csv", "--force"], "job.toml:2");
                refused(&stage, &["anonymize", "job.toml", "--trace", "zip.csv", "--force"], "zip.csv");
                let how = "\"zip.csv\"";
                let build =
                    ["hierarchy", "build", "people.csv", "zip", "--how", how, "-o", "zip.csv", "--force"];
                refused(&stage, &build, "zip.csv");
            }
            // The release is another file, but not the page beside it.
            _ => refused(&stage, &["anonymize", "job.toml", "--force"], "out.csv.report.html"),
        }
    }
}

/// Keys of pseudonyms and shifted dates, which nobody can make again.
#[test]
fn the_keys_of_a_job_stay() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["key", "new", "one.txt"]).code, 0);
    assert_eq!(stage.run(&["key", "new", "two.txt"]).code, 0);
    let rows = |n: usize| format!("p{n},2024-01-0{},{},{}\n", n % 9 + 1, 20 + n % 2, n % 3);
    let table = "who,when,age,s\n".to_owned() + &(0..12).map(rows).collect::<String>();
    stage.write("visits.csv", table.as_bytes());
    let job = "input = \"visits.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n\
               publish = { pseudonym = \"one.txt\", purpose = \"x\" }\n[columns.when]\npublish = { shift_days = \"two.txt\" }\n\
               [columns.age]\nrole = \"quasi-identifier\"\n[columns.s]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 2\n";
    stage.write("job.toml", job.as_bytes());
    for key in ["one.txt", "two.txt"] {
        refused(&stage, &["anonymize", "job.toml", "-o", key, "--force"], key);
        refused(&stage, &["anonymize", "job.toml", "--trace", key, "--force"], key);
        refused(&stage, &["plan", "job.toml", "-o", key, "--force"], key);
    }
}

#[test]
fn a_certificate_is_written_over_nothing_that_it_tells_of() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    for name in ["out.csv", "people.csv", "out.csv.report.json", "out.csv.report.html"] {
        refused(&stage, &["certificate", "out.csv.report.json", "-o", name, "--force"], name);
    }
}

#[test]
fn an_earlier_release_stays() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml", "-o", "first.csv"]).code, 0);
    let earlier = ["anonymize", "job.toml", "--force", "--earlier"];
    refused(
        &stage,
        &[&earlier[..], &["first.csv.report.json", "--trace", "first.csv"]].concat(),
        "first.csv",
    );
    // By a report elsewhere, which tells of it.
    std::fs::create_dir(stage.path("deep")).unwrap();
    let report = stage.read("first.csv.report.json").replace("\"first.csv\"", "\"../first.csv\"");
    stage.write("deep/report.json", report.as_bytes());
    refused(&stage, &[&earlier[..], &["deep/report.json", "-o", "first.csv"]].concat(), "first.csv");
}

#[test]
fn one_run_does_not_write_one_file_twice() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("out.csv", "deep/../out.csv").as_bytes());
    std::fs::create_dir(stage.path("deep")).unwrap();
    let ran = stage.run(&["anonymize", "job.toml", "--trace", "out.csv"]);
    assert!(ran.code == 1 && ran.err.contains("the same file"), "{}", ran.err);
    assert_eq!(stage.files(), ["deep", "job.toml", "people.csv"]);
}

const TRIPS: &str = "[privacy]\nk = 2\ndelta = 100\n";

#[test]
fn what_trajectories_are_read_from_stays() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("tracks")).unwrap();
    stage.write("tracks/a.gpx", b"<gpx/>");
    stage.write("points.csv", b"id,time,x,y\n1,0,0,0\n");
    stage.write("job.csv", format!("input = \"points.csv\"\noutput = \"job.csv\"\n{TRIPS}").as_bytes());
    refused(&stage, &["trajectories", "job.csv", "--force"], "job.csv");
    stage.write("in.toml", format!("input = \"points.csv\"\noutput = \"./points.csv\"\n{TRIPS}").as_bytes());
    refused(&stage, &["trajectories", "in.toml", "--force"], "points.csv");
    for output in ["tracks/a.gpx", "tracks/new.gpx"] {
        stage.write("folder.toml", format!("input = \"tracks\"\noutput = \"{output}\"\n{TRIPS}").as_bytes());
        refused(&stage, &["trajectories", "folder.toml", "--force"], "tracks");
        assert_eq!(stage.read("tracks/a.gpx"), "<gpx/>");
        assert!(!stage.path("tracks/new.gpx").exists());
    }
}
