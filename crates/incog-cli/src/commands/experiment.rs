//! `incog experiment`: algorithms x instances x repeats; tables, tests, plots. The work is done by
//! the laboratory, a separate program, because its plots and statistics would take up much of the
//! time needed to build this one.

use crate::output::{Done, Failure};
use clap::Args;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The name of the laboratory.
const LABORATORY: &str = "incog-lab";

/// The arguments, as the laboratory takes them.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    /// SUITE.toml -o DIR [--quick] [--threads N]; --help tells more
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Runs the command: hands over to the laboratory.
pub fn run(arguments: &Arguments) -> Done {
    let program = laboratory().ok_or(Failure::NoLaboratory)?;
    let mut command = Command::new(&program);
    command.args(&arguments.arguments);
    give_way(command).map_err(|source| Failure::Laboratory { path: program, source })
}

/// The laboratory beside this program, or in the folders of PATH.
fn laboratory() -> Option<PathBuf> {
    let name = format!("{LABORATORY}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
    let folders =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    beside.into_iter().chain(folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Replaces this process by the other program, so that only that one receives Ctrl-C.
#[cfg(unix)]
fn give_way(mut command: Command) -> Result<(), std::io::Error> {
    Err(std::os::unix::process::CommandExt::exec(&mut command))
}

/// Waits for the other program and exits as it does.
#[cfg(not(unix))]
fn give_way(mut command: Command) -> Result<(), std::io::Error> {
    std::process::exit(command.status()?.code().unwrap_or(1))
}
