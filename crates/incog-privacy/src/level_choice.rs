//! Levels chosen by the exponential mechanism, exactly.
//!
//! A node of the lattice is scored by what it would keep of the table, and chosen with a
//! probability proportional to `e^(ε score / Δ)` (McSherry and Talwar, FOCS 2007,
//! doi:10.1109/FOCS.2007.66). With one record more no score falls, and none rises by more than Δ.
//! So every weight grows by a factor from 1 to `e^ε`, their sum too, and a probability changes by a
//! factor of `e^ε` at most: where scores are monotone half the usual distance is enough. What is
//! chosen is published with records that are drawn afterwards, by other random bits, so the
//! epsilons add up (sequential composition).
//!
//! SafePub (Bild, Kuhn and Prasser, PoPETs 2018(1), section 5) walks down the lattice and spends
//! its part of ε step by step. A score that counts a class as soon as it is large enough changes by
//! the whole class with one record. Here a class is counted by a slope, so that one record changes
//! it by [`SLOPE`] at most, and the whole lattice is one choice.

use crate::DrawnShare;
use crate::drawn_share::PARTS;

/// Parts of a record that scores are counted in: whole numbers, so that neighbours and machines
/// differ by no rounding.
const WHOLE: u64 = 1 << 16;

/// Records that a class is counted for more by one record more, at most.
const SLOPE: u64 = 2;

/// A part of ε that is spent on the choice of levels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelChoice {
    /// ε in parts of 2⁻³², rounded down.
    parts: u64,
    /// Records of the table that a class must have for `k` of them to be drawn on average.
    least: u64,
}

impl LevelChoice {
    /// One part less than ε has, for what is lost where the rest of it is worked out.
    pub(crate) fn new(epsilon: f64, share: DrawnShare, k: u64) -> Self {
        let parts = ((epsilon * PARTS) as u64).saturating_sub(1);
        Self { parts, least: k.saturating_mul(1 << 32).div_ceil(u64::from(share.parts())) }
    }

    /// ε in parts of 2⁻³².
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// For how many records a class counts that has so many in the table: for none up to `t`, of
    /// which `k` are drawn on average, and for all from `2 t` on.
    ///
    /// Never falls with a record more, and rises by 2 at most.
    pub fn counted(&self, records: u64) -> u64 {
        (SLOPE * records.saturating_sub(self.least)).min(records)
    }

    /// What a record counts of which this share of information is kept, from 0 to 1: times
    /// [`Self::counted`] that is what its class adds to the score of a node.
    pub fn kept(share: f64) -> u64 {
        (share.clamp(0.0, 1.0) * WHOLE as f64) as u64
    }

    /// The place of one of these scores, each with a probability proportional to `e^(ε score / Δ)`,
    /// exactly; `None` of none.
    ///
    /// `bits` are independent random numbers of 64 bits. A place is drawn with equal chances and
    /// taken with the probability `e^(-ε (best - score) / Δ)`, until one is: about five random
    /// numbers for each score on average, or far fewer.
    pub fn choose(&self, scores: &[u64], bits: &mut dyn FnMut() -> u64) -> Option<usize> {
        let best = *scores.iter().max()?;
        loop {
            let place = below(scores.len() as u128, bits) as usize;
            let distance = u128::from(best - scores[place]);
            if survives(u128::from(self.parts) * distance, u128::from(SLOPE * WHOLE) << 32, bits) {
                return Some(place);
            }
        }
    }
}

/// True with the probability `e^(-over / under)`.
fn survives(over: u128, under: u128, bits: &mut dyn FnMut() -> u64) -> bool {
    (0..over / under).all(|_| survives_one(1, 1, bits)) && survives_one(over % under, under, bits)
}

/// True with the probability `e^(-over / under)`, for `over <= under`: the length of a run of ever
/// rarer events is even with the probability `e^-x` (Canonne, Kamath and Steinke, "The discrete
/// Gaussian for differential privacy", NeurIPS 2020, algorithm 1).
fn survives_one(over: u128, under: u128, bits: &mut dyn FnMut() -> u64) -> bool {
    let mut run = 0u128;
    while below(under * (run + 1), bits) < over {
        run += 1;
    }
    run.is_multiple_of(2)
}

