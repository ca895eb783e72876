//! Trade-offs, each point compared with a job of its own.

use crate::stage::{JOB, Stage};
use serde_json::Value;

fn explored(stage: &Stage, arguments: &[&str]) -> Value {
    let ran = stage.run(&[&["explore", "job.toml", "--json"], arguments].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// What `incog plan` and `incog apply` make of the job in a file, with all figures.
fn published(stage: &Stage, job: &str) -> Value {
    for arguments in [
        ["plan", job, "-o", "plan.json", "--force"],
        ["apply", "plan.json", "--internal", "--force", "--json"],
    ] {
        let ran = stage.run(&arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap()
}

#[test]
fn each_point_is_what_its_own_job_publishes() {
    let stage = Stage::new();
    let flags = ["-k", "2,5", "--limit", "0,0.3", "--recoding", "global,local", "--metric", "discernibility"];
    let found = explored(&stage, &flags);
    let points = found["points"].as_array().unwrap();
    assert_eq!(points.len(), 8);
    for (place, point) in points.iter().enumerate() {
        let number = (place + 1).to_string();
        let taken = ["--take", &number, "--job-output", "taken.toml", "--force"];
        let ran = stage.run(&[&["explore", "job.toml"], &flags[..], &taken].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let (report, told) = (published(&stage, "taken.toml"), &point["found"]);
        assert_eq!(told["value"], report["utility"]["value"], "{point}");
        assert_eq!(told["metrics"]["discernibility"], report["utility"]["discernibility"], "{point}");
        assert_eq!(told["suppressed"], report["solution"]["rows_suppressed"], "{point}");
        assert_eq!(told["classes"], report["solution"]["classes"], "{point}");
        assert_eq!(told["prosecutor_mean"], report["risk"]["prosecutor_mean"], "{point}");
        let highest = 1.0 / told["smallest_class"].as_f64().unwrap();
        assert_eq!(Some(highest), report["risk"]["prosecutor_max"].as_f64(), "{point}");
        if point["settings"]["recoding"]["kind"] == "global" {
            assert_eq!(told["levels"], report["solution"]["levels"], "{point}");
        }
    }
}

#[test]
fn people_are_counted_where_the_job_counts_them() {
    let stage = Stage::new();
    let rows = (0..24).map(|n| format!("person{},{},11323,flu,w\n", n / 2, 20 + n));
    stage.write(
        "people.csv",
        ("name,age,zip,disease,ward\n".to_owned() + &rows.collect::<String>()).as_bytes(),
    );
    stage.write(
        "job.toml",
        (JOB.to_owned() + "unit = \"name\"\n").replace("\"identifier\"", "\"person\"").as_bytes(),
    );
    let found = explored(&stage, &["-k", "3"]);
    let report = published(&stage, "job.toml");
    // Two records a person: k 3 of people is 6 records.
    assert_eq!(found["points"][0]["found"]["smallest_class"], 3);
    assert_eq!(found["points"][0]["found"]["classes"], 4);
    assert_eq!(report["job"]["privacy"]["k-anonymity"], 5, "the job itself asks for more");
}

#[test]
fn neighbours_are_what_jobs_with_those_levels_publish() {
    let stage = Stage::new();
    stage.write("job.toml", (JOB.to_owned() + "[suppression]\nlimit = 0.3\n").as_bytes());
    let found = explored(&stage, &["--neighbours"]);
    let best = published(&stage, "job.toml")["solution"]["levels"].clone();
    let steps = found["steps"].as_array().unwrap();
    assert!(steps.len() >= 2, "{found}");
    for step in steps {
        let mut levels = best.clone();
        levels[step["column"].as_str().unwrap()] = step["to"].clone();
        let fixed = ["age", "zip"].map(|name| format!("min_level = {0}\nmax_level = {0}\n", levels[name]));
        let job = JOB.replace("[columns.zip]\n", &format!("{}[columns.zip]\n{}", fixed[0], fixed[1]));
        stage.write("fixed.toml", (job + "[suppression]\nlimit = 1.0\n").as_bytes());
        if step["value"].is_null() {
            assert_eq!(stage.run(&["plan", "fixed.toml", "-o", "none.json"]).code, 3);
            continue;
        }
        let report = published(&stage, "fixed.toml");
        assert_eq!(step["value"], report["utility"]["value"], "{step}");
        assert_eq!(step["suppressed"], report["solution"]["rows_suppressed"], "{step}");
        assert_eq!(step["allowed"], step["suppressed"].as_u64().unwrap() <= found["limit"].as_u64().unwrap());
    }
    for without in found["without"].as_array().unwrap() {
        let column = format!("[columns.{}]\nrole = ", without["column"].as_str().unwrap());
        let job = stage
            .read("job.toml")
            .replace(&(column.clone() + "\"quasi-identifier\""), &(column + "\"identifier\""));
        stage.write("without.toml", job.replace("hierarchy = { intervals", "# ").as_bytes());
        // The column of ages has a hierarchy, which an identifier cannot have.
        if without["column"] == "zip" {
            stage.write("without.toml", job.as_bytes());
        }
        assert_eq!(without["value"], published(&stage, "without.toml")["utility"]["value"], "{without}");
    }
}

#[test]
fn the_result_does_not_depend_on_threads_and_nothing_is_published() {
    let stage = Stage::new();
    let before = stage.files();
    let of =
        |threads: &str| stage.run(&["explore", "job.toml", "-k", "2..8", "--threads", threads, "--json"]).out;
    let one = of("1");
    assert!(one.contains("\"evaluations\""), "{one}");
    assert_eq!(one, of("2"));
    assert_eq!(stage.files(), before);
}

#[test]
fn a_promise_that_nothing_meets_is_told_as_such() {
    let stage = Stage::new();
    let ran =
        stage.run(&["explore", "job.toml", "--vary", "privacy.l-diversity={l=2},{l=5}", "-o", "points.csv"]);
    // A comma within braces stands between two keys, not between two values.
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("none: no release meets the models within the limits"), "{}", ran.out);
    let points = stage.read("points.csv");
    assert_eq!(points.lines().count(), 3, "{points}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("points.csv")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it counts suppressed records");
    }
}

#[test]
fn the_page_leads_from_each_point_to_its_job() {
    let stage = Stage::new();
    stage.write("people.csv", stage.read("people.csv").replace("ward1", "<b>ward").as_bytes());
    let flags =
        ["explore", "job.toml", "-k", "2,3,25", "--limit", "0,0.3", "-o", "points.html", "-o", "points.csv"];
    let ran = stage.run(&flags);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = stage.read("points.html");
    // Nothing meets k 25 of 24 records, and every other point is drawn twice.
    for number in 1..=4 {
        assert_eq!(page.matches(&format!("<a href=\"#point-{number}\">")).count(), 2, "{page}");
        assert!(page.contains(&format!("id=\"job-{number}\"")));
    }
    assert!(!page.contains("<a href=\"#point-5\">") && page.contains("none: "));
    assert!(page.contains("k-anonymity = 3") && page.contains("Never publish it"));
    assert!(!page.contains("http"), "a page asks nothing of the network");
    let told = page.split("<pre>").nth(1).unwrap().split("</pre>").next().unwrap();
    stage.write("again.toml", told.replace("&quot;", "\"").replace("&#x2f;", "/").as_bytes());
    assert_eq!(published(&stage, "again.toml")["job"]["privacy"]["k-anonymity"], 2);
    let ran = stage.run(&["explore", "job.toml", "-o", "points.xyz"]);
    assert!(ran.code == 1 && ran.err.contains("unknown file ending"), "{}", ran.err);
}

#[test]
fn what_cannot_be_varied_is_said() {
    let stage = Stage::new();
    let cases: [(&[&str], i32, &str); 11] = [
        (
            &["--vary", "columns.ward.publish={first_of=\"year\"}"],
            1,
            "the publish key of a column cannot be varied",
        ),
        (&["--vary", "privacy.k-anonimity=2"], 1, "did you mean \"k-anonymity\"?"),
        (&["--vary", "privacy.k-anonymity"], 2, "is not a setting to vary"),
        (&["--vary", "privacy.k-anonymity=0,2"], 1, "privacy.k-anonymity = 0"),
        (&["--vary", "privacy.k-anonymity=9..2"], 2, "9..2 is not a valid range"),
        (&["--vary", "privacy.k-anonymity=2,2"], 2, "is listed twice"),
        (&["-k", "2", "--vary", "privacy.k-anonymity=3"], 1, "is varied twice"),
        (&["--vary", "input=other.csv"], 1, "input cannot be varied"),
        (&["--vary", "recoding.kind=sideways"], 1, "recoding.kind = sideways"),
        (&["-k", "2..9999", "--limit", "0,0.5"], 1, "19996 combinations"),
        (&["-k", "five"], 1, "k-anonymity = five"),
    ];
    for (arguments, code, part) in cases {
        let ran = stage.run(&[&["explore", "job.toml"], arguments].concat());
        assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    }
    stage.write("job.toml", (JOB.to_owned() + "[recoding]\nkind = \"local\"\n").as_bytes());
    let ran = stage.run(&["explore", "job.toml", "--neighbours"]);
    assert!(ran.code == 1 && ran.err.contains("needs one level per column"), "{}", ran.err);
}

/// What was found is kept for its owner alone, and not looked for again; the result is the same.
#[test]
fn an_exploration_goes_on_where_it_was() {
    let stage = Stage::new();
    let all = explored(&stage, &["-k", "2..6"]);
    let some = ["explore", "job.toml", "-k", "2..4", "--resume", "kept.json"];
    assert_eq!(stage.run(&some).code, 0);
    let kept = stage.read("kept.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("kept.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it counts suppressed records");
    }
    assert_eq!(explored(&stage, &["-k", "2..6", "--resume", "kept.json"]), all);
    // The points that are there are taken: a mark that no search would make is told again.
    let mut marked: Value = serde_json::from_str(&stage.read("kept.json")).unwrap();
    assert_eq!(marked["points"].as_array().unwrap().len(), 5);
    marked["points"][0]["found"]["evaluations"] = 4_711.into();
    stage.write("kept.json", marked.to_string().as_bytes());
    let again = explored(&stage, &["-k", "2..6", "--resume", "kept.json"]);
    let marks =
        again["points"].as_array().unwrap().iter().filter(|point| point["found"]["evaluations"] == 4_711);
    assert_eq!(marks.count(), 1);
    assert!(!kept.contains("person1"), "no value of the table is kept");
}

#[test]
fn points_of_something_else_are_not_taken_up() {
    let stage = Stage::new();
    let resume = |more: &[&str]| {
        stage.run(&[&["explore", "job.toml", "-k", "2,3", "--resume", "kept.json"], more].concat())
    };
    assert_eq!(resume(&[]).code, 0);
    let refused = |part: &str, ran: crate::stage::Ran| {
        assert!(ran.code == 1 && ran.err.contains(part), "{}", ran.err);
    };
    refused("another table, job", resume(&["--metric", "discernibility"]));
    let people = stage.read("people.csv");
    stage.write("people.csv", people.replace("person3,23", "person3,24").as_bytes());
    refused("another table, job", resume(&[]));
    stage.write("people.csv", people.as_bytes());
    let job = stage.read("job.toml");
    stage.write("job.toml", (job.clone() + "[suppression]\nlimit = 0.5\n").as_bytes());
    refused("another table, job", resume(&[]));
    stage.write("job.toml", job.as_bytes());
    assert_eq!(resume(&[]).code, 0);
    for text in ["", "{}", "[1,2]", "{\"of\":\"\",\"points\":[{}]}"] {
        stage.write("kept.json", text.as_bytes());
        refused("does not have saved points", resume(&[]));
        assert_eq!(stage.read("kept.json"), text, "it is somebody's file");
    }
    // A file that the job reads is never written to.
    let ran = stage.run(&["explore", "job.toml", "-k", "2", "--resume", "people.csv"]);
    assert!(ran.code == 1 && stage.read("people.csv") == people, "{}", ran.err);
}

#[test]
fn the_plan_of_a_point_is_that_of_its_job() {
    let stage = Stage::new();
    let taken = ["explore", "job.toml", "-k", "2..6", "--take", "2", "--plan-output", "point.json", "--json"];
    let ran = stage.run(&taken);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let ran = stage.run(&["apply", "point.json", "--internal", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    assert_eq!(report["job"]["privacy"]["k-anonymity"], 3);
    assert_eq!(report["utility"]["value"], found["points"][1]["found"]["value"]);
    assert_eq!(report["search"]["stopped"], "proved", "{report}");
    assert_eq!(stage.run(&["explore", "job.toml", "--take", "2"]).code, 2);
    assert_eq!(stage.run(&taken).code, 1, "a plan that is there stays");
}

#[test]
fn points_are_written_in_any_format_of_tables() {
    let stage = Stage::new();
    let flags =
        ["-k", "2,3,25", "--recoding", "global,local", "-o", "p.csv", "-o", "p.parquet", "-o", "p.jsonl"];
    let ran = stage.run(&[&["explore", "job.toml"], &flags[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let read = |name: &str| {
        incog::io::read_table(stage.path(name), &incog::io::ReadOptions::default()).unwrap().table
    };
    let (csv, parquet) = (read("p.csv"), read("p.parquet"));
    assert_eq!((csv.rows(), parquet.rows()), (6, 6));
    for (one, other) in csv.columns().iter().zip(parquet.columns()) {
        assert_eq!(one.name, other.name);
        let values = |column: &incog::Column| -> Vec<Option<f64>> {
            column.codes.iter().map(|code| column.dictionary.get(code).parse().ok()).collect()
        };
        assert_eq!(values(one), values(other), "{}", one.name);
    }
    assert!(stage.path("p.jsonl").exists());
}

#[test]
fn a_table_of_an_engine_is_refused_in_words() {
    let stage = Stage::new();
    let job = JOB.replace("\"people.csv\"", "{ adbc = \"duckdb\", uri = \"x.db\", table = \"people\" }");
    stage.write("job.toml", job.as_bytes());
    for more in [&["-k", "2"][..], &["--neighbours"], &["-k", "2", "--resume", "kept.json"]] {
        let ran = stage.run(&[&["explore", "job.toml"], more].concat());
        assert!(ran.code == 1 && ran.err.contains("export the table"), "{}", ran.err);
    }
}
