//! `incog compare`: compares a release with its original.

use crate::column_list::{ColumnList, column_list};
use crate::output::{Done, print, print_json};
use clap::Args;
use incog::audit::LikenessRequest;
use incog::{ComparedFiles, compare_files};
use std::path::PathBuf;

const ABOUT: &str = "\
For the data steward: this command reads the original table, and its figures reveal facts about it, so do \
not publish them. It prints counts and shares, never a value from the data.

A released record counts evenly for all values that its labels cover, as a reader of the release would \
 assume. As a number, a label is the midpoint of its lowest and highest value; * is not a number.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The original table
    original: PathBuf,
    /// The release, made by incog or any other tool
    release: PathBuf,
    /// Test set: records of people who are not in the original, for testing classifiers
    others: Option<PathBuf>,
    /// Column that a classifier predicts from all others (repeatable)
    #[arg(short = 't', long = "target", value_name = "COLUMN,...", value_parser = column_list)]
    targets: Vec<ColumnList>,
    /// Hierarchy file of a column of the release (repeatable), such as age=age.csv
    #[arg(long = "hierarchy", value_name = "COLUMN=FILE", value_parser = super::attack::hierarchy)]
    hierarchies: Vec<(String, PathBuf)>,
    /// How many counting queries over three columns to compare
    #[arg(long, value_name = "N", default_value_t = LikenessRequest::default().queries)]
    queries: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = LikenessRequest::default().seed)]
    seed: u64,
    /// Print the result to standard output, as JSON
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
