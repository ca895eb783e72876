//! What a report claims, proved or refuted from the files it names.
//!
//! The input and the release are read again, hierarchies are made again from the job in the report,
//! and the report is made again from what the files show; then every leaf of the two is compared.
//! What the files do not show is listed as not shown, by its path: no leaf is left out. Nothing of
//! the search is used.

mod aggregates;
mod automatic_bases;
mod cells;
mod certain_matches;
mod certificate;
mod conceal_choice;
mod container;
mod disjoint;
mod evidence;
mod expected_report;
mod file_source;
mod given_proof;
mod groups;
mod in_cluster;
mod in_memory;
mod kept_records;
mod limits;
mod local;
mod matching;
mod named_files;
mod noise;
mod order;
mod page;
mod premises;
mod proof;
mod quasi_identifier;
mod record_cover;
mod release;
mod sampled_records;
mod search;
mod series;
mod singling;
mod treatments;

pub use incog_report::{Check, Verdict, Verification, VerifyOptions};

use crate::IncogError;
use crate::job::InputFile;
use crate::report::Report;
use file_source::Found;
use incog_engine::{Address, Engine};
use incog_io::read_json;
use incog_report::verification::{ledger, second_run};
use premises::Premises;
use std::path::Path;

/// Checks every claim of the report of a table, which is in the file `path` and has the content
/// `text`.
pub(crate) fn verify(
    path: &Path,
    text: &str,
    options: &VerifyOptions,
    engine: Option<&mut dyn Engine>,
) -> Result<Verification, IncogError> {
    let no_report = |error| IncogError::no_report(path, &error);
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
    if options.search && release.is_some() {
        checks
            .push(Check::not_shown(second_run::CLAIM, "verify does not repeat a search on a database table"));
    } else if options.search {
        search::run_again(&report, &premises, &value, &mut checks)?;
    }
    let input = premises.source.sha256.as_deref();
    let certified = certificate::Certified { report: &report, text, path, input };
    checks.extend(certified.verify(options.certificate.as_ref())?);
    Ok(Verification::from_checks(checks))
}

/// Where the engine is that has the table a report is about; `None` where that is a file.
pub(crate) fn address(
    path: &Path,
    text: &str,
    options: &VerifyOptions,
) -> Result<Option<Address>, IncogError> {
    let report: Report = read_json(text).map_err(|error| IncogError::no_report(path, &error))?;
    if !report.job.input.as_ref().is_some_and(InputFile::is_of_engine) {
        return Ok(None);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let (job, found) = premises::jobs(&report, folder, options)?;
    named_files::Opened::new(folder, found.as_ref(), options).check_database(&job, options)?;
    let address = job.address();
    Ok(address.map(|address| Address { read_only: true, ..address }))
}

#[cfg(test)]
mod tests;
