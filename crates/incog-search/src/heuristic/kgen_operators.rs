//! Crossover and mutation of KGEN.

use super::kgen_parameters::Half;
use super::random::draw;
use crate::{Lattice, Node};
use rand::RngExt;
use rand_xoshiro::Xoshiro256StarStar;

/// What two parents give.
#[derive(Debug, PartialEq)]
pub(super) enum Crossover {
    /// A child.
    Child(Node),
    /// The minimum node, if it is allowed; otherwise a node between it and each parent.
    Minimum(Node),
}

/// KGEN's three cases: the minimum node of two allowed parents, the maximum node of two that are
/// not allowed, and otherwise a node between the minimum and the allowed parent.
pub(super) fn cross(
    mother: &Node,
    father: &Node,
    allowed: (bool, bool),
    rng: &mut Xoshiro256StarStar,
) -> Crossover {
    let join = |pick: fn(u8, u8) -> u8| -> Node {
        mother.iter().zip(father.iter()).map(|(&a, &b)| pick(a, b)).collect::<Vec<u8>>().into()
    };
    let minimum = join(Ord::min);
    match allowed {
        (true, true) => Crossover::Minimum(minimum),
        (false, false) => Crossover::Child(join(Ord::max)),
        (true, false) => Crossover::Child(draw(&minimum, mother, rng)),
        (false, true) => Crossover::Child(draw(&minimum, father, rng)),
    }
}

/// Moves one attribute by one level, up or down.
pub(super) fn mutate(node: &mut Node, bounds: &Lattice, rng: &mut Xoshiro256StarStar) {
    let Some(attribute) = any_free(bounds, rng) else { return };
    let (low, high) = (bounds.lowest[attribute], bounds.highest[attribute]);
    let up = node[attribute] == low || node[attribute] < high && rng.random_bool(0.5);
    node[attribute] = if up { node[attribute] + 1 } else { node[attribute] - 1 };
}

fn any_free(bounds: &Lattice, rng: &mut Xoshiro256StarStar) -> Option<usize> {
    let free: Vec<usize> =
        (0..bounds.attributes()).filter(|&a| bounds.lowest[a] < bounds.highest[a]).collect();
    (!free.is_empty()).then(|| free[rng.random_range(0..free.len())])
}

/// Alternately raises and lowers a random half of the attributes to any level within the bounds.
pub(super) fn mutate_horizontally(
    node: &mut Node,
    half: Half,
    bounds: &Lattice,
    rng: &mut Xoshiro256StarStar,
) {
    let mut attributes: Vec<usize> = (0..node.len()).collect();
    for place in 0..half.round(node.len()) {
        let other = rng.random_range(place..attributes.len());
        attributes.swap(place, other);
        let attribute = attributes[place];
        node[attribute] = if place % 2 == 0 {
            rng.random_range(node[attribute]..=bounds.highest[attribute])
        } else {
            rng.random_range(bounds.lowest[attribute]..=node[attribute])
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Section 3.5: case 1 asks for the minimum, case 2 gives the maximum, case 3 a node between.
    #[test]
    fn crosses_in_three_cases() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(1);
        let (a, b): (Node, Node) = (vec![2, 0, 3].into(), vec![1, 4, 3].into());
        assert_eq!(cross(&a, &b, (true, true), &mut rng), Crossover::Minimum(vec![1, 0, 3].into()));
        assert_eq!(cross(&a, &b, (false, false), &mut rng), Crossover::Child(vec![2, 4, 3].into()));
        let low: Node = vec![1, 0, 3].into();
        for _ in 0..50 {
            let Crossover::Child(child) = cross(&a, &b, (false, true), &mut rng) else { continue };
            assert!(low.is_below_or_equal(&child) && child.is_below_or_equal(&b));
        }
    }

    /// Of five levels it changes three, or two as the paper prints it. Each of 200 draws leaves at
    /// least one of three as it is with a probability of 1 - (5/6)^3, so all of them do with less
    /// than 1e-70.
    #[test]
    fn a_horizontal_mutation_changes_half_of_the_levels() {
        let bounds = Lattice { lowest: vec![0; 5].into(), highest: vec![10; 5].into() };
        for (half, expected) in [(Half::Up, 3), (Half::Down, 2)] {
            let mut rng = Xoshiro256StarStar::seed_from_u64(1);
            let changed = (0..200).map(|_| {
                let mut node: Node = vec![5; 5].into();
                mutate_horizontally(&mut node, half, &bounds, &mut rng);
                node.iter().filter(|&&level| level != 5).count()
            });
            assert_eq!(changed.max(), Some(expected), "{half:?}");
        }
    }

    #[test]
    fn mutations_stay_in_bounds() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(1);
        let bounds = Lattice { lowest: vec![1, 0, 2, 3].into(), highest: vec![4, 6, 2, 9].into() };
        let mut node = draw(&bounds.lowest, &bounds.highest, &mut rng);
        for _ in 0..1000 {
            let before = node.clone();
            mutate(&mut node, &bounds, &mut rng);
            assert_eq!(before.sum().abs_diff(node.sum()), 1);
            assert!(bounds.lowest.is_below_or_equal(&node) && node.is_below_or_equal(&bounds.highest));
            let before = node.clone();
            mutate_horizontally(&mut node, Half::Up, &bounds, &mut rng);
            assert!(node.iter().zip(before.iter()).filter(|(a, b)| a > b).count() <= 1);
            assert!(node.iter().zip(before.iter()).filter(|(a, b)| a < b).count() <= 1);
            assert!(bounds.lowest.is_below_or_equal(&node) && node.is_below_or_equal(&bounds.highest));
        }
    }
}
