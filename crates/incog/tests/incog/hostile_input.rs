//! Tables, jobs, hierarchies, reports and proofs out of broken bytes: an error or a result, never a
//! panic.
//!
//! This is the short form of the fuzz targets in `fuzz/`, on the stable toolchain; those of Parquet
//! and Arrow stand in `crates/incog-io/tests/io/damaged.rs`, those of points with their formats.
//!
//! Half of the inputs are valid files with some bytes changed, removed or repeated, since random
//! bytes alone rarely get past the first check. `HOSTILE_CASES` sets how many are tried.

use incog::Control;
use incog::job::Job;
use incog::runs::FileRuns;
use incog::trajectories::{TrajectoryJob, city_trips, run};
use incog::verify::VerifyOptions;
use incog::{verify_report, verify_report_with};
use incog_data::{HierarchyCsvOptions, read_hierarchy_csv};
use incog_io::{ReadOptions, read_table};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

const TABLE: &str = "age;zip;\"ill; or not\"\r\n31;11323;flu\r\n?;11324;\"co\"\"ld\"\r\n42;;gout\r\n";
const HIERARCHY: &str = "31;\"[30;40[\";*\n35;\"[30;40[\";*\n42;\"[40;50[\";*\n";
const JOB: &str = r#"
input = "patients.csv"
output = "patients.release.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20, 40], origin = 0 }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right", char = "*" }
max_level = 3
weight = 2.0
[columns.ill]
role = "sensitive"
[privacy]
k-anonymity = 5
l-diversity = { l = 3, kind = "recursive", c = 4.0 }
t-closeness = { t = 0.2, distance = "euclidean" }
[suppression]
limit = 0.5
as = "star"
[search]
algorithm = "optimal"
max_seconds = 60
"#;

/// Changes, removals and repetitions at random places of a valid file.
fn broken(valid: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let edit = (any::<prop::sample::Index>(), 0..3u8, any::<u8>());
    let valid = valid.as_bytes().to_vec();
    let mutated = proptest::collection::vec(edit, 1..8).prop_map(move |edits| {
        let mut bytes = valid.clone();
        for (place, kind, byte) in edits {
            let place = place.index(bytes.len().max(1));
            match kind {
                0 if place < bytes.len() => bytes[place] = byte,
                1 if place < bytes.len() => {
                    drop(bytes.drain(place..(place + byte as usize).min(bytes.len())))
                }
                _ => bytes = [&bytes[..place.min(bytes.len())], &[byte], &bytes[..]].concat(),
            }
        }
        bytes
    });
    prop_oneof![mutated, proptest::collection::vec(any::<u8>(), 0..300)]
}

/// A small release and the text of its report.
static RELEASE: LazyLock<(TempDir, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let row = |n: usize| format!("{},{},{}\n", 20 + n, [11323, 20450][n / 12], ["flu", "cold", "?"][n % 3]);
    let table: String = (0..24).map(row).collect();
    std::fs::write(folder.path().join("patients.csv"), format!("age,zip,ill\n{table}")).unwrap();
    let job = JOB.replace("k-anonymity = 5", "k-anonymity = 2");
    let job = Job::from_toml(&job.replace("l = 3", "l = 2"), folder.path()).unwrap();
    let report = job.run().unwrap().report_json;
    let text = std::fs::read_to_string(report).unwrap();
    (folder, text)
});

/// A release with its proof, and the text of that.
static PROVED: LazyLock<(TempDir, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let row = |n: usize| format!("{},{}\n", 20 + n, [11323, 20450][n / 12]);
    let table: String = (0..24).map(row).collect();
    std::fs::write(folder.path().join("patients.csv"), format!("age,zip\n{table}")).unwrap();
    let job = &JOB[..JOB.find("[columns.ill]").unwrap()];
    let job = format!("{job}[privacy]\nk-anonymity = 3\n[utility]\nobjective = \"precision\"\n");
    let proof = folder.path().join("proof.json");
    Job::from_toml(&job, folder.path()).unwrap().with_proof(Some(proof.clone())).run().unwrap();
    (folder, std::fs::read_to_string(proof).unwrap())
});

/// A release of trajectories, and its report.
static TRAJECTORIES: LazyLock<(TempDir, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("city.csv"), city_trips(20, 1)).unwrap();
    let job =
        "input = \"city.csv\"\noutput = \"out.csv\"\npoints = { id = \"vehicle\" }\nprivacy = { k = 3 }\n";
    std::fs::write(folder.path().join("job.toml"), job).unwrap();
    let job = TrajectoryJob::from_toml_file(folder.path().join("job.toml")).unwrap();
    run(&job, false, &Control::default()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("out.csv.report.json")).unwrap();
    (folder, text)
});

fn cases() -> ProptestConfig {
    let cases = std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(500))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn tables(bytes in broken(TABLE), ending in prop::sample::select(vec!["csv", "tsv", "parquet", "arrow", "csv.gz", "csv.zst"])) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("table.{ending}"));
        std::fs::write(&path, bytes).unwrap();
        if let Ok(file) = read_table(&path, &ReadOptions::default()) {
            prop_assert!(file.table.rows() > 0);
        }
    }

    #[test]
    fn hierarchies(bytes in broken(HIERARCHY)) {
        if let Ok(hierarchy) = read_hierarchy_csv(&bytes, "h.csv", HierarchyCsvOptions::default()) {
            prop_assert_eq!(hierarchy.labels(hierarchy.height()).len(), 1);
        }
    }

    #[test]
    fn reports(bytes in broken(&RELEASE.1), trajectories in broken(&TRAJECTORIES.1)) {
        for (folder, bytes) in [(&RELEASE.0, bytes), (&TRAJECTORIES.0, trajectories)] {
            let path = folder.path().join("broken.json");
            std::fs::write(&path, bytes).unwrap();
            if let Ok(found) = verify_report(&path) {
                prop_assert!(!found.to_text().is_empty());
            }
        }
    }

    #[test]
    fn proofs(bytes in broken(&PROVED.1)) {
        let path = PROVED.0.path().join("broken.json");
        std::fs::write(&path, bytes).unwrap();
        let options = VerifyOptions { proof: Some(path), ..VerifyOptions::default() };
        let report = PROVED.0.path().join("patients.release.csv.report.json");
        if let Ok(found) = verify_report_with(report, &options) {
            prop_assert!(found.checks.iter().any(|check| check.claim == "the bound is proved"));
        }
    }

    #[test]
    fn jobs(bytes in broken(JOB)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = Job::from_toml(&text, Path::new(".")) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
