//! The file of a ledger: sealed lines, one run at a time.

use super::head::{LedgerHead, head_path};
use super::ledger_file::{broken, failed, open_alone};
use super::line::{LedgerLine, LedgerRun, LedgerTerms};
use super::state::LedgerState;
use super::terms::check_form;
use crate::DisclosureError;
use crate::LedgerError;
use crate::draw_key::random_key;
use crate::secret::{Secret, others_may_read};
use incog_audit::name_spelling;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Most bytes of a ledger that is read.
const MOST_BYTES: u64 = 1 << 32;

/// Digits of the digest by which a person is known: 128 bits.
const DIGITS: usize = 32;

/// A ledger that was read, each line with its seal.
#[derive(Debug)]
pub struct SealedLedger {
    path: PathBuf,
    file: File,
    /// Bytes of its whole lines; what follows was being written when a run ended.
    whole: u64,
    last_seal: String,
    secret: Option<SealKey>,
    terms: Option<LedgerTerms>,
    runs: Vec<LedgerRun>,
    state: LedgerState,
    head: LedgerHead,
    /// Whether this run begins the series.
    begins: bool,
    /// The releases that its reports tell of before it begins.
    pub(super) beside: Vec<String>,
}

/// The key of seals and digests.
#[derive(Clone)]
struct SealKey(Secret);

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey")
    }
}

impl SealedLedger {
    /// Opens a ledger to add a run, or makes an empty one where a series `begins`. No other run may
    /// use it until this one is dropped.
    ///
    /// # Errors
    /// When it cannot be read or written, another run has it, others may read it, a line does not
    /// have its seal, the newest release is not in it, or a series does not begin where it should,
    /// or begins where it should not.
    pub fn open(path: &Path, secret: Option<&Secret>, begins: bool) -> Result<Self, DisclosureError> {
        let known = LedgerHead::read(path)?;
        if let Some(head) = known.as_ref().filter(|head| begins && head.run > 0) {
            return Err(LedgerError::Begun { path: path.to_owned(), runs: head.run }.into());
        }
        let file = open_alone(path, begins)?;
        let mut ledger = Self::read_from(path, file, secret)?;
        ledger.head = LedgerHead::checked(known, &ledger.runs, path)?;
        if ledger.runs.is_empty() {
            if !begins {
                return Err(LedgerError::Missing { path: path.to_owned() }.into());
            }
            ledger.begins = true;
            ledger.head.write(path)?;
        }
        Ok(ledger)
    }

    /// Reads a ledger to look something up.
    ///
    /// # Errors
    /// As [`SealedLedger::open`]; also when there is none.
    pub fn read(path: &Path, secret: Option<&Secret>) -> Result<Self, DisclosureError> {
        let file = File::open(path).map_err(|source| failed(path, source))?;
        Self::read_from(path, file, secret)
    }

