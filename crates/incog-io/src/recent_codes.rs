//! The codes of values that were seen a short while ago, found without looking them up in the
//! dictionary.

/// Places: more than most columns of a table have values.
const PLACES: usize = 128;

/// As soon as so many values were looked up, it pays to remember some: pieces of a table of many
/// columns have fewer rows.
const PAYS_FROM: u32 = 1 << 10;

/// Codes of short values, each at the one place where it can be.
#[derive(Debug, Default)]
pub(crate) struct RecentCodes {
    places: Vec<Place>,
    asked: u32,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    text: ShortText,
    code: u32,
}

/// A text of at most 16 bytes as numbers: its first and its last bytes, which overlap where they
/// are not all, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShortText {
    first: u64,
    last: u64,
    bytes: u32,
}

/// What is at a place where nothing is: no text has so many bytes.
const NOTHING: Place = Place { text: ShortText { first: 0, last: 0, bytes: u32::MAX }, code: 0 };

impl RecentCodes {
    /// The code of a value; `look_up` is asked where it is not remembered.
    pub fn code(&mut self, value: &str, look_up: impl FnOnce() -> u32) -> u32 {
        let Some(text) = ShortText::new(value.as_bytes()) else { return look_up() };
        match self.places.get_mut(text.place()) {
            Some(known) if known.text == text => known.code,
            Some(other) => {
                let code = look_up();
                *other = Place { text, code };
                code
            }
            None => {
                self.asked += 1;
                if self.asked == PAYS_FROM {
                    self.places = vec![NOTHING; PLACES];
                }
                look_up()
            }
        }
    }
}

impl ShortText {
    /// `None` of a longer text.
    fn new(text: &[u8]) -> Option<Self> {
        let (first, last) = match text.len() {
            0 => (0, 0),
            1..4 => {
                let [first, middle, last] = [text[0], text[text.len() / 2], text[text.len() - 1]];
                (u64::from_le_bytes([first, middle, last, 0, 0, 0, 0, 0]), 0)
            }
            4..8 => {
                let end = |four: Option<&[u8; 4]>| four.map_or(0, |four| u32::from_le_bytes(*four).into());
                (end(text.first_chunk()), end(text.last_chunk()))
            }
            8..=16 => {
                let end = |eight: Option<&[u8; 8]>| eight.map_or(0, |eight| u64::from_le_bytes(*eight));
                (end(text.first_chunk()), end(text.last_chunk()))
            }
            _ => return None,
        };
        Some(Self { first, last, bytes: text.len() as u32 })
    }

    fn place(self) -> usize {
        let mixed = (self.first ^ self.last.rotate_left(29) ^ u64::from(self.bytes))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (u64::BITS - PLACES.trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Texts of few letters, so that many begin, end and are as long as another; false alarms
        /// are impossible.
        #[test]
        fn two_texts_have_the_same_numbers_only_if_they_are_the_same(a in "[ab\0]{0,17}", b in "[ab\0]{0,17}") {
            let [of_a, of_b] = [&a, &b].map(|text| ShortText::new(text.as_bytes()));
            prop_assert_eq!(of_a.is_some() && of_a == of_b, a == b && a.len() <= 16);
        }

        #[test]
        fn codes_are_those_that_were_looked_up(values in prop::collection::vec("[a-c]{0,3}|[a-b]{15,18}", 900..1_400)) {
            let (mut recent, mut known) = (RecentCodes::default(), Vec::new());
            for value in &values {
                let code = recent.code(value, || {
                    let place = known.iter().position(|other| *other == value);
                    place.unwrap_or_else(|| {
                        known.push(value);
                        known.len() - 1
                    }) as u32
                });
                prop_assert_eq!(known.get(code as usize), Some(&value));
            }
        }
    }
}
