//! What to do about arguments that are no flag and no command, where more can be said than that.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use incog_io::table_ending;
use std::path::Path;

/// What somebody may have meant.
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
        return Some(format!("to look at a table and write a job file to start from: incog init {typed}"));
    }
    typed.ends_with(".toml").then(|| format!("to make the release of a job: incog anonymize {typed}"))
}

fn of_argument(typed: &str) -> Option<String> {
    match typed.strip_prefix("--") {
        Some(name) if name.chars().count() == 1 => {
            Some(format!("a flag of one letter has one dash: -{name}"))
        }
        Some(_) => None,
        None if typed.starts_with('-') => None,
        None => Some("several columns stand in one flag with commas between them: -q age,zip".to_owned()),
    }
}

/// Whether there is a file whose name is that of a table.
pub fn is_table(path: &Path) -> bool {
    table_ending(path).is_some() && path.is_file()
}
