//! What is missing is one value, whatever stands for it and whatever the format, and counts as the
//! job says.

use incog::PlanStageError;
use incog::audit::{AuditRequest, SensitiveRequest, measure};
use incog::job::{ColumnFile, HierarchyFile};
use incog::runs::FileRuns;
use incog::verify_report;
use incog::{IncogError, Job, ReleaseOutcome};
use incog_data::Table;
use incog_io::{OutputColumn, ReadOptions, WriteOptions, read_table, write_table};
use incog_plan::PlanError;
use incog_privacy::MissingAs;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn job(folder: &Path, input: &str, missing: &str, rest: &str) -> Job {
    let text = format!(
        "input = \"{input}\"\noutput = \"out.csv\"\n[columns.place]\nrole = \"quasi-identifier\"\n\
         [columns.ill]\nrole = \"sensitive\"\nmissing = \"{missing}\"\n[privacy]\n{rest}\n"
    );
    Job::from_toml(&text, folder).unwrap().replacing_output(true)
}

fn verified(outcome: &ReleaseOutcome) {
    let verification = verify_report(&outcome.report_json).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
}

fn read(path: &Path) -> Table {
    read_table(path, &ReadOptions { one_missing_value: false, ..ReadOptions::default() }).unwrap().table
}

/// The table as text and as Parquet.
fn both_formats(folder: &Path, text: &str) {
    fs::write(folder.join("people.csv"), text).unwrap();
    let table = read(&folder.join("people.csv"));
    let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
    write_table(folder.join("people.parquet"), &columns, None, &WriteOptions::default()).unwrap();
}

#[test]
fn markers_are_no_diversity() {
    let folder = tempfile::tempdir().unwrap();
    both_formats(folder.path(), "place,ill\na,\na,NA\na,?\na, NA\na,flu\n");
    for input in ["people.csv", "people.parquet"] {
        let run =
            |missing: &str, l: u32| job(folder.path(), input, missing, &format!("l-diversity = {l}")).run();
        assert!(
            matches!(run("value", 3), Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_))))),
            "{input}"
        );
        assert!(
            matches!(run("none", 2), Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_))))),
            "{input}"
        );
        for (missing, l) in [("value", 2), ("none", 1)] {
            let outcome = run(missing, l).unwrap();
            verified(&outcome);
            assert_eq!(outcome.report.privacy[0].achieved, Some(f64::from(l)), "{input}");
        }
        let markers = read(&folder.path().join("out.csv")).column("ill").unwrap().missing_texts().len();
        assert_eq!(markers, 1, "{input}");
    }
}

#[test]
fn the_audit_counts_one_missing_value_too() {
    let folder = tempfile::tempdir().unwrap();
    both_formats(folder.path(), "place,ill\na,\na,NA\na,?\na,flu\nb,NA\nb,NA\n");
    let table = read(&folder.path().join("people.csv"));
    let measured = |missing: MissingAs| {
        let request = AuditRequest {
            quasi_identifiers: vec!["place".into()],
            sensitive: vec![SensitiveRequest { missing, ..SensitiveRequest::new("ill") }],
            ..AuditRequest::default()
        };
        measure(&table, &request).unwrap().sensitive.remove(0)
    };
    // Place a has flu and what is missing, place b nothing else than that.
    let (value, none) = (measured(MissingAs::Value), measured(MissingAs::NoValue));
    assert_eq!((value.distinct_l, none.distinct_l), (1, 0));
    assert_eq!((value.entropy_l, none.entropy_l), (1.0, 0.0));
    // 5 of 6 are missing, 3 of 4 in place a: |3/4 - 5/6|, and all of place b.
    assert!((value.t.equal - 1.0 / 6.0).abs() < 1e-12 && value.t == none.t);
}

#[test]
fn labels_that_look_like_markers_stay_labels() {
    let folder = tempfile::tempdir().unwrap();
    both_formats(folder.path(), "place,ill\nUS,flu\nCA,gout\nnowhere,flu\nelsewhere,gout\n");
    // NA is North America, ? is unknown.
    let hierarchy = "US;NA;*\nCA;NA;*\nnowhere;?;*\nelsewhere;?;*\n";
    fs::write(folder.path().join("place.csv"), hierarchy).unwrap();
    let job = job(folder.path(), "people.csv", "value", "k-anonymity = 2\nl-diversity = 2");
    let mut file = job.to_file(folder.path());
    file.columns.get_mut("place").unwrap().hierarchy = Some(HierarchyFile::Path("place.csv".into()));
    let job = Job::from_file(&file, folder.path()).unwrap().replacing_output(true);
    let outcome = job.run().unwrap();
    assert_eq!((outcome.report.solution.classes, outcome.report.solution.rows_kept), (2, 4));
    verified(&outcome);
}

#[test]
fn pooled_tables_have_one_missing_value() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("north.csv"), "place,ill\na,NA\na,NA\n").unwrap();
    fs::write(folder.path().join("south.csv"), "place,ill\na,?\na,flu\n").unwrap();
    let run = |l: u32| {
        let text = format!(
            "inputs = [{{ path = \"north.csv\", provider = \"n\" }}, {{ path = \"south.csv\", provider = \"s\" }}]\n\
             output = \"out.csv\"\n[columns.place]\nrole = \"quasi-identifier\"\n[columns.ill]\n\
             role = \"sensitive\"\n[privacy]\nl-diversity = {l}\n"
        );
        Job::from_toml(&text, folder.path()).unwrap().run()
    };
    assert!(matches!(run(3), Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_))))));
    verified(&run(2).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// Search and audit agree on what counts, or the release would be refused as a defect.
    #[test]
    fn search_and_audit_count_alike(
        rows in prop::collection::vec((0..3usize, 0..6usize, 0..3usize), 4..24),
        model in 0..8usize,
        choice in 0..2usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (ills, wards) = (["", "NA", "?", "flu", "gout", "cold"], ["1", "2", ""]);
        let line = |&(place, ill, ward): &(usize, usize, usize)| format!("p{place},{},{}\n", ills[ill], wards[ward]);
        let text = "place,ill,ward\n".to_owned() + &rows.iter().map(line).collect::<String>();
        fs::write(folder.path().join("people.csv"), text).unwrap();
        let models = [
            "l-diversity = { l = 2, column = \"ill\" }",
            "l-diversity = { l = 3, column = \"ill\" }",
            "l-diversity = { l = 1.8, kind = \"entropy\", column = \"ill\" }",
            "l-diversity = { l = 2, kind = \"recursive\", c = 1.5, column = \"ill\" }",
            "l-diversity = { l = 3, joint = true }",
            "l-diversity = { l = 2.5, kind = \"entropy\", joint = true }",
            "t-closeness = { t = 0.5, column = \"ill\" }\nl-diversity = { l = 2, column = \"ill\" }",
            "l-diversity = 2",
        ][model];
        let job = job(folder.path(), "people.csv", ["value", "none"][choice], models);
        let mut file = job.to_file(folder.path());
        let ward = ColumnFile { role: Some("sensitive".into()), ..ColumnFile::default() };
        file.columns.insert("ward".into(), ward);
        match Job::from_file(&file, folder.path()).unwrap().replacing_output(true).run() {
            Ok(outcome) => verified(&outcome),
            Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_) | PlanError::NothingFound(_)))) => {}
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}
