//! What goes on in a search, written to a file.

use crate::stage::{JOB, Stage};
use incog_io::{ReadOptions, read_table};

const HAEF: &str =
    "[utility]\nobjective = \"transparency\"\n[search]\nalgorithm = \"haef\"\nmax_evaluations = 3000\n";

/// A release was written; the budget of HAEF above ends its search, which is not final then.
fn is_done(code: i32) -> bool {
    matches!(code, 0 | 5)
}

fn stage(search: &str) -> Stage {
    let stage = Stage::new();
    stage.write("job.toml", format!("{JOB}{search}").as_bytes());
    stage
}

#[test]
fn every_generation_is_written() {
    let stage = stage(&format!("{HAEF}trace = \"trace.csv\"\n"));
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert!(is_done(ran.code), "{}", ran.err);
    let trace = read_table(stage.path("trace.csv"), &ReadOptions::default()).unwrap().table;
    let column = |name: &str| {
        let column = trace.column(name).unwrap();
        (0..trace.rows()).map(|row| column.value(row).to_owned()).collect::<Vec<_>>()
    };
    let numbers =
        |name: &str| column(name).into_iter().map(|text| text.parse().ok()).collect::<Vec<Option<f64>>>();
    let generations = column("event").iter().filter(|event| *event == "generation").count();
    // 3,000 evaluations in generations of at most 30.
    assert!(generations >= 99, "{generations}");
    let evaluations: Vec<f64> = numbers("evaluations").into_iter().flatten().collect();
    assert_eq!(evaluations.len(), trace.rows());
    assert!(
        evaluations.windows(2).all(|pair| pair[0] <= pair[1]) && evaluations[evaluations.len() - 1] <= 3000.0
    );
    // 30 individuals differ by at most 24 bits in each of 435 pairs, and do at the start.
    let records: Vec<f64> = numbers("diversity_of_records").into_iter().flatten().collect();
    assert!(
        records.len() == generations && records[0] > 0.0 && records.iter().all(|&sum| sum <= 435.0 * 24.0)
    );
    for (ga, de) in numbers("ga").into_iter().zip(numbers("de")) {
        assert!(
            ga.is_none() == de.is_none() && ga.zip(de).is_none_or(|(ga, de)| (ga + de - 1.0).abs() < 1e-9)
        );
    }
    for ((allowed, anonymity), event) in
        column("allowed").iter().zip(numbers("anonymity")).zip(column("event"))
    {
        if event == "generation" && allowed == "true" {
            assert!(anonymity.is_none_or(|smallest| smallest >= 5.0), "{anonymity:?}");
        }
    }
    let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    let best =
        numbers("objective").into_iter().zip(column("allowed")).filter(|(_, allowed)| allowed == "true");
    let best = best.filter_map(|(value, _)| value).fold(0.0, f64::max);
    assert!((best - report["utility"]["value"].as_f64().unwrap()).abs() < 1e-9);
    assert!(report["job"]["search"].get("trace").is_none(), "the report's job can be run again");
}

#[test]
fn a_trace_changes_nothing_and_follows_from_the_seed() {
    let stage = stage(HAEF);
    assert!(is_done(stage.run(&["anonymize", "job.toml"]).code));
    let plain = stage.read("out.csv");
    for (threads, file) in [("1", "one.csv"), ("7", "seven.csv")] {
        let ran = stage.run(&["anonymize", "job.toml", "--force", "--threads", threads, "--trace", file]);
        assert!(is_done(ran.code), "{}", ran.err);
        assert_eq!(stage.read("out.csv"), plain);
    }
    assert_eq!(stage.read("one.csv"), stage.read("seven.csv"));
}

#[test]
fn parquet_has_types() {
    let stage = stage(HAEF);
    let ran = stage.run(&["anonymize", "job.toml", "--trace", "trace.parquet"]);
    assert!(is_done(ran.code), "{}", ran.err);
    let file = read_table(stage.path("trace.parquet"), &ReadOptions::default()).unwrap();
    let schema = file.format.schema.unwrap();
    let types: Vec<String> =
        schema.fields().iter().take(8).map(|field| field.data_type().to_string()).collect();
    assert_eq!(types, ["Utf8", "UInt64", "UInt64", "Float64", "Boolean", "Float64", "Float64", "Float64"]);
}

#[test]
fn searches_without_a_population_have_improvements() {
    let stage = stage("");
    let ran = stage.run(&["anonymize", "job.toml", "--algorithm", "optimal", "--trace", "trace.tsv"]);
    assert!(is_done(ran.code), "{}", ran.err);
    let trace = stage.read("trace.tsv");
    assert!(trace.lines().skip(1).all(|line| line.starts_with("improvement\t")) && trace.lines().count() > 1);
}

#[test]
fn an_existing_trace_stays_without_force() {
    let stage = stage(HAEF);
    stage.write("trace.csv", b"mine");
    let before = stage.files();
    let ran = stage.run(&["anonymize", "job.toml", "--trace", "trace.csv"]);
    assert!(
        ran.code == 1 && ran.err.contains("trace.csv") && ran.err.contains("already exists"),
        "{}",
        ran.err
    );
    assert_eq!((stage.read("trace.csv"), stage.files()), ("mine".to_owned(), before));
    assert!(is_done(stage.run(&["anonymize", "job.toml", "--trace", "trace.csv", "--force"]).code));
    assert!(
        stage.read("trace.csv").starts_with("event,evaluations,island,objective,allowed,bound,anonymity,")
    );
}

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_a_trace() {
    use std::os::unix::fs::PermissionsExt;
    let stage = stage(HAEF);
    assert!(is_done(stage.run(&["anonymize", "job.toml", "--trace", "trace.csv"]).code));
    let mode = std::fs::metadata(stage.path("trace.csv")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_cannot_be_written_is_refused_at_once() {
    for (trace, message) in [
        ("trace.doc", "unknown file ending"),
        ("people.csv", "incog never overwrites an input"),
        ("out.csv", "output cannot be combined with search.trace: they are the same file"),
        ("nowhere/trace.csv", "does not exist"),
    ] {
        let stage = stage(HAEF);
        let before = stage.files();
        let ran = stage.run(&["anonymize", "job.toml", "--trace", trace]);
        assert!(ran.code == 1 && ran.err.contains(message), "{trace}: {}", ran.err);
        assert_eq!(stage.files(), before);
    }
    // A failed search leaves no trace.
    let stage = stage(HAEF);
    stage.write("job.toml", stage.read("job.toml").replace("= 5\n", "= 50\n").as_bytes());
    let before = stage.files();
    assert_ne!(stage.run(&["anonymize", "job.toml", "--trace", "trace.csv"]).code, 0);
    assert_eq!(stage.files(), before);
}
