//! The certificate of a release: one page for the records of those who decide, with lines to sign.
//!
//! It tells who publishes what, which models hold, the figures that data protection law asks for,
//! the attacks that were tried, what somebody answers for, digests, and the commands that check all
//! of it. Nothing is measured here: every figure is one of the report or of a result of
//! `incog attack`, and what neither has is told as *not measured*.
//!
//! **The rule** is that of docs/security.md. A certificate is made from a report and the release,
//! and from nothing else; of a public report it may go with the release. Figures of an internal
//! report and of attacks, which read the original, are for the steward.

mod attacks;
mod commands;
mod content;
mod criteria;
mod expert;
mod name;
mod published_form;
mod safe_harbor;
mod statement;

pub use attacks::{AttackResult, AttacksFacts, ToldFinding, ToldRate, ToldUnread, ToldUntried};
pub use name::certificate_paths;
pub use name::is_sibling;
pub use statement::{ReportFacts, Statement};

use super::{Audience, Report};
use crate::DisclosureError;
use crate::ReportFileError;
use crate::certificate_error::CertificateError;
use crate::job::{Job, OutputFile, files_of_report};
use incog_data::Table;
use incog_io::{ReadOptions, WholeFile, read_json, read_table, sha256_of_text, shown_on_page};
use std::path::{Path, PathBuf};

/// The texts of a certificate that the report lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CertificateOptions {
    /// Who publishes; what the job says, where nothing is said here.
    pub publisher: Option<String>,
    /// Who answers for data protection; what the job says, where nothing is said here.
    pub officer: Option<String>,
    /// What `incog attack --json` printed.
    pub attacks: Option<PathBuf>,
    /// Where it is to be written; beside the report where nothing is said.
    pub output: Option<PathBuf>,
}

/// A certificate.
#[derive(Debug, Clone, PartialEq)]
pub struct Certificate {
    /// Where it belongs.
    pub path: PathBuf,
    /// For whom it is.
    pub audience: Audience,
    /// The page.
    pub html: String,
    /// The files that it was made of, and those that the report tells of; it belongs over none of
    /// them.
    pub reads: Vec<PathBuf>,
}

impl Certificate {
    /// Makes the certificate of the report in a file.
    ///
    /// # Errors
    /// When the file is no report of a table, when the release beside cannot read the file or is
    /// another one, and when the attacks are no result of `incog attack --json` or were tried on
    /// another release.
    pub fn of_report(report: &Path, options: &CertificateOptions) -> Result<Self, DisclosureError> {
        let unreadable = |fault| {
            DisclosureError::ReportFile(ReportFileError::Unreadable { path: report.to_owned(), fault })
        };
        let text = WholeFile::REPORT.read_text(report).map_err(unreadable)?;
        if incog_report::is_of_trajectories(&text) {
            return Err(CertificateError::OfTrajectories { path: report.to_owned() }.into());
        }
        let facts: Report = read_json(&text).map_err(|error| DisclosureError::no_report(report, &error))?;
        let attacks = options.attacks.as_deref().map(AttacksFacts::read).transpose()?;
        if let Some(attacks) = &attacks {
            attacks.check(&facts, options.attacks.as_deref().unwrap_or(report))?;
        }
        let audience = if attacks.is_some() { Audience::Internal } else { facts.audience };
        let path = options.output.clone().unwrap_or_else(|| name::beside_report(report, audience));
        let said = &facts.job.certificate;
        let folder = path.parent().unwrap_or(Path::new(""));
        let statement = Statement {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            path: name::file_name(&path),
            audience,
            report: ReportFacts { path: name::file_name(report), sha256: sha256_of_text(&text) },
            publisher: options.publisher.clone().or_else(|| said.publisher.clone()),
            officer: options.officer.clone().or_else(|| said.officer.clone()),
            attacks: attacks.map(|attacks| attacks.seen_from(folder)),
        };
        let html = page(&facts, &statement, report)?;
        let reads = files_around(report, &facts).into_iter().chain(options.attacks.clone()).collect();
        Ok(Self { path, audience, html, reads })
    }
}

/// The files that a report tells of, and those that its job reads; of the job file, too, if it is
/// there, since a public report withholds where keys are.
fn files_around(report: &Path, facts: &Report) -> Vec<PathBuf> {
    let folder = report.parent().unwrap_or(Path::new(""));
    let of_report = Job::from_file(&facts.job, folder).ok();
    let of_file = facts.job_file.as_ref().and_then(|file| Job::from_toml_file(folder.join(file)).ok());
    let jobs = of_report.iter().chain(&of_file).flat_map(Job::files_read);
    files_of_report(report).into_iter().chain(jobs).collect()
}

/// The page that a statement about a report makes; `report` is where that is.
///
/// # Errors
/// When the release cannot be read, or is not the one of the report.
pub fn page(facts: &Report, statement: &Statement, report: &Path) -> Result<String, DisclosureError> {
    let folder = report.parent().unwrap_or(Path::new(""));
    let release = release(facts, folder)?;
    let broken = |error: Box<dyn std::error::Error + Send + Sync>| {
        DisclosureError::ReportFile(ReportFileError::Report {
            path: report.to_owned(),
            source: std::io::Error::other(error),
        })
    };
    let page = content::render(facts, statement, release.as_ref()).map_err(broken)?;
    Ok(shown_on_page(&page).into_owned())
}

/// The release as it was written; `None` where it is a table of an engine.
fn release(facts: &Report, folder: &Path) -> Result<Option<Table>, DisclosureError> {
    if let Some(OutputFile::Table(_)) = facts.job.output {
        return Ok(None);
    }
    let delimiter = facts.job.csv.delimiter.as_deref().and_then(|text| text.bytes().next());
    let options = ReadOptions {
        delimiter,
        header: facts.job.release.fixed_width.is_none(),
        fixed_width: facts.job.release.fields(),
        escaped_formulas: facts.job.release.escape_formulas.unwrap_or(false),
        one_missing_value: false,
        ..ReadOptions::default()
    };
    let path = folder.join(&facts.release.path);
    let file = read_table(&path, &options)?;
    if file.sha256 != facts.release.sha256 {
        return Err(CertificateError::OtherRelease { path }.into());
    }
    Ok(Some(file.table))
}
