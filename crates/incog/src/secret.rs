//! Files of keys: a secret that decides which records of a class stay and keys the digest of the
//! input, and the keys of treatments.

use crate::IncogError;
use crate::ReportFileError;
use crate::draw_key::random_key;
use crate::job::{JobError, JobProblem, Place, Terms};
use incog_treatment::Key;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Write};
use std::path::Path;

/// Writes a new key to a file that only its owner may read: 32 bytes of the system's random
/// numbers, in hexadecimal.
///
/// # Errors
/// When the file is there already (a key is never overwritten: what was made with it could not be
/// checked any more), cannot be written, or the system has no random numbers.
pub fn write_new_key(path: impl AsRef<Path>) -> Result<(), IncogError> {
    let path = path.as_ref();
    let failed =
        |source: Error| IncogError::ReportFile(ReportFileError::NewKey { path: path.to_owned(), source });
    let text = random_key().map_err(failed)? + "\n";
    write_private(path, &text).map_err(failed)
}

/// Writes a new file that only its owner may read; one that is there is never overwritten.
pub(crate) fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Error::new(
            ErrorKind::AlreadyExists,
            "the file already exists, and incog never overwrites a key; name another file",
        ),
        _ => error,
    })?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).inspect_err(|_| {
        // Half of it is nothing. It was made just now, by nobody else.
        let _ = std::fs::remove_file(path);
    })
}

/// Fewest bytes of a secret.
const LEAST: u64 = 16;

/// Most bytes of a secret: more is some other file.
const MOST: u64 = 4096;

/// The bytes of a secret file. They are never written or shown.
#[derive(Clone)]
pub(crate) struct Secret(Key);

impl Secret {
    /// The secret of the terms, if they name one.
    pub fn for_terms(terms: &Terms) -> Result<Option<Self>, IncogError> {
        terms.secret.as_deref().map(|path| Self::read("release.secret", path)).transpose()
    }

    /// Reads a secret of 16 to 4,096 bytes that the job names under `key`; refuses a file that
    /// others than its owner may read.
    pub fn read(key: &str, path: &Path) -> Result<Self, IncogError> {
        let refuse = |why: &'static str| {
            let problem = JobProblem::Secret { key: key.to_owned(), path: path.to_owned(), why };
            IncogError::Job(JobError::new(Place::default(), problem))
        };
        let facts = std::fs::metadata(path)
            .map_err(|_| refuse("cannot read the file; make one with: incog key new FILE"))?;
        if !facts.is_file() {
            return Err(refuse("this is not a file"));
        }
        if !(LEAST..=MOST).contains(&facts.len()) {
            return Err(refuse("expected 16 to 4,096 bytes; make a secret with: incog key new FILE"));
        }
        if others_may_read(&facts) {
            return Err(refuse("other users can read it; protect it with: chmod 600"));
        }
        let bytes = std::fs::read(path).map_err(|_| refuse("cannot read the file"))?;
        Ok(Self(Key::new(&bytes)))
    }

    /// The secret that a text is.
    pub fn of_text(text: &str) -> Self {
        Self(Key::new(text.as_bytes()))
    }

    /// The key by which treatments are done.
    pub fn key(&self) -> &Key {
        &self.0
    }

    /// HMAC-SHA-256 of a text, in hexadecimal. `purpose` keeps digests for different purposes
    /// apart.
    pub fn digest(&self, purpose: &str, text: &str) -> String {
        self.0.mac(purpose, text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The first 64 bits of the same.
    pub fn hash(&self, purpose: &str, text: &str) -> u64 {
        self.0.number(purpose, text)
    }
}

#[cfg(unix)]
fn others_may_read(facts: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn others_may_read(_facts: &std::fs::Metadata) -> bool {
    false
}
