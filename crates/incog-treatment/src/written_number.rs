//! Numbers as they are written.

use crate::unfit_value::Unfit;
use incog_data::decimal::{floor_scaled, format_scaled, places, plain};

/// The most decimal places that fit into 128 bits.
const MOST_PLACES: u32 = 36;

/// What a text is that is no number.
pub(crate) const NO_NUMBER: Unfit = Unfit {
    what: "not numbers of at most 35 digits",
    advice: "set csv.decimal = \",\" if they have decimal commas, or list the markers of missing values in \
        csv.missing",
};

/// What a text is that has a decimal comma.
pub(crate) const DECIMAL_COMMA: Unfit = Unfit {
    what: "numbers with a decimal comma",
    advice: "set csv.decimal = \",\", or write them with a decimal point",
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
    if places > MOST_PLACES {
        return None;
    }
    let scaled = floor_scaled(&number.to_string(), places)?;
    // A number with more decimal places than are written would become 0, by which nothing can be
    // divided.
    let is_written = (scaled == 0) == (number == 0.0);
    Some((floor_scaled(text, places)?, scaled, places)).filter(|_| is_written)
}

/// A whole multiple of a power of ten in digits.
pub(crate) fn written(scaled: i128, places: u32) -> String {
    format_scaled(scaled, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_cannot_be_written_is_none() {
        for (text, number) in
            [("7", 1e-320), ("7", -1e-36), ("0", 5e-324), ("1e-30", 1e15), ("1e40", 1.0), ("7", 1e300)]
        {
            assert_eq!(aligned(text, number), None, "{text} {number}");
        }
        assert_eq!(aligned("7.5", 0.25), Some((750, 25, 2)));
        assert_eq!(aligned("7", 0.0), Some((7, 0, 0)));
    }
}
