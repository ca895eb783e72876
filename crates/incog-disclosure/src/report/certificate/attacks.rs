//! Attacks that were tried, as `incog attack --json` tells them.

use super::super::Report;
use crate::DisclosureError;
use crate::ReportFileError;
use crate::attack_files::AttackFileFacts;
use crate::certificate_error::CertificateError;
use crate::job::without_found_values;
use incog_io::{WholeFile, path_from, read_json, sha256_of_text};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A result of `incog attack --json`, and its digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttacksFacts {
    /// SHA-256 of the bytes of the result.
    pub sha256: String,
    /// What it says.
    pub result: AttackResult,
}

/// What a certificate tells of a result of `incog attack --json`; other keys of it are passed over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are those of `AttackReport`")]
pub struct AttackResult {
    pub files: AttackFileFacts,
    pub seed: u64,
    pub queries: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    pub records: u64,
    pub released: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<u64>,
    pub known: Vec<String>,
    pub sensitive: Vec<String>,
    pub unread: Vec<ToldUnread>,
    pub findings: Vec<ToldFinding>,
    pub untried: Vec<ToldUntried>,
}

/// What came of one attack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are those of `Finding`")]
pub struct ToldFinding {
    pub attack: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub success: String,
    pub original: ToldRate,
    pub baseline: ToldRate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<ToldRate>,
    pub sentence: String,
}

/// Successes of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are those of `Rate`")]
pub struct ToldRate {
    pub successes: u64,
    pub attempts: u64,
    pub rate: Option<f64>,
    pub interval: Option<[f64; 2]>,
}

/// Labels that were taken for values that nobody has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are those of `UnreadLabels`")]
pub struct ToldUnread {
    pub column: String,
    pub further: usize,
    pub labels: usize,
    pub records: u64,
}

/// An attack that was not tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are those of `Untried`")]
pub struct ToldUntried {
    pub attack: String,
    pub because: String,
}

impl AttacksFacts {
    /// Reads a result.
    ///
    /// # Errors
    /// When the file cannot be read, or is no such result.
    pub fn read(path: &Path) -> Result<Self, DisclosureError> {
        let unreadable =
            |fault| DisclosureError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault });
        let text = WholeFile::REPORT.read_text(path).map_err(unreadable)?;
        let result = read_json(&text).map_err(|error| CertificateError::NoAttacks {
            path: path.to_owned(),
            what: without_found_values(&error.to_string()),
        })?;
        Ok(Self { sha256: sha256_of_text(&text), result })
    }

    /// That they were tried on the tables of a report; a public one does not have the digest of its
    /// input, but `verify` has.
    pub(super) fn check(&self, report: &Report, path: &Path) -> Result<(), CertificateError> {
        let other = |which| CertificateError::OtherAttacks { path: path.to_owned(), which };
        let files = &self.result.files;
        if files.release.sha256 != report.release.sha256 {
            return Err(other("release"));
        }
        match &report.input.sha256 {
            Some(sha256) if *sha256 != files.original.sha256 => Err(other("original")),
            _ => Ok(()),
        }
    }

    /// Makes the paths of the tables relative to a folder.
    pub(super) fn seen_from(mut self, folder: &Path) -> Self {
        self.result.files.paths().for_each(|path| *path = path_from(Path::new(path), folder));
        self
    }
}
