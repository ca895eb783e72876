//! An engine makes of a counted table the release that a file of the same records gives.

use crate::beside_the_release::{HIERARCHIES, MODELS, in_form, job, one_key};
use crate::databases::{Engine, Rows, engines};
use incog::io::{ReadOptions, read_table};
use incog::runs::{EngineScripts, FileRuns};
use incog::sql::{Dialect, Relation, dialect};
use incog::{EngineRelease, IncogError, Job, Table};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};
use std::fmt::Write;
use std::path::Path;

const NAMES: [&str; 5] = ["age", "ill", "town", "ward", "zip"];
const COUNTED: &str = "{ path = \"counted.csv\", counts = \"incog_records\", numbers = \"incog_row\" }";

/// A person: age, illness, town, ward, zip.
type Person = (u32, &'static str, Option<&'static str>, &'static str, u32);

fn person() -> impl Strategy<Value = Person> {
    let town = select(vec![Some("Aachen"), Some("O'Neil; --"), Some(r#"Łódź \"x"#), Some(""), None]);
    let ill = select(vec!["flu", "cold", "gout"]);
    (20u32..27, ill, town, select(vec!["w1", "w'2"]), 100u32..104)
}

fn relation(name: &str) -> Relation {
    name.parse().unwrap()
}

/// A table with these people, each so often.
fn fill(engine: &dyn Engine, language: &dyn Dialect, people: &[(Person, u32)]) {
    let mut rows = Vec::new();
    for ((age, ill, town, ward, zip), times) in people {
        let text = |text: Option<&str>| language.text_of(text).unwrap();
        let row = format!("({age}, {}, {}, {}, {zip})", text(Some(ill)), text(*town), text(Some(ward)));
        rows.extend(vec![row; *times as usize]);
    }
    let table = "DROP TABLE IF EXISTS patients; DROP TABLE IF EXISTS incog_counted; DROP TABLE IF EXISTS released; \
                 CREATE TABLE patients (age integer, ill text, town text, ward text, zip integer)";
    engine.run(&format!("{table}; INSERT INTO patients VALUES {};", rows.join(", "))).unwrap();
}

/// A text of rows as engines export it: `NULL` is nothing, an empty text a pair of quotes.
fn csv(header: &str, rows: &Rows) -> String {
    let cell = |cell: &Option<String>| match cell {
        None => String::new(),
        Some(text) => format!("\"{}\"", text.replace('"', "\"\"")),
    };
    let mut text = header.to_owned() + "\n";
    for row in rows {
        writeln!(text, "{}", row.iter().map(cell).collect::<Vec<_>>().join(",")).unwrap();
    }
    text
}

/// What cells say, whichever way numbers and what is missing are written; in the order of their
/// texts.
fn said(rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let plain = |cell: String| cell.parse::<f64>().map_or(cell, |number| number.to_string());
    let mut rows: Vec<Vec<String>> = rows.map(|row| row.into_iter().map(plain).collect()).collect();
    rows.sort();
    rows
}

fn records(table: &Table) -> Vec<Vec<String>> {
    let row = |row: usize| table.columns().iter().map(|column| column.value(row).to_owned()).collect();
    said((0..table.rows()).map(row))
}

/// The release that a job makes of people in a file.
fn in_file(folder: &Path, job: &str, people: &Rows) -> Result<Vec<Vec<String>>, IncogError> {
    std::fs::write(folder.join("people.csv"), csv(&NAMES.join(","), people)).unwrap();
    let outcome = Job::from_toml(job, folder)?.drawing_by(one_key()).replacing_output(true).run()?;
    let read = ReadOptions { delimiter: Some(b','), ..ReadOptions::default() };
    Ok(records(&read_table(&outcome.release, &read).unwrap().table))
}

/// The release that an engine makes of the same people.
fn in_engine(folder: &Path, job: &str, engine: &dyn Engine) -> Result<Vec<Vec<String>>, IncogError> {
    let language = dialect(engine.dialect()).unwrap();
    let job = Job::from_toml(&job.replace("\"people.csv\"", COUNTED), folder)?;
    let job = job.drawing_by(one_key()).replacing_output(true);
    let [source, counted, target] = ["patients", "incog_counted", "released"].map(relation);
    engine.run(&job.counting_statement(language, &source, &counted, true)?).unwrap();
    let exported = engine.run("SELECT * FROM incog_counted").unwrap();
    let header = format!("incog_row,{},incog_records", NAMES.join(","));
    std::fs::write(folder.join("counted.csv"), csv(&header, &exported)).unwrap();
    let plan = job.plan_to(folder.join("plan.json"))?;
    let release = EngineRelease { dialect: language, counted: &counted, target: &target, replace: true };
    let script = job.statements(&plan, release, &mut |_| {})?;
    assert!(script.privacy.iter().all(|judgement| judgement.facts().satisfied));
    engine.run(&script.text).unwrap();
    let rows = engine.run("SELECT * FROM released").unwrap();
    assert_eq!(rows.len() as u64, script.records);
    Ok(said(rows.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect())))
}

#[test]
fn an_engine_makes_the_release_of_a_file() {
    let (engines, folder) = (engines(), tempfile::tempdir().unwrap());
    let config = ProptestConfig { cases: 16, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() };
    let terms = (
        select(HIERARCHIES.to_vec()),
        select(MODELS.to_vec()),
        select(vec!["loss", "entropy"]),
        select(vec!["drop", "star"]),
        select(vec!["label", "bounds", "midpoint"]),
        select(vec!["", "[recoding]\nkind = \"local\"\n"]),
        any::<bool>(),
    );
    let people = proptest::collection::vec((person(), 1u32..5), 6..30);
    let outcome = TestRunner::new(config).run(&(people, terms), |(people, terms)| {
        let (hierarchies, models, objective, shown, form, recoding, aggregated) = terms;
        let of_class = if aggregated { "[columns.ill]\npublish = \"mode\"\n" } else { "[columns.ill]\n" };
        let job = in_form(&job(&hierarchies, models, objective, shown), form) + recoding;
        let job = job.replace("[columns.ill]\n", of_class) + "[columns.ward]\nrole = \"insensitive\"\n";
        for engine in &engines {
            fill(&**engine, dialect(engine.dialect()).unwrap(), &people);
            let rows = engine.run(&format!("SELECT {} FROM patients", NAMES.join(", "))).unwrap();
            match (in_engine(folder.path(), &job, &**engine), in_file(folder.path(), &job, &rows)) {
                (Ok(engine), Ok(file)) => prop_assert_eq!(engine, file),
                (Err(engine), Err(file)) => prop_assert_eq!(engine.to_string(), file.to_string()),
                (engine, file) => prop_assert!(false, "{:?} {:?}", engine.err(), file.err()),
            }
        }
        Ok(())
    });
    outcome.unwrap();
}

/// What treatments without a key make of values comes to the engine as labels; none of the values
/// that it has is published instead.
#[test]
fn an_engine_publishes_what_treatments_make() {
    let (engines, folder) = (engines(), tempfile::tempdir().unwrap());
    let config = ProptestConfig { cases: 12, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() };
    let terms = (
        select(vec!["", "publish = { top = 23 }\n", "publish = { round = 3 }\n"]),
        select(vec![
            "publish = { round = \"auto\" }\n",
            "publish = { round = 2 }\n",
            "publish = { bottom = 101, top = 102 }\n",
        ]),
        select(vec!["", "publish = { top_quantile = 0.6, bottom_quantile = 0.2 }\n"]),
        select(vec!["drop", "star"]),
    );
    let people = proptest::collection::vec((person(), 1u32..5), 6..30);
    let made = std::cell::Cell::new(0);
    let outcome = TestRunner::new(config).run(&(people, terms), |(people, terms)| {
        let (age, zip, quantiles, shown) = terms;
        let zip = if quantiles.is_empty() { zip } else { quantiles };
        let job = format!(
            "input = \"people.csv\"\noutput = \"release.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
             hierarchy = {{ intervals = [2, 4] }}\n{age}[columns.ill]\nrole = \"sensitive\"\n[columns.town]\n\
             role = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\n[columns.ward]\nrole = \"insensitive\"\n[columns.zip]\n\
             role = \"insensitive\"\n{zip}[privacy]\nk-anonymity = 2\n[suppression]\nas = \"{shown}\"\n"
        );
        for engine in &engines {
            fill(&**engine, dialect(engine.dialect()).unwrap(), &people);
            let rows = engine.run(&format!("SELECT {} FROM patients", NAMES.join(", "))).unwrap();
            match (in_engine(folder.path(), &job, &**engine), in_file(folder.path(), &job, &rows)) {
                (Ok(engine), Ok(file)) => {
                    made.set(made.get() + 1);
                    prop_assert_eq!(engine, file);
                }
                (Err(engine), Err(file)) => prop_assert_eq!(engine.to_string(), file.to_string()),
                (engine, file) => prop_assert!(false, "{:?} {:?}", engine.err(), file.err()),
            }
        }
        Ok(())
    });
    outcome.unwrap();
    assert!(made.get() >= 6 * engines.len(), "{} of 12 jobs have a release", made.get());
}

/// Nothing of a key is told an engine.
#[test]
fn treatments_with_a_key_are_refused_for_engines() {
    let job = format!(
        "input = {COUNTED}\noutput = \"release.csv\"\n[columns.who]\nrole = \"person\"\npublish = {{ pseudonym = \"key.txt\", purpose = \"x\" }}\n\
         [columns.age]\nrole = \"quasi-identifier\"\n[privacy]\nunit = \"who\"\nk-anonymity = 2\n"
    );
    let job = Job::from_toml(&job, "").unwrap();
    let refused = job.counting_statement(
        dialect("duckdb").unwrap(),
        &relation("patients"),
        &relation("incog_counted"),
        true,
    );
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("columns.who.publish") && refused.contains("incog anonymize"), "{refused}");
}
