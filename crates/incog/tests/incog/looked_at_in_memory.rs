//! Rows in memory are attacked, measured and explored as the same rows in a file.

use crate::beside_the_release::{HIERARCHIES, MODELS, job};
use crate::memory_release::stream;
use incog::attack::AttackRequest;
use incog::audit::RiskRequest;
use incog::explore::{NAMED, explore, explore_rows, key_of, named, unsaid};
use incog::io::{ReadOptions, TableFile, read_table};
use incog::job::{ColumnJob, HierarchyFile};
use incog::{AttackedFiles, AttackedRows, AuditBackground, AuditedColumns, Control, Job, Objective, Role};
use incog::{attack_files, attack_rows, audit_file, audit_rows, risk_rows};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use toml::Value;

/// Sixty people, among them some with nothing said.
fn people(folder: &Path) -> TableFile {
    let towns = ["Aachen", "Bonn", "", "?"];
    let row = |row: usize| {
        let ill = ["flu", "cold", "gout"][row * row % 3];
        format!("{},{},{},{ill},w1\n", 20 + row % 7, 100 + row * 7 % 12, towns[row % 4])
    };
    let text: String =
        std::iter::once("age,zip,town,ill,ward\n".to_owned()).chain((0..60).map(row)).collect();
    fs::write(folder.join("people.csv"), text).unwrap();
    read_table(folder.join("people.csv"), &ReadOptions { one_missing_value: false, ..ReadOptions::default() })
        .unwrap()
}

#[test]
fn attacks_and_risks_are_those_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = people(folder.path());
    let path = folder.path().join("people.csv");
    fs::write(folder.path().join("towns.csv"), "Aachen;A to B;*\nBonn;A to B;*\n;none;*\n?;none;*\n")
        .unwrap();
    let towns = folder.path().join("towns.csv");
    let hierarchy = HierarchyFile::Path(towns.to_string_lossy().into_owned());
    let request = AttackRequest { sensitive: vec!["ill".into()], queries: 50, ..AttackRequest::default() };
    let files = AttackedFiles {
        original: path.clone(),
        release: path.clone(),
        control: Some(path.clone()),
        also: vec![path.clone()],
        hierarchies: [("town".to_owned(), towns)].into(),
    };
    let rows = AttackedRows {
        original: stream(&file),
        release: stream(&file),
        control: Some(stream(&file)),
        also: vec![stream(&file)],
        hierarchies: [("town".to_owned(), hierarchy)].into(),
    };
    let of_files = attack_files(&files, &request, |_| ControlFlow::Continue(())).unwrap().found;
    assert!(!of_files.findings.is_empty());
    assert_eq!(of_files, attack_rows(rows, &request, |_| ControlFlow::Continue(())).unwrap());

    let columns: BTreeMap<String, ColumnJob> =
        ["age", "town"].map(|name| (name.to_owned(), ColumnJob::with_role(Role::QuasiIdentifier))).into();
    let request = RiskRequest {
        quasi_identifiers: vec!["age".into(), "town".into()],
        sampling_fraction: Some(0.1),
        ..RiskRequest::default()
    };
    let options = ReadOptions::default();
    let known = AuditBackground { sampling_fraction: Some(0.1), ..AuditBackground::default() };
    let audit = audit_file(&path, &options, &columns, None, known).unwrap();
    assert_eq!(audit.risk, risk_rows("table", stream(&file), &options, &request).unwrap());
    // Everybody of the population is in the table.
    let known = AuditBackground { population: Some(&path), ..known };
    let audit = audit_file(&path, &options, &columns, None, known).unwrap();
    let within = audit.risk.population_table.clone().unwrap();
    assert_eq!(
        (within.delta_presence.min, within.delta_presence.max, within.people_elsewhere),
        (1.0, 1.0, 0)
    );
    let audited = AuditedColumns { columns: &columns, unit: None, terms: None };
    let of_rows = audit_rows("table", stream(&file), &options, audited, known).unwrap();
    assert_eq!((of_rows.risk, of_rows.sha256, of_rows.models), (audit.risk, None, vec![]));
}

#[test]
fn trade_offs_are_those_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = people(folder.path());
    let path = folder.path().join("job.toml");
    fs::write(&path, job(&HIERARCHIES[1], MODELS[0], "gen-loss", "drop")).unwrap();
    let job = Job::from_toml_file(&path).unwrap();
    let axes = [named(&job, "k", vec![Value::Integer(2), Value::Integer(5)]).unwrap(), {
        let kinds = ["local", "global"].map(|kind| Value::String(kind.to_owned()));
        named(&job, "recoding", kinds.to_vec()).unwrap()
    }];
    let (control, metrics) = (Control::default(), [Objective::named("discernibility").unwrap()]);
    let of_file = explore(&job, &axes, &metrics, &control, &|_| ()).unwrap();
    assert_eq!(of_file.points.len(), 4);
    assert!(of_file.points.iter().all(|point| point.found.is_some()));
    assert_eq!(of_file, explore_rows(&job, stream(&file), &axes, &metrics, &control, &|_| ()).unwrap());
}

#[test]
fn what_has_a_name_is_the_key_that_the_job_has() {
    let text = "columns.age.role = \"quasi-identifier\"\ncolumns.ill.role = \"sensitive\"\n\
                privacy.t-closeness = { t = 0.2, distance = \"equal\" }\n";
    let job = Job::from_toml_for_rows(text, "").unwrap();
    let keys = NAMED.map(|name| named(&job, name, vec![Value::Integer(1)]).unwrap().key);
    let plain = [
        "privacy.k-anonymity",
        "privacy.l-diversity",
        "privacy.t-closeness.t",
        "suppression.limit",
        "recoding",
    ];
    assert_eq!(keys, plain);
    assert_eq!(unsaid(&job).key, key_of(&job, "k-anonymity", "k"));
    assert!(named(&job, "k", Vec::new()).is_err());
    assert!(named(&job, "k", vec![Value::Integer(2), Value::Integer(2)]).is_err());
}
