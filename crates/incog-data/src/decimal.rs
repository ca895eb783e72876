//! Decimal numbers as whole multiples of a power of ten, so that 0.3 falls into `[0.3, 0.4)`.

/// Most decimal places an interval width may have.
pub(crate) const MAX_PLACES: u32 = 18;

/// Most digits before and after the point together; leaves room in 128 bits for sums.
const MAX_DIGITS: i64 = 36;

/// The largest whole `n` with `n / 10^places <= text`; `None` when `text` is no finite decimal
/// number or `n` has more than 36 digits.
///
/// ```
/// assert_eq!(incog_data::decimal::floor_scaled("-0.35", 1), Some(-4));
/// ```
pub fn floor_scaled(text: &str, places: u32) -> Option<i128> {
    let (negative, digits, point) = parts(text)?;
    let significant = digits.trim_start_matches('0');
    let point = point - (digits.len() - significant.len()) as i64;
    if significant.trim_end_matches('0').is_empty() {
        return Some(0);
    }
    let kept = point.saturating_add(i64::from(places));
    if kept > MAX_DIGITS {
        return None;
    }
    let kept = kept.max(0) as usize;
    let (whole, cut) = significant.split_at(kept.min(significant.len()));
    let mut scaled = whole.bytes().fold(0i128, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    scaled *= 10i128.pow((kept - whole.len()) as u32);
    let rounds = negative && cut.bytes().any(|digit| digit != b'0');
    Some(if negative { -scaled - i128::from(rounds) } else { scaled })
}

/// Whether a text is no number, but would be one with a point in the place of its comma.
///
/// ```
/// use incog_data::decimal::has_decimal_comma;
/// assert!(has_decimal_comma("1.234,56") && has_decimal_comma("-0,5"));
/// assert!(!has_decimal_comma("12.5") && !has_decimal_comma("a,b") && !has_decimal_comma("1,2,3"));
/// ```
pub fn has_decimal_comma(text: &str) -> bool {
    let Some((whole, fraction)) = text.trim().split_once(',') else { return false };
    let whole: String = whole.chars().filter(|sign| !matches!(sign, '.' | ' ' | '\'' | '\u{a0}')).collect();
    plain(&format!("{whole}.{fraction}")).is_some()
}

/// Decimal places of a number as it is written shortest.
///
/// ```
/// assert_eq!(incog_data::decimal::places(2.5), 1);
/// ```
pub fn places(number: f64) -> u32 {
    number.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32)
}

/// `scaled / 10^places` in digits, without trailing zeros in the fraction; `places` is at most 38.
///
/// ```
/// assert_eq!(incog_data::decimal::format_scaled(-1250, 3), "-1.25");
/// ```
pub fn format_scaled(scaled: i128, places: u32) -> String {
    let unit = 10u128.pow(places);
    let (whole, fraction) = (scaled.unsigned_abs() / unit, scaled.unsigned_abs() % unit);
    let sign = if scaled < 0 { "-" } else { "" };
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{fraction:0width$}", width = places as usize);
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}

/// A decimal number in digits, without idle zeros: `7` for `07`, `7.0` and `0.7e1`. `None` when
/// `text` is no finite decimal number or takes more than 35 digits.
///
/// ```
/// assert_eq!(incog_data::decimal::plain("07.0").as_deref(), Some("7"));
/// ```
pub fn plain(text: &str) -> Option<String> {
    let (negative, digits, point) = parts(text)?;
    let significant = digits.trim_start_matches('0');
    let point = point - (digits.len() - significant.len()) as i64;
    let significant = significant.trim_end_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let (whole, fraction) = (point.max(0), (significant.len() as i64).saturating_sub(point).max(0));
    if whole.saturating_add(fraction) >= MAX_DIGITS {
        return None;
    }
    let scaled = floor_scaled(text, fraction as u32)?;
    debug_assert_eq!(negative, scaled < 0);
    Some(format_scaled(scaled, fraction as u32))
}

/// The number in the middle of two that [`plain`] wrote.
pub(crate) fn middle(from: &str, to: &str) -> Option<String> {
    let places = places_of(from).max(places_of(to));
    let (from, to) = (floor_scaled(from, places)?, floor_scaled(to, places)?);
    Some(format_scaled((from + to).checked_mul(5)?, places + 1))
}

fn places_of(plain: &str) -> u32 {
    plain.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32)
}

/// Sign, all digits, and the place of the decimal point among them.
fn parts(text: &str) -> Option<(bool, String, i64)> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| (text.starts_with('-'), digits, whole.len() as i64 + i64::from(exponent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_exactly() {
        for (text, places, expected) in [
            ("0.3", 1, 3),
            ("-0.3", 1, -3),
            ("-0.35", 1, -4),
            ("0.39", 1, 3),
            ("12", 0, 12),
            ("-1e-9", 0, -1),
            ("1.5e3", 0, 1500),
            (".5", 1, 5),
            ("7.", 0, 7),
            ("+7", 2, 700),
            ("-0.0", 3, 0),
            ("0e999", 0, 0),
            ("00012.5", 0, 12),
        ] {
            assert_eq!(floor_scaled(text, places), Some(expected), "{text}");
        }
        for text in ["", "x", "1e99", "--1", "1e", "inf", "nan", "1.2.3", "é"] {
            assert_eq!(floor_scaled(text, 0), None, "{text}");
        }
    }

    #[test]
    fn one_text_a_number() {
        for (text, expected) in [
            ("07", "7"),
            ("7.0", "7"),
            ("0.7e1", "7"),
            (" +7 ", "7"),
            ("-0.50", "-0.5"),
            ("-0", "0"),
            ("1e3", "1000"),
            (".05", "0.05"),
        ] {
            assert_eq!(plain(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "x", "1e300", "1e-300", "2024-01-01", "1..2"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn the_middle_is_exact() {
        for (from, to, expected) in
            [("20", "29", "24.5"), ("0.1", "0.3", "0.2"), ("-5", "-4", "-4.5"), ("7", "7", "7")]
        {
            assert_eq!(middle(from, to).as_deref(), Some(expected), "{from} to {to}");
        }
    }

    #[test]
    fn writes_without_idle_zeros() {
        assert_eq!(format_scaled(-1250, 3), "-1.25");
        assert_eq!(format_scaled(-5, 1), "-0.5");
        assert_eq!(format_scaled(2000, 3), "2");
    }
}
