//! `incog sign`: answer for a report with a signature.

use crate::output::{Done, Failure, say};
use clap::Args;
use incog::signature;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report (.report.json) to sign; its signature is written beside it, as .minisig
    #[arg(required_unless_present = "new_key")]
    report: Option<PathBuf>,
    /// The secret key, of minisign or made with --new-key
    #[arg(long, value_name = "FILE", required_unless_present = "new_key")]
    key: Option<PathBuf>,
    /// Make a pair of keys instead: FILE, for its owner only, and FILE.pub
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "key"])]
    new_key: Option<PathBuf>,
    /// A file whose first line is the password of the secret key
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Replace an existing signature
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let password = arguments.password_file.as_deref().map(signature::read_password).transpose()?;
    if let Some(path) = &arguments.new_key {
        let public = signature::new_key(path, password)?;
        say(&format!(
            "{}: the secret key, to be kept\n{}: the public key, to be given away",
            path.display(),
            public.display()
        ));
        return Ok(());
    }
    let (Some(report), Some(key)) = (&arguments.report, &arguments.key) else {
        return Err(Failure::Usage("say which report, and the key: incog sign REPORT --key FILE"));
    };
    let path = signature::sign(report, key, || password, arguments.force)?;
    say(&format!("{}: the signature", path.display()));
    Ok(())
}
