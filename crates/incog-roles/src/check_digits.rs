//! Check digits of numbers that are given to people and accounts.

/// At most 24 digits of a text, without allocation.
pub(crate) struct Digits {
    digits: [u8; 24],
    length: usize,
}

impl Digits {
    /// The digits of a text of nothing but digits and these separators; `None` otherwise, or when
    /// there are more than 24.
    pub(crate) fn parse(text: &str, separators: &[u8]) -> Option<Self> {
        let mut found = Self { digits: [0; 24], length: 0 };
        for &byte in text.as_bytes() {
            if byte.is_ascii_digit() {
                *found.digits.get_mut(found.length)? = byte - b'0';
                found.length += 1;
            } else if !separators.contains(&byte) {
                return None;
            }
        }
        Some(found)
    }

    /// The digits of a text that has exactly `N`.
    pub(crate) fn exactly<const N: usize>(text: &str, separators: &[u8]) -> Option<[u8; N]> {
        // Cheaper than reading a long text to its end.
        let longest = if separators.is_empty() { N } else { 2 * N };
        if text.len() < N || text.len() > longest {
            return None;
        }
        Self::parse(text, separators)?.as_slice().try_into().ok()
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.digits[..self.length]
    }
}

/// Luhn (ISO/IEC 7812-1, annex B): every second digit from the right doubled, the digits of all sum
/// to a multiple of ten.
pub(crate) fn luhn(digits: &[u8]) -> bool {
    let doubled = |digit: u8| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let value =
        |(place, &digit): (usize, &u8)| u32::from(if place % 2 == 1 { doubled(digit) } else { digit });
    digits.iter().rev().enumerate().map(value).sum::<u32>().is_multiple_of(10)
}

/// ISO/IEC 7064, MOD 11,10: the product of all but the last digit gives the last.
pub(crate) fn mod_11_10(digits: &[u8]) -> bool {
    let Some((last, first)) = digits.split_last() else { return false };
    let product = first.iter().fold(10, |product, &digit| {
        let sum = match (u32::from(digit) + product) % 10 {
            0 => 10,
            sum => sum,
        };
        sum * 2 % 11
    });
    (11 - product) % 10 == u32::from(*last)
}

/// The sum of the digits, each times its weight.
pub(crate) fn weighted(digits: &[u8], weights: &[i32]) -> i32 {
    digits.iter().zip(weights).map(|(&digit, weight)| i32::from(digit) * weight).sum()
}

/// The remainder by 97 of digits and letters, a letter being 10 to 35 (ISO/IEC 7064, MOD 97-10);
/// `None` at any other sign.
pub(crate) fn mod_97(signs: impl IntoIterator<Item = u8>) -> Option<u32> {
    signs.into_iter().try_fold(0, |rest, sign| match sign {
        b'0'..=b'9' => Some((rest * 10 + u32::from(sign - b'0')) % 97),
        b'A'..=b'Z' => Some((rest * 100 + u32::from(sign - b'A') + 10) % 97),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_check() {
        let digits =
            |text| Digits::parse(text, b"").map(|digits| digits.as_slice().to_vec()).unwrap_or_default();
        assert!(luhn(&digits("4111111111111111")) && !luhn(&digits("4111111111111112")));
        assert!(mod_11_10(&digits("86095742719")) && !mod_11_10(&digits("86095742718")));
        assert_eq!(mod_97(*b"3214282912345698765432161182"), Some(1));
        assert!(Digits::parse("12a", b"").is_none() && Digits::parse(&"1".repeat(25), b"").is_none());
    }
}
