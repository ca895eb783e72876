//! A cluster counts a table and makes its release of what is handed out: the records are those of
//! the same rows in memory.

use crate::beside_the_release::{HIERARCHIES, MODELS, People, in_form, job, person};
use crate::memory_release::stream;
use incog::EngineRunError;
use incog::job::JobFile;
use incog::runs::{ClusterRuns, MemoryRuns};
use incog::{ClusterDecision, ClusterRelease, Control, CountedRows, IncogError, Job, MemoryRelease, Table};
use incog_io::{
    OutputColumn, ReadOptions, RowStream, TableFile, WriteOptions, read_rows, read_table, write_rows,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Record = Vec<Option<String>>;

/// Rows as they stand, nothing of which is read into what is missing.
fn table(rows: RowStream) -> Table {
    let options =
        ReadOptions { one_missing_value: false, missing_markers: Vec::new(), ..ReadOptions::default() };
    read_rows("rows", rows, &options).unwrap().0
}

fn records(table: &Table, columns: &[&str]) -> Vec<Record> {
    let columns: Vec<_> = columns.iter().map(|name| table.column(name).unwrap()).collect();
    let cell = |column: &incog::Column, row: usize| {
        (!column.is_missing(column.codes.at(row))).then(|| column.value(row).to_owned())
    };
    (0..table.rows()).map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect()
}

/// The groups of a cluster, in no order that anybody would have chosen.
fn counted(names: &[&str], records: &[Record], schema: &arrow_schema::SchemaRef) -> CountedRows {
    let mut groups: BTreeMap<&Record, u64> = BTreeMap::new();
    records.iter().for_each(|record| *groups.entry(record).or_default() += 1);
    let groups: Vec<(&Record, String)> =
        groups.into_iter().rev().map(|(record, count)| (record, count.to_string())).collect();
    let rows: Vec<u32> = (0..groups.len() as u32).collect();
    let codes: incog::NarrowCodes = rows.iter().copied().collect();
    let mut columns = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let labels = groups.iter().map(|(record, _)| record[place].as_deref().unwrap_or_default()).collect();
        columns.push(OutputColumn { name, codes: &codes, labels });
    }
    let labels = groups.iter().map(|(_, count)| &**count).collect();
    columns.push(OutputColumn { name: "how many", codes: &codes, labels });
    let options = WriteOptions { schema: Some(schema.clone()), ..WriteOptions::default() };
    let rows = write_rows("groups", &columns, &rows, &options).unwrap().stream();
    CountedRows { rows, counts: "how many".to_owned() }
}

fn source(job: &Job) -> TableFile {
    read_table(job.input(), &ReadOptions { one_missing_value: false, ..job.read_options() }).unwrap()
}

fn counted_source(job: &Job, file: &TableFile) -> CountedRows {
    let whole = stream(file);
    let schema = whole.schema.clone();
    let names: Vec<String> = file.table.columns().iter().map(|column| column.name.clone()).collect();
    let columns = job.counted_columns(&names).unwrap();
    counted(&columns, &records(&table(whole), &columns), &schema)
}

/// The records of what was handed out.
fn made(decision: &ClusterDecision) -> (Vec<String>, Vec<Record>) {
    let table = table(decision.rows.stream());
    let names: Vec<String> = table.columns().iter().map(|column| column.name.clone()).collect();
    let [columns @ .., counts] = &*names else { panic!("a release has columns") };
    let rows = records(&table, &columns.iter().map(String::as_str).collect::<Vec<_>>());
    let counts = table.column(counts).unwrap();
    let times = |row: usize| counts.value(row).parse().unwrap();
    let records =
        rows.iter().enumerate().flat_map(|(row, record)| std::iter::repeat_n(record.clone(), times(row)));
    (columns.to_vec(), records.collect())
}

struct Made {
    decision: ClusterDecision,
    release: ClusterRelease,
    columns: Vec<String>,
    records: Vec<Record>,
}

impl Made {
    fn found(&self) -> CountedRows {
        found(&self.decision, &self.columns, &self.records)
    }
}

