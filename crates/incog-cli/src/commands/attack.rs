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
For the data steward: this command reads the original table, and its figures reveal facts about it, so do \
not publish them. It prints counts and shares, never a value from the data.

By default, each record is a target. If people have several records, name the column of the person with --unit: then \
people are targets, and a person counts as found if an attack on any of their records succeeds.

An attack that fails proves nothing. Trajectories are not attacked.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The original table
    original: PathBuf,
    /// The release, made by incog or any other tool
    release: PathBuf,
    /// Control group: records of similar people who are not in the original
    control: Option<PathBuf>,
    /// Another release about the same people, such as last year's (repeatable); the attacks use all
    /// releases together
    #[arg(long, value_name = "RELEASE")]
    also: Vec<PathBuf>,
    /// Columns that the attacker knows (repeatable) [default: all that are not sensitive]
    #[arg(
        short = 'q',
        long = "known",
        visible_alias = "quasi-identifier",
        value_name = "COLUMN,...",
        value_parser = column_list
    )]
    known: Vec<ColumnList>,
    /// Columns that the attacker wants to learn (repeatable)
    #[arg(short = 's', long = "sensitive", value_name = "COLUMN,...", value_parser = column_list)]
    sensitive: Vec<ColumnList>,
    /// Column of the original (and of the control group) that names the person of a record:
    /// attempts are counted by person
    #[arg(long, value_name = "COLUMN")]
    unit: Option<String>,
    /// Attack to run (repeatable), see incog list attacks [default: all that have the input they
    /// need]
    #[arg(long = "attack", value_name = "NAME")]
    attacks: Vec<String>,
    /// Hierarchy file of a column of the release (repeatable), such as age=age.csv
    #[arg(long = "hierarchy", value_name = "COLUMN=FILE", value_parser = hierarchy)]
    hierarchies: Vec<(String, PathBuf)>,
    /// Attempts per attack
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().queries)]
    queries: usize,
    /// Columns in each predicate of the multivariate singling-out attack
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().columns)]
    columns: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = AttackRequest::default().seed)]
    seed: u64,
    /// Worker threads; does not change the result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
    /// Print the result to standard output, as JSON
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
        pool.map_err(|_| Failure::Usage("the system cannot start that many threads; lower --threads"))?;
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
