//! `incog attack`: try attacks on a release.

use crate::column_list::{ColumnList, column_list};
use crate::output::{Done, Failure, print, print_json};
use crate::progress::bar;
use clap::Args;
use incog::attack::AttackRequest;
use incog::limits::MOST_THREADS;
use incog::{AttackedFiles, attack_files};
use std::ops::ControlFlow;
use std::path::PathBuf;

const ABOUT: &str = "\
This is a tool for the steward: it reads the original, and its figures are figures of the original, so they belong in no public report. \
It prints counts and shares, and no value of anybody.

Each record is a target. Where people have several, --unit names the column that tells whose a record is: then people are \
targets, with all their records, and somebody counts as found when an attempt on one of her records succeeds.

Attacks that fail prove nothing. Not tried is what a linear program tells of how a release was made (combinatorial refinement). Records of \
trajectories are not attacked as such.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The table that the release was made of
    original: PathBuf,
    /// The release, of incog or of any other program
    release: PathBuf,
    /// Records of people like those of the original who are not in it
    control: Option<PathBuf>,
    /// Another release about the same people, such as that of last year (may be repeated): what all
    /// say together is looked at
    #[arg(long, value_name = "RELEASE")]
    also: Vec<PathBuf>,
    /// Columns that the attacker knows of people (may be repeated); all that are not sensitive
    /// where none is named
    #[arg(
        short = 'q',
        long = "known",
        visible_alias = "quasi-identifier",
        value_name = "COLUMN,...",
        value_parser = column_list
    )]
    known: Vec<ColumnList>,
    /// Columns that the attacker wants to know (may be repeated)
    #[arg(short = 's', long = "sensitive", value_name = "COLUMN,...", value_parser = column_list)]
    sensitive: Vec<ColumnList>,
    /// Column of the original (and of the control group) that tells whose a record is: attempts are
    /// counted by people
    #[arg(long, value_name = "COLUMN")]
    unit: Option<String>,
    /// Attack to try (may be repeated), see incog list attacks; all for which there is what they
    /// need where none is named
    #[arg(long = "attack", value_name = "NAME")]
    attacks: Vec<String>,
    /// Hierarchy of the labels of a column (may be repeated): age=age.csv
    #[arg(long = "hierarchy", value_name = "COLUMN=FILE", value_parser = hierarchy)]
    hierarchies: Vec<(String, PathBuf)>,
    /// Attempts of each attack
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().queries)]
    queries: usize,
    /// Columns of a predicate that singles out by several
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().columns)]
    columns: usize,
    /// What all that is drawn follows from
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().seed)]
    seed: u64,
    /// Threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
    /// Print the result as JSON on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// `COLUMN=FILE`.
pub fn hierarchy(text: &str) -> Result<(String, PathBuf), String> {
    let (column, path) = text.split_once('=').ok_or("write COLUMN=FILE")?;
    Ok((column.to_owned(), path.into()))
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    if let Some(threads) = arguments.threads {
        // It was not used before, so nothing but a number of threads that cannot be had is refused.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.map_err(|_| Failure::Usage("that many threads cannot be had"))?;
    }
    let files = AttackedFiles {
        original: arguments.original.clone(),
        release: arguments.release.clone(),
        control: arguments.control.clone(),
        also: arguments.also.clone(),
        hierarchies: arguments.hierarchies.iter().cloned().collect(),
    };
    let request = AttackRequest {
        known: ColumnList::all(&arguments.known),
        sensitive: ColumnList::all(&arguments.sensitive),
        unit: arguments.unit.clone(),
        attacks: arguments.attacks.clone(),
        queries: arguments.queries,
        columns: arguments.columns,
        seed: arguments.seed,
    };
    let bar = bar("{spinner} {elapsed} {msg}", false);
    let found = attack_files(&files, &request, |card| {
        bar.set_message(format!("trying {}", card.name));
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let found = found?;
    if arguments.json {
        return print_json(&found);
    }
    print(&found.found.to_text());
    Ok(())
}
