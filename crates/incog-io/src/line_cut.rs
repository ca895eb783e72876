//! A text without its first and last lines.

use std::io::{self, Read};

const BLOCK: usize = 64 << 10;

/// Leaves out so many lines at the beginning and at the end of a text; blank lines at its very end
/// do not count.
#[derive(Debug)]
pub(crate) struct LineCut {
    /// Lines to leave out before anything is handed on.
    first: usize,
    /// Lines that are held back until the text ends.
    last: usize,
    held: Vec<u8>,
    /// How much of `held` was handed on, and how much may be.
    start: usize,
    free: usize,
    is_done: bool,
}

impl LineCut {
    /// Leaves out `first` lines at the beginning and `last` at the end.
    pub fn new(first: usize, last: usize) -> Self {
        Self { first, last, held: Vec::new(), start: 0, free: 0, is_done: false }
    }

    /// Fills a buffer with what stays of a source.
    pub fn read(&mut self, source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        if self.first == 0 && self.last == 0 && self.start == self.held.len() {
            return source.read(buffer);
        }
        while self.start == self.free {
            if self.is_done {
                return Ok(0);
            }
            self.advance(source)?;
        }
        let count = buffer.len().min(self.free - self.start);
        buffer[..count].copy_from_slice(&self.held[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }

    fn advance(&mut self, source: &mut impl Read) -> io::Result<()> {
        self.held.drain(..self.start);
        let before = self.held.len();
        source.take(BLOCK as u64).read_to_end(&mut self.held)?;
        self.is_done = self.held.len() == before;
        (self.start, self.free) = (0, 0);
        while self.first > 0 {
            let end = memchr::memchr(b'\n', &self.held);
            let Some(end) = end.or(self.is_done.then(|| self.held.len().saturating_sub(1))) else {
                return Ok(());
            };
            self.held.drain(..(end + 1).min(self.held.len()));
            self.first -= 1;
        }
        self.free = if self.last == 0 { self.held.len() } else { start_of_last(&self.held, self.last) };
        Ok(())
    }
}

/// Where the last `lines` lines of a text begin, those with something in them.
fn start_of_last(text: &[u8], lines: usize) -> usize {
    let mut end = text.len();
    for _ in 0..lines {
        while end > 0 && text[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        end = memchr::memrchr(b'\n', &text[..end]).map_or(0, |before| before + 1);
    }
    end
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(text: &[u8], first: usize, last: usize, step: usize) -> Vec<u8> {
        let (mut cut, mut source, mut found) = (LineCut::new(first, last), text, Vec::new());
        let mut buffer = vec![0; step];
        loop {
            match cut.read(&mut source, &mut buffer).unwrap() {
                0 => return found,
                count => found.extend_from_slice(&buffer[..count]),
            }
        }
    }

    #[test]
    fn titles_and_notes_go() {
        let text = b"Title\n\na;b\n1;2\n3;4\nSum;6\nnote";
        assert_eq!(cut(text, 2, 2, 7), b"a;b\n1;2\n3;4\n");
        assert_eq!(cut(b"a\n1\nnote\n\r\n \n", 0, 1, 3), b"a\n1\n");
        assert_eq!(cut(text, 0, 0, 3), text);
        assert_eq!(cut(text, 50, 0, 3), b"");
        assert_eq!(cut(text, 0, 50, 3), b"");
        let long = b"12345;67890\n".repeat(30_000);
        assert_eq!(cut(&long, 1, 2, 1 << 20).len(), long.len() - 3 * 12);
    }

    proptest! {
        #[test]
        fn what_stays_is_in_the_middle(lines in 0..40usize, first in 0..5usize, last in 0..5usize, step in 1..9usize) {
            let text: String = (0..lines).map(|line| format!("{line}\n")).collect();
            let stay: String = (first..lines.saturating_sub(last)).map(|line| format!("{line}\n")).collect();
            prop_assert_eq!(cut(text.as_bytes(), first, last, step), stay.as_bytes());
        }
    }
}
