//! The small form of every suite of the repository.

// A test that is skipped says so.
#![allow(clippy::print_stdout)]

use incog_lab::runs::{InputFacts, Manifest, Options, run_suite};
use incog_lab::write_results;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn quick(name: &str) -> Manifest {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../experiments/{name}.toml"));
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        suite,
        quick: true,
        folder: folder.path().join("results"),
        threads: 2,
        command: vec!["test".to_owned()],
    };
    let outcome = run_suite(&options, &AtomicBool::new(false), &|_, _| {}).unwrap();
    write_results(&outcome, &options.folder).unwrap();
    for missing in &outcome.manifest.missing_instances {
        println!("skipped: {missing}");
    }
    assert!(outcome.manifest.missing_algorithms.is_empty(), "{:?}", outcome.manifest.missing_algorithms);
    assert!(!outcome.rows.is_empty() || !outcome.manifest.missing_instances.is_empty());
    let results = std::fs::read_to_string(options.folder.join("results.md")).unwrap();
    assert!(results.starts_with(&format!("# {}", outcome.suite.title)));
    for table in &outcome.suite.tables {
        assert!(results.contains(&table.title), "{}", table.title);
    }
    assert!(options.folder.join("runs.parquet").exists());
    outcome.manifest
}

#[test]
fn haef() {
    quick("haef/suite");
}

#[test]
fn id_dga() {
    quick("id-dga/suite");
}

#[test]
fn kgen() {
    let manifest = quick("kgen/suite");
    let is_table = |input: &InputFacts| {
        input.path.ends_with("c2k_data_comma_restored98.csv") && input.sha256.len() == 64
    };
    assert_eq!(manifest.inputs.iter().any(is_table), manifest.missing_instances.is_empty());
}

#[test]
fn speed_up_of_id_dga() {
    quick("id-dga/speedup");
}

#[test]
fn cpgen() {
    quick("cpgen/suite");
}

#[test]
fn apma() {
    quick("apma/suite");
}
