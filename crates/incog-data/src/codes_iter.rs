//! Going through codes without asking of each how many bytes it has.

/// Codes one after the other.
#[derive(Debug, Clone)]
pub enum CodesIter<'a> {
    /// Of one byte each.
    One(std::slice::Iter<'a, u8>),
    /// Of two.
    Two(std::slice::Iter<'a, u16>),
    /// Of four.
    Four(std::slice::Iter<'a, u32>),
}

impl Iterator for CodesIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        match self {
            Self::One(codes) => codes.next().map(|&code| code.into()),
            Self::Two(codes) => codes.next().map(|&code| code.into()),
            Self::Four(codes) => codes.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self {
            Self::One(codes) => codes.len(),
            Self::Two(codes) => codes.len(),
            Self::Four(codes) => codes.len(),
        };
        (left, Some(left))
    }

    /// What goes through all asks only once how many bytes a code has.
    #[inline]
    fn fold<B, F: FnMut(B, u32) -> B>(self, start: B, mut f: F) -> B {
        match self {
            Self::One(codes) => codes.fold(start, |so_far, &code| f(so_far, code.into())),
            Self::Two(codes) => codes.fold(start, |so_far, &code| f(so_far, code.into())),
            Self::Four(codes) => codes.fold(start, |so_far, &code| f(so_far, code)),
        }
    }
}

impl ExactSizeIterator for CodesIter<'_> {}
