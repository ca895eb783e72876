//! The README of a folder of suites, made of their records.

use crate::LabError;
use crate::record::Record;
use crate::results::tables_of;
use crate::suite::Suite;
use crate::tables::{PairedComparison, features, independent, reach, read_expected, rulings, summary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The suites of a folder: `suite.toml` first, then the others by name. Files that are no suites,
/// such as jobs, are left out.
///
/// # Errors
/// When the folder cannot be read.
pub fn suites_in(folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let failed = |source| LabError::Read { path: folder.to_owned(), source };
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_suite = |file: &PathBuf| {
        file.extension().is_some_and(|ending| ending == "toml")
            && std::fs::read_to_string(file).is_ok_and(|text| text.contains("[[algorithms]]"))
    };
    let mut files: Vec<PathBuf> = files.filter(is_suite).collect();
    files.sort_by_key(|file| (!file.ends_with("suite.toml"), file.clone()));
    Ok(files)
}

/// The README of a folder of suites: what was asked, what was run, what became of the paper's
/// claims, and the tables in a line for each algorithm.
///
/// # Errors
/// When a suite or its record cannot be read.
pub fn readme(folder: &Path) -> Result<String, LabError> {
    let mut text = String::new();
    let suites = suites_in(folder)?;
    let all_tables = tables_in(&suites)?;
    for (place, file) in suites.iter().enumerate() {
        let suite = Suite::read(file, false)?;
        text +=
            &format!("{} {}\n\n{}\n\n", if place == 0 { "#" } else { "\n#" }, suite.title, suite.question);
        if place == 0 {
            text += "This page is made from the records of the runs by `cargo run -p incog-lab --example readmes`; a test compares.\n\n";
        }
        text += &format!("{}\n", command(&suite, file));
        if !suite.notes.is_empty() {
            text += &format!("\n{}\n", suite.notes.trim());
        }
        match Record::read(file)? {
            Some(record) => text += &of_record(&record, &all_tables)?,
            None => text += &without_record(folder, place),
        }
    }
    Ok(text)
}

/// The note on a suite that has not been run in full; the first of a folder may have a record of an
/// earlier form.
fn without_record(folder: &Path, place: usize) -> String {
    let mut text = "\nThere is no record of its runs as it stands.".to_owned();
    if place == 0 && folder.join("record/results.md").exists() {
        text += " What it gave before corrections, told in the first lines there, is in [record/results.md](record/results.md).";
    }
    text + "\n"
}

fn command(suite: &Suite, file: &Path) -> String {
    let name =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    format!(
        "    incog experiment experiments/{}/{} -o results/{}\n\nPaper: {}.",
        name(&suite.folder),
        name(file),
        suite.name,
        suite.paper.trim_end_matches('.')
    )
}

/// The tables of all records of these suites: readings of one claim may be spread over them.
fn tables_in(suites: &[PathBuf]) -> Result<Vec<(String, PairedComparison)>, LabError> {
    let mut tables = Vec::new();
    for file in suites {
        tables.extend(Record::read(file)?.iter().flat_map(|record| tables_of(&record.results())));
    }
    Ok(tables)
}

fn of_record(record: &Record, all_tables: &[(String, PairedComparison)]) -> Result<String, LabError> {
    let (suite, manifest) = (&record.suite, &record.manifest);
    let count =
        |of: fn(&crate::runs::Row) -> &str| record.rows.iter().map(of).collect::<BTreeSet<&str>>().len();
    let place = record.place();
    let mut text = format!(
        "\n## What was run\n\n{} runs of {} algorithms on {} instances, up to {} seeds each, with incog {}; the last on {}. \
         [{place}/runs.parquet]({place}/runs.parquet) has them all, [{place}/results.md]({place}/results.md) all tables.\n",
        record.rows.len(),
        count(|row| &row.key.algorithm),
        count(|row| &row.key.instance),
        record.rows.iter().map(|row| row.key.seed).max().unwrap_or(0),
        manifest.incog,
        manifest.finished,
    );
    for missing in manifest.missing_algorithms.iter().chain(&manifest.missing_instances) {
        text += &format!("- Missing: {missing}\n");
    }
    let tables = tables_of(&record.results());
    let mut expected = read_expected(&suite.folder.join("expected.toml"))?;
    expected.claims.retain(|claim| tables.iter().any(|(name, _)| *name == claim.table));
    text += &rulings(&expected.claims, all_tables);
    text += &independent(&expected.independent, &tables);
    text += &reach(suite, &record.rows, &record.reached);
    text += "\n### Tables in short\n\n";
    for (_, table) in tables.iter().filter(|(_, table)| table.measure != "seconds") {
        text += &summary(table);
    }
    text += features(suite, &record.rows).trim_start();
    if !record.plots.is_empty() {
        text += "\n### Plots\n\n";
        record
            .plots
            .iter()
            .for_each(|name| text += &format!("* [{}]({place}/{name})\n", name.trim_end_matches(".svg")));
    }
    Ok(text)
}
