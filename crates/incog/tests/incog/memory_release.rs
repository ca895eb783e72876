//! Rows in memory are published as the same rows in a file, byte for byte.

use crate::beside_the_release::{HIERARCHIES, MODELS, People, in_form, job, person};
use incog::InputError;
use incog::runs::{FileRuns, MemoryRuns};
use incog::{Control, IncogError, Job, MemoryRelease, SaveOptions};
use incog_io::{
    OutputColumn, ReadError, ReadOptions, RowStream, TableFile, WriteOptions, read_table, write_rows,
    write_table,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The rows of a file as another library would hand them over.
pub fn stream(file: &TableFile) -> RowStream {
    let columns: Vec<OutputColumn<'_>> = file.table.columns().iter().map(OutputColumn::from).collect();
    let rows: Vec<u32> = (0..file.table.rows() as u32).collect();
    let options = WriteOptions { schema: file.format.schema.clone(), ..WriteOptions::default() };
    write_rows("rows", &columns, &rows, &options).unwrap().stream()
}

/// Reads nothing into what is missing.
fn as_it_is(job: &Job) -> ReadOptions {
    ReadOptions { one_missing_value: false, ..job.read_options() }
}

fn on_rows(job: &Job) -> Result<MemoryRelease, IncogError> {
    let rows = stream(&read_table(job.input(), &as_it_is(job)).unwrap());
    job.run_on(rows, &Control::default(), &mut |_| {})
}

/// A report without what is said of the time and the names of files.
fn told(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).unwrap();
    report["search"].as_object_mut().unwrap().remove("seconds");
    report.as_object_mut().unwrap().remove("page");
    report["release"].as_object_mut().unwrap().remove("path");
    report["job"].as_object_mut().unwrap().remove("output");
    report
}

/// Paths are relative to the folder of a report, and one in memory has none.
fn without_input(mut report: Value) -> Value {
    report["input"].as_object_mut().unwrap().remove("path");
    report["job"].as_object_mut().unwrap().remove("input");
    report
}

/// Publishes the file both ways; whether there is a release.
fn both(job: &Job) -> bool {
    let (file, memory) = match (job.run(), on_rows(job)) {
        (Ok(file), Ok(memory)) => (file, memory),
        (Err(file), Err(memory)) => {
            assert_eq!(file.to_string(), memory.to_string());
            return false;
        }
        (file, memory) => panic!("{:?} {:?}", file.err(), memory.err()),
    };
    let verification = memory.verify(stream(&read_table(job.input(), &as_it_is(job)).unwrap())).unwrap();
    assert_eq!(verification.refuted().count(), 0, "{verification:#?}");
    let path = saved_name(job);
    let saved =
        memory.save(&path, &SaveOptions { force: true, internal: true, ..SaveOptions::default() }).unwrap();
    assert_eq!(fs::read(&file.release).unwrap(), fs::read(&path).unwrap());
    assert_eq!(told(&file.public_json), told(&saved.public_json));
    assert_eq!(file.report.utility, memory.report.utility);
    if path.extension().is_some_and(|ending| ending == "arrow") {
        assert_eq!(memory.rows.sha256, saved.public.release.sha256);
        assert_eq!(without_input(told(&memory.public_json)), without_input(told(&saved.public_json)));
    }
    true
}

fn saved_name(job: &Job) -> PathBuf {
    let name = format!("saved-{}", job.output().file_name().unwrap().to_str().unwrap());
    job.output().with_file_name(name)
}

