//! A secret that decides which records of a class stay and keys the digest of the input.

use crate::IncogError;
use crate::job::{JobError, JobProblem, Place, Terms};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::path::Path;

/// Fewest bytes of a secret.
const LEAST: u64 = 16;

/// Most bytes of a secret: more is some other file.
const MOST: u64 = 4096;

/// The bytes of a secret file. They are never written or shown.
#[derive(Clone)]
pub(crate) struct Secret(Hmac<Sha256>);

impl Secret {
    /// The secret of the terms, if they name one.
    pub fn of(terms: &Terms) -> Result<Option<Self>, IncogError> {
        terms.secret.as_deref().map(Self::read).transpose()
    }

    /// Reads a secret of 16 to 4,096 bytes; refuses a file that others than its owner may read.
    fn read(path: &Path) -> Result<Self, IncogError> {
        let refuse = |why: &'static str| {
            let problem = JobProblem::Secret { path: path.to_owned(), why };
            IncogError::Job(JobError::new(Place::default(), problem))
        };
        let facts = std::fs::metadata(path).map_err(|_| refuse("it cannot be read"))?;
        if !facts.is_file() {
            return Err(refuse("it is no file"));
        }
        if !(LEAST..=MOST).contains(&facts.len()) {
            return Err(refuse(
                "a secret has 16 to 4,096 bytes; make one with: head -c 32 /dev/urandom | base64",
            ));
        }
        if others_may_read(&facts) {
            return Err(refuse("others than its owner may read it; change that with: chmod 600"));
        }
        let bytes = std::fs::read(path).map_err(|_| refuse("it cannot be read"))?;
        let keyed = Hmac::new_from_slice(&bytes).map_err(|_| refuse("it cannot be used"))?;
        Ok(Self(keyed))
    }

    /// HMAC-SHA-256 of a text, in hexadecimal. `purpose` keeps digests for different purposes apart.
    pub fn digest(&self, purpose: &str, text: &str) -> String {
        self.mac(purpose, text).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The first 64 bits of the same.
    pub fn hash(&self, purpose: &str, text: &str) -> u64 {
        self.mac(purpose, text).iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    fn mac(&self, purpose: &str, text: &str) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(&(purpose.len() as u64).to_be_bytes());
        mac.update(purpose.as_bytes());
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
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
