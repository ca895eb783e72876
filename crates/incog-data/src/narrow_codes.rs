//! One number for each of many items, in as few bytes as the numbers need.

use crate::CodesIter;
use std::borrow::Cow;
use std::ops::Range;

/// Codes, each in one, two or four bytes: as many as the largest of them has needed so far.
///
/// Most columns have fewer than 256 values, so that a table takes a quarter of the memory that 32
/// bits a cell would, and four times as many cells stay in the cache.
///
/// ```
/// use incog_data::NarrowCodes;
/// let codes: NarrowCodes = [3, 1, 70_000].into_iter().collect();
/// assert_eq!((codes.len(), codes.at(2)), (3, 70_000));
/// assert_eq!(codes.iter().max(), Some(70_000));
/// ```
#[derive(Clone)]
pub enum NarrowCodes {
    /// All are below 2^8.
    One(Vec<u8>),
    /// All are below 2^16.
    Two(Vec<u16>),
    /// Any.
    Four(Vec<u32>),
}

impl NarrowCodes {
    /// None yet.
    pub const fn new() -> Self {
        Self::One(Vec::new())
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        match self {
            Self::One(codes) => codes.len(),
            Self::Two(codes) => codes.len(),
            Self::Four(codes) => codes.len(),
        }
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of an item.
    ///
    /// # Panics
    /// When there is no such item.
    #[inline]
    pub fn at(&self, item: usize) -> u32 {
        match self {
            Self::One(codes) => codes[item].into(),
            Self::Two(codes) => codes[item].into(),
            Self::Four(codes) => codes[item],
        }
    }

    /// The code of an item; `None` when there is no such item.
    pub fn get(&self, item: usize) -> Option<u32> {
        (item < self.len()).then(|| self.at(item))
    }

    /// The codes in the order of the items.
    pub fn iter(&self) -> CodesIter<'_> {
        self.of_range(0..self.len())
    }

