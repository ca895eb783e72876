//! `incog sign`: answer for a report with a signature.

use crate::output::{Done, Failure, say};
use clap::Args;
use incog::signature;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report (.report.json) to sign; the signature is written beside it, as .minisig
    #[arg(required_unless_present = "new_key")]
    report: Option<PathBuf>,
    /// The secret key, made by minisign or with --new-key
    #[arg(long, value_name = "FILE", required_unless_present = "new_key")]
    key: Option<PathBuf>,
    /// Make a new key pair instead: FILE (secret, only you can read it) and FILE.pub
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "key"])]
    new_key: Option<PathBuf>,
    /// A file with the password of the secret key in its first line
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Overwrite an existing signature
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let password = arguments.password_file.as_deref().map(signature::read_password).transpose()?;
    if let Some(path) = &arguments.new_key {
        let public = signature::new_key(path, password)?;
        say(&format!(
            "{}: the secret key; keep it secret\n{}: the public key; give it to those who verify your \
             reports",
            path.display(),
            public.display()
        ));
        return Ok(());
    }
    let (Some(report), Some(key)) = (&arguments.report, &arguments.key) else {
        return Err(Failure::Usage("name the report and the key: incog sign REPORT --key FILE"));
    };
    let path = signature::sign(report, key, || password, arguments.force)?;
    say(&format!("{}: the signature", path.display()));
    Ok(())
}
