//! `incog compare`: how like its original a release is.

use crate::column_list::{ColumnList, column_list};
use crate::output::{Done, print, print_json};
use clap::Args;
use incog::audit::LikenessRequest;
use incog::{ComparedFiles, compare_files};
use std::path::PathBuf;

const ABOUT: &str = "\
This is a tool for the steward: it reads the original, and its figures are figures of the original, so they belong in no public report. \
It prints counts and shares, and no value of anybody.

A released record is spread evenly over the values that its labels stand for, as somebody would read it who has nothing but the release; as \
a number a label is the middle between the lowest and the highest of them, and what is * is no number.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The table that the release was made of
    original: PathBuf,
    /// The release, of incog or of any other program
    release: PathBuf,
    /// Records of people who are not in the original, on which classifiers are tested
    others: Option<PathBuf>,
    /// Column that a classifier predicts from all others (may be repeated)
    #[arg(short = 't', long = "target", value_name = "COLUMN,...", value_parser = column_list)]
    targets: Vec<ColumnList>,
    /// Hierarchy of the labels of a column (may be repeated): age=age.csv
    #[arg(long = "hierarchy", value_name = "COLUMN=FILE", value_parser = super::attack::hierarchy)]
    hierarchies: Vec<(String, PathBuf)>,
    /// Counts of some values in three columns that are compared
    #[arg(long, value_name = "N", default_value_t = LikenessRequest::default().queries)]
    queries: usize,
    /// What is drawn follows from it
    #[arg(long, value_name = "N", default_value_t = LikenessRequest::default().seed)]
    seed: u64,
    /// Print the result as JSON on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let files = ComparedFiles {
        original: arguments.original.clone(),
        release: arguments.release.clone(),
        others: arguments.others.clone(),
        hierarchies: arguments.hierarchies.iter().cloned().collect(),
    };
    let request = LikenessRequest {
        targets: ColumnList::all(&arguments.targets),
        queries: arguments.queries,
        seed: arguments.seed,
    };
    let found = compare_files(&files, &request)?;
    if arguments.json {
        return print_json(&found);
    }
    print(&found.to_text());
    Ok(())
}