    fn read_from(path: &Path, mut file: File, secret: Option<&Secret>) -> Result<Self, DisclosureError> {
        let facts = file.metadata().map_err(|source| failed(path, source))?;
        if others_may_read(&facts) {
            return Err(LedgerError::Open { path: path.to_owned() }.into());
        }
        if facts.len() > MOST_BYTES {
            return Err(failed(path, ErrorKind::FileTooLarge.into()).into());
        }
        let mut bytes = Vec::new();
        (&mut file).take(MOST_BYTES).read_to_end(&mut bytes).map_err(|source| failed(path, source))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| broken(path, 1))?;
        check_form(text, path)?;
        let mut ledger = Self {
            path: path.to_owned(),
            file,
            whole: whole as u64,
            last_seal: String::new(),
            secret: None,
            terms: None,
            runs: Vec::new(),
            state: LedgerState::default(),
            head: LedgerHead::default(),
            begins: false,
            beside: Vec::new(),
        };
        for (place, line) in text.lines().enumerate() {
            ledger.take_line(line, secret).ok_or_else(|| broken(path, place + 1))?;
        }
        Ok(ledger)
    }

    /// Takes over a line; `None` where it is not the next one of this series.
    fn take_line(&mut self, line: &str, secret: Option<&Secret>) -> Option<()> {
        let (seal, text) = line.split_once(' ')?;
        let parsed: LedgerLine = serde_json::from_str(text).ok()?;
        if let LedgerLine::Series(terms) = &parsed {
            self.secret = Some(SealKey(terms.key_of(secret)?));
        }
        if self.seal(text)? != seal {
            return None;
        }
        seal.clone_into(&mut self.last_seal);
        match parsed {
            LedgerLine::Series(terms) if self.terms.is_none() => self.terms = Some(terms),
            LedgerLine::Run(run) if self.terms.as_ref()?.describes(&run.admitted) => self.take_run(*run),
            _ => return None,
        }
        Some(())
    }

    fn take_run(&mut self, run: LedgerRun) {
        self.state.apply(&run);
        self.runs.push(run);
    }

    /// The seal of the next line: it follows from the key, all lines before, and the line.
    fn seal(&self, text: &str) -> Option<String> {
        let SealKey(secret) = self.secret.as_ref()?;
        Some(secret.digest("line of a ledger", &format!("{} {text}", self.last_seal)))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What follows from all of its lines.
    pub fn state(&self) -> &LedgerState {
        &self.state
    }

    /// What all releases share; `None` before the first one.
    pub fn terms(&self) -> Option<&LedgerTerms> {
        self.terms.as_ref()
    }

    /// The runs, the first one first.
    pub fn runs(&self) -> &[LedgerRun] {
        &self.runs
    }

    /// The ledger as it was after so many runs.
    pub(super) fn after(mut self, runs: usize) -> Self {
        self.state = LedgerState::default();
        for run in std::mem::take(&mut self.runs).into_iter().take(runs) {
            self.take_run(run);
        }
        self
    }

    /// Says what all releases share, where there is none yet. Without a secret, a new key is made.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(super) fn begin(
        &mut self,
        terms: LedgerTerms,
        secret: Option<&Secret>,
    ) -> Result<(), DisclosureError> {
        let key = secret.is_none().then(random_key).transpose();
        let key = key.map_err(|source| failed(&self.path, source))?;
        let terms = LedgerTerms { key, beside: std::mem::take(&mut self.beside), ..terms };
        self.secret = terms.key_of(secret).map(SealKey);
        self.terms = Some(terms);
        Ok(())
    }

    /// Whether the release of its last run is known to have appeared. If it is not, a run that
    /// changes anything could show two steps of the series in one.
    pub fn is_confirmed(&self) -> bool {
        self.head.run == self.runs.len() as u64
    }

    /// Says that the release of the last run has appeared.
    ///
    /// # Errors
    /// When that cannot be written; the next run publishes the same records again then.
    pub(super) fn confirm(&self) -> Result<(), DisclosureError> {
        let Some(last) = self.runs.last() else { return Ok(()) };
        let head = LedgerHead { run: self.runs.len() as u64, sha256: last.sha256.clone() };
        Ok(head.write(&self.path)?)
    }

    /// What stands for a person in the ledger: `7` and `007` are one.
    pub fn digest(&self, person: &str) -> String {
        self.keyed_digest("person of a ledger", &name_spelling(person))
    }

    /// A digest of a text under the key of the series.
    pub(super) fn keyed_digest(&self, purpose: &str, text: &str) -> String {
        let digest = self.secret.as_ref().map(|SealKey(secret)| secret.digest(purpose, text));
        digest.unwrap_or_default().chars().take(DIGITS).collect()
    }

    /// Adds what a run did, so that it lasts, before its release appears.
    ///
    /// # Errors
    /// When it cannot be written; the ledger is as before then.
    pub fn add(&mut self, run: LedgerRun) -> Result<(), DisclosureError> {
        let mut text = String::new();
        if self.whole == 0
            && let Some(terms) = self.terms.clone()
        {
            text += &self.sealed(&LedgerLine::Series(terms))?;
        }
        text += &self.sealed(&LedgerLine::Run(Box::new(run.clone())))?;
        let written = self.write(text.as_bytes());
        if written.is_err() {
            // The next run drops what is not whole, too.
            let _ = self.file.set_len(self.whole);
        }
        written.map_err(|source| failed(&self.path, source))?;
        self.whole += text.len() as u64;
        self.take_run(run);
        Ok(())
    }

    fn sealed(&mut self, line: &LedgerLine) -> Result<String, DisclosureError> {
        let text = serde_json::to_string(line).map_err(|error| failed(&self.path, Error::other(error)))?;
        let seal = self.seal(&text).unwrap_or_default();
        self.last_seal.clone_from(&seal);
        Ok(format!("{seal} {text}\n"))
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole))?;
        self.file.write_all(bytes)?;
        self.file.sync_all()
    }
}

impl Drop for SealedLedger {
    fn drop(&mut self) {
        // A series that never began leaves nothing.
        if self.begins && self.file.metadata().is_ok_and(|facts| facts.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
            let _ = std::fs::remove_file(head_path(&self.path));
        }
    }
}
