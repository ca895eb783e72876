//! Texts that have the shape of a number.

/// The signs of a text that has a shape, digits as 0 to 9 and letters as 10 to 35, and what stands
/// behind it; `None` if it has another shape.
pub(super) fn read<'t>(shape: &str, text: &'t str) -> Option<(Vec<u8>, &'t str)> {
    let head = text.as_bytes().get(..shape.len())?;
    // Most texts have another shape, and nothing is allocated for them.
    if !shape.bytes().zip(head).all(|(wanted, sign)| has_place(wanted, *sign)) {
        return None;
    }
    // A letter of ASCII or a digit is a digit by 36, which fits into a byte.
    let signs = head.iter().filter_map(|sign| Some(char::from(*sign).to_digit(36)? as u8)).collect();
    // The head is ASCII, so a character begins behind it.
    Some((signs, &text[shape.len()..]))
}

/// Whether a sign may stand at a place of a shape.
fn has_place(wanted: u8, sign: u8) -> bool {
    match wanted {
        b'0' => sign.is_ascii_digit(),
        b'A' => sign.is_ascii_alphanumeric(),
        other => other == sign,
    }
}

/// Where numbers may begin: at a letter or a digit of ASCII, behind a blank or a mark.
pub(super) fn begins(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut before = ' ';
    text.char_indices().filter_map(move |(at, sign)| {
        let is_begin = sign.is_ascii_alphanumeric() && !before.is_alphanumeric() && !"-./".contains(before);
        before = sign;
        is_begin.then_some(at)
    })
}

/// Whether a number ends before this text.
pub(super) fn ends(rest: &str) -> bool {
    let mut signs = rest.chars();
    let next = signs.next().unwrap_or(' ');
    let goes_on = "-./".contains(next) && signs.next().is_some_and(char::is_alphanumeric);
    !next.is_alphanumeric() && !goes_on
}

/// Whether two letters in a row stand before or behind a number.
pub(super) fn has_words_beside(before: &str, behind: &str) -> bool {
    [before, behind]
        .iter()
        .any(|text| text.split(|sign: char| !sign.is_alphabetic()).any(|word| word.chars().count() > 1))
}
