//! Non-dominated sorting.

use super::dominates;
use std::cmp::Ordering;

/// The front each point lies on: 0 for points that nothing dominates, 1 for those that only points
/// of front 0 dominate, and so on.
///
/// O(n log n) for one or two objectives: in lexicographic order, a point is dominated by a front
/// exactly when its second objective is not below the smallest of that front so far, and those
/// smallest values grow with the front's number, so its front is found by bisection (Jensen 2003,
/// doi:10.1109/TEVC.2003.817234, for two objectives). For more objectives: efficient non-dominated
/// sort with bisection over the fronts (Zhang et al. 2015, doi:10.1109/TEVC.2014.2308305), at worst
/// O(M n^2).
///
/// ```
/// use incog_search::pareto::ranks;
/// assert_eq!(ranks(&[[1.0, 2.0], [2.0, 1.0], [2.0, 2.0], [3.0, 3.0]]), [0, 0, 1, 2]);
/// ```
pub fn ranks<const M: usize>(points: &[[f64; M]]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| lexicographic(&points[a as usize], &points[b as usize]).then(a.cmp(&b)));
    if M <= 2 { by_bisection(points, &order) } else { by_fronts(points, &order) }
}

fn lexicographic<const M: usize>(a: &[f64; M], b: &[f64; M]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn by_bisection<const M: usize>(points: &[[f64; M]], order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; points.len()];
    // The last point put into each front: it has the front's smallest last objective.
    let mut last: Vec<[f64; M]> = Vec::new();
    for &index in order {
        let point = points[index as usize];
        let front = last.partition_point(|known| known[M - 1] <= point[M - 1] && *known != point);
        ranks[index as usize] = front as u32;
        if front == last.len() { last.push(point) } else { last[front] = point }
    }
    ranks
}

fn by_fronts<const M: usize>(points: &[[f64; M]], order: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; points.len()];
    let mut fronts: Vec<Vec<u32>> = Vec::new();
    for &index in order {
        let point = &points[index as usize];
        let dominated =
            |front: &Vec<u32>| front.iter().rev().any(|&other| dominates(&points[other as usize], point));
        let front = fronts.partition_point(dominated);
        ranks[index as usize] = front as u32;
        if front == fronts.len() { fronts.push(vec![index]) } else { fronts[front].push(index) }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Peels off what nothing dominates, again and again.
    fn peeled<const M: usize>(points: &[[f64; M]]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; points.len()];
        for rank in 0.. {
            let left: Vec<usize> = (0..points.len()).filter(|&i| ranks[i] == u32::MAX).collect();
            if left.is_empty() {
                break;
            }
            for &i in &left {
                if !left.iter().any(|&j| dominates(&points[j], &points[i])) {
                    ranks[i] = rank;
                }
            }
        }
        ranks
    }

    fn points<const M: usize>() -> impl Strategy<Value = Vec<[f64; M]>> {
        prop::collection::vec(prop::array::uniform(0u8..6).prop_map(|p: [u8; M]| p.map(f64::from)), 0..40)
    }

    proptest! {
        #[test]
        fn two_objectives_as_peeled(points in points::<2>()) {
            prop_assert_eq!(ranks(&points), peeled(&points));
        }
        #[test]
        fn three_objectives_as_peeled(points in points::<3>()) {
            prop_assert_eq!(ranks(&points), peeled(&points));
        }
        #[test]
        fn one_objective_as_peeled(points in points::<1>()) {
            prop_assert_eq!(ranks(&points), peeled(&points));
        }
    }
}
