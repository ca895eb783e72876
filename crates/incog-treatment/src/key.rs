//! A key, and the numbers that follow from it.

use hmac::{Hmac, KeyInit, Mac};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::Sha256;
use std::fmt;

/// The bytes of a key, of which nothing is ever written or shown.
///
/// HMAC-SHA-256 (RFC 2104, 1997; FIPS 180-4) of a purpose and a text: whoever has not the key can
/// neither work the result out nor learn the text from it, and results for different purposes say
/// nothing of each other.
///
/// ```
/// use incog_treatment::Key;
/// let key = Key::new(b"sixteen bytes or more");
/// assert_eq!(key.mac("a", "x"), Key::new(b"sixteen bytes or more").mac("a", "x"));
/// assert_ne!(key.mac("a", "x"), key.mac("b", "x"));
/// assert_eq!(format!("{key:?}"), "Key");
/// ```
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

impl Key {
    /// A key of these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self(Hmac::new_from_slice(bytes).expect("a key of HMAC may have any length"))
    }

    /// HMAC-SHA-256 of the length of the purpose in bytes (8 bytes, the highest first), the
    /// purpose, and the text.
    pub fn mac(&self, purpose: &str, text: &str) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(&(purpose.len() as u64).to_be_bytes());
        mac.update(purpose.as_bytes());
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The first 64 bits of the same as a number.
    pub fn number(&self, purpose: &str, text: &str) -> u64 {
        self.mac(purpose, text).iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// Random numbers for one value of one person in a column, which follow from the key, the
    /// treatment with its parameters, the column, the person and the value. The same value of the
    /// same person draws alike in every release, so no number of releases averages it away; another
    /// value or person has a seed of its own, so nobody finds the noise of one from that of others.
    pub(crate) fn chance(
        &self,
        treatment: &str,
        column: &str,
        person: &str,
        value: &str,
    ) -> Xoshiro256PlusPlus {
        let purpose = format!("{treatment}; column {}: {column}", column.len());
        Xoshiro256PlusPlus::from_seed(self.mac(&purpose, &format!("{}: {person}{value}", person.len())))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}
