//! Cutting trajectories in half.

use crate::TrajectorySet;

/// Groups of at least k different objects by cutting in half, along the axis in which the
/// trajectories differ most, as long as both halves have k (as Mondrian does; LeFevre et al. 2006,
/// doi:10.1109/ICDE.2006.101). O(n log n): for what is left when a better method has to end.
pub(super) fn halves(set: &TrajectorySet, mut members: Vec<u32>, k: usize) -> Vec<Vec<u32>> {
    let mut groups = Vec::new();
    cut(set, &mut members, k.max(1), &mut groups);
    groups
}

fn cut(set: &TrajectorySet, members: &mut [u32], k: usize, groups: &mut Vec<Vec<u32>>) {
    if members.len() < 2 * k {
        if !members.is_empty() {
            members.sort_unstable();
            groups.push(members.to_vec());
        }
        return;
    }
    let axes: Vec<&Vec<f32>> = set.planes().iter().flatten().collect();
    let extent = |axis: &[f32]| {
        let values = members.iter().map(|&member| axis[member as usize]);
        let start = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = values.fold(start, |(low, high), value| (low.min(value), high.max(value)));
        high - low
    };
    let widest = (0..axes.len()).max_by(|&a, &b| extent(axes[a]).total_cmp(&extent(axes[b])).then(b.cmp(&a)));
    let axis = axes[widest.unwrap_or(0)];
    let middle = members.len() / 2;
    members.select_nth_unstable_by(middle, |&a, &b| {
        axis[a as usize].total_cmp(&axis[b as usize]).then(a.cmp(&b))
    });
    let (low, high) = members.split_at_mut(middle);
    if set.different(low) < k || set.different(high) < k {
        members.sort_unstable();
        groups.push(members.to_vec());
        return;
    }
    cut(set, low, k, groups);
    cut(set, high, k, groups);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolutionary::tests::walks;

    #[test]
    fn every_group_has_k_and_fewer_than_twice_k() {
        let set = walks(103, 3, 2);
        for k in [1, 2, 5, 30, 103] {
            let groups = halves(&set, (0..103).collect(), k);
            assert!(groups.iter().all(|group| group.len() >= k && group.len() < 2 * k));
            let mut all: Vec<u32> = groups.concat();
            all.sort_unstable();
            assert_eq!(all, (0..103).collect::<Vec<u32>>());
        }
    }
}
