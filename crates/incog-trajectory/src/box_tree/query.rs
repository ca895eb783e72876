//! Who is nearest, who is farthest.

use super::{BoxTree, Branch, GONE, LANES, distance_of, key, number_of};
use std::collections::BinaryHeap;

impl BoxTree {
    /// Distances of a leaf's members, also of those taken out.
    fn measure(&self, leaf: usize, place: &[[f32; 2]]) -> [f32; LANES] {
        let block = &self.coordinates[leaf * self.planes..][..self.planes];
        let mut distances = [0.0; LANES];
        for (([x, y], from), radius) in block.iter().zip(place).zip(&self.radii) {
            for lane in 0..LANES {
                let (dx, dy) = (x[lane] - from[0], y[lane] - from[1]);
                distances[lane] += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
            }
        }
        distances
    }

    /// What rounding may add to a sum over planes and to a bound on it.
    fn hair(&self) -> f32 {
        (self.planes as f32 + 8.0) * f32::EPSILON
    }

    /// Keys of the `count` points nearest to a place, nearest first, into `found`.
    pub fn nearest(&self, place: &[[f32; 2]], count: usize, found: &mut Vec<u64>) {
        found.clear();
        if count == 0 || self.len() == 0 {
            return;
        }
        if count * 4 >= self.len() {
            self.scan(place, count, found);
            return;
        }
        let mut best = BinaryHeap::from(std::mem::take(found));
        let mut open: Vec<(f32, u32)> = vec![(0.0, 0)];
        let mut limit = f32::INFINITY;
        while let Some((bound, node)) = open.pop() {
            if bound > limit {
                continue;
            }
            match self.nodes[node as usize].kind {
                Branch::Inner(children) => self.open_nearer_last(children, place, limit, &mut open),
                Branch::Leaf(leaf) => {
                    let distances = self.measure(leaf as usize, place);
                    for (&id, &distance) in self.ids[leaf as usize].iter().zip(&distances) {
                        if id == GONE || distance > limit {
                            continue;
                        }
                        best.push(key(distance, id));
                        if best.len() > count {
                            best.pop();
                        }
                        if best.len() == count {
                            limit = best.peek().map_or(limit, |&worst| distance_of(worst));
                        }
                    }
                }
            }
        }
        *found = best.into_sorted_vec();
    }

    fn open_nearer_last(
        &self,
        children: [u32; 2],
        place: &[[f32; 2]],
        limit: f32,
        open: &mut Vec<(f32, u32)>,
    ) {
        let hair = 1.0 - self.hair();
        let [a, b] = children.map(|child| (self.least(child as usize, place) * hair, child));
        let (near, far) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        for child in [far, near] {
            if child.0 <= limit && self.nodes[child.1 as usize].present > 0 {
                open.push(child);
            }
        }
    }

    fn scan(&self, place: &[[f32; 2]], count: usize, found: &mut Vec<u64>) {
        for (leaf, ids) in self.ids.iter().enumerate() {
            if self.nodes[self.leaves[leaf] as usize].present == 0 {
                continue;
            }
            let distances = self.measure(leaf, place);
            let present = ids.iter().zip(&distances).filter(|(id, _)| **id != GONE);
            found.extend(present.map(|(&id, &distance)| key(distance, id)));
        }
        if count < found.len() {
            found.select_nth_unstable(count);
            found.truncate(count);
        }
        found.sort_unstable();
    }

    /// The point farthest from a place; of equally far ones that with the highest number.
    pub fn farthest(&self, place: &[[f32; 2]]) -> Option<u32> {
        let mut best: Option<u64> = None;
        let mut open: Vec<(f32, u32)> = vec![(f32::INFINITY, 0)];
        let hair = 1.0 + self.hair();
        while let Some((bound, node)) = open.pop() {
            if self.nodes[node as usize].present == 0 || best.is_some_and(|best| bound < distance_of(best)) {
                continue;
            }
            match self.nodes[node as usize].kind {
                Branch::Inner(children) => {
                    let mut pair = children.map(|child| (self.most(child as usize, place) * hair, child));
                    pair.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
                    open.extend(pair);
                }
                Branch::Leaf(leaf) => {
                    let distances = self.measure(leaf as usize, place);
                    let present =
                        self.ids[leaf as usize].iter().zip(&distances).filter(|(id, _)| **id != GONE);
                    best = present.map(|(&id, &distance)| key(distance, id)).chain(best).max();
                }
            }
        }
        best.map(number_of)
    }

    /// No point of the node is nearer.
    fn least(&self, node: usize, place: &[[f32; 2]]) -> f32 {
        let boxes = &self.boxes[node * self.planes..][..self.planes];
        let mut sum = 0.0;
        for ((&[low_x, low_y, high_x, high_y], from), radius) in boxes.iter().zip(place).zip(&self.radii) {
            let dx = (low_x - from[0]).max(from[0] - high_x).max(0.0);
            let dy = (low_y - from[1]).max(from[1] - high_y).max(0.0);
            sum += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
        }
        sum
    }

    /// No point of the node is farther.
    fn most(&self, node: usize, place: &[[f32; 2]]) -> f32 {
        let boxes = &self.boxes[node * self.planes..][..self.planes];
        let mut sum = 0.0;
        for ((&[low_x, low_y, high_x, high_y], from), radius) in boxes.iter().zip(place).zip(&self.radii) {
            let dx = (from[0] - low_x).max(high_x - from[0]);
            let dy = (from[1] - low_y).max(high_y - from[1]);
            sum += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
        }
        sum
    }
}
