//! The volume that a set of points dominates.

/// Volume dominated by `points` and bounded by `reference` (all objectives minimized). Points that
/// do not lie strictly below the reference in every objective add nothing; so do dominated ones.
///
/// Exact for any number of objectives: a sweep for two, O(n log n); a sweep over the third with a
/// sorted front for three (Fonseca et al. 2006, doi:10.1109/CEC.2006.1688440); for more, the
/// points' exclusive volumes one after the other, each computed one dimension lower (While et al.
/// 2012, doi:10.1109/TEVC.2010.2077298).
///
/// ```
/// use incog_search::pareto::hypervolume;
/// assert_eq!(hypervolume(&[[1.0, 2.0], [2.0, 1.0]], &[3.0, 3.0]), 3.0);
/// ```
pub fn hypervolume<const M: usize>(points: &[[f64; M]], reference: &[f64; M]) -> f64 {
    let inside = |point: &&[f64; M]| point.iter().zip(reference).all(|(value, limit)| value < limit);
    let gains = points.iter().filter(inside).map(|point| {
        // Measured from the reference, so that the volume below becomes the volume from zero.
        let mut gain = [0.0; 8];
        for objective in 0..M {
            gain[objective] = reference[objective] - point[objective];
        }
        gain
    });
    assert!(M <= 8, "hypervolume is made for at most eight objectives");
    volume(&mut gains.collect::<Vec<_>>(), M)
}

/// Points as distances from the reference in the first `dimensions` of their entries.
type Gain = [f64; 8];

fn volume(gains: &mut [Gain], dimensions: usize) -> f64 {
    match dimensions {
        0 => 0.0,
        1 => gains.iter().map(|gain| gain[0]).fold(0.0, f64::max),
        2 => area(gains),
        3 => sweep(gains),
        _ => sliced(gains, dimensions),
    }
}

fn area(gains: &mut [Gain]) -> f64 {
    gains.sort_unstable_by(|a, b| b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1])));
    let mut height = 0.0;
    let mut area = 0.0;
    for gain in gains {
        if gain[1] > height {
            area += gain[0] * (gain[1] - height);
            height = gain[1];
        }
    }
    area
}

/// Highest third coordinate first; the staircase of the first two only ever grows.
fn sweep(gains: &mut [Gain]) -> f64 {
    gains.sort_unstable_by(|a, b| b[2].total_cmp(&a[2]));
    let mut stairs = Staircase::default();
    let mut volume = 0.0;
    let mut level = f64::NAN;
    for gain in gains.iter() {
        if gain[2] < level {
            volume += stairs.area * (level - gain[2]);
        }
        level = gain[2];
        stairs.insert(gain[0], gain[1]);
    }
    if gains.is_empty() { 0.0 } else { volume + stairs.area * level }
}

/// The area that points dominate from zero, kept up to date.
#[derive(Default)]
struct Staircase {
    /// Ascending in the first, descending in the second coordinate.
    steps: Vec<(f64, f64)>,
    area: f64,
}

impl Staircase {
    fn insert(&mut self, x: f64, y: f64) {
        let right = self.steps.partition_point(|step| step.0 < x);
        let floor = self.steps.get(right).map_or(0.0, |step| step.1);
        if floor >= y {
            return;
        }
        let mut left = right;
        let mut height = floor;
        let mut covered = 0.0;
        let mut reached = x;
        while left > 0 && self.steps[left - 1].1 <= y {
            let step = self.steps[left - 1];
            covered += (reached - step.0) * (height - floor);
            (reached, height) = (step.0, step.1);
            left -= 1;
        }
        let before = left.checked_sub(1).map_or(0.0, |index| self.steps[index].0);
        covered += (reached - before) * (height - floor);
        self.area += (x - before) * (y - floor) - covered;
        let gone = if self.steps.get(right).is_some_and(|step| step.0 == x) { right + 1 } else { right };
        self.steps.splice(left..gone, [(x, y)]);
    }
}

