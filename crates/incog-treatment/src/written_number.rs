//! Numbers as they are written.

use crate::made::Unfit;
use incog_data::decimal::{floor_scaled, format_scaled, places, plain};

/// What a text is that is no number.
pub(crate) const NO_NUMBER: Unfit = Unfit {
    what: "no numbers of at most 35 digits",
    advice: "name what stands for a missing value in csv.missing, or correct them",
};

/// The decimal places of a number as it is written; `None` when it is none.
pub(crate) fn places_of(text: &str) -> Option<u32> {
    let plain = plain(text)?;
    let of_text = text.trim().split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let is_short = !text.contains(['e', 'E']);
    let of_plain = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    Some(if is_short { of_text } else { of_plain } as u32)
}

/// Two numbers as whole multiples of one power of ten, with its exponent.
pub(crate) fn aligned(text: &str, number: f64) -> Option<(i128, i128, u32)> {
    let of_text = plain(text)?.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32);
    let places = of_text.max(places(number));
    Some((floor_scaled(text, places)?, floor_scaled(&number.to_string(), places)?, places))
}

/// A whole multiple of a power of ten in digits.
pub(crate) fn written(scaled: i128, places: u32) -> String {
    format_scaled(scaled, places)
}
