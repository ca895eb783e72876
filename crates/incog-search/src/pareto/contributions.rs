//! What each single point adds to the dominated volume.

use super::{hypervolume, ranks};

/// Volume that would be lost without each point: its own box minus the part of it that the others
/// dominate. Dominated points and copies contribute nothing.
///
/// O(n log n) for two objectives when no point dominates another; otherwise n hypervolumes.
///
/// ```
/// use incog_search::pareto::contributions;
/// let front = [[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]];
/// assert_eq!(contributions(&front, &[3.0, 3.0]), [1.0, 1.0, 1.0]);
/// ```
pub fn contributions<const M: usize>(points: &[[f64; M]], reference: &[f64; M]) -> Vec<f64> {
    if M == 2 && ranks(points).iter().all(|&rank| rank == 0) {
        along_the_front(points, reference)
    } else {
        one_by_one(points, reference)
    }
}

fn one_by_one<const M: usize>(points: &[[f64; M]], reference: &[f64; M]) -> Vec<f64> {
    let alone = |(index, point): (usize, &[f64; M])| {
        let others = points.iter().enumerate().filter(|&(other, _)| other != index);
        let limited: Vec<[f64; M]> = others
            .map(|(_, other)| std::array::from_fn(|objective| other[objective].max(point[objective])))
            .collect();
        // Rounding may leave a hair below zero where the others cover the whole box.
        (hypervolume(&[*point], reference) - hypervolume(&limited, reference)).max(0.0)
    };
    points.iter().enumerate().map(alone).collect()
}

/// On a front of two objectives a point owns the rectangle between its neighbours.
fn along_the_front<const M: usize>(points: &[[f64; M]], reference: &[f64; M]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..points.len()).filter(|&i| points[i][0] < reference[0]).collect();
    order.sort_unstable_by(|&a, &b| points[a][0].total_cmp(&points[b][0]).then(a.cmp(&b)));
    let mut result = vec![0.0; points.len()];
    for (position, &index) in order.iter().enumerate() {
        let point = points[index];
        let right = order.get(position + 1).map_or(reference[0], |&next| points[next][0]);
        let left = position.checked_sub(1).map_or(reference[1], |before| points[order[before]][1]);
        // A copy has no width; above the reference there is no height.
        result[index] = (right - point[0]) * (left.min(reference[1]) - point[1]).max(0.0);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lost<const M: usize>(points: &[[f64; M]], reference: &[f64; M]) -> Vec<f64> {
        let all = hypervolume(points, reference);
        let without = |index: usize| {
            let mut others = points.to_vec();
            others.remove(index);
            all - hypervolume(&others, reference)
        };
        (0..points.len()).map(without).collect()
    }

    fn points<const M: usize>() -> impl Strategy<Value = Vec<[f64; M]>> {
        prop::collection::vec(prop::array::uniform(0u8..8).prop_map(|p: [u8; M]| p.map(f64::from)), 0..20)
    }

    proptest! {
        #[test]
        fn two_objectives_as_lost(points in points::<2>()) {
            prop_assert_eq!(contributions(&points, &[7.0; 2]), lost(&points, &[7.0; 2]));
        }
        #[test]
        fn a_front_as_lost(points in points::<2>()) {
            let front: Vec<[f64; 2]> = super::super::non_dominated(&points).into_iter().map(|i| points[i]).collect();
            prop_assert_eq!(contributions(&front, &[7.0; 2]), lost(&front, &[7.0; 2]));
        }
        #[test]
        fn three_objectives_as_lost(points in points::<3>()) {
            prop_assert_eq!(contributions(&points, &[7.0; 3]), lost(&points, &[7.0; 3]));
        }
        #[test]
        fn four_objectives_as_lost(points in points::<4>()) {
            prop_assert_eq!(contributions(&points, &[7.0; 4]), lost(&points, &[7.0; 4]));
        }
    }
}
