//! `incog hierarchy`: make hierarchies; refuse bad ones with the line that is wrong.

use crate::output::{Done, Failure, print, print_document, print_json, say};
use crate::write_file::write_file;
use clap::{Args, Subcommand};
use incog::IncogError;
use incog::hierarchy::{HierarchyNote, RepeatedLine};
use incog::job::HierarchyFile;
use incog_data::{Hierarchy, write_hierarchy_csv};
use incog_io::{ReadOptions, TableFile, read_table};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// How many values that are listed twice are named.
const MOST_NAMED: usize = 20;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a hierarchy for a column and write it as a hierarchy file
    Build(Build),
    /// Check a hierarchy file, and whether it covers a column
    Check(Check),
    /// Show the levels of a hierarchy file
    Show(Show),
}

#[derive(Debug, Args)]
struct Build {
    /// The table
    table: PathBuf,
    /// The column
    column: String,
    /// How to make it, as in a job file: '{ intervals = [5, 10] }' [default: chosen by the type of
    /// the column]
    #[arg(long, value_name = "TOML")]
    how: Option<String>,
    /// Hierarchy file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Check {
    /// The hierarchy file
    hierarchy: PathBuf,
    /// A table with a column that the hierarchy must cover
    #[arg(requires = "column")]
    table: Option<PathBuf>,
    /// The column
    column: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Show {
    /// The hierarchy file
    hierarchy: PathBuf,
    /// Most labels to show per level
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    labels: usize,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    match &arguments.command {
        Command::Build(arguments) => build(arguments),
        Command::Check(arguments) => check(arguments),
        Command::Show(arguments) => show(arguments),
    }
}

fn build(arguments: &Build) -> Done {
    let file = read(&arguments.table)?;
    let how = arguments.how.as_deref().map(HierarchyFile::parse).transpose().map_err(IncogError::from)?;
    let hierarchy = incog::hierarchy::build(&file.table, &arguments.column, how.as_ref())?;
    let mut text = Vec::new();
    let in_memory = |source| Failure::Write { path: "(standard output)".into(), source };
    write_hierarchy_csv(&hierarchy, b';', &mut text).map_err(in_memory)?;
    match &arguments.output {
        None => print_document(&String::from_utf8_lossy(&text)),
        Some(path) => {
            write_file(path, arguments.force, &files_read(&arguments.table, how.as_ref()), text)?;
            say(&describe(path, &hierarchy));
        }
    }
    Ok(())
}

fn files_read(table: &Path, how: Option<&HierarchyFile>) -> Vec<PathBuf> {
    let file = match how {
        Some(HierarchyFile::Path(path)) => Some(PathBuf::from(path)),
        _ => None,
    };
    std::iter::once(table.to_owned()).chain(file).collect()
}

fn check(arguments: &Check) -> Done {
    let (hierarchy, note) = incog::hierarchy::read_noting(&arguments.hierarchy)?;
    if let (Some(table), Some(column)) = (&arguments.table, &arguments.column) {
        incog::hierarchy::check_covers(&read(table)?.table, column, &hierarchy)?;
    }
    if arguments.json {
        return print_json(&Facts { note, ..Facts::new(&hierarchy, 0) });
    }
    print(&(describe(&arguments.hierarchy, &hierarchy) + "\n"));
    if let Some(note) = note {
        print(&format!("note: {note}\n"));
        print(&listed_twice(&hierarchy, &note));
    }
    Ok(())
}

/// The values that stand in more than one line, by name, and where.
fn listed_twice(hierarchy: &Hierarchy, note: &HierarchyNote) -> String {
    let line = |again: &RepeatedLine| {
        let value = hierarchy.label(0, again.value);
        format!("  line {}: {value:?}, as in line {}\n", again.line, again.first)
    };
    let more = match note.repeated.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    };
    note.repeated.iter().take(MOST_NAMED).map(line).collect::<String>() + &more
}

fn show(arguments: &Show) -> Done {
    let (hierarchy, note) = incog::hierarchy::read_noting(&arguments.hierarchy)?;
    let facts = Facts { note, ..Facts::new(&hierarchy, arguments.labels) };
    if arguments.json {
        return print_json(&facts);
    }
    if let Some(note) = &facts.note {
        crate::output::note(&note.to_string());
    }
    for (level, facts) in facts.levels.iter().enumerate() {
        let more = if facts.labels.len() < facts.count { ", ..." } else { "" };
        let labels = if facts.count == 1 { "label" } else { "labels" };
        print(&format!("level {level}: {} {labels}: {}{more}\n", facts.count, facts.labels.join(", ")));
    }
    Ok(())
}

fn read(path: &Path) -> Result<TableFile, Failure> {
    Ok(read_table(path, &ReadOptions::default()).map_err(IncogError::from)?)
}

fn describe(path: &Path, hierarchy: &Hierarchy) -> String {
    let (values, height) = (hierarchy.values(), hierarchy.height());
    format!("{}: valid, {values} values, levels 0 to {height}", path.display())
}

#[derive(Serialize)]
struct Facts {
    values: usize,
    height: usize,
    levels: Vec<LevelFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<HierarchyNote>,
}

#[derive(Serialize)]
struct LevelFacts {
    count: usize,
    labels: Vec<String>,
}

impl Facts {
    fn new(hierarchy: &Hierarchy, most: usize) -> Self {
        let level = |level| {
            let labels = hierarchy.labels(level);
            LevelFacts { count: labels.len(), labels: labels.iter().take(most).map(str::to_owned).collect() }
        };
        let levels = (0..=hierarchy.height()).map(level).collect();
        Self { values: hierarchy.values(), height: hierarchy.height(), levels, note: None }
    }
}