fn found(decision: &ClusterDecision, columns: &[String], records: &[Record]) -> CountedRows {
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    counted(&columns, records, &decision.rows.schema())
}

fn in_cluster(job: &Job) -> Result<Made, IncogError> {
    let decision = job.decide_counted(counted_source(job, &source(job)), &Control::default(), &mut |_| {})?;
    let (columns, records) = made(&decision);
    let release =
        decision.measured(found(&decision, &columns, &records), &Control::default(), &mut |_| {})?;
    Ok(Made { decision, release, columns, records })
}

fn in_memory(job: &Job) -> Result<MemoryRelease, IncogError> {
    job.run_on(stream(&source(job)), &Control::default(), &mut |_| {})
}

/// A public report without the time that its search took, and without where its release is.
fn told(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).unwrap();
    report["search"].as_object_mut().unwrap().remove("seconds");
    report["release"].as_object_mut().unwrap().retain(|key, _| key == "rows");
    report["job"].as_object_mut().unwrap().remove("output");
    report.as_object_mut().unwrap().remove("page");
    report
}

fn both(job: &Job) -> bool {
    let (made, memory) = match (in_cluster(job), in_memory(job)) {
        (Ok(made), Ok(memory)) => (made, memory),
        (Err(cluster), Err(memory)) => {
            assert_eq!(cluster.to_string(), memory.to_string());
            return false;
        }
        (cluster, memory) => panic!("{:?} {:?}", cluster.err(), memory.err()),
    };
    let rows = table(memory.rows.stream());
    let names: Vec<String> = rows.columns().iter().map(|column| column.name.clone()).collect();
    assert_eq!(made.columns, names);
    // In the same order: that of the labels.
    assert_eq!(made.records, records(&rows, &names.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(told(&made.release.public_json), told(&memory.public_json));
    let verified = made.release.verify(counted_source(job, &source(job)), made.found()).unwrap();
    assert_eq!(verified.refuted().count(), 0, "{verified:#?}");
    true
}

fn at(folder: &Path, text: &str) -> Job {
    let file: JobFile = toml::from_str(text).unwrap();
    Job::from_file(&file, folder).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, rng_seed: RngSeed::Fixed(18), ..ProptestConfig::default() })]

    #[test]
    fn a_cluster_publishes_the_records_of_memory(
        people in proptest::collection::vec(person(), 2..40),
        again in 1usize..4,
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(vec!["transparency", "gen-loss", "entropy"]),
        shown in select(vec!["drop", "star"]),
        form in select(vec!["label", "bounds", "midpoint"]),
        recoding in select(vec!["", "[recoding]\nkind = \"local\"\n"]),
        of_class in select(vec!["", "publish = \"mode\"\n"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let people: Vec<_> = people.iter().cycle().take(again * people.len()).cloned().collect();
        fs::write(folder.path().join("people.csv"), People(people).text()).unwrap();
        let text = in_form(&job(&hierarchies, models, objective, shown), form) + recoding;
        both(&at(folder.path(), &text.replace("[columns.ill]\n", &format!("[columns.ill]\n{of_class}"))));
    }
}

fn write(folder: &Path, rows: usize, of_row: impl Fn(usize) -> String) {
    let rows: String = (0..rows).map(|row| of_row(row) + "\n").collect();
    fs::write(folder.join("people.csv"), "age,zip,town,ill,ward\n".to_owned() + &rows).unwrap();
}

fn usual(row: usize) -> String {
    format!("{},{},Bonn,{},w1", 20 + row % 7, 100 + row % 3, ["flu", "gout"][row % 2])
}

/// The test above compares releases, not only refusals.
#[test]
fn there_are_releases_of_clusters() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), 60, usual);
    for more in ["", "[recoding]\nkind = \"local\"\n", "[release]\norder = \"sorted\"\n"] {
        let text = job(&HIERARCHIES[0], MODELS[1], "gen-loss", "drop") + more;
        assert!(both(&at(folder.path(), &text)), "{more}");
    }
}

