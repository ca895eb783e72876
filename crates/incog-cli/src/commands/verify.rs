//! `incog verify`: prove or refute what a report claims.

use crate::argument_advice::is_table;
use crate::connection::ConnectionFlags;
use crate::output::{Done, Failure, is_verbose, note, print, print_document, print_json};
use clap::Args;
use incog::verify::{Check, Verification, VerifyOptions};
use incog::{address_of_report, verify_report_in, verify_report_with};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report of a release (.report.json or .internal.json)
    #[arg(required_unless_present = "script")]
    report: Option<PathBuf>,
    /// Print the second verifier instead: a Python script (standard library only) that shares no
    /// code with incog
    #[arg(long, exclusive = true)]
    script: bool,
    /// The job file of the release, to compare with the job in the report
    #[arg(long, value_name = "JOB")]
    job: Option<PathBuf>,
    /// The input table, if it is not where the report says
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// The release, if it is not where the report says
    #[arg(long, value_name = "FILE")]
    release: Option<PathBuf>,
    /// The table of the population, if it is not where the report says
    #[arg(long, value_name = "FILE")]
    population: Option<PathBuf>,
    /// The secret file of the job
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    /// The internal report of this release (or a file with its draw_key), to check which records
    /// were kept
    #[arg(long, value_name = "FILE", conflicts_with = "secret")]
    draw_key: Option<PathBuf>,
    /// The key for pseudonyms and shifted dates, if the report does not say where it is
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The public key of the signer of the report (see incog sign)
    #[arg(long, value_name = "FILE.pub")]
    signed_by: Option<PathBuf>,
    /// The proof that no release is better than the report says (see incog anonymize --proof)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The sign-off page of the report (see incog certificate); pages beside the report are always
    /// checked
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The version of incog that made the release, if you know it from elsewhere than the report:
    /// bytes that this version writes differently are then not shown instead of refuted
    #[arg(long, value_name = "VERSION")]
    made_by: Option<String>,
    /// Run the search again, to check its figures in the report
    #[arg(long)]
    search: bool,
    /// Print the result to standard output, as JSON
    #[arg(long)]
    json: bool,
    /// The address of the database (postgresql://HOST/DATABASE, or the file of a DuckDB database)
    /// [env: INCOG_ADBC_URI]; a report never decides where to connect
    #[arg(long, value_name = "ADDRESS", help_heading = "Engine")]
    uri: Option<String>,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// The second verifier, through a link into the package, which leads out of it in the repository.
const SCRIPT: &str = include_str!("../../check_release.py");
// Where links are written out as files, it would be the path and not the script.
const _: () = assert!(
    SCRIPT.len() > 10_000,
    "check_release.py is not a symbolic link here; run git config core.symlinks true, and check out again"
);

/// Runs the command; a refuted report is an error.
pub fn run(arguments: &Arguments) -> Done {
    let Some(report) = &arguments.report else {
        print_document(SCRIPT);
        return Ok(());
    };
    let verified = verified(arguments, report);
    if arguments.json {
        match &verified {
            Ok((verification, _)) => print_json(verification)?,
            // Whoever reads the JSON alone must not take what was not checked for true.
            Err(failure) => {
                let error = failure.to_string();
                print_json(
                    &serde_json::json!({ "holds": false, "proved": false, "checks": [], "error": error }),
                )?;
            }
        }
    }
    let (verification, signature) = verified?;
    if !arguments.json {
        let all = is_verbose();
        print(&if all { verification.to_text() } else { verification.to_short_text() });
    }
    if let Some(Err(why)) = signature {
        return Err(Failure::NotSigned(why));
    }
    if verification.holds { Ok(()) } else { Err(Failure::Refuted) }
}

/// All claims, that of the signature among them; and why that does not hold.
fn verified(
    arguments: &Arguments,
    report: &Path,
) -> Result<(Verification, Option<Result<(), String>>), Failure> {
    if is_table(report) {
        return Err(Failure::NotAReport { path: report.to_owned() });
    }
    let options = options(arguments);
    let signature =
        arguments.signed_by.as_ref().map(|key| incog::signature::check(report, key)).transpose()?;
    let address = address_of_report(report, &options)?;
    if address.as_ref().is_some_and(|address| address.engine == "postgresql" && address.uri.is_none()) {
        note(
            "a report never decides where to connect, so the driver takes the address from the environment; \
             to use another address, add --uri or --job",
        );
    }
    let verification = match arguments.connection.open(address)? {
        None => verify_report_with(report, &options)?,
        Some(mut engine) => verify_report_in(report, &options, &mut *engine)?,
    };
    let signed = signature.as_ref().map(|signature| {
        let detail = signature.as_ref().err().map_or("it is", String::as_str);
        Check::new("the report is signed with that key", signature.is_ok(), detail).promised()
    });
    Ok((Verification::from_checks(verification.checks.into_iter().chain(signed).collect()), signature))
}

fn options(arguments: &Arguments) -> VerifyOptions {
    VerifyOptions {
        job: arguments.job.clone(),
        secret: arguments.secret.clone(),
        draw_key: arguments.draw_key.clone(),
        key: arguments.key.clone(),
        input: arguments.input.clone(),
        release: arguments.release.clone(),
        population: arguments.population.clone(),
        uri: arguments.uri.clone().or_else(|| std::env::var("INCOG_ADBC_URI").ok()),
        proof: arguments.proof.clone(),
        certificate: arguments.certificate.clone(),
        made_by: arguments.made_by.clone(),
        search: arguments.search,
    }
}
