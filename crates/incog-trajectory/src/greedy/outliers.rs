//! Who has no neighbours.

use crate::TrajectorySet;
use crate::box_tree::{BoxTree, distance_of, key, number_of};
use rayon::prelude::*;

/// The `count` trajectories whose (k - 1)-th nearest neighbour in their data centre is farthest away, ascending;
/// fewer where a data centre would be left with less than k.
pub(super) fn outliers(set: &TrajectorySet, k: usize, count: usize) -> Vec<u32> {
    if count == 0 {
        return Vec::new();
    }
    let mut reach: Vec<u64> = Vec::with_capacity(set.len());
    for range in set.centers() {
        let tree = BoxTree::new(set.planes(), vec![0.0; set.planes().len()], range.clone());
        let of = |found: &mut Vec<u64>, trajectory: usize| {
            tree.nearest(&set.place(trajectory), k, found);
            key(found.last().map_or(0.0, |&last| distance_of(last)), trajectory as u32)
        };
        let keys = range.clone().into_par_iter().map_init(Vec::new, of);
        reach.extend(keys.collect::<Vec<u64>>());
    }
    reach.sort_unstable_by(|a, b| b.cmp(a));
    let mut spare: Vec<usize> = set.centers().iter().map(|range| range.len().saturating_sub(k)).collect();
    let may_go = |&trajectory: &u32| {
        let center = set.centers().iter().position(|range| range.contains(&(trajectory as usize)));
        let spare = &mut spare[center.unwrap_or(0)];
        let may = *spare > 0;
        *spare -= usize::from(may);
        may
    };
    let mut gone: Vec<u32> = reach.into_iter().map(number_of).filter(may_go).take(count).collect();
    gone.sort_unstable();
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lonely_go_but_never_so_many_that_k_are_not_left() {
        let near = (0..6).map(|at| [f64::from(at), 0.0]);
        let far = [[500.0, 0.0], [9000.0, 0.0]];
        let positions: Vec<[f64; 2]> = near.chain(far).collect();
        let set = TrajectorySet::new(&positions, 1, None, &[]).expect("eight finite positions");
        assert_eq!(outliers(&set, 2, 2), [6, 7]);
        assert_eq!(outliers(&set, 2, 0), [0u32; 0]);
        assert_eq!(outliers(&set, 7, 5).len(), 1);
    }
}
