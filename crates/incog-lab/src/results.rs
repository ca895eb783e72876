//! Everything that is made from the runs.

use crate::LabError;
use crate::plots::{Runs, draw, png};
use crate::runs::{Reached, Row, SuiteResults, reached};
use crate::suite::PresentationTable;
use crate::tables::{
    PairedComparison, compare, csv, features, independent, latex, markdown, reach, read_expected, rulings,
};
use incog_data::ColumnBuilder;
use incog_io::{OutputColumn, WriteOptions, write_table};
use std::path::Path;

/// Writes the results of the runs into `folder`: `results.md`, a CSV and a LaTeX file for each
/// table, `plots/` with an SVG and a PNG for each plot, and `runs.parquet`.
pub fn write_results(results: &SuiteResults, folder: &Path) -> Result<(), LabError> {
    let tables = tables_of(results);
    for (name, table) in &tables {
        write(&folder.join(format!("{name}.csv")), csv(table).as_bytes())?;
        write(&folder.join(format!("{name}.tex")), latex(table).as_bytes())?;
    }
    let reached = reached(&results.suite, &results.rows, &results.traces);
    write(&folder.join("results.md"), page(results, &reached)?.as_bytes())?;
    write_plots(results, &folder.join("plots"))?;
    write_parquet(results, &folder.join("runs.parquet"))
}

/// The tables of the runs, by name.
pub(crate) fn tables_of(results: &SuiteResults) -> Vec<(String, PairedComparison)> {
    let table =
        |table: &PresentationTable| (table.name.clone(), compare(&results.suite, table, &results.rows));
    results.suite.tables.iter().map(table).collect()
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    std::fs::write(path, bytes).map_err(|source| LabError::Write { path: path.to_owned(), source })
}

/// All tables and claims.
pub(crate) fn page(results: &SuiteResults, reached: &Reached) -> Result<String, LabError> {
    let tables = tables_of(results);
    let (suite, manifest) = (&results.suite, &results.manifest);
    let mut text = format!("# {}\n\n{}\n\nPaper: {}\n\n", suite.title, suite.question, suite.paper);
    text += &record(results);
    for algorithm in &manifest.missing_algorithms {
        text += &format!("- Missing: this version has no algorithm `{algorithm}`.\n");
    }
    for instance in &manifest.missing_instances {
        text += &format!("- Missing: {instance}.\n");
    }
    for (_, table) in &tables {
        text += &format!("\n{}", markdown(table));
    }
    let mut expected = read_expected(&suite.folder.join("expected.toml"))?;
    // A folder may hold several suites; each answers for its own tables.
    expected.claims.retain(|claim| tables.iter().any(|(name, _)| *name == claim.table));
    text += &rulings(&expected.claims, &tables);
    text += &independent(&expected.independent, &tables);
    text += &reach(suite, &results.rows, reached);
    text += &features(suite, &results.rows);
    Ok(text)
}

/// What was run, where, when and how.
fn record(results: &SuiteResults) -> String {
    let manifest = &results.manifest;
    let seconds: f64 = results.rows.iter().map(|row| row.seconds).sum();
    let processor = manifest.processor.as_deref().unwrap_or("processor unknown");
    format!(
        "{} runs, {seconds:.0} s of searching, with incog {} on {} cores ({processor}), {}, {} of them at a time; \
         finished {}.\n\n    {}\n\n",
        results.rows.len(),
        manifest.incog,
        manifest.cores,
        manifest.system,
        manifest.threads,
        manifest.finished,
        manifest.command.join(" ")
    )
}

fn write_plots(results: &SuiteResults, folder: &Path) -> Result<(), LabError> {
    std::fs::create_dir_all(folder).map_err(|source| LabError::Write { path: folder.to_owned(), source })?;
    for plot in &results.suite.plots {
        for (name, chart) in draw(Runs::from(results), plot) {
            let svg = chart.svg();
            write(&folder.join(format!("{name}.svg")), svg.as_bytes())?;
            if let Some(png) = png(&svg) {
                write(&folder.join(format!("{name}.png")), &png)?;
            }
        }
    }
    Ok(())
}

fn write_parquet(results: &SuiteResults, path: &Path) -> Result<(), LabError> {
    let mut builders: Vec<ColumnBuilder> = Row::header().into_iter().map(ColumnBuilder::new).collect();
    for row in &results.rows {
        builders.iter_mut().zip(&row.cells()).for_each(|(builder, cell)| builder.push(cell));
    }
    let columns: Vec<incog_data::Column> =
        builders.into_iter().map(|builder| builder.finish(&[""])).collect();
    let columns: Vec<OutputColumn<'_>> = columns.iter().map(OutputColumn::from).collect();
    write_table(path, &columns, None, &WriteOptions { force: true, ..WriteOptions::default() })?;
    Ok(())
}
