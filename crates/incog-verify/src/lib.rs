//! What a report claims, proved or refuted from the files it names.
//!
//! The input and the release are read again, hierarchies are made again from the job in the report,
//! and the report is made again from what the files show; then every leaf of the two is compared.
//! What the files do not show is listed as not shown, by its path: no leaf is left out.
//!
//! This crate knows no room that decides, searches, recodes or publishes, so a mistake there is not
//! repeated here. What both sides know stands in `incog-disclosure`.

mod aggregates;
mod automatic_bases;
mod cells;
mod certain_matches;
mod certificate;
mod class_sizes;
mod conceal_choice;
mod container;
mod disjoint;
mod evidence;
mod expected_report;
mod file_source;
mod given_proof;
mod group_sums;
mod groups;
mod histories;
mod in_cluster;
mod in_memory;
mod kept_columns;
mod kept_records;
mod label_readings;
mod limits;
mod local;
mod matching;
mod named_files;
mod nearest;
mod noise;
mod order;
mod own_k;
mod page;
mod premises;
mod proof;
mod public_report;
mod public_search;
mod quasi_identifier;
mod record_cover;
mod release;
mod risk;
mod sampled_records;
mod search;
mod series;
mod singling;
mod sources;
mod treated_again;
mod treatments;

pub use in_cluster::verify_in_cluster;
pub use in_memory::{ReportInMemory, verify_in_memory};
pub use incog_report::{Check, Verdict, Verification, VerifyOptions};
pub use search::{PublishAgain, SecondRelease};

use file_source::Found;
use incog_disclosure::DisclosureError;
use incog_disclosure::job::InputFile;
use incog_disclosure::report::Report;
use incog_engine::{Address, Engine};
use incog_io::read_json;
use incog_report::verification::{ledger, second_run};
use premises::Premises;
use std::path::Path;

/// Checks every claim of the report of a table, which is in the file `path` and has the content
/// `text`; `publish_again` is asked where the search is to be repeated.
///
/// # Errors
/// When the report, the input or a hierarchy cannot be read. A release that cannot be read refutes
/// the report instead.
pub fn verify<E: From<DisclosureError>>(
    path: &Path,
    text: &str,
    options: &VerifyOptions,
    engine: Option<&mut dyn Engine>,
    publish_again: PublishAgain<'_, E>,
) -> Result<Verification, E> {
    let no_report = |error| DisclosureError::no_report(path, &error);
    let report: Report = read_json(text).map_err(no_report)?;
    let value: serde_json::Value = read_json(text).map_err(no_report)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (mut premises, release) = match engine {
        None => (Premises::read(&report, folder, options)?, None),
        Some(engine) => {
            let (premises, release) = Premises::read_in(&report, folder, options, engine)?;
            (premises, Some(release))
        }
    };
    premises.made_by.clone_from(&options.made_by);
    let found = match &release {
        Some(release) if premises.job.into.is_some() => Found::Engine { folder, release },
        _ => Found::Folder { folder, release: options.release.as_deref() },
    };
    if let Found::Folder { release: None, .. } = found {
        named_files::check_release(&report, folder)?;
    }
    let mut checks = release::verify(&report, &value, &premises, found)?;
    checks.push(container::of_report(&report, text, premises.made_by.as_deref()));
    if options.search && release.is_some() {
        checks
            .push(Check::not_shown(second_run::CLAIM, "verify does not repeat a search on a database table"));
    } else if options.search && premises.ledger.is_some() {
        let why = "a release of a series follows from its ledger, and a second run would add to that";
        checks.push(Check::not_shown(second_run::CLAIM, why));
    } else if options.search {
        search::run_again(&report, &premises, &value, publish_again, &mut checks)?;
    }
    let input = premises.source.sha256.as_deref();
    let certified = certificate::Certified { report: &report, text, path, input };
    checks.extend(certified.verify(options.certificate.as_ref())?);
    Ok(Verification::from_checks(checks))
}

/// Where the engine is that has the table a report is about; `None` where that is a file.
///
/// # Errors
/// When the report or its job cannot be read.
pub fn address(path: &Path, text: &str, options: &VerifyOptions) -> Result<Option<Address>, DisclosureError> {
    let report: Report = read_json(text).map_err(|error| DisclosureError::no_report(path, &error))?;
    if !report.job.input.as_ref().is_some_and(InputFile::is_of_engine) {
        return Ok(None);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let (job, found) = premises::jobs(&report, folder, options)?;
    named_files::Opened::new(folder, found.as_ref(), options).check_database(&job, options)?;
    let address = job.address();
    Ok(address.map(|address| Address { read_only: true, ..address }))
}
