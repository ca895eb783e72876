//! Whether cells have combinations of values in common.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Cells, each of which has a set of values in every attribute.
pub(super) struct Cells<'a> {
    /// For each attribute, the sets by their codes.
    pub sets: Vec<Vec<&'a [u32]>>,
    /// For each cell, the code of its set in each attribute.
    pub cells: Vec<Vec<u32>>,
}

impl Cells<'_> {
    /// Whether no combination of values belongs to two cells.
    ///
    /// Cells of which no set in some attribute meets a set of the others are apart from those; what
    /// cannot be divided so is compared pair by pair.
    pub fn are_disjoint(&self) -> bool {
        let mut groups = vec![(0..self.cells.len()).collect::<Vec<usize>>()];
        while let Some(group) = groups.pop() {
            if group.len() < 2 {
                continue;
            }
            let divided = (0..self.sets.len()).map(|attribute| self.divided(&group, attribute));
            match divided.into_iter().find(|parts| parts.len() > 1) {
                Some(parts) => groups.extend(parts),
                None if self.has_overlap(&group) => return false,
                None => {}
            }
        }
        true
    }

    /// Parts of a group whose sets in an attribute have nothing in common with those of other
    /// parts.
    fn divided(&self, group: &[usize], attribute: usize) -> Vec<Vec<usize>> {
        let code = |cell: usize| self.cells[cell][attribute];
        let codes: BTreeSet<u32> = group.iter().map(|&cell| code(cell)).collect();
        if codes.len() < 2 {
            return vec![group.to_vec()];
        }
        let mut parts = Parts::default();
        let mut first_with: HashMap<u32, u32> = HashMap::new();
        for &code in &codes {
            for &value in self.sets[attribute][code as usize] {
                let first = *first_with.entry(value).or_insert(code);
                parts.join(first, code);
            }
        }
        let mut of_part: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &cell in group {
            of_part.entry(parts.part_of(code(cell))).or_default().push(cell);
        }
        of_part.into_values().collect()
    }

    fn has_overlap(&self, group: &[usize]) -> bool {
        let pairs = group.iter().enumerate().flat_map(|(at, &a)| group[..at].iter().map(move |&b| (a, b)));
        pairs.into_iter().any(|(a, b)| {
            let mut attributes = self.sets.iter().enumerate();
            attributes
                .all(|(at, sets)| meet(sets[self.cells[a][at] as usize], sets[self.cells[b][at] as usize]))
        })
    }
}

fn meet(one: &[u32], other: &[u32]) -> bool {
    let (small, large) = if one.len() < other.len() { (one, other) } else { (other, one) };
    small.iter().any(|value| large.contains(value))
}

/// Which codes are connected, by way of one of each part.
#[derive(Default)]
struct Parts {
    above: HashMap<u32, u32>,
}

impl Parts {
    fn part_of(&self, code: u32) -> u32 {
        let mut code = code;
        while let Some(&above) = self.above.get(&code) {
            code = above;
        }
        code
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.part_of(one), self.part_of(other));
        if one != other {
            self.above.insert(other, one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cells<'a>(sets: &'a [Vec<Vec<u32>>], cells: &[Vec<u32>]) -> Cells<'a> {
        let slices = |sets: &'a Vec<Vec<u32>>| sets.iter().map(Vec::as_slice).collect();
        Cells { sets: sets.iter().map(slices).collect(), cells: cells.to_vec() }
    }

    /// 0 to 3 one by one, two by two, and all together.
    fn binary() -> Vec<Vec<u32>> {
        vec![vec![0], vec![1], vec![2], vec![3], vec![0, 1], vec![2, 3], vec![0, 1, 2, 3]]
    }

    #[test]
    fn a_coarse_cell_overlaps_a_finer_one_unless_another_attribute_keeps_them_apart() {
        let sets = [binary(), binary()];
        assert!(cells(&sets, &[vec![0, 6], vec![1, 6], vec![5, 6]]).are_disjoint());
        assert!(!cells(&sets, &[vec![0, 6], vec![4, 6]]).are_disjoint());
        assert!(cells(&sets, &[vec![0, 4], vec![4, 5]]).are_disjoint());
        // In every attribute a coarse set connects these, and yet they are apart.
        let sets = [binary(), binary(), binary()];
        assert!(cells(&sets, &[vec![0, 1, 6], vec![6, 0, 1], vec![1, 6, 0]]).are_disjoint());
    }

    proptest! {
        /// The definition: no pair of values belongs to two cells.
        #[test]
        fn agrees_with_counting_the_combinations(
            drawn in proptest::collection::btree_set(proptest::collection::vec(0u32..7, 2), 1..9)
        ) {
            let sets = [binary(), binary()];
            let drawn: Vec<Vec<u32>> = drawn.into_iter().collect();
            let has = |cell: &Vec<u32>, at: usize, value: u32| sets[at][cell[at] as usize].contains(&value);
            let holds = (0..4).all(|a| (0..4).all(|b| {
                drawn.iter().filter(|cell| has(cell, 0, a) && has(cell, 1, b)).count() <= 1
            }));
            prop_assert_eq!(cells(&sets, &drawn).are_disjoint(), holds);
        }
    }
}