fn sliced(gains: &mut [Gain], dimensions: usize) -> f64 {
    let last = dimensions - 1;
    // Lowest last coordinate first: the later points, limited to this one, all share it, so their
    // common volume is one dimension lower times that coordinate.
    gains.sort_unstable_by(|a, b| a[last].total_cmp(&b[last]));
    let mut limited = Vec::with_capacity(gains.len());
    let mut total = 0.0;
    for (index, gain) in gains.iter().enumerate() {
        let own: f64 = gain[..last].iter().product();
        limited.clear();
        limited.extend(gains[index + 1..].iter().map(|other| {
            let mut corner = *other;
            for objective in 0..last {
                corner[objective] = corner[objective].min(gain[objective]);
            }
            corner
        }));
        total += gain[last] * (own - volume(&mut limited, last));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counts the unit cells of a small grid that some point dominates.
    fn counted<const M: usize>(points: &[[f64; M]], side: usize) -> f64 {
        let cells = side.pow(M as u32);
        let dominated = |cell: &usize| {
            let corner = |objective: usize| (cell / side.pow(objective as u32) % side) as f64;
            points.iter().any(|point| (0..M).all(|objective| point[objective] <= corner(objective)))
        };
        (0..cells).filter(dominated).count() as f64
    }

    fn points<const M: usize>() -> impl Strategy<Value = Vec<[f64; M]>> {
        prop::collection::vec(prop::array::uniform(0u8..8).prop_map(|p: [u8; M]| p.map(f64::from)), 0..20)
    }

    proptest! {
        #[test]
        fn two_objectives_as_counted(points in points::<2>()) {
            prop_assert_eq!(hypervolume(&points, &[6.0; 2]), counted(&points, 6));
        }
        #[test]
        fn three_objectives_as_counted(points in points::<3>()) {
            prop_assert_eq!(hypervolume(&points, &[6.0; 3]), counted(&points, 6));
        }
        #[test]
        fn four_objectives_as_counted(points in points::<4>()) {
            prop_assert_eq!(hypervolume(&points, &[6.0; 4]), counted(&points, 6));
        }
    }

    #[test]
    fn the_front_of_zdt1() {
        // f2 = 1 - sqrt(f1): the area below (1, 1) is 2/3 in the limit of many points.
        let front: Vec<[f64; 2]> =
            (0..=100_000).map(|i| f64::from(i) / 1e5).map(|x| [x, 1.0 - x.sqrt()]).collect();
        assert!((hypervolume(&front, &[1.0, 1.0]) - 2.0 / 3.0).abs() < 1e-5);
    }

    #[test]
    fn the_front_of_zdt2() {
        // f2 = 1 - f1^2: 1/3.
        let front: Vec<[f64; 2]> =
            (0..=100_000).map(|i| f64::from(i) / 1e5).map(|x| [x, 1.0 - x * x]).collect();
        assert!((hypervolume(&front, &[1.0, 1.0]) - 1.0 / 3.0).abs() < 1e-4);
    }

    /// The points of a grid of `steps` on the plane where the coordinates sum to 1 (the front of
    /// DTLZ1 scaled by 2; Deb, Thiele, Laumanns, Zumbos 2005, doi:10.1007/1-84628-137-7_6).
    fn plane<const M: usize>(steps: usize) -> Vec<[f64; M]> {
        let codes = 0..(steps + 1).pow(M as u32 - 1);
        let point = |code: usize| {
            let mut point = [0; M];
            (1..M).for_each(|at| point[at] = code / (steps + 1).pow(at as u32 - 1) % (steps + 1));
            let sum: usize = point.iter().sum();
            (sum <= steps).then(|| {
                point[0] = steps - sum;
                point.map(|value| value as f64 / steps as f64)
            })
        };
        codes.filter_map(point).collect()
    }

    #[test]
    fn the_plane_of_dtlz1_in_three_and_four_objectives() {
        // In the limit 1 - 1/M!. On a grid the cells below the plane stay out: those whose lowest
        // corner sums to less than the number of steps, which are C(steps + M - 1, M) of steps^M.
        let three = hypervolume(&plane::<3>(40), &[1.0; 3]);
        assert!((three - (1.0 - 11_480.0 / 64_000.0)).abs() < 1e-9, "{three}");
        let four = hypervolume(&plane::<4>(10), &[1.0; 4]);
        assert!((four - (1.0 - 715.0 / 10_000.0)).abs() < 1e-9, "{four}");
    }
}
