//! Positions in degrees and minutes, and as plus codes.

/// Whether a text is a plus code of a place of some metres: `9F4MGC22+CM` (Open Location Code).
pub(super) fn is_plus_code(word: &str) -> bool {
    let Some((area, place)) = word.split_once('+') else { return false };
    let has_letter = word.bytes().any(|sign| sign.is_ascii_alphabetic());
    area.len() == 8 && (2..=7).contains(&place.len()) && are_signs(area) && are_signs(place) && has_letter
}

fn are_signs(part: &str) -> bool {
    part.bytes().all(|sign| b"23456789CFGHJMPQRVWX".contains(&sign.to_ascii_uppercase()))
}

/// Whether a text holds latitude and longitude in degrees with minutes or decimals:
/// `N52°31.2 E013°24.3`, `52°31'12"N 13°24'18"E`.
pub(super) fn holds_degrees(text: &str) -> bool {
    const SIGN: char = '\u{b0}';
    if text.matches(SIGN).count() < 2 {
        return false;
    }
    let parts: Vec<&str> = text.split(SIGN).collect();
    parts.windows(3).any(|three| {
        let middle = three[1];
        let (first, second) =
            (Angle { before: three[0], behind: middle }, Angle { before: middle, behind: three[2] });
        first.is_exact() && second.is_exact() && are_hemispheres(three)
    })
}

/// The text before and behind a sign for degrees.
struct Angle<'t> {
    before: &'t str,
    behind: &'t str,
}

impl Angle<'_> {
    /// Degrees with minutes behind, or with three decimals and more.
    fn is_exact(&self) -> bool {
        let is_part = |sign: char| sign.is_ascii_digit() || sign == '.';
        let degrees = self.before.rsplit(|sign: char| !is_part(sign)).next().unwrap_or("");
        let has_decimals = degrees.split_once('.').is_some_and(|(_, decimals)| decimals.len() >= 3);
        let minutes = self.behind.trim_start().bytes().take_while(u8::is_ascii_digit).count();
        let is_angle = degrees.parse().is_ok_and(|degrees: f64| degrees <= 180.0);
        is_angle && (has_decimals || (1..=2).contains(&minutes))
    }
}

/// Whether a letter for north or south and one for east or west stand beside the numbers.
fn are_hemispheres(parts: &[&str]) -> bool {
    let letters = || {
        let words = parts.iter().flat_map(|part| part.split(|sign: char| !sign.is_alphabetic()));
        words.filter(|word| !word.is_empty())
    };
    letters().any(|letter| ["N", "S"].contains(&letter))
        && letters().any(|letter| ["E", "W", "O"].contains(&letter))
}

#[test]
fn notations_of_positions() {
    for found in [
        "N52\u{b0}31.2 E013\u{b0}24.3",
        "N 52\u{b0} 31.200' E 013\u{b0} 24.300'",
        "52\u{b0}31'12\"N 13\u{b0}24'18\"E",
        "at 52.5200\u{b0} N, 13.4050\u{b0} E",
    ] {
        assert!(holds_degrees(found), "{found}");
    }
    for harmless in
        ["37\u{b0}C", "from 37\u{b0}C to 38\u{b0}C", "N52\u{b0} E13\u{b0}", "180\u{b0} 90\u{b0} N E"]
    {
        assert!(!holds_degrees(harmless), "{harmless}");
    }
    assert!(is_plus_code("9F4MGC22+CM") && is_plus_code("8FW4V75V+8Q"));
    assert!(!is_plus_code("9F4MGC22") && !is_plus_code("22222222+22") && !is_plus_code("A+B"));
}
