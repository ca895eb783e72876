//! Shares of a whole, as a number or as a percentage.

use serde::de::{Deserializer, Error, Visitor};
use std::fmt;

/// The share that a text says: `0.05`, or `5%`; `None` where it says none.
///
/// ```
/// assert_eq!(incog_io::share("5 %"), Some(0.05));
/// assert_eq!(incog_io::share("0.05"), Some(0.05));
/// assert_eq!(incog_io::share("five"), None);
/// ```
pub fn share(text: &str) -> Option<f64> {
    let (digits, whole) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), 100.0),
        None => (text.trim(), 1.0),
    };
    let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
    Some(number / whole)
}

/// Reads a number, or a text such as `"5%"`, for `deserialize_with` of a share.
///
/// # Errors
/// When it is neither.
pub fn deserialize_share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_any(Share)
}

/// Like [`deserialize_share`], for an optional share.
///
/// # Errors
/// As [`deserialize_share`].
pub fn deserialize_optional_share<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    deserialize_share(deserializer).map(Some)
}

struct Share;

impl Visitor<'_> for Share {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a share such as 0.05 or \"5%\"")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
        share(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}
