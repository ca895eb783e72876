//! How many lines of a text are UTF-8, whatever the pieces it comes in.

/// Counts lines with bytes beyond ASCII: those that are UTF-8, and those that are not.
#[derive(Debug, Default)]
pub(crate) struct Utf8Tally {
    /// Lines of UTF-8 that are not ASCII.
    pub utf8_lines: u64,
    /// Lines that are not UTF-8.
    pub other_lines: u64,
    /// The first of those, counted from 1.
    pub first_other: Option<u64>,
    /// Line ends before the next byte.
    ends: u64,
    /// Bytes that the current character still needs, and the range of the next one.
    needed: u8,
    range: (u8, u8),
    is_other: bool,
    is_ascii: bool,
}

impl Utf8Tally {
    pub fn new() -> Self {
        Self { is_ascii: true, ..Self::default() }
    }

    /// Takes the next piece.
    pub fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(4096) {
            if piece.is_ascii() && self.needed == 0 && self.is_ascii {
                self.ends += memchr::memchr_iter(b'\n', piece).count() as u64;
            } else {
                piece.iter().for_each(|&byte| self.take(byte));
            }
        }
    }

    fn take(&mut self, byte: u8) {
        if byte == b'\n' {
            self.end_line();
        } else if byte >= 0x80 || self.needed > 0 {
            self.step(byte);
        }
    }

    /// The line on which the text ends inside a character.
    pub fn unfinished(&self) -> Option<u64> {
        (self.needed > 0).then_some(self.ends + 1)
    }

    /// Ends the last line.
    pub fn finish(&mut self) {
        self.end_line();
    }

    fn end_line(&mut self) {
        self.is_other |= std::mem::take(&mut self.needed) > 0;
        self.ends += 1;
        match (self.is_other, self.is_ascii) {
            (true, _) => {
                self.other_lines += 1;
                self.first_other.get_or_insert(self.ends);
            }
            (false, false) => self.utf8_lines += 1,
            (false, true) => {}
        }
        (self.is_other, self.is_ascii) = (false, true);
    }

    fn step(&mut self, byte: u8) {
        self.is_ascii &= byte < 0x80;
        if self.needed > 0 {
            self.is_other |= !(self.range.0..=self.range.1).contains(&byte);
            self.needed -= 1;
            self.range = (0x80, 0xbf);
            return;
        }
        // The Unicode Standard, table 3-7: well-formed UTF-8.
        (self.needed, self.range) = match byte {
            0xc2..=0xdf => (1, (0x80, 0xbf)),
            0xe0 => (2, (0xa0, 0xbf)),
            0xed => (2, (0x80, 0x9f)),
            0xe1..=0xef => (2, (0x80, 0xbf)),
            0xf0 => (3, (0x90, 0xbf)),
            0xf1..=0xf3 => (3, (0x80, 0xbf)),
            0xf4 => (3, (0x80, 0x8f)),
            _ => {
                self.is_other = true;
                (0, (0x80, 0xbf))
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The tally agrees with the standard library, wherever the text is cut into pieces.
        #[test]
        fn lines_are_those_of_the_standard_library(
            bytes in prop::collection::vec(prop_oneof![
                Just(b'\n'), Just(b'a'), Just(0xc3u8), Just(0xa9u8), Just(0xe2u8), Just(0x82u8), Just(0xacu8), any::<u8>(),
            ], 0..60),
            cut in 0..60usize,
        ) {
            let mut tally = Utf8Tally::new();
            let cut = cut.min(bytes.len());
            tally.feed(&bytes[..cut]);
            tally.feed(&bytes[cut..]);
            tally.finish();
            let lines: Vec<bool> = bytes.split(|&byte| byte == b'\n')
                .filter(|line| !line.is_ascii()).map(|line| std::str::from_utf8(line).is_ok()).collect();
            let utf8 = lines.iter().filter(|is_utf8| **is_utf8).count() as u64;
            prop_assert_eq!((tally.utf8_lines, tally.other_lines), (utf8, lines.len() as u64 - utf8));
        }
    }
}
