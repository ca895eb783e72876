//! Numbers as people type them; what is no number is told what was expected.

use incog_io::TextEncoding;

/// A whole number.
fn whole_number(text: &str) -> Result<i64, String> {
    text.trim().parse().map_err(|_| format!("expected a whole number, such as 5; found {text:?}"))
}

/// How many people look alike.
pub fn people(text: &str) -> Result<i64, String> {
    let people = whole_number(text)?;
    if people >= 1 { Ok(people) } else { Err(format!("expected at least 1, found {people}")) }
}

/// A number that is not below 1.
pub fn at_least_one(text: &str) -> Result<f64, String> {
    let number = number(text)?;
    if number >= 1.0 { Ok(number) } else { Err(format!("expected at least 1, found {number}")) }
}

/// A number.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("expected a number, such as 3 or 0.2; found {text:?}"))
}

/// A share: 0.05, or 5 %.
pub fn share(text: &str) -> Result<f64, String> {
    let share = incog_io::share(text).filter(|share| *share >= 0.0);
    share.ok_or_else(|| format!("expected a share, such as 0.05 or 5%; found {text:?}"))
}

/// A share of the records.
pub fn share_of_records(text: &str) -> Result<f64, String> {
    let share = share(text)?;
    if share <= 1.0 { Ok(share) } else { Err(format!("expected at most 1, or 100%; found {text:?}")) }
}

/// The encoding of a text.
pub fn encoding(text: &str) -> Result<TextEncoding, String> {
    let known = "utf-8, windows-1252, iso-8859-2 or utf-16le";
    TextEncoding::from_label(text)
        .ok_or_else(|| format!("expected an encoding, such as {known}; found {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_may_be_percentages() {
        for (text, expected) in [("0.05", 0.05), ("5%", 0.05), (" 5 %", 0.05), ("100%", 1.0), ("0", 0.0)] {
            assert_eq!(share(text), Ok(expected), "{text}");
        }
        for text in ["five", "%", "-1%", "NaN", "inf", "5%%", ""] {
            assert!(share(text).is_err(), "{text}");
        }
        assert!(share("150%").is_ok() && share_of_records("150%").is_err());
    }
}
