//! What is drawn: from the seed, what it is drawn for, and what is drawn from, so that neither the
//! order of rows nor the number of threads changes anything.

use incog_data::text_hash;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers for one attempt of one purpose.
pub(crate) struct Draws(Xoshiro256PlusPlus);

impl Draws {
    pub fn new(seed: u64, purpose: &str, attempt: usize) -> Self {
        let start =
            text_hash(seed, purpose).wrapping_add((attempt as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self(Xoshiro256PlusPlus::seed_from_u64(start))
    }

    /// At least 0 and below 1.
    pub fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of this chance happens.
    pub fn happens(&mut self, chance: f64) -> bool {
        self.share() < chance
    }

    /// A whole number below `limit`; 0 when that is 0. No number is likelier than another by more
    /// than 2^-32 for any limit below 2^32.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// The order of `all` things, dealt; the first `count` of it.
    pub fn some(&mut self, count: usize, all: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..all).collect();
        let count = count.min(all);
        for place in 0..count {
            order.swap(place, place + self.below(all - place));
        }
        order.truncate(count);
        order
    }
}

/// A hash of each row that follows from its texts: rows that look the same have the same.
pub(crate) fn content_hashes<'a>(
    seed: u64,
    rows: usize,
    columns: impl Iterator<Item = (&'a str, &'a incog_data::Column)>,
) -> Vec<u64> {
    let mut hashes = vec![0u64; rows];
    for (name, column) in columns {
        let start = text_hash(seed, name);
        let of_code: Vec<u64> = column.dictionary.iter().map(|text| text_hash(start, text)).collect();
        hashes
            .iter_mut()
            .zip(&column.codes)
            .for_each(|(hash, code)| *hash = hash.wrapping_add(of_code[code as usize]));
    }
    hashes
}
