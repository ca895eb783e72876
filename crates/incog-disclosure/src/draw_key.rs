//! The key of a draw: which records of a class stay, where the job names no secret.

use incog_io::{FileFault, WholeFile, read_json};
use serde::Deserialize;
use std::fmt::{Debug, Formatter};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Hexadecimal digits of a key: 256 bits.
const DIGITS: usize = 64;

/// The key by which records are drawn where a job names no secret: 256 random bits.
///
/// It is made when something is first drawn by it, and stays the same for all terms that were
/// cloned from each other. So a release that is looked at and then saved has the same records, and
/// two runs of a program draw anew. Whoever has the key and guesses at the table can tell who
/// stayed: it stands in the internal report alone. Two keys count as equal, as terms do not differ
/// by chance.
#[derive(Clone, Default)]
pub struct DrawKey(Arc<OnceLock<String>>);

/// A key that cannot be used.
#[derive(Debug, Error)]
pub enum DrawKeyError {
    /// The file cannot be read.
    #[error("{}: {fault}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: FileFault,
    },
    /// An internal report whose release drew nothing by a key of its own.
    #[error(
        "{}: this report has no draw_key; name the internal report of a run that chose records at random, \
         or use --secret if the job has a secret",
        path.display()
    )]
    NoKey {
        /// The report.
        path: PathBuf,
    },
    /// Something else.
    #[error("{}: this is not a draw key; expected an internal report, or a file with 64 hexadecimal digits", path.display())]
    NotAKey {
        /// The file.
        path: PathBuf,
    },
    /// The system has no random numbers.
    #[error("the operating system provides no random numbers: {0}")]
    NoChance(std::io::Error),
}

/// What of an internal report matters here.
#[derive(Deserialize)]
struct WithKey {
    draw_key: Option<String>,
}

impl DrawKey {
    /// The key that a text of 64 hexadecimal digits is; `None` for any other.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_key = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| Self(Arc::new(OnceLock::from(text.to_owned()))))
    }

    /// Reads the key of an internal report, or a file that has nothing but the key.
    ///
    /// # Errors
    /// See [`DrawKeyError`]. No error shows the key.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, DrawKeyError> {
        let path = path.as_ref();
        let text = WholeFile::REPORT.read_text(path);
        let text = text.map_err(|fault| DrawKeyError::Unreadable { path: path.to_owned(), fault })?;
        let not_a_key = || DrawKeyError::NotAKey { path: path.to_owned() };
        if !text.trim_start().starts_with('{') {
            return Self::from_text(&text).ok_or_else(not_a_key);
        }
        let report: WithKey = read_json(&text).map_err(|_| not_a_key())?;
        let key = report.draw_key.ok_or_else(|| DrawKeyError::NoKey { path: path.to_owned() })?;
        Self::from_text(&key).ok_or_else(not_a_key)
    }

    /// The key, made now if nothing was drawn by it so far.
    pub fn text(&self) -> Result<&str, DrawKeyError> {
        if self.0.get().is_none() {
            let made = random_key().map_err(DrawKeyError::NoChance)?;
            return Ok(self.0.get_or_init(|| made));
        }
        Ok(self.0.get().map_or("", String::as_str))
    }

    /// The key, if something was drawn by it.
    pub fn known(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

impl Debug for DrawKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("DrawKey")
    }
}

impl PartialEq for DrawKey {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// 32 bytes of the system's random numbers, in hexadecimal.
pub fn random_key() -> std::io::Result<String> {
    let mut bytes = [0u8; DIGITS / 2];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_shared_by_clones() {
        let key = DrawKey::default();
        let clone = key.clone();
        assert_eq!(key.known(), None);
        assert_eq!(key.text().unwrap(), clone.text().unwrap());
        assert_ne!(key.text().unwrap(), DrawKey::default().text().unwrap());
        assert_eq!(format!("{key:?}"), "DrawKey");
    }

    #[test]
    fn a_key_is_64_digits() {
        let text = "0123456789abcdef".repeat(4);
        assert_eq!(DrawKey::from_text(&format!("{text}\n")).unwrap().text().unwrap(), text);
        for wrong in [&text[1..], &format!("{text}0"), &text.replace('a', "g"), ""] {
            assert!(DrawKey::from_text(wrong).is_none(), "{wrong}");
        }
    }
}
