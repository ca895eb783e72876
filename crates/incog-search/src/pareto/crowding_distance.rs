//! How far a point is from its neighbours on its front.

/// Crowding distance of each point of one front: the sum over objectives of the distance between
/// its neighbours, relative to the front's extent; infinite at the ends.
///
/// Deb et al. 2002, doi:10.1109/4235.996017, section III.B. An objective in which all points of the
/// front are equal adds nothing.
pub fn crowding_distances<const M: usize>(front: &[[f64; M]]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let mut order: Vec<usize> = (0..front.len()).collect();
    let objectives: [usize; M] = std::array::from_fn(|objective| objective);
    for objective in objectives {
        let value = |index: usize| front[index][objective];
        order.sort_unstable_by(|&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else { break };
        let extent = value(last) - value(first);
        if extent > 0.0 {
            for window in order.windows(3) {
                let gap = value(window[2]) - value(window[0]);
                distances[window[1]] += gap / extent;
            }
        }
        distances[first] = f64::INFINITY;
        distances[last] = f64::INFINITY;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_by_hand() {
        let front = [[0.0, 4.0], [1.0, 2.0], [3.0, 1.0], [4.0, 0.0]];
        let distances = crowding_distances(&front);
        assert_eq!(distances, [f64::INFINITY, 3.0 / 4.0 + 3.0 / 4.0, 3.0 / 4.0 + 2.0 / 4.0, f64::INFINITY]);
    }

    #[test]
    fn no_point_and_one_point() {
        assert!(crowding_distances::<2>(&[]).is_empty());
        assert_eq!(crowding_distances(&[[1.0, 1.0]]), [f64::INFINITY]);
    }
}
