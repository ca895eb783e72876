//! Trajectories that are in no cluster yet.

use crate::TrajectorySet;
use crate::box_tree::{BoxTree, Place, number_of};
use std::ops::Range;

/// The free trajectories of one data centre.
pub(super) struct FreeSet {
    tree: BoxTree,
    /// Sums of their coordinates, plane by plane. Single precision summed in double: taking out what was
    /// put in leaves no error that shows.
    sums: Vec<[f64; 2]>,
    found: Vec<u64>,
}

impl FreeSet {
    pub fn new(set: &TrajectorySet, range: Range<usize>) -> Self {
        let sum = |values: &[f32]| values[range.clone()].iter().map(|&value| f64::from(value)).sum();
        let sums = set.planes().iter().map(|[x, y]| [sum(x), sum(y)]).collect();
        let tree = BoxTree::new(set.planes(), vec![0.0; set.planes().len()], range);
        Self { tree, sums, found: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether a trajectory of the range is still free.
    pub fn has(&self, trajectory: u32) -> bool {
        self.tree.has(trajectory)
    }

    /// Those still free, ascending.
    pub fn trajectories(&self) -> Vec<u32> {
        self.tree.points()
    }

    /// Where a trajectory is.
    pub fn place(&self, trajectory: u32) -> Place {
        self.tree.place(trajectory)
    }

    /// The mean of all free trajectories.
    pub fn mean(&self) -> Place {
        let count = self.len().max(1) as f64;
        self.sums.iter().map(|sum| sum.map(|sum| (sum / count) as f32)).collect()
    }

    /// The trajectory farthest from a place.
    pub fn farthest(&self, from: &Place) -> Option<u32> {
        self.tree.farthest(from)
    }

    /// Keys of the `count` nearest to a place, nearest first.
    pub fn nearest(&mut self, from: &Place, count: usize) -> &[u64] {
        self.tree.nearest(from, count, &mut self.found);
        &self.found
    }

    /// Takes out the `count` nearest to a place and answers them, ascending.
    pub fn take_nearest(&mut self, from: &Place, count: usize) -> Vec<u32> {
        let mut taken: Vec<u32> = self.nearest(from, count).iter().map(|&key| number_of(key)).collect();
        taken.sort_unstable();
        taken.iter().for_each(|&trajectory| self.take(trajectory));
        taken
    }

    /// Takes out a trajectory.
    pub fn take(&mut self, trajectory: u32) {
        let place = self.tree.place(trajectory);
        for (sum, point) in self.sums.iter_mut().zip(place) {
            *sum = [sum[0] - f64::from(point[0]), sum[1] - f64::from(point[1])];
        }
        self.tree.take(trajectory);
    }
}
