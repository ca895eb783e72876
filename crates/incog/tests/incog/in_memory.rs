//! A table in memory is published as the same table in a file.

use crate::beside_the_release::{HIERARCHIES, MODELS, People, in_form, job, person};
use incog::runs::{FileRuns, TableRuns};
use incog::{IncogError, Job, Objective, Table, TableRelease, Terms};
use incog_io::{ReadOptions, read_table};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::fs;
use std::path::Path;

/// The values of the records, row by row.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let row = |row: usize| table.columns().iter().map(|column| column.value(row).to_owned()).collect();
    (0..table.rows()).map(row).collect()
}

fn in_memory(terms: &Terms, table: &Table) -> Result<TableRelease, IncogError> {
    terms.publish(table, &terms.plan(table)?)
}

/// Publishes a table both ways; what either says.
fn both(folder: &Path, job: &str) -> Option<()> {
    let job = Job::from_toml(job, folder).unwrap().replacing_output(true);
    let table = read_table(job.input(), &job.read_options()).unwrap().table;
    match (job.run(), in_memory(job.terms(), &table)) {
        (Ok(outcome), Ok(release)) => {
            let options =
                ReadOptions { delimiter: Some(b','), one_missing_value: false, ..job.read_options() };
            let written = read_table(job.output(), &options).unwrap().table;
            assert_eq!(rows(&release.table), rows(&written));
            let facts: Vec<_> = release.privacy.iter().map(incog::Judgement::facts).collect();
            assert_eq!(format!("{facts:?}"), format!("{:?}", outcome.report.privacy));
            assert_eq!(release.utility, outcome.report.utility);
            assert!(
                release
                    .rows
                    .iter()
                    .all(|&row| (row as usize) < table.rows() || outcome.report.noise.is_some())
            );
            Some(())
        }
        (Err(a), Err(b)) => {
            assert_eq!(a.to_string(), b.to_string());
            None
        }
        (file, memory) => panic!("{:?} {:?}", file.err(), memory.err()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::default() })]

    #[test]
    fn memory_and_file_give_the_same(
        people in proptest::collection::vec(person(), 2..40),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(vec!["transparency", "gen-loss", "entropy"]),
        shown in select(vec!["drop", "star"]),
        form in select(vec!["label", "bounds", "midpoint"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("people.csv"), People(people).text()).unwrap();
        both(folder.path(), &in_form(&job(&hierarchies, models, objective, shown), form));
    }
}

/// Providers, and noisy records where a provider is too small.
#[test]
fn providers_are_published_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "age,ill,ward\n".to_owned();
    for row in 0..60 {
        text +=
            &format!("{},{},{}\n", 20 + row % 7, ["flu", "gout", "NA"][row % 3], ["A", "B", "C"][row % 3]);
    }
    fs::write(folder.path().join("people.csv"), text).unwrap();
    let mut published = 0;
    for models in ["c-mixture = 0.05", "c-mixture = 0.5", "k-anonymity = 3\nm-privacy = 1"] {
        let job = format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
             [columns.ill]\nrole = \"sensitive\"\n[columns.ward]\nrole = \"provider\"\n[privacy]\n{models}\n"
        );
        published += both(folder.path(), &job).map_or(0, |()| 1);
    }
    assert!(published >= 2, "{published}");
}

#[test]
fn a_plan_of_another_table_is_refused() {
    let table = |rows: &[[&str; 2]]| {
        Table::from_rows(["age", "ill"], rows.iter().map(|row| row.iter().copied()), &[]).unwrap()
    };
    let one = table(&[["21", "flu"], ["22", "gout"], ["31", "flu"], ["32", "gout"]]);
    let other = table(&[["21", "flu"], ["22", "gout"], ["31", "flu"]]);
    let model = incog::ModelSpec::named("k-anonymity", [("k", 2.into())]).unwrap();
    let terms = Terms::builder().quasi_identifier("age").sensitive("ill").model(model).build().unwrap();
    let plan = terms.plan(&one).unwrap();
    assert!(terms.publish(&one, &plan).is_ok());
    assert!(terms.publish(&other, &plan).is_err());
}

#[test]
fn a_file_is_not_published_by_a_metric_nobody_can_check() {
    let terms = Terms::builder()
        .quasi_identifier("age")
        .model(incog::ModelSpec::named("k-anonymity", [("k", 2.into())]).unwrap())
        .own_objective(Objective::own(&crate::cookbook::own_metric::LARGEST_CLASS).unwrap())
        .build()
        .unwrap();
    let error = terms.job("people.csv", "out.csv").unwrap_err();
    assert!(error.to_string().contains("largest-class"), "{error}");
}