/// Columns are treated here; of people only pseudonyms go out.
#[test]
fn treatments_are_done_to_what_was_counted() {
    let folder = tempfile::tempdir().unwrap();
    incog::write_new_key(folder.path().join("key.txt")).unwrap();
    write(folder.path(), 60, |row| {
        format!("{},{},p{row},{},{}", 20 + row % 7, 100 + row % 3, row % 4, row * 7)
    });
    let text = "input = \"people.csv\"\noutput = \"out.csv\"\n\
        [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 20] }\n\
        [columns.zip]\nrole = \"quasi-identifier\"\n\
        [columns.town]\nrole = \"person\"\npublish = { pseudonym = \"key.txt\", purpose = \"study\" }\n\
        [columns.ill]\nrole = \"sensitive\"\n[columns.ward]\nrole = \"sensitive\"\npublish = { round = 50 }\n[privacy]\nk-anonymity = 3\n";
    assert!(both(&at(folder.path(), &text.replace("round = 50", "round = \"auto\""))));
    let job = at(folder.path(), text);
    assert!(both(&job));
    let made = in_cluster(&job).unwrap();
    let people: Vec<String> = (0..60).map(|row| format!("p{row}")).collect();
    assert!(made.records.iter().all(|record| record[2].as_ref().is_some_and(|name| !people.contains(name))));
}

/// A cluster makes the records of a row in one place, so no row stands for many.
#[test]
fn many_records_are_several_rows() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), 25_003, |row| format!("{},100,Bonn,flu,w1", if row < 3 { 30 } else { 20 }));
    let text = job(&HIERARCHIES[0], "k-anonymity = 3", "gen-loss", "drop");
    let made = in_cluster(&at(folder.path(), &text)).unwrap();
    let rows = table(made.decision.rows.stream());
    let records: Vec<&str> =
        (0..rows.rows()).map(|row| rows.column("incog_records").unwrap().value(row)).collect();
    assert_eq!(records, ["10000", "10000", "5000", "3"]);
    assert_eq!(made.records.len(), 25_003);
}

#[test]
fn a_release_that_is_not_what_was_decided_has_no_report() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), 60, usual);
    let job = at(folder.path(), &job(&HIERARCHIES[0], MODELS[0], "gen-loss", "drop"));
    let Made { decision, columns, records, .. } = in_cluster(&job).unwrap();
    let other = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut records = records.clone();
        change(&mut records);
        let found = found(&decision, &columns, &records);
        decision.measured(found, &Control::default(), &mut |_| {}).err().expect("other records")
    };
    for change in [
        &(|records: &mut Vec<Record>| _ = records.pop()) as &dyn Fn(&mut Vec<Record>),
        &|records| records.push(records[0].clone()),
        &|records| records[0][3] = Some("plague".to_owned()),
        &|records| records[0][3] = None,
    ] {
        let error = other(change);
        assert!(matches!(error, IncogError::Engine(EngineRunError::NotAsDecided)), "{error}");
        assert!(!error.to_string().contains("plague"));
    }
}

#[test]
fn a_table_that_has_changed_refutes_the_report() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), 60, usual);
    let job = at(folder.path(), &job(&HIERARCHIES[0], MODELS[0], "gen-loss", "drop"));
    let made = in_cluster(&job).unwrap();
    write(folder.path(), 60, |row| usual(row + 5).replace("w1", "w2"));
    let verified = made.release.verify(counted_source(&job, &source(&job)), made.found()).unwrap();
    assert!(verified.refuted().next().is_some(), "{verified:#?}");
}

/// What the job says of files says nothing of a table in a cluster.
#[test]
fn keys_of_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), 60, usual);
    let text = job(&HIERARCHIES[0], MODELS[0], "gen-loss", "drop");
    let plain = at(folder.path(), &text);
    let counted = text.replace("\"people.csv\"", "{ path = \"people.csv\", counts = \"ward\" }");
    for text in [counted, text + "[search]\ntrace = \"trace.csv\"\n"] {
        let given = counted_source(&plain, &source(&plain));
        let refused = at(folder.path(), &text).decide_counted(given, &Control::default(), &mut |_| {});
        let refused = refused.err().expect("keys of files");
        assert!(matches!(refused, IncogError::Job(_)), "{refused}");
    }
}
