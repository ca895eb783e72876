//! `incog verify`: prove or refute what a report claims.

use crate::connection::ConnectionFlags;
use crate::mistyped::is_table;
use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use incog::verify::VerifyOptions;
use incog::{address_of_report, verify_report_in, verify_report_with};
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report (.report.json or .internal.json) of a release
    #[arg(required_unless_present = "script")]
    report: Option<PathBuf>,
    /// Print the second verifier instead: one file of Python's standard library that shares no code with this program
    #[arg(long, exclusive = true)]
    script: bool,
    /// The job file that the release was made from, to compare with the job in the report
    #[arg(long, value_name = "JOB")]
    job: Option<PathBuf>,
    /// The table, where it is not where the report says
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// The release, where it is not where the report says
    #[arg(long, value_name = "FILE")]
    release: Option<PathBuf>,
    /// The table of the population, where it is not where the report says
    #[arg(long, value_name = "FILE")]
    population: Option<PathBuf>,
    /// The secret that the job names
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// The internal report of the same release (or a file with its draw_key), to draw again which records stay
    #[arg(long, value_name = "FILE", conflicts_with = "secret")]
    draw_key: Option<PathBuf>,
    /// The key of pseudonyms and shifted dates, where the report withholds where it is
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The public key of whoever signed the report (see incog sign)
    #[arg(long, value_name = "FILE.pub")]
    signed_by: Option<PathBuf>,
    /// What proves that no release can be better than the report says (see incog anonymize --proof)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The certificate of the report (see incog certificate); those that lie beside the report are checked anyway
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Run the search again, to check what the report says of it
    #[arg(long)]
    search: bool,
    /// Print the result as JSON on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// The second verifier, through a link into the package, which leads out of it in the repository.
const SCRIPT: &str = include_str!("../../check_release.py");
// Where links are written out as files, it would be the path and not the script.
const _: () = assert!(
    SCRIPT.len() > 10_000,
    "check_release.py is no link here: git config core.symlinks true, and check out again"
);

/// Runs the command; a refuted report is an error.
pub fn run(arguments: &Arguments) -> Done {
    let Some(report) = &arguments.report else {
        print(SCRIPT);
        return Ok(());
    };
    if is_table(report) {
        return Err(Failure::NotAReport { path: report.clone() });
    }
    let options = VerifyOptions {
        job: arguments.job.clone(),
        secret: arguments.secret.clone(),
        draw_key: arguments.draw_key.clone(),
        key: arguments.key.clone(),
        input: arguments.input.clone(),
        release: arguments.release.clone(),
        population: arguments.population.clone(),
        proof: arguments.proof.clone(),
        certificate: arguments.certificate.clone(),
        search: arguments.search,
    };
    let signature =
        arguments.signed_by.as_ref().map(|key| incog::signature::check(report, key)).transpose()?;
    let verification = match arguments.connection.open(address_of_report(report, &options)?)? {
        None => verify_report_with(report, &options)?,
        Some(mut engine) => verify_report_in(report, &options, &mut *engine)?,
    };
    if arguments.json {
        print_json(&verification)?;
    } else {
        print(&verification.to_text());
    }
    if let Some(Err(why)) = signature {
        return Err(Failure::NotSigned(why));
    }
    if verification.refuted().next().is_some() { Err(Failure::Refuted) } else { Ok(()) }
}