/// Writes the text as a file of another format, with a type for each column.
fn convert(folder: &Path, job: &str, ending: &str) -> String {
    let text = read_table(folder.join("people.csv"), &ReadOptions::default()).unwrap().table;
    let columns: Vec<OutputColumn<'_>> = text.columns().iter().map(OutputColumn::from).collect();
    let types = ["age", "zip"].map(|name| (name.to_owned(), incog_data::ValueType::Integer));
    let options = WriteOptions { types: types.into(), force: true, ..WriteOptions::default() };
    write_table(folder.join(format!("people.{ending}")), &columns, None, &options).unwrap();
    job.replace("people.csv", &format!("people.{ending}")).replace("out.csv", &format!("out.{ending}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(6), ..ProptestConfig::default() })]

    #[test]
    fn memory_and_file_give_the_same_bytes(
        people in proptest::collection::vec(person(), 2..40),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(vec!["transparency", "gen-loss", "entropy"]),
        shown in select(vec!["drop", "star"]),
        form in select(vec!["label", "bounds", "midpoint"]),
        ending in select(vec!["csv", "parquet", "arrow"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("people.csv"), People(people).text()).unwrap();
        let text = in_form(&job(&hierarchies, models, objective, shown), form);
        let text = match ending {
            // A text has a word for what is missing, typed rows have none.
            "csv" => format!("csv.missing = [\"\"]\n{text}"),
            other => convert(folder.path(), &text, other),
        };
        both(&Job::from_toml(&text, folder.path()).unwrap().replacing_output(true));
    }
}

/// The test above compares releases, not only refusals.
#[test]
fn a_table_is_published_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let rows = (0..60)
        .map(|row| format!("{},{},Bonn,{},w1\n", 20 + row % 7, 100 + row % 3, ["flu", "gout"][row % 2]));
    let text = ["age,zip,town,ill,ward\n".to_owned()].into_iter().chain(rows).collect::<String>();
    fs::write(folder.path().join("people.csv"), text).unwrap();
    let text = job(&HIERARCHIES[0], MODELS[1], "gen-loss", "drop");
    for ending in ["csv", "parquet", "arrow", "feather"] {
        let text = if ending == "csv" { text.clone() } else { convert(folder.path(), &text, ending) };
        assert!(both(&Job::from_toml(&text, folder.path()).unwrap()), "{ending}");
    }
    let people = fs::read_to_string(folder.path().join("people.csv")).unwrap().replace(',', ";");
    fs::write(folder.path().join("people.csv"), people).unwrap();
    let text = format!("csv.delimiter = \";\"\n{text}").replace("out.csv", "semicolons.csv");
    assert!(both(&Job::from_toml(&text, folder.path()).unwrap()));
}

/// What whoever hands the rows over says is said, and nothing is published.
#[test]
fn a_stream_that_fails_half_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), "age,ill\n21,flu\n22,gout\n").unwrap();
    let file = read_table(folder.path().join("people.csv"), &ReadOptions::default()).unwrap();
    let RowStream { schema, batches } = stream(&file);
    let failure = arrow_schema::ArrowError::CDataInterface("the cable is out".to_owned());
    let rows = RowStream { schema, batches: Box::new(batches.chain([Err(failure)])) };
    let text = "input = \"rows\"\noutput = \"o.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n[privacy]\nk-anonymity = 2\n";
    let refused = Job::from_toml(text, "").unwrap().run_on(rows, &Control::default(), &mut |_| {});
    let error = refused.err().expect("half a table is no table");
    assert!(matches!(&error, IncogError::Input(InputError::Read(ReadError::Rows { .. }))), "{error:?}");
    assert_eq!(error.to_string(), "rows: cannot read the rows: C Data interface error: the cable is out");
}

/// Rows that are not those of the release refute its report.
#[test]
fn other_rows_are_told_from_those_of_the_release() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    let rows = |from: u32| (0..40).map(|row| format!("{},flu\n", from + row % 5)).collect::<String>();
    let read = |from: u32| {
        fs::write(&path, format!("age,ill\n{}", rows(from))).unwrap();
        stream(&read_table(&path, &ReadOptions::default()).unwrap())
    };
    let text = "columns.age.role = \"quasi-identifier\"\nprivacy.k-anonymity = 5\n";
    let job = Job::from_toml_for_rows(text, "").unwrap();
    let release = job.run_on(read(20), &Control::default(), &mut |_| {}).unwrap();
    assert_eq!(release.verify(read(20)).unwrap().refuted().count(), 0);
    assert!(release.verify(read(21)).unwrap().refuted().count() > 0);
    let saved = release.save(folder.path().join("release.csv"), &SaveOptions::default()).unwrap();
    assert_eq!((&*saved.public.input.path, &*saved.public.release.path), ("table", "release.csv"));
    let plan = job.plan_on(read(20), &Control::default(), &mut |_| {}).unwrap();
    let applied = job.apply_on(&plan, read(20), &Control::default(), &mut |_| {}).unwrap();
    assert_eq!(applied.rows.sha256, release.rows.sha256);
    assert!(job.apply_on(&plan, read(21), &Control::default(), &mut |_| {}).is_err());
}
