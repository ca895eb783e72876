//! `incog init`: look at a table; write a commented job file to start from.

use crate::output::{Done, print, say};
use crate::write_file::write_file;
use clap::Args;
use incog::IncogError;
use incog::job::propose_job;
use incog_io::{ReadOptions, read_table, without_compression};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The table
    table: PathBuf,
    /// Job file to write; "-" for standard output
    #[arg(short, long, default_value = "job.toml")]
    output: PathBuf,
    /// Replace an existing job file
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let file = read_table(&arguments.table, &ReadOptions::default()).map_err(IncogError::from)?;
    let is_stdout = arguments.output == Path::new("-");
    let folder = arguments.output.parent().filter(|_| !is_stdout).unwrap_or(Path::new(""));
    let input = incog::job::path_from(&arguments.table, folder);
    let text = propose_job(&file.table, &input, &release_name(&input));
    if is_stdout {
        print(&text);
        return Ok(());
    }
    write_file(&arguments.output, arguments.force, std::slice::from_ref(&arguments.table), text)?;
    let job = arguments.output.display();
    say(&format!("{job}: written; read the roles in it, then run: incog anonymize {job}"));
    Ok(())
}

/// `patients.csv` becomes `patients.release.csv`, `data/patients.csv.gz` becomes `patients.release.csv.gz`: the release
/// is written beside the job file, because the input's folder may not be ours.
fn release_name(input: &str) -> String {
    let name = input.rsplit('/').next().unwrap_or(input);
    let (stem, _) = without_compression(name);
    let start = stem.rfind('.').unwrap_or(stem.len());
    format!("{}.release{}", &name[..start], &name[start..])
}