    /// The codes of some items that follow each other.
    ///
    /// # Panics
    /// When there are not so many items.
    pub fn of_range(&self, items: Range<usize>) -> CodesIter<'_> {
        match self {
            Self::One(codes) => CodesIter::One(codes[items].iter()),
            Self::Two(codes) => CodesIter::Two(codes[items].iter()),
            Self::Four(codes) => CodesIter::Four(codes[items].iter()),
        }
    }

    /// The codes of some items, in their order.
    ///
    /// # Panics
    /// When there is no such item.
    pub fn of_items(&self, items: impl Iterator<Item = usize>) -> Self {
        match self {
            Self::One(codes) => Self::One(items.map(|item| codes[item]).collect()),
            Self::Two(codes) => Self::Two(items.map(|item| codes[item]).collect()),
            Self::Four(codes) => Self::Four(items.map(|item| codes[item]).collect()),
        }
    }

    /// The codes of some items, in their order, in four bytes each.
    ///
    /// # Panics
    /// When there is no such item.
    pub fn wide_of_items(&self, items: impl Iterator<Item = usize>) -> Vec<u32> {
        match self {
            Self::One(codes) => items.map(|item| codes[item].into()).collect(),
            Self::Two(codes) => items.map(|item| codes[item].into()).collect(),
            Self::Four(codes) => items.map(|item| codes[item]).collect(),
        }
    }

    /// Calls `visit` with what stands for each of some items that follow each other, and its code.
    ///
    /// # Panics
    /// When there are not so many items.
    #[inline]
    pub fn visit_with<T>(&self, items: Range<usize>, each: &mut [T], visit: impl FnMut(&mut T, u32)) {
        match self {
            Self::One(codes) => visit_each(&codes[items], each, visit),
            Self::Two(codes) => visit_each(&codes[items], each, visit),
            Self::Four(codes) => visit_each(&codes[items], each, visit),
        }
    }

    /// Calls `visit` with each of some items and its code, in their order.
    ///
    /// # Panics
    /// When there is no such item.
    #[inline]
    pub fn for_each_of(&self, items: &[u32], mut visit: impl FnMut(u32, u32)) {
        match self {
            Self::One(codes) => items.iter().for_each(|&item| visit(item, codes[item as usize].into())),
            Self::Two(codes) => items.iter().for_each(|&item| visit(item, codes[item as usize].into())),
            Self::Four(codes) => items.iter().for_each(|&item| visit(item, codes[item as usize])),
        }
    }

    /// Adds the code of the next item.
    #[inline]
    pub fn push(&mut self, code: u32) {
        match self {
            Self::One(codes) if code <= 0xff => codes.push(code as u8),
            Self::Two(codes) if code <= 0xffff => codes.push(code as u16),
            Self::Four(codes) => codes.push(code),
            _ => self.push_wider(code),
        }
    }

    /// Adds an item with the code of the last one, if there is one.
    #[inline]
    pub fn push_again(&mut self) {
        match self {
            Self::One(codes) => codes.extend(codes.last().copied()),
            Self::Two(codes) => codes.extend(codes.last().copied()),
            Self::Four(codes) => codes.extend(codes.last().copied()),
        }
    }

    /// Adds codes of other items, each as `code_of` names it here.
    ///
    /// # Panics
    /// When a code has no name.
    pub fn extend_renamed(&mut self, codes: &Self, code_of: &[u32]) {
        self.widen(code_of.iter().copied().max().unwrap_or(0));
        self.reserve(codes.len());
        let codes = codes.iter().map(|code| code_of[code as usize]);
        // What is cut off is zero.
        match self {
            Self::One(all) => codes.for_each(|code| all.push(code as u8)),
            Self::Two(all) => codes.for_each(|code| all.push(code as u16)),
            Self::Four(all) => codes.for_each(|code| all.push(code)),
        }
    }

    fn reserve(&mut self, more: usize) {
        match self {
            Self::One(codes) => codes.reserve(more),
            Self::Two(codes) => codes.reserve(more),
            Self::Four(codes) => codes.reserve(more),
        }
    }

    /// The codes of the same items, each as `code_of` names it.
    ///
    /// # Panics
    /// When a code has no name.
    pub fn renamed(&self, code_of: &[u32]) -> Self {
        let mut renamed = Self::new();
        renamed.extend_renamed(self, code_of);
        renamed
    }

    /// Takes no more memory than it needs.
    pub fn shrink_to_fit(&mut self) {
        match self {
            Self::One(codes) => codes.shrink_to_fit(),
            Self::Two(codes) => codes.shrink_to_fit(),
            Self::Four(codes) => codes.shrink_to_fit(),
        }
    }

    /// Gives an item another code.
    ///
    /// # Panics
    /// When there is no such item.
    pub fn set(&mut self, item: usize, code: u32) {
        self.widen(code);
        match self {
            // What is cut off is zero.
            Self::One(codes) => codes[item] = code as u8,
            Self::Two(codes) => codes[item] = code as u16,
            Self::Four(codes) => codes[item] = code,
        }
    }

    #[cold]
    fn push_wider(&mut self, code: u32) {
        self.widen(code);
        self.push(code);
    }

    /// Makes room for a code.
    fn widen(&mut self, code: u32) {
        *self = match self {
            Self::One(codes) if (0x100..=0xffff).contains(&code) => Self::Two(widened(codes)),
            Self::One(codes) if code > 0xffff => Self::Four(widened(codes)),
            Self::Two(codes) if code > 0xffff => Self::Four(widened(codes)),
            _ => return,
        };
    }
}

#[inline]
fn visit_each<C: Copy + Into<u32>, T>(codes: &[C], each: &mut [T], mut visit: impl FnMut(&mut T, u32)) {
    each.iter_mut().zip(codes).for_each(|(one, &code)| visit(one, code.into()));
}

/// With as much room for more as there was.
fn widened<N: Copy, W: From<N>>(codes: &Vec<N>) -> Vec<W> {
    let mut wide = Vec::with_capacity(codes.capacity());
    wide.extend(codes.iter().map(|&code| W::from(code)));
    wide
}

