//! `incog certificate`: the page for the file of the decision.

use crate::output::{Done, say};
use crate::write_file::{write_file, write_private_file};
use clap::Args;
use incog::certificate::{Certificate, CertificateOptions};
use incog::report::Audience;
use std::path::PathBuf;

const ABOUT: &str = "\
A certificate is made from a report and its release, and from nothing else: of a public report it may go with the release. Of an internal \
report, or with --attacks, it is for the steward only, and says so; then only its owner may read the file.

What was not measured is told as not measured. incog verify makes the certificate again and compares every number in it.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_long_help = ABOUT)]
pub struct Arguments {
    /// The report (.report.json or .internal.json) of a release
    report: PathBuf,
    /// Attacks that were tried on this release: what incog attack --json printed
    #[arg(long, value_name = "FILE")]
    attacks: Option<PathBuf>,
    /// Who publishes; as the job says (certificate.publisher), or a line to write on
    #[arg(long, value_name = "NAME")]
    publisher: Option<String>,
    /// Who answers for data protection; as the job says (certificate.officer), or a line to write
    /// on
    #[arg(long, value_name = "NAME")]
    officer: Option<String>,
    /// Where to write it; beside the report as RELEASE.certificate.html, or as
    /// RELEASE.internal.certificate.html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file
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
        Audience::Public => "made from the public report and the release alone, it may go with them",
        Audience::Internal => "for the steward only",
    };
    say(&format!("{}: the certificate, {whose}", made.path.display()));
    Ok(())
}
