//! What to do about arguments that are no flag and no command, where more can be said than that.

use crate::failure::{Done, Failure};
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use incog_io::table_ending;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Advice on an argument that was refused.
pub fn advice(error: &Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => of_command(context(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => of_argument(context(ContextKind::InvalidArg)?),
        _ => None,
    }
}

fn of_command(typed: &str) -> Option<String> {
    if table_ending(typed).is_some() {
        return Some(format!("to inspect this table and write a job file, run: incog init {typed}"));
    }
    typed.ends_with(".toml").then(|| {
        format!(
            "to anonymize as this job file describes, run: incog \
        anonymize {typed}"
        )
    })
}

fn of_argument(typed: &str) -> Option<String> {
    match typed.strip_prefix("--") {
        Some(name) if name.chars().count() == 1 => Some(format!("one-letter flags take one dash: -{name}")),
        Some(_) => None,
        None if typed.starts_with('-') => None,
        None => Some("separate several columns by commas: -q age,zip".to_owned()),
    }
}

/// Whether there is a file whose name is that of a table.
pub fn is_table(path: &Path) -> bool {
    table_ending(path).is_some() && path.is_file()
}

/// Refuses a table where the job file of trajectories should stand. A job may have the name of a
/// table: its first line that says something is no record.
pub fn refuse_table(job: &Path) -> Done {
    let begins_a_job = |line: &str| line.contains('=') || line.starts_with('[');
    // A pipe would be waited for.
    let file = is_table(job).then(|| std::fs::File::open(job).ok()).flatten();
    let mut lines = file.into_iter().flat_map(|file| BufReader::new(file.take(FIRST_BYTES)).lines());
    let said = lines.find(|line| line.as_ref().map_or(true, |line| !is_comment(line)));
    match said {
        Some(Ok(line)) if begins_a_job(line.trim()) => Ok(()),
        Some(_) => Err(Failure::NotATripJob { path: job.to_owned() }),
        None => Ok(()),
    }
}

/// More of a file is not looked at.
const FIRST_BYTES: u64 = 64 << 10;

fn is_comment(line: &str) -> bool {
    line.trim().is_empty() || line.trim().starts_with('#')
}
