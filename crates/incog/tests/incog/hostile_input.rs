//! Tables, jobs and hierarchies out of broken bytes: an error or a result, never a panic.
//!
//! Half of the inputs are valid files with some bytes changed, removed or repeated, since random
//! bytes alone rarely get past the first check. `HOSTILE_CASES` sets how many are tried.

use incog::job::Job;
use incog_data::{HierarchyCsvOptions, read_hierarchy_csv};
use incog_io::{ReadOptions, read_table};
use proptest::prelude::*;
use std::path::Path;

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
fn broken(valid: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), 0..3u8, any::<u8>());
    let mutated = proptest::collection::vec(edit, 1..8).prop_map(move |edits| {
        let mut bytes = valid.as_bytes().to_vec();
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
    fn jobs(bytes in broken(JOB)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = Job::from_toml(&text, Path::new(".")) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