impl Default for NarrowCodes {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for NarrowCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Equal codes, in however many bytes.
impl PartialEq for NarrowCodes {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl Eq for NarrowCodes {}

impl FromIterator<u32> for NarrowCodes {
    fn from_iter<I: IntoIterator<Item = u32>>(codes: I) -> Self {
        let mut all = Self::new();
        all.extend(codes);
        all
    }
}

impl Extend<u32> for NarrowCodes {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, codes: I) {
        let codes = codes.into_iter();
        self.reserve(codes.size_hint().0);
        codes.for_each(|code| self.push(code));
    }
}

impl From<Vec<u32>> for NarrowCodes {
    /// Asks first how many bytes they need, which is quicker than to collect them.
    fn from(codes: Vec<u32>) -> Self {
        // What is cut off is zero.
        match codes.iter().copied().max().unwrap_or(0) {
            0..=0xff => Self::One(codes.into_iter().map(|code| code as u8).collect()),
            0x100..=0xffff => Self::Two(codes.into_iter().map(|code| code as u16).collect()),
            _ => Self::Four(codes),
        }
    }
}

impl<const N: usize> From<[u32; N]> for NarrowCodes {
    fn from(codes: [u32; N]) -> Self {
        codes.into_iter().collect()
    }
}

impl From<NarrowCodes> for Cow<'_, NarrowCodes> {
    fn from(codes: NarrowCodes) -> Self {
        Cow::Owned(codes)
    }
}

impl<'a> From<&'a NarrowCodes> for Cow<'a, NarrowCodes> {
    fn from(codes: &'a NarrowCodes) -> Self {
        Cow::Borrowed(codes)
    }
}

impl<'a> IntoIterator for &'a NarrowCodes {
    type Item = u32;
    type IntoIter = CodesIter<'a>;

    fn into_iter(self) -> CodesIter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn codes_are_those_of_a_plain_list(
            mut plain in prop::collection::vec(prop::sample::select(vec![0u32, 7, 0xff, 0x100, 0xffff, 0x1_0000, u32::MAX]), 0..20),
            set in any::<prop::sample::Index>(),
            to in any::<u32>(),
        ) {
            let mut codes: NarrowCodes = plain.iter().copied().collect();
            if !plain.is_empty() {
                let item = set.index(plain.len());
                plain[item] = to;
                codes.set(item, to);
            }
            plain.extend(plain.last().copied());
            codes.push_again();
            prop_assert_eq!(codes.iter().collect::<Vec<u32>>(), plain.clone());
            prop_assert_eq!(codes.iter().fold(Vec::new(), |mut all, code| { all.push(code); all }), plain.clone());
            prop_assert_eq!((0..plain.len()).map(|item| codes.at(item)).collect::<Vec<u32>>(), plain.clone());
            prop_assert_eq!(&codes, &NarrowCodes::from(plain.clone()));
            prop_assert_eq!((codes.len(), codes.get(plain.len()), codes.iter().len()), (plain.len(), None, plain.len()));
            let items = || (0..plain.len()).rev().step_by(2);
            prop_assert_eq!(codes.wide_of_items(items()), items().map(|item| plain[item]).collect::<Vec<u32>>());
            prop_assert_eq!(codes.of_items(items()), items().map(|item| plain[item]).collect::<NarrowCodes>());
            let middle = plain.len() / 3..plain.len() / 2;
            let mut sums = plain[middle.clone()].to_vec();
            codes.visit_with(middle.clone(), &mut sums, |sum, code| *sum = sum.wrapping_add(code));
            prop_assert_eq!(sums, plain[middle.clone()].iter().map(|code| code.wrapping_add(*code)).collect::<Vec<u32>>());
            prop_assert_eq!(codes.of_range(middle.clone()).collect::<Vec<u32>>(), plain[middle].to_vec());
        }
    }

    #[test]
    fn codes_are_kept_in_as_few_bytes_as_they_need() {
        for (largest, bytes) in [(0xff, 1), (0x100, 2), (0xffff, 2), (0x1_0000, 4)] {
            let found = match NarrowCodes::from([3, largest, 0, 7]) {
                NarrowCodes::One(_) => 1,
                NarrowCodes::Two(_) => 2,
                NarrowCodes::Four(_) => 4,
            };
            assert_eq!(found, bytes, "{largest}");
        }
    }
}
