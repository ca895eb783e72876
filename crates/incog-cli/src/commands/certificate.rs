//! `incog certificate`: writes a sign-off page for your records.

use crate::output::{Done, say};
use crate::write_file::{write_file, write_private_file};
use clap::Args;
use incog::certificate::{Certificate, CertificateOptions};
use incog::report::Audience;
use std::path::PathBuf;

const ABOUT: &str = "\
incog makes the page from a report and its release alone. From a public report, you may publish it with \
the release. From an internal report, or with --attacks, it is for the data steward only: it says so, and \
only you can read the file.

Figures that were not measured are marked as not measured. incog verify rebuilds the page and compares \
 every number.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The report of a release (.report.json or .internal.json)
    report: PathBuf,
    /// The output of incog attack --json for this release
    #[arg(long, value_name = "FILE")]
    attacks: Option<PathBuf>,
    /// Who publishes [default: certificate.publisher of the job, or a blank line]
    #[arg(long, value_name = "NAME")]
    publisher: Option<String>,
    /// The data protection officer [default: certificate.officer of the job, or a blank line]
    #[arg(long, value_name = "NAME")]
    officer: Option<String>,
    /// Where to write the page [default: RELEASE.certificate.html or
    /// RELEASE.internal.certificate.html beside the report]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let options = CertificateOptions {
        publisher: arguments.publisher.clone(),
        officer: arguments.officer.clone(),
        attacks: arguments.attacks.clone(),
        output: arguments.output.clone(),
    };
    let made = Certificate::of_report(&arguments.report, &options)?;
    match made.audience {
        Audience::Public => write_file(&made.path, arguments.force, &made.reads, &made.html)?,
        Audience::Internal => write_private_file(&made.path, arguments.force, &made.reads, &made.html)?,
    }
    let whose = match made.audience {
        Audience::Public => "made from the public report and the release alone; you may publish it with them",
        Audience::Internal => "for the data steward only; do not publish it",
    };
    say(&format!("{}: the certificate, {whose}", made.path.display()));
    Ok(())
}
