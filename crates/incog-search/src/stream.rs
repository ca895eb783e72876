//! Random numbers for one island.

mod generator;

use generator::Generator;

/// A stream of random numbers that depends only on a seed and the number of the island, and does
/// not overlap with that of another island.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Generator);

impl Stream {
    /// The stream of island `index`: `2^128 * index` numbers into the sequence of `seed`.
    pub fn new(seed: u64, index: usize) -> Self {
        let mut generator = Generator::new(seed);
        (0..index).for_each(|_| generator.jump());
        Self(generator)
    }

    /// Where it is, from which [`Stream::at`] goes on.
    pub(crate) fn place(&self) -> [u64; 4] {
        self.0.state()
    }

    /// The stream that is at this place; `None` where no stream can be.
    pub(crate) fn at(place: [u64; 4]) -> Option<Self> {
        Generator::at(place).map(Self)
    }

    /// 64 fair bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next()
    }

    /// A whole number less than `limit`, all equally likely; 0 when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // Lemire's multiplication; its bias towards some numbers is less than 2^-32 for all
        // realistic populations and tables, and rejection removes even that.
        let limit = limit as u64;
        let mut product = u128::from(self.bits()) * u128::from(limit);
        if (product as u64) < limit {
            let threshold = limit.wrapping_neg() % limit.max(1);
            while (product as u64) < threshold {
                product = u128::from(self.bits()) * u128::from(limit);
            }
        }
        (product >> 64) as usize
    }

    /// A level from `lowest` to `highest`, both included.
    pub fn level(&mut self, lowest: u8, highest: u8) -> u8 {
        // At most 256 levels, so the sum fits.
        lowest + self.below(usize::from(highest - lowest) + 1) as u8
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// `true` with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// 64 bits, each of which is 1 with this probability, independently of the others.
    ///
    /// Compares 64 uniform numbers with the probability at once, binary digit by digit, and draws
    /// only as many digits as it takes to decide all of them: one word for 1/2, about seven
    /// otherwise.
    pub fn word(&mut self, probability: f64) -> u64 {
        if probability >= 1.0 {
            return u64::MAX;
        }
        let mut digits = (probability.max(0.0) * 2f64.powi(64)) as u64;
        let (mut less, mut undecided) = (0, u64::MAX);
        while digits != 0 && undecided != 0 {
            let drawn = self.bits();
            if digits >> 63 == 1 {
                less |= undecided & !drawn;
                undecided &= drawn;
            } else {
                undecided &= !drawn;
            }
            digits <<= 1;
        }
        less
    }

    /// A place in a list of weights, drawn in proportion to them; 0 when all are 0.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        let found = weights.iter().position(|&weight| {
            let here = rest < weight;
            rest = rest.saturating_sub(weight);
            here
        });
        found.unwrap_or(0)
    }

    /// The smaller of two numbers less than `limit`.
    pub fn small(&mut self, limit: usize) -> usize {
        self.below(limit).min(self.below(limit))
    }

    /// How many tries there are when after each of them another follows with probability `goes_on`;
    /// at most `most`.
    pub fn tries(&mut self, goes_on: f64, most: u32) -> u32 {
        (1..most).find(|_| !self.chance(goes_on)).unwrap_or(most)
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the checks below fails by chance with a probability under 1e-6: five standard
    /// deviations of a binomial count.
    fn is_near(ones: u64, draws: u64, probability: f64) -> bool {
        let mean = draws as f64 * probability;
        (ones as f64 - mean).abs() <= 5.0 * (mean * (1.0 - probability)).sqrt() + 1e-9
    }

    #[test]
    fn words_have_the_share_of_ones_asked_for() {
        for probability in [0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 0.999, 1.0] {
            let mut stream = Stream::new(7, 0);
            let mut by_lane = [0u64; 64];
            for _ in 0..4000 {
                let word = stream.word(probability);
                by_lane.iter_mut().enumerate().for_each(|(lane, ones)| *ones += word >> lane & 1);
            }
            assert!(by_lane.iter().all(|&ones| is_near(ones, 4000, probability)), "{probability}");
        }
    }

    #[test]
    fn numbers_below_a_limit_are_equally_likely() {
        let mut stream = Stream::new(7, 0);
        let mut counts = [0u64; 7];
        (0..70_000).for_each(|_| counts[stream.below(7)] += 1);
        assert!(counts.iter().all(|&count| is_near(count, 70_000, 1.0 / 7.0)), "{counts:?}");
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.level(3, 3), 3);
        assert!((0..1000).all(|_| (1..=4).contains(&stream.level(1, 4))));
    }

    #[test]
    fn weights_decide_how_often_a_place_is_drawn() {
        let mut stream = Stream::new(7, 0);
        let (mut counts, mut small, mut twice) = ([0u64; 4], 0, 0);
        for _ in 0..10_000 {
            counts[stream.weighted(&[3, 0, 1, 4])] += 1;
            small += u64::from(stream.small(2) == 0);
            twice += u64::from(stream.tries(0.5, 9) == 2);
        }
        let expected = [3.0 / 8.0, 0.0, 1.0 / 8.0, 0.5];
        assert!(
            counts.iter().zip(expected).all(|(&count, share)| is_near(count, 10_000, share)),
            "{counts:?}"
        );
        assert!(is_near(small, 10_000, 0.75) && is_near(twice, 10_000, 0.25), "{small} {twice}");
        assert_eq!((stream.weighted(&[0, 0]), stream.tries(1.0, 9)), (0, 9));
    }

    #[test]
    fn islands_draw_from_different_places() {
        let draw = |index| Stream::new(1, index).bits();
        assert!(draw(0) != draw(1) && draw(1) != draw(2));
        assert_eq!(draw(2), draw(2));
    }
}
