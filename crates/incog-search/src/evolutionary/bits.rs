//! One bit a record.

/// A fixed number of bits, 64 per word; the bits after the last one are 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// `len` bits, all 0.
    pub fn zeros(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], len }
    }

    /// `len` bits, all 1.
    pub fn ones(len: usize) -> Self {
        let mut bits = Self::zeros(len);
        bits.fill_words(|_| u64::MAX);
        bits
    }

    /// Number of bits.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at `place`.
    pub fn get(&self, place: usize) -> bool {
        self.words[place / 64] >> (place % 64) & 1 == 1
    }

    /// Changes the bit at `place`, which must be less than the length.
    pub fn set(&mut self, place: usize, bit: bool) {
        debug_assert!(place < self.len);
        let mask = 1 << (place % 64);
        let word = &mut self.words[place / 64];
        *word = if bit { *word | mask } else { *word & !mask };
    }

    /// The words; the first bit is the lowest.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Number of ones.
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The places of the ones, ascending.
    pub fn iter_ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let place = (rest != 0).then(|| 64 * index + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                place
            })
        })
    }

    /// In how many places the two differ.
    pub fn hamming(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones() as usize).sum()
    }

    /// Sets every word from its number.
    pub fn fill_words(&mut self, mut word: impl FnMut(usize) -> u64) {
        self.update_words(|index, _| word(index));
    }

    /// Sets every word from its number and its old value.
    pub fn update_words(&mut self, mut word: impl FnMut(usize, u64) -> u64) {
        for (index, slot) in self.words.iter_mut().enumerate() {
            *slot = word(index, *slot);
        }
        let used = self.len % 64;
        if let (true, Some(last)) = (used > 0, self.words.last_mut()) {
            *last &= (1 << used) - 1;
        }
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let (mut words, mut len) = (Vec::new(), 0);
        for bit in bits {
            if len % 64 == 0 {
                words.push(0);
            }
            words[len / 64] |= u64::from(bit) << (len % 64);
            len += 1;
        }
        Self { words, len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lists_ones() {
        let bits: Bits = (0..130).map(|place| place % 3 == 0).collect();
        assert_eq!((bits.len(), bits.count_ones()), (130, 44));
        assert!(bits.iter_ones().eq((0..130).step_by(3)));
        assert_eq!(Bits::ones(130).count_ones(), 130);
        assert_eq!(bits.hamming(&Bits::ones(130)), 86);
    }

    #[test]
    fn sets_single_bits() {
        let mut bits = Bits::zeros(65);
        bits.set(64, true);
        assert!(bits.get(64) && bits.count_ones() == 1);
        bits.set(64, false);
        assert_eq!(bits, Bits::zeros(65));
    }
}
