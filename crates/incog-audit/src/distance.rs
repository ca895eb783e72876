//! Distances between the distribution in a crowd, P, and that in the whole table, Q.
//!
//! N. Li, T. Li, S. Venkatasubramanian: t-closeness: privacy beyond k-anonymity and l-diversity.
//! ICDE 2007, doi:10.1109/ICDE.2007.367856, sections 3.1 and 4. All sums are exact integers over
//! the common denominator (size of the crowd * size of the whole), divided once at the end.

use incog_data::Hierarchy;

/// Q of an attribute, with what the distances need precomputed.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    /// Records of the whole table by value code.
    counts: Vec<u64>,
    total: u64,
    /// Values that occur.
    occurring: usize,
    sum_of_squares: u128,
    ordered: Option<Ordered>,
    tree: Option<Tree>,
}

#[derive(Debug, Clone)]
struct Ordered {
    rank: Vec<u32>,
    /// Records of the whole table up to and including each rank.
    cumulated: Vec<u64>,
    /// Sums of `cumulated` before each rank; one entry longer.
    sums: Vec<u128>,
}

#[derive(Debug, Clone)]
struct Tree {
    /// The leaf of each value code.
    leaf_of: Vec<u32>,
    /// For each level below the top, the label above each label.
    parent: Vec<Vec<u32>>,
    /// For each level and label, the records of the whole table below it.
    counts: Vec<Vec<u64>>,
}

impl Reference {
    /// `rank` is each value's place in the order, counted from 0, `u32::MAX` for
    /// values that do not occur, if the values have one; `tree` the
    /// hierarchy with each value's number in it.
    pub(super) fn new(
        counts: Vec<u64>,
        rank: Option<Vec<u32>>,
        tree: Option<(&Hierarchy, Vec<u32>)>,
    ) -> Self {
        // An empty table has no distribution; with 1 as its size, all of P has to be moved.
        let total = counts.iter().sum::<u64>().max(1);
        let sum_of_squares = counts.iter().map(|&count| u128::from(count).pow(2)).sum();
        let ordered = rank.map(|rank| Ordered::new(&counts, rank));
        let tree = tree.map(|(hierarchy, leaf_of)| Tree::new(&counts, hierarchy, leaf_of));
        let occurring = counts.iter().filter(|&&count| count > 0).count();
        Self { counts, total, occurring, sum_of_squares, ordered, tree }
    }

    /// Whether another table has the same share of each value; the values of one of them are the
    /// first of those of the other.
    pub(super) fn has_same_shares(&self, other: &Self) -> bool {
        (0..self.counts.len().max(other.counts.len())).all(|value| {
            self.count(value) * u128::from(other.total) == other.count(value) * u128::from(self.total)
        })
    }

    /// The records with a value; none where it is a value of another table alone.
    fn count(&self, value: usize) -> u128 {
        self.counts.get(value).copied().unwrap_or(0).into()
    }

    /// The shares of each value of a class in the whole table and in the class.
    pub(super) fn shares(&self, histogram: &[(u32, u64)]) -> impl Iterator<Item = (f64, f64)> {
        let size = size_of(histogram) as f64;
        let share = |count: u64, all: f64| count as f64 / all;
        let total = self.total as f64;
        histogram
            .iter()
            .map(move |&(value, count)| (share(self.counts[value as usize], total), share(count, size)))
    }

    /// Whether a class has every value of the whole table.
    pub(super) fn is_complete(&self, histogram: &[(u32, u64)]) -> bool {
        let has =
            histogram.iter().filter(|&&(value, count)| count > 0 && self.counts[value as usize] > 0).count();
        has == self.occurring
    }

    /// `sqrt(sum (p - q)^2)` (HAEF eq. 2); 0 to sqrt 2.
    pub(super) fn euclidean(&self, histogram: &[(u32, u64)]) -> f64 {
        let size = size_of(histogram);
        // Whole numbers, since a sum of rounded ones would depend on the order of the values, and
        // that on the order of the rows. All squares together are at most twice that of
        // `size * total`: below 2^128 for fewer than 2^31 rows.
        let (mut squares, mut absent) = (0u128, self.sum_of_squares);
        for &(value, count) in histogram {
            squares += self.difference(value, count, size).unsigned_abs().pow(2);
            absent -= u128::from(self.counts[value as usize]).pow(2);
        }
        let total = self.total as f64;
        (squares as f64 / (size as f64 * total).powi(2) + absent as f64 / (total * total)).sqrt()
    }

