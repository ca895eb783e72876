//! The program `incog`.

use std::process::ExitCode;

fn main() -> ExitCode {
    incog_cli::main()
}