/// A whole number from 0 below this one, each with equal chances; `most` is at least 1.
fn below(most: u128, bits: &mut dyn FnMut() -> u64) -> u128 {
    let unused = (most - 1).leading_zeros();
    loop {
        let high = if unused < 64 { u128::from(bits()) << 64 } else { 0 };
        let low = if unused < 128 { u128::from(bits()) } else { 0 };
        let drawn = (high | low) & u128::MAX.checked_shr(unused).unwrap_or(0);
        if drawn < most {
            return drawn;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::DifferentialPrivacy;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn choice(epsilon: f64) -> LevelChoice {
        LevelChoice { parts: (epsilon * PARTS) as u64, least: 10 }
    }

    #[test]
    fn a_record_more_counts_for_two_at_most_and_never_for_less() {
        let model = DifferentialPrivacy::with_levels(1.0, 1e-5, 0.1);
        let choice = model.level_choice().unwrap();
        // k is 58 of ε = 0.9, and β 0.5934: 58 of 98 are drawn on average.
        assert_eq!((model.k(), choice.least), (58, 98));
        assert_eq!(
            [97, 98, 99, 150, 195, 196, 5_000].map(|n| choice.counted(n)),
            [0, 0, 2, 104, 194, 196, 5_000]
        );
        for records in 0..1_000 {
            let more = choice.counted(records + 1) - choice.counted(records);
            assert!(more <= SLOPE, "{records}");
        }
        assert_eq!(
            [0.0, 0.5, 1.0, 7.0, -1.0, f64::NAN].map(LevelChoice::kept),
            [0, WHOLE / 2, WHOLE, WHOLE, 0, 0]
        );
    }

    /// Each place as often as the formula says, up to what chance does: 5 standard deviations in
    /// one of two million, for each of the 18.
    #[test]
    fn places_are_chosen_with_the_probabilities_of_the_mechanism() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for (epsilon, records) in
            [(0.1, [100u64, 90, 101, 0, 60, 99]), (1.0, [5, 5, 3, 9, 8, 1]), (4.0, [1, 0, 2, 2, 0, 1])]
        {
            let scores = records.map(|records| records * WHOLE);
            let weights = records.map(|records| (epsilon * records as f64 / SLOPE as f64).exp());
            let tries = 60_000;
            let mut found = [0u32; 6];
            for _ in 0..tries {
                found[choice(epsilon).choose(&scores, &mut || random.random()).unwrap()] += 1;
            }
            let whole: f64 = weights.iter().sum();
            for (found, weight) in found.iter().zip(weights) {
                let (share, all) = (weight / whole, f64::from(tries));
                let deviation = (all * share * (1.0 - share)).sqrt();
                assert!(
                    (f64::from(*found) - all * share).abs() <= 5.0 * deviation + 1.0,
                    "{epsilon}: {found} {share}"
                );
            }
        }
        assert_eq!(choice(1.0).choose(&[], &mut || random.random()), None);
    }

    /// The promise by its definition, of the probabilities that the test above finds: for random
    /// tables of classes in three nodes, with one record more.
    #[test]
    fn one_record_changes_a_probability_by_the_factor_at_most() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        let (epsilon, mut nearest) = (0.7, 0.0f64);
        let choice = choice(epsilon);
        for _ in 0..20_000 {
            let mut pick = |most: u64| random.random_range(0..most);
            let (mut fewer, mut more) = ([0u64; 3], [0u64; 3]);
            for node in 0..3 {
                let of_others = pick(40) * WHOLE;
                let (records, kept) = (pick(30), pick(WHOLE + 1));
                fewer[node] = of_others + choice.counted(records) * kept;
                more[node] = of_others + choice.counted(records + 1) * kept;
            }
            let probabilities = |scores: [u64; 3]| {
                let weights = scores.map(|score| (epsilon * score as f64 / (SLOPE * WHOLE) as f64).exp());
                weights.map(|weight| weight / weights.iter().sum::<f64>())
            };
            for (one, other) in probabilities(fewer).into_iter().zip(probabilities(more)) {
                nearest = nearest.max((one / other).ln().abs());
            }
        }
        assert!(nearest <= epsilon + 1e-9 && nearest > 0.8 * epsilon, "{nearest}");
    }

    /// All bits count, and those above the largest number are cut off.
    #[test]
    fn numbers_below_another_are_equally_likely() {
        let given = |numbers: Vec<u64>| {
            let mut numbers = numbers.into_iter();
            move || numbers.next().unwrap()
        };
        assert_eq!(below(1, &mut given(vec![])), 0);
        assert_eq!(below(5, &mut given(vec![7, 6, 5, 12])), 4);
        assert_eq!(below(1 << 64, &mut given(vec![u64::MAX])), u128::from(u64::MAX));
        assert_eq!(below((1 << 65) + 1, &mut given(vec![3, 9, 2, 0])), 1 << 65);
        assert!(survives(0, 5, &mut given(vec![0])));
    }
}
