//! Known answers kept as data in `conformance/`: every case, by every algorithm it names.

use incog::Job;
use incog::job::{JobFile, ObjectiveFile, PrivacyFile};
use incog::runs::FileRuns;
use incog_plan::{Plan, ReleaseProblem, SearchSettings, solve};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// One file: a table with its job, and what is known of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    source: String,
    /// Folder in `../shared/data`, for tables that are not ours to keep.
    folder: Option<String>,
    /// The table itself, as CSV.
    table: Option<String>,
    objective: Option<ObjectiveFile>,
    algorithms: Vec<String>,
    job: JobFile,
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    privacy: PrivacyFile,
    limit: f64,
    objective: Option<ObjectiveFile>,
    algorithms: Option<Vec<String>>,
    /// Why it only runs with the ignored tests.
    slow: Option<String>,
    value: Option<f64>,
    /// The value of a search that considers less than ours; loss, so less is better.
    at_most: Option<f64>,
    suppressed: Option<u64>,
    levels: Option<BTreeMap<String, u8>>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn problem(known: &Known, case: &Case, folder: &Path) -> ReleaseProblem {
    let mut file = known.job.clone();
    if let Some(table) = &known.table {
        std::fs::write(folder.join("table.csv"), table.trim_start()).unwrap();
        file.input = Some("table.csv".into());
    }
    file.output = Some("release.csv".into());
    file.privacy = case.privacy.clone();
    file.suppression.limit = Some(case.limit);
    file.utility.objective = case.objective.clone().or(known.objective.clone());
    Job::from_file(&file, folder).unwrap().problem().unwrap()
}

fn check(problem: &ReleaseProblem, case: &Case, found: &Plan) -> Result<(), String> {
    let wrong = |what: &str, found: String, expected: String| {
        if found == expected { Ok(()) } else { Err(format!("{what}: {found}, known is {expected}")) }
    };
    wrong("stopped", found.stopped.to_string(), "proved".into())?;
    if let Some(value) = case.value
        && (found.value - value).abs() > 1e-9 * value.abs()
    {
        return Err(format!("value: {}, known is {value}", found.value));
    }
    if let Some(at_most) = case.at_most
        && found.value > at_most * (1.0 + 1e-9)
    {
        return Err(format!("value: {}, at most {at_most} was known", found.value));
    }
    if let Some(suppressed) = case.suppressed {
        let ours = found.classes(problem.tuples()).unwrap().suppressed();
        wrong("suppressed", ours.to_string(), suppressed.to_string())?;
    }
    if let Some(levels) = &case.levels {
        let names = problem.tuples().quasi_identifiers().iter().map(|qid| qid.name.clone());
        let ours: BTreeMap<String, u8> =
            names.zip(found.recoding.levels().unwrap().iter().copied()).collect();
        wrong("levels", format!("{ours:?}"), format!("{levels:?}"))?;
    }
    Ok(())
}

/// Runs the slow or the quick cases of a file.
fn run(name: &str, slow: bool) {
    let text = std::fs::read_to_string(root().join("conformance").join(name)).unwrap();
    let known: Known = toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let scratch = tempfile::tempdir().unwrap();
    let folder = match &known.folder {
        Some(folder) => root().join("../shared/data").join(folder),
        None => scratch.path().to_owned(),
    };
    if !folder.exists() {
        eprintln!("skipped {name}: {} is not there", folder.display());
        return;
    }
    let mut failures = Vec::new();
    for case in known.case.iter().filter(|case| case.slow.is_some() == slow) {
        let problem = problem(&known, case, &folder);
        for algorithm in case.algorithms.as_ref().unwrap_or(&known.algorithms) {
            let settings = SearchSettings { algorithm: algorithm.clone(), ..Default::default() };
            let found = solve(&problem, &settings, &AtomicBool::new(false), &mut |_| {});
            let checked = found.map_err(|e| e.to_string()).and_then(|found| check(&problem, case, &found));
            failures.extend(checked.err().map(|error| format!("{}, {algorithm}: {error}", case.name)));
        }
    }
    assert!(failures.is_empty(), "{name} ({}):\n{}", known.source, failures.join("\n"));
}

#[test]
fn inpatients_of_the_l_diversity_paper() {
    run("inpatients.toml", false);
}

#[test]
fn salaries_of_the_t_closeness_paper() {
    run("salaries.toml", false);
}

#[test]
fn levels_of_labels_that_the_checkers_read() {
    run("names-of-labels.toml", false);
}

#[test]
fn arx_loss_on_adult() {
    run("adult-arx-loss.toml", false);
}

#[test]
fn arx_objectives_on_adult() {
    run("adult-arx-objectives.toml", false);
}

#[test]
fn arx_with_a_sensitive_attribute_on_adult() {
    run("adult-arx-sensitive.toml", false);
}

#[test]
#[ignore = "minutes in the test profile: cargo test --release -p incog conformance -- --ignored"]
fn slow_cases() {
    run("adult-arx-objectives.toml", true);
}

#[test]
fn every_file_is_run() {
    let mut found: Vec<String> = std::fs::read_dir(root().join("conformance"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    found.sort();
    let run = [
        "adult-arx-loss",
        "adult-arx-objectives",
        "adult-arx-sensitive",
        "inpatients",
        "names-of-labels",
        "salaries",
    ];
    assert_eq!(found, run.map(|name| format!("{name}.toml")));
}
