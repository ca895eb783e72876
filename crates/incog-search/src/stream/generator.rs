//! The generator xoshiro256++, whose place can be written down.
//!
//! The crate `rand_xoshiro` has the same generator, but shows its state to nobody; a test compares
//! the two.
//!
//! Reference: Blackman and Vigna, Scrambled linear pseudorandom number generators, ACM Transactions
//! on Mathematical Software 47, 2021; <https://prng.di.unimi.it/xoshiro256plusplus.c>.

/// The polynomial of a jump by 2^128 numbers.
const JUMP: [u64; 4] =
    [0x180e_c6d3_3cfd_0aba, 0xd5a6_1266_f0c9_392c, 0xa958_2618_e03f_c9aa, 0x39ab_dc45_29b1_661c];

/// Four words, not all of them 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Generator([u64; 4]);

impl Generator {
    /// The generator that SplitMix64 seeds.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        }))
    }

    /// The generator in this state; `None` for that of zeros, in which it would stay.
    pub fn at(state: [u64; 4]) -> Option<Self> {
        (state != [0; 4]).then_some(Self(state))
    }

    pub fn state(&self) -> [u64; 4] {
        self.0
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let drawn = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        drawn
    }

    /// Goes on by 2^128 numbers.
    pub fn jump(&mut self) {
        let mut far = [0; 4];
        for bit in (0..256).map(|place| JUMP[place / 64] >> (place % 64) & 1) {
            if bit == 1 {
                far.iter_mut().zip(self.0).for_each(|(far, word)| *far ^= word);
            }
            self.next();
        }
        self.0 = far;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn draws_what_the_generator_of_the_library_draws() {
        for seed in [0, 1, 7, 0x9e37_79b9_7f4a_7c15, u64::MAX] {
            let (mut ours, mut theirs) = (Generator::new(seed), Xoshiro256PlusPlus::seed_from_u64(seed));
            for _ in 0..4 {
                assert!((0..100).all(|_| ours.next() == theirs.next_u64()), "{seed}");
                ours.jump();
                theirs.jump();
            }
        }
    }

    #[test]
    fn goes_on_from_the_place_where_it_was() {
        let mut first = Generator::new(3);
        first.next();
        let again = Generator::at(first.state());
        assert_eq!(again.map(|mut again| again.next()), Some(first.next()));
        assert_eq!(Generator::at([0; 4]), None);
    }
}
