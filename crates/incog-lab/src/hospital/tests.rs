#![allow(clippy::unwrap_used)]

use super::*;
use std::collections::BTreeSet;
use std::path::Path;

/// When this fails after a change on purpose:
/// `cargo run -p incog --example hospital -- examples/hospital`.
#[test]
fn the_committed_example_is_what_the_generator_makes() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hospital");
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), SEED, ROWS).unwrap();
    let hierarchies = hierarchies().into_iter().map(|(column, _)| format!("hierarchies/{column}.csv"));
    for file in hierarchies.chain(["patients.csv".into(), "job.toml".into()]) {
        let [made, kept] = [folder.path(), &committed].map(|root| std::fs::read(root.join(&file)).unwrap());
        assert!(made == kept, "{file} differs");
    }
}

#[test]
fn hierarchies_cover_every_value_of_any_seed() {
    for seed in 0..5 {
        let table = table(seed, 2000);
        for (name, hierarchy) in hierarchies() {
            let column = table.column(name).unwrap();
            assert!(column.dictionary.iter().all(|value| hierarchy.find(value).is_some()), "{name}");
        }
    }
}

#[test]
fn a_facility_stands_in_one_county_and_a_county_in_one_area() {
    let table = table(3, 5000);
    for (part, whole) in [("facility", "county"), ("county", "area")] {
        let [part, whole] = [part, whole].map(|name| table.column(name).unwrap());
        let pairs: BTreeSet<_> = part.codes.iter().zip(&whole.codes).collect();
        assert_eq!(pairs.len(), part.dictionary.len());
    }
}

#[test]
fn patient_numbers_are_unique_and_unordered() {
    let table = table(1, 1000);
    let patient = table.column("patient").unwrap();
    assert_eq!(patient.dictionary.len(), 1000);
    let ascending =
        patient.dictionary.iter().zip(patient.dictionary.iter().skip(1)).filter(|(a, b)| a < b).count();
    // 499.5 are expected and the standard deviation is sqrt(1001 / 12) = 9.1; the seed is fixed.
    assert!((450..550).contains(&ascending), "{ascending}");
}

#[test]
fn the_sick_stay_longer_and_newborns_are_minors() {
    let table = table(2, 5000);
    let value = |name: &str, row: usize| table.column(name).unwrap().value(row).to_owned();
    let mean = |severity: &str| {
        let rows: Vec<usize> = (0..table.rows()).filter(|&row| value("severity", row) == severity).collect();
        rows.iter().map(|&row| value("length_of_stay", row).parse::<f64>().unwrap()).sum::<f64>()
            / rows.len() as f64
    };
    assert!(mean("Minor") + 1.0 < mean("Moderate") && mean("Moderate") + 1.0 < mean("Major"));
    assert!(mean("Major") + 1.0 < mean("Extreme"));
    let born = |row: &usize| value("admission_type", *row) == "Newborn";
    assert!((0..table.rows()).filter(born).all(|row| value("age_group", row) == "0 to 17"));
}
