//! The worked examples of the papers' figures, and HAEF's probabilities.

use super::*;
use crate::Stream;
use crate::{Evaluation, Lattice};
use proptest::prelude::{Strategy as _, any, prop_assert, proptest};

fn genome(levels: &[u8], kept: &[u8]) -> Genome {
    Genome { levels: levels.to_vec().into(), kept: kept.iter().map(|&bit| bit == 1).collect() }
}

fn lattice(highest: &[u8]) -> Lattice {
    Lattice { lowest: vec![0; highest.len()].into(), highest: highest.to_vec().into() }
}

/// ID-DGA, figure 3: each level comes from either parent, bits are OR-ed: of four records the first
/// three are kept by one parent or both, the fourth by none.
#[test]
fn information_driven_crossover_takes_levels_from_either_and_ors_bits() {
    let (mother, father) = (genome(&[2, 1, 3], &[1, 0, 1, 0]), genome(&[1, 2, 1], &[0, 1, 1, 0]));
    let mut seen = std::collections::BTreeSet::new();
    let mut stream = Stream::new(1, 0);
    for _ in 0..400 {
        let mut child = mother.clone();
        Crossover::InformationDriven.cross(&mother, &father, &mut child, &mut stream);
        assert_eq!(child.kept, [true, true, true, false].into_iter().collect::<Bits>());
        for place in 0..3 {
            assert!(
                child.levels[place] == mother.levels[place] || child.levels[place] == father.levels[place]
            );
        }
        seen.insert(child.levels);
    }
    // Missing one of the 8 in 400 draws has a probability of 8 * (7/8)^400 < 1e-22.
    assert_eq!(seen.len(), 8);
}

/// ID-DGA, figure 4: at most one level changes, and at most one bit, to 1.
#[test]
fn information_driven_mutation_redraws_one_level_and_releases_one_record() {
    let parent = genome(&[2, 1, 3], &[1, 0, 1, 0]);
    let lattice = lattice(&[3, 3, 3]);
    let mut stream = Stream::new(1, 0);
    let mut figure = false;
    for _ in 0..2000 {
        let mut mutant = parent.clone();
        Mutation::InformationDriven(0.5).mutate(&mut mutant, &lattice, &mut stream);
        let changed = mutant.levels.iter().zip(parent.levels.iter()).filter(|(a, b)| a != b).count();
        assert!(changed <= 1 && mutant.kept.hamming(&parent.kept) <= 1);
        assert!(mutant.kept.count_ones() >= parent.kept.count_ones());
        figure |= mutant == genome(&[2, 1, 2], &[1, 0, 1, 1]);
    }
    // The figure's mutant has probability 1/4 * 1/12 * 1/4; missing it 2000 times, under 1e-4; the
    // seed is fixed.
    assert!(figure);
}

/// ID-DGA, figure 5 and section 4.6; HAEF eq. 21.
#[test]
fn selection_prefers_allowed_then_loss_then_what_is_less_missing() {
    let allowed = |loss| Evaluation { loss, violation: 0.0 };
    let missing = |violation| Evaluation { loss: f64::INFINITY, violation };
    assert!(is_better(&missing(0.1), &missing(0.2)) && !is_better(&missing(0.2), &missing(0.1)));
    assert!(is_better(&allowed(9.0), &missing(0.1)) && !is_better(&missing(0.1), &allowed(9.0)));
    assert!(is_better(&allowed(-2.0), &allowed(-1.0)) && !is_better(&allowed(-1.0), &allowed(-1.0)));
}

/// HAEF's child of algorithm 2 with certain rates: all genes of the mother, all of the father.
#[test]
fn uniform_crossover_at_its_ends() {
    let (mother, father) = (genome(&[2, 1], &[1, 0, 1]), genome(&[1, 2], &[0, 1, 1]));
    let mut stream = Stream::new(1, 0);
    for (rate, expected) in [(1.0, &mother), (0.0, &father)] {
        let mut child = mother.clone();
        Crossover::Uniform(rate).cross(&mother, &father, &mut child, &mut stream);
        assert_eq!(child, *expected);
    }
}

/// HAEF, eq. 14 to 19, for target 0, best 9 and r = 1, 2, 3, 4, 5.
#[test]
fn strategies_add_up_what_the_paper_says() {
    let recipe = |strategy: Strategy| format!("{:?}", strategy.recipe(0, 9, [1, 2, 3, 4, 5]));
    let expected = |base, first, second: Option<(usize, usize)>| {
        format!("Recipe {{ base: {base}, first: {first:?}, second: {second:?} }}")
    };
    assert_eq!(recipe(Strategy::Rand1), expected(1, (2, 3), None));
    assert_eq!(recipe(Strategy::Best1), expected(9, (1, 2), None));
    assert_eq!(recipe(Strategy::Rand2), expected(1, (2, 3), Some((4, 5))));
    assert_eq!(recipe(Strategy::Best2), expected(9, (1, 2), Some((3, 4))));
    assert_eq!(recipe(Strategy::CurrentToRand1), expected(0, (1, 0), Some((2, 3))));
    assert_eq!(recipe(Strategy::CurrentToBest1), expected(0, (9, 0), Some((1, 2))));
}

#[test]
fn shares_without_any_success_are_halves_of_the_first_term() {
    let shares = Shares::adapted(Successes::default(), Successes::default(), Some(0.25));
    assert_eq!((shares.ga, shares.de), (0.625, 0.375));
}

fn successes() -> impl proptest::strategy::Strategy<Value = Successes> {
    (0u64..1000, 0u64..1000).prop_map(|(successes, failures)| Successes { successes, failures })
}

proptest! {
    /// HAEF, eq. 9 to 13: all probabilities are from 0 to 1 and sum to 1 at every update.
    #[test]
    fn probabilities_sum_to_one(
        ga in successes(),
        de in successes(),
        outcomes in proptest::collection::vec((0usize..6, any::<bool>()), 0..200),
        progress in proptest::option::of(0.0..=1.0f64),
    ) {
        let shares = Shares::adapted(ga, de, progress);
        prop_assert!((shares.ga + shares.de - 1.0).abs() < 1e-12);
        prop_assert!((0.0..=1.0).contains(&shares.ga) && (0.0..=1.0).contains(&shares.de));
        let mut strategies = StrategyShares::default();
        for (strategy, success) in outcomes {
            strategies.learn(Strategy::ALL[strategy], success);
        }
        strategies.adapt(progress);
        prop_assert!((strategies.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        prop_assert!(strategies.shares().iter().all(|share| (0.0..=1.0).contains(share)));
    }
}