    /// Earth mover's distance with all values equally far apart: `1/2 sum |p - q|`; 0 to 1.
    pub(super) fn equal(&self, histogram: &[(u32, u64)]) -> f64 {
        let size = size_of(histogram);
        let moved: i128 =
            histogram.iter().map(|&(value, count)| self.difference(value, count, size).max(0)).sum();
        self.fraction(moved, size)
    }

    /// Earth mover's distance on the ordered values: `1/(m-1) sum_i |sum_{j<=i} (p_j - q_j)|`.
    /// Between 0 and 1; `None` for values without an order.
    pub(super) fn ordered(&self, histogram: &[(u32, u64)]) -> Option<f64> {
        let Ordered { rank, cumulated, sums } = self.ordered.as_ref()?;
        let values = cumulated.len();
        if values < 2 {
            return Some(0.0);
        }
        let size = size_of(histogram);
        let mut steps: Vec<(usize, u64)> =
            histogram.iter().map(|&(value, count)| (rank[value as usize] as usize, count)).collect();
        steps.sort_unstable();
        let (mut from, mut below, mut moved) = (0, 0u64, 0u128);
        // Between two values of the crowd P is constant and Q only rises, so |P - Q| changes sign
        // once: everything before `turn` is P - Q, everything from there Q - P.
        for (until, count) in steps.into_iter().chain([(values, 0)]) {
            let level = u128::from(below) * u128::from(self.total);
            let turn =
                from + cumulated[from..until].partition_point(|&q| u128::from(q) * u128::from(size) < level);
            moved += (turn - from) as u128 * level - (sums[turn] - sums[from]) * u128::from(size);
            moved += (sums[until] - sums[turn]) * u128::from(size) - (until - turn) as u128 * level;
            (from, below) = (until, below + count);
        }
        Some(self.fraction(moved as i128, size) / (values - 1) as f64)
    }

    /// Earth mover's distance over a hierarchy of height H: every inner node at level h costs
    /// `h/H * min(surplus, deficit)` of its children (section 4.3 there); 0 to 1. `None` without
    /// hierarchy.
    pub(super) fn hierarchical(&self, histogram: &[(u32, u64)]) -> Option<f64> {
        let tree = self.tree.as_ref()?;
        let height = tree.parent.len();
        let size = size_of(histogram);
        let mut labels: Vec<(u32, u64)> =
            histogram.iter().map(|&(value, count)| (tree.leaf_of[value as usize], count)).collect();
        let mut cost = 0i128;
        for level in 0..height {
            let surplus_of = |level: usize, label: u32, count: u64| {
                self.surplus(count, tree.counts[level][label as usize], size)
            };
            // Children without records of the crowd have no surplus; their deficit is what the
            // node's own balance leaves: deficit = surplus - balance.
            let mut parents: Vec<(u32, u64, i128)> = labels
                .iter()
                .map(|&(label, count)| {
                    let surplus = surplus_of(level, label, count).max(0);
                    (tree.parent[level][label as usize], count, surplus)
                })
                .collect();
            parents.sort_unstable();
            labels.clear();
            for children in parents.chunk_by(|a, b| a.0 == b.0) {
                let parent = children[0].0;
                let count = children.iter().map(|child| child.1).sum();
                let surplus: i128 = children.iter().map(|child| child.2).sum();
                let deficit = surplus - surplus_of(level + 1, parent, count);
                cost += surplus.min(deficit) * (level as i128 + 1);
                labels.push((parent, count));
            }
        }
        Some(if height == 0 { 0.0 } else { self.fraction(cost, size) / height as f64 })
    }

    fn difference(&self, value: u32, count: u64, size: u64) -> i128 {
        self.surplus(count, self.counts[value as usize], size)
    }

