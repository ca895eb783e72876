//! Who has no neighbours.

use crate::TrajectorySet;
use crate::box_tree::{BoxTree, distance_of, key, number_of};
use crate::objects::Tally;
use rayon::prelude::*;
use std::ops::Range;

/// The `count` trajectories whose (k - 1)-th nearest other object in their data centre is farthest
/// away, ascending; fewer where a data centre would be left with fewer than k objects.
pub(super) fn outliers(set: &TrajectorySet, k: usize, count: usize) -> Vec<u32> {
    if count == 0 {
        return Vec::new();
    }
    let mut reach: Vec<u64> = Vec::with_capacity(set.len());
    for range in set.centers() {
        let tree = BoxTree::new(set.planes(), vec![0.0; set.planes().len()], range.clone());
        let of = |found: &mut Vec<u64>, trajectory: usize| {
            let reach = match set.objects() {
                0 => {
                    tree.nearest(&set.place(trajectory), k, found);
                    found.last().copied()
                }
                _ => reach_of_objects(set, &tree, trajectory, k, found),
            };
            key(reach.map_or(0.0, distance_of), trajectory as u32)
        };
        let keys = range.clone().into_par_iter().map_init(Vec::new, of);
        reach.extend(keys.collect::<Vec<u64>>());
    }
    reach.sort_unstable_by(|a, b| b.cmp(a));
    let objects =
        |range: &Range<usize>| Tally::with_members(set, range.clone().map(|trajectory| trajectory as u32));
    let mut left: Vec<Tally<'_>> = set.centers().iter().map(objects).collect();
    let may_go = |&trajectory: &u32| {
        let center = set.centers().iter().position(|range| range.contains(&(trajectory as usize)));
        let left = &mut left[center.unwrap_or(0)];
        let may = left.without(trajectory) >= k;
        if may {
            left.remove(trajectory);
        }
        may
    };
    let mut gone: Vec<u32> = reach.into_iter().map(number_of).filter(may_go).take(count).collect();
    gone.sort_unstable();
    gone
}

/// The key of the nearest trajectory of the k-th object that comes near to a trajectory, its own
/// being the first.
fn reach_of_objects(
    set: &TrajectorySet,
    tree: &BoxTree,
    trajectory: usize,
    k: usize,
    found: &mut Vec<u64>,
) -> Option<u64> {
    let mut looked = k;
    loop {
        tree.nearest(&set.place(trajectory), looked, found);
        let mut tally = Tally::new(set);
        let is_last = |&&key: &&u64| {
            tally.add(number_of(key));
            tally.different() == k
        };
        let reached = found.iter().find(is_last).copied();
        if reached.is_some() || looked >= tree.len() {
            return reached.or(found.last().copied());
        }
        looked *= 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lonely_go_but_k_are_always_left() {
        let near = (0..6).map(|at| [f64::from(at), 0.0]);
        let far = [[500.0, 0.0], [9000.0, 0.0]];
        let positions: Vec<[f64; 2]> = near.chain(far).collect();
        let set = TrajectorySet::new(&positions, 1, None, &[]).expect("eight finite positions");
        assert_eq!(outliers(&set, 2, 2), [6, 7]);
        assert_eq!(outliers(&set, 2, 0), [0u32; 0]);
        assert_eq!(outliers(&set, 7, 5).len(), 1);
    }
}
