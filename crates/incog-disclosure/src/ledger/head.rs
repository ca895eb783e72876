//! The newest run whose release is known to have appeared, in a small file beside the ledger.

use super::ledger_file::failed;
use super::line::LedgerRun;
use crate::LedgerError;
use incog_io::write_atomically;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// The newest run whose release is known to have appeared.
///
/// It is written after the release. A ledger that lacks the run is an older copy or was cut off. A
/// ledger that has more runs was followed by no release, or by one that nobody confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LedgerHead {
    /// The number of the run, from 1; 0 where none is known.
    pub run: u64,
    /// SHA-256 of its release.
    pub sha256: String,
}

impl LedgerHead {
    /// The head beside a ledger, where there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(ledger: &Path) -> Result<Option<Self>, LedgerError> {
        let path = head_path(ledger);
        match fs::read_to_string(&path) {
            Ok(text) => {
                serde_json::from_str(&text).map(Some).map_err(|error| failed(&path, Error::other(error)))
            }
            Err(source) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(failed(&path, source)),
        }
    }

    /// Writes the head beside a ledger.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, ledger: &Path) -> Result<(), LedgerError> {
        let path = head_path(ledger);
        let text = serde_json::to_string(self).map_err(|error| failed(&path, Error::other(error)))?;
        let written = write_atomically(&path, true, |file| writeln!(file, "{text}"));
        written.map(|_| ()).map_err(|error| failed(&path, Error::other(error)))
    }

    /// The head of a ledger with these runs. Without one, an older ledger would look like the
    /// newest.
    ///
    /// # Errors
    /// When there is none beside runs, or they lack the run of the head.
    pub fn checked(known: Option<Self>, runs: &[LedgerRun], ledger: &Path) -> Result<Self, LedgerError> {
        if known.is_none() && !runs.is_empty() {
            return Err(LedgerError::Missing { path: head_path(ledger) });
        }
        let head = known.unwrap_or_default();
        head.check(runs, ledger)?;
        Ok(head)
    }

    fn check(&self, runs: &[LedgerRun], ledger: &Path) -> Result<(), LedgerError> {
        let place = usize::try_from(self.run).unwrap_or(usize::MAX);
        let is_known = match place.checked_sub(1) {
            None => true,
            Some(last) => runs.get(last).is_some_and(|run| run.sha256 == self.sha256),
        };
        if is_known {
            Ok(())
        } else {
            Err(LedgerError::Behind { path: ledger.to_owned(), runs: runs.len() as u64, appeared: self.run })
        }
    }
}

/// `releases.ledger.head` of `releases.ledger`.
pub(super) fn head_path(ledger: &Path) -> PathBuf {
    let mut name = ledger.as_os_str().to_owned();
    name.push(".head");
    name.into()
}
