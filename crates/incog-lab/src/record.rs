//! The runs of a suite as the repository keeps them, and what is made of them.
//!
//! A folder of suites has `record/NAME` for each suite that was run in full: `runs.parquet` with
//! the runs, `manifest.json`, plots, and `results.md`. That page and the README of the folder are
//! made of the record alone, so that no figure in them is typed by hand; a test compares.

use crate::measures;
use crate::results::{page, write};
use crate::runs::{Manifest, Reached, Row, SuiteResults, TARGETS, reached};
use crate::suite::{PlotFile, PlotKind, Suite};
use crate::{LabError, plots};
use incog_data::{Column, ColumnBuilder};
use incog_io::{OutputColumn, ReadOptions, WriteOptions, read_table, write_table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The runs of a suite that the repository keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The suite.
    pub suite: Suite,
    /// Its file.
    pub file: PathBuf,
    /// The runs, with the measures that tables and plots read, and with seconds in thousandths.
    pub rows: Vec<Row>,
    /// When they came near to the proved optimum.
    pub reached: Reached,
    /// What must be known to repeat them.
    pub manifest: Manifest,
    /// Names of the files of its plots, in their order.
    pub plots: Vec<String>,
}

impl Record {
    /// The record of a suite, if there is one.
    ///
    /// # Errors
    /// When the suite or its record cannot be read.
    pub fn read(file: &Path) -> Result<Option<Self>, LabError> {
        let suite = Suite::read(file, false)?;
        let folder = folder_of(&suite);
        let Some(manifest) = Manifest::read(&folder.join("manifest.json"))? else { return Ok(None) };
        let (rows, reached) = read_runs(&folder.join("runs.parquet"))?;
        let plots = plots_in(&folder)?;
        Ok(Some(Self { suite, file: file.to_owned(), rows, reached, manifest, plots }))
    }

    /// The folder of the record, as seen from that of the suite.
    pub fn place(&self) -> String {
        format!("record/{}", self.suite.name)
    }

    /// The plots that are made of the runs alone, as SVG by the names of their files; all others
    /// show how runs converged, which is not kept.
    pub fn plots_of_runs(&self) -> Vec<(String, String)> {
        let results = self.results();
        let is_of_runs = |plot: &&PlotFile| {
            matches!(plot.kind, PlotKind::Line | PlotKind::Box | PlotKind::CriticalDifference)
        };
        let charts =
            self.suite.plots.iter().filter(is_of_runs).flat_map(|plot| plots::draw((&results).into(), plot));
        charts.map(|(name, chart)| (format!("{name}.svg"), chart.svg())).collect()
    }

    /// The runs as if they had just been made; how they converged is not kept.
    pub(crate) fn results(&self) -> SuiteResults {
        SuiteResults {
            suite: self.suite.clone(),
            rows: self.rows.clone(),
            traces: BTreeMap::new(),
            manifest: self.manifest.clone(),
        }
    }
}

fn folder_of(suite: &Suite) -> PathBuf {
    suite.folder.join("record").join(&suite.name)
}

/// Writes the record of a suite: `record/NAME` beside the suite.
///
/// # Errors
/// When a file cannot be written.
pub fn write_record(results: &SuiteResults, file: &Path) -> Result<(), LabError> {
    let folder = folder_of(&results.suite);
    let failed = |source| LabError::Write { path: folder.clone(), source };
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(failed)?;
    }
    std::fs::create_dir_all(&folder).map_err(failed)?;
    write_runs(results, &folder.join("runs.parquet"))?;
    results.manifest.write(&folder.join("manifest.json"))?;
    for plot in &results.suite.plots {
        for (name, chart) in plots::draw(results.into(), plot) {
            write(&folder.join(format!("{name}.svg")), chart.svg().as_bytes())?;
        }
    }
    let missing = || LabError::MissingInput { path: folder.join("manifest.json") };
    let record = Record::read(file)?.ok_or_else(missing)?;
    write(&folder.join("results.md"), results_page(&record)?.as_bytes())
}

/// All tables and claims of a record.
///
/// # Errors
/// When the claims cannot be read.
pub fn results_page(record: &Record) -> Result<String, LabError> {
    page(&record.results(), &record.reached)
}

/// The columns that are kept: what every run has, and the measures that are read.
fn columns(suite: &Suite) -> Vec<String> {
    let of_tables = suite.tables.iter().map(|table| table.measure.as_str());
    let of_plots = suite.plots.iter().filter_map(|plot| plot.measure.as_deref());
    let of_features = suite.features.iter().flat_map(|_| ["least-share", "los"]);
    let read: Vec<&str> = of_tables.chain(of_plots).chain(of_features).collect();
    let is_kept = |name: &String| measures::place(name).is_none() || read.contains(&name.as_str());
    Row::header().into_iter().filter(is_kept).collect()
}

fn target_columns() -> [String; 3] {
    TARGETS.map(|share| format!("evaluations-to-{:.0}%", 100.0 * share))
}

fn write_runs(results: &SuiteResults, path: &Path) -> Result<(), LabError> {
    let (header, kept) = (Row::header(), columns(&results.suite));
    let reached = reached(&results.suite, &results.rows, &results.traces);
    let mut builders: Vec<ColumnBuilder> =
        kept.iter().cloned().chain(target_columns()).map(ColumnBuilder::new).collect();
    for row in &results.rows {
        let row = Row { seconds: (1000.0 * row.seconds).round() / 1000.0, ..row.clone() };
        let cells = header.iter().zip(row.cells()).filter(|(name, _)| kept.contains(name));
        let targets = reached.get(&row.key).copied().unwrap_or_default();
        let targets = targets.map(|when| when.map(|when| when.to_string()).unwrap_or_default());
        let cells = cells.map(|(_, cell)| cell).chain(targets);
        builders.iter_mut().zip(cells).for_each(|(builder, cell)| builder.push(&cell));
    }
    let columns: Vec<Column> = builders.into_iter().map(|builder| builder.finish(&[""])).collect();
    let columns: Vec<OutputColumn<'_>> = columns.iter().map(OutputColumn::from).collect();
    write_table(path, &columns, None, &WriteOptions { force: true, ..WriteOptions::default() })?;
    Ok(())
}

fn read_runs(path: &Path) -> Result<(Vec<Row>, Reached), LabError> {
    let table = read_table(path, &ReadOptions::default())
        .map_err(|error| LabError::Record { path: path.to_owned(), source: Box::new(error) })?;
    let table = table.table;
    let header = Row::header();
    let places: Vec<Option<&Column>> = header.iter().map(|name| table.column(name)).collect();
    let targets = target_columns();
    let (mut rows, mut reached) = (Vec::new(), BTreeMap::new());
    for line in 0..table.rows() {
        let cells: csv::StringRecord =
            places.iter().map(|column| column.map_or("", |column| column.value(line))).collect();
        let wrong =
            || LabError::Row { path: path.to_owned(), line: line + 1, found: "cells that are none".into() };
        let row = Row::of_cells(&cells).ok_or_else(wrong)?;
        let target = |name: &String| table.column(name).and_then(|column| column.value(line).parse().ok());
        reached.insert(row.key.clone(), targets.each_ref().map(target));
        rows.push(row);
    }
    Ok((rows, reached))
}

fn plots_in(folder: &Path) -> Result<Vec<String>, LabError> {
    let failed = |source| LabError::Read { path: folder.to_owned(), source };
    let names = std::fs::read_dir(folder).map_err(failed)?.filter_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.ends_with(".svg").then_some(name)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}