    /// `p - q` times the common denominator.
    fn surplus(&self, count: u64, whole: u64, size: u64) -> i128 {
        i128::from(count) * i128::from(self.total) - i128::from(whole) * i128::from(size)
    }

    fn fraction(&self, numerator: i128, size: u64) -> f64 {
        numerator as f64 / (size as f64 * self.total as f64)
    }
}

impl Ordered {
    fn new(counts: &[u64], rank: Vec<u32>) -> Self {
        let mut cumulated = vec![0; rank.iter().filter(|&&rank| rank != u32::MAX).count()];
        for (&count, &rank) in counts.iter().zip(&rank).filter(|(_, rank)| **rank != u32::MAX) {
            cumulated[rank as usize] = count;
        }
        let mut sums = Vec::with_capacity(counts.len() + 1);
        sums.push(0);
        let (mut below, mut sum) = (0, 0);
        for slot in &mut cumulated {
            below += *slot;
            *slot = below;
            sum += u128::from(below);
            sums.push(sum);
        }
        Self { rank, cumulated, sums }
    }
}

impl Tree {
    fn new(counts: &[u64], hierarchy: &Hierarchy, leaf_of: Vec<u32>) -> Self {
        let levels = hierarchy.height() + 1;
        let mut parent: Vec<Vec<u32>> =
            (0..levels - 1).map(|level| vec![0; hierarchy.labels(level).len()]).collect();
        for leaf in 0..hierarchy.values() as u32 {
            for (level, parents) in parent.iter_mut().enumerate() {
                parents[hierarchy.label_code(level, leaf) as usize] = hierarchy.label_code(level + 1, leaf);
            }
        }
        let mut below: Vec<Vec<u64>> =
            (0..levels).map(|level| vec![0; hierarchy.labels(level).len()]).collect();
        for (&leaf, &count) in leaf_of.iter().zip(counts) {
            for (level, below) in below.iter_mut().enumerate() {
                below[hierarchy.label_code(level, leaf) as usize] += count;
            }
        }
        Self { leaf_of, parent, counts: below }
    }
}

fn size_of(histogram: &[(u32, u64)]) -> u64 {
    histogram.iter().map(|&(_, count)| count).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn salaries() -> Reference {
        // Li et al. 2007, table 3 and section 4.2: nine salaries 3k .. 11k, one record each.
        Reference::new(vec![1; 9], Some((0..9).collect()), None)
    }

    #[test]
    fn ordered_examples_of_li_et_al_2007() {
        let q = salaries();
        // P1 = {3k, 4k, 5k}: D[P1, Q] = 0.375; P2 = {6k, 8k, 11k}: D[P2, Q] = 0.167 (section 4.2).
        assert!((q.ordered(&[(0, 1), (1, 1), (2, 1)]).unwrap() - 0.375).abs() < 1e-12);
        assert!((q.ordered(&[(3, 1), (5, 1), (8, 1)]).unwrap() - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn equal_is_half_the_total_variation() {
        let q = salaries();
        assert!((q.equal(&[(0, 1), (1, 1), (2, 1)]) - 6.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn the_euclidean_distance_does_not_depend_on_the_order_of_the_values() {
        // Counts of a table in which the plain sum of rounded squares differs in the last place for
        // some orders.
        let counts: Vec<u64> = vec![17, 13, 12, 16, 1, 16, 2];
        let inside: Vec<u64> = vec![9, 11, 9, 12, 0, 5, 2];
        let figure = |order: &[usize]| {
            let whole = Reference::new(order.iter().map(|&at| counts[at]).collect(), None, None);
            let histogram: Vec<(u32, u64)> = (0u32..)
                .zip(order)
                .map(|(code, &at)| (code, inside[at]))
                .filter(|(_, count)| *count > 0)
                .collect();
            whole.euclidean(&histogram)
        };
        let mut order: Vec<usize> = (0..counts.len()).collect();
        let first = figure(&order);
        for turn in 0..counts.len() * 6 {
            order.swap(turn % counts.len(), (turn * 3 + 1) % counts.len());
            assert_eq!(figure(&order).to_bits(), first.to_bits(), "{order:?}");
        }
    }
}
