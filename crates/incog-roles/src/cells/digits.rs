//! Digits of all scripts.

/// The zeros of all scripts but ASCII in Unicode 14 (general category `Nd`); the other nine follow
/// each of them in their order, as Unicode's stability policy promises.
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
    0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0,
    0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50,
    0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140,
    0x1e2f0, 0x1e950, 0x1fbf0,
];

/// A digit of any script as one of `0` to `9`, and any other character as it is.
///
/// ```
/// assert_eq!(incog_roles::ascii_digit('\u{664}'), '4');
/// assert_eq!(incog_roles::ascii_digit('x'), 'x');
/// ```
pub fn ascii_digit(character: char) -> char {
    if character.is_ascii() || !character.is_numeric() {
        return character;
    }
    let code = u32::from(character);
    let before = ZEROS.partition_point(|&zero| zero <= code);
    let value = before.checked_sub(1).map(|place| code - ZEROS[place]);
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::{ZEROS, ascii_digit};

    #[test]
    fn every_digit_is_one_of_ten_and_no_other_character_is() {
        assert!(ZEROS.is_sorted());
        let changed: Vec<char> = (char::MIN..=char::MAX).filter(|&any| ascii_digit(any) != any).collect();
        assert_eq!(changed.len(), ZEROS.len() * 10);
        assert!(changed.iter().all(|digit| digit.is_numeric() && !digit.is_alphabetic()));
        let digits = [
            '\u{660}',
            '\u{6f9}',
            '\u{967}',
            '\u{e55}',
            '\u{ff17}',
            '\u{1d7ff}',
            '\u{b2}',
            '\u{2167}',
            'a',
            '7',
        ];
        assert_eq!(digits.map(ascii_digit), ['0', '9', '1', '5', '7', '9', '\u{b2}', '\u{2167}', 'a', '7']);
    }
}
