//! Files of keys: a secret that decides which records of a class stay and keys the digest of the
//! input, and the keys of treatments.

use crate::DisclosureError;
use crate::ReportFileError;
use crate::draw_key::random_key;
use crate::job::{JobError, JobProblem, Place, Terms};
use incog_treatment::Key;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Write};
use std::path::Path;

/// Writes a new key to a file that only its owner may read: 32 bytes of the system's random
/// numbers, in hexadecimal.
///
/// # Errors
/// When the file is there already (a key is never overwritten: what was made with it could not be
/// checked any more), cannot be written, or the system has no random numbers.
pub fn write_new_key(path: impl AsRef<Path>) -> Result<(), DisclosureError> {
    let path = path.as_ref();
    let failed = |source: Error| {
        DisclosureError::ReportFile(ReportFileError::NewKey { path: path.to_owned(), source })
    };
    let text = random_key().map_err(failed)? + "\n";
    write_private(path, &text).map_err(failed)
}

/// Writes a new file that only its owner may read; one that is there is never overwritten.
pub fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
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

/// Fewest digits of a random secret in hexadecimal: 128 bits.
const LEAST_DIGITS: usize = 32;

/// Different bytes that a random secret has at least.
const LEAST_DIFFERENT: usize = 8;

/// Characters of a fingerprint: 64 bits tell two secrets apart.
const FINGERPRINT: usize = 16;

/// The bytes of a secret file. They are never written or shown.
#[derive(Clone)]
pub struct Secret {
    key: Key,
    /// Whether nobody can guess it.
    is_random: bool,
}

impl Secret {
    /// The secret of the terms, if they name one.
    pub fn for_terms(terms: &Terms) -> Result<Option<Self>, DisclosureError> {
        terms.secret.as_deref().map(|path| Self::read("release.secret", path)).transpose()
    }

    /// Reads a secret of 16 to 4,096 bytes that the job names under `key`; refuses a file that
    /// others than its owner may read.
    pub fn read(key: &str, path: &Path) -> Result<Self, DisclosureError> {
        let refuse = |why: &'static str| {
            let problem = JobProblem::Secret { key: key.to_owned(), path: path.to_owned(), why };
            DisclosureError::Job(JobError::new(Place::default(), problem))
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
        Ok(Self::new(&bytes))
    }

    /// The secret that a text is.
    pub fn of_text(text: &str) -> Self {
        Self::new(text.as_bytes())
    }

    fn new(bytes: &[u8]) -> Self {
        Self { key: Key::new(bytes), is_random: is_random(bytes) }
    }

    /// What tells this secret from others and says nothing else. None of a secret that somebody may
    /// have thought up: an attacker could confirm a guess at it.
    pub fn fingerprint(&self) -> Option<String> {
        let digest = self.digest("fingerprint of a key", "");
        self.is_random.then(|| digest.chars().take(FINGERPRINT).collect())
    }

    /// The key by which treatments are done.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// HMAC-SHA-256 of a text, in hexadecimal. `purpose` keeps digests for different purposes
    /// apart.
    pub fn digest(&self, purpose: &str, text: &str) -> String {
        self.key.mac(purpose, text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The first 64 bits of the same.
    pub fn hash(&self, purpose: &str, text: &str) -> u64 {
        self.key.number(purpose, text)
    }
}

/// Whether bytes are as `incog key new` writes them, a number in hexadecimal digits with or without
/// hyphens, 30 random bytes or more in base 64, or those of no text.
fn is_random(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    let is_hexadecimal = text.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    let is_text = bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let different: BTreeSet<u8> = text.iter().copied().collect();
    let is_long = text.len() >= LEAST_DIGITS && different.len() >= LEAST_DIFFERENT;
    is_long && (is_hexadecimal || !is_text || is_random_base64(text))
}

/// Whether a text looks like random bytes in base 64. There are four kinds of characters: capitals,
/// small letters, digits and signs. Of random ones, two of three neighbours are of different kinds;
/// of words, few are.
fn is_random_base64(text: &[u8]) -> bool {
    const FEWEST_SIGNS: usize = 40;
    let kind = |byte: &u8| match byte {
        b'A'..=b'Z' => Some(0),
        b'a'..=b'z' => Some(1),
        b'0'..=b'9' => Some(2),
        b'+' | b'/' | b'-' | b'_' | b'=' => Some(3),
        _ => None,
    };
    let Some(kinds) = text.iter().map(kind).collect::<Option<Vec<u8>>>() else { return false };
    let changes = kinds.windows(2).filter(|pair| pair[0] != pair[1]).count();
    // The bound is two of five neighbours. One random key of some 1,300 (32 bytes) or 670 (30
    // bytes) has fewer, and gets no fingerprint.
    kinds.len() >= FEWEST_SIGNS && 5 * changes >= 2 * (kinds.len() - 1)
}

#[cfg(unix)]
pub(crate) fn others_may_read(facts: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
pub(crate) fn others_may_read(_facts: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn only_random_secrets_have_a_fingerprint() {
        let random = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let print = Secret::of_text(random).fingerprint().expect("a fingerprint");
        assert!(
            print.len() == 16 && print != Secret::of_text(&random[1..]).fingerprint().unwrap_or_default()
        );
        for drawn in ["q7Zk1vT0bYx9Gm3RdLw8uPz5NfCj2hSe6aKiXtVoB4E=", "550e8400-e29b-41d4-a716-446655440000"]
        {
            assert!(Secret::of_text(drawn).fingerprint().is_some(), "{drawn}");
        }
        let words = "HospitalMuensterSecretForTheRegistryOfStays2024";
        for guessed in ["correct horse battery staple, and more", "0123", &"ab".repeat(40), words] {
            assert_eq!(Secret::of_text(guessed).fingerprint(), None, "{guessed}");
        }
    }
}
