//! Trajectories that are in no cluster yet.

use crate::TrajectorySet;
use crate::box_tree::{BoxTree, PlanePoints, number_of};
use crate::objects::Tally;
use std::ops::Range;

/// The free trajectories of one data centre.
pub(super) struct FreeSet<'a> {
    set: &'a TrajectorySet,
    tree: BoxTree,
    /// `None` where trajectories are counted in any case.
    objects: Option<Tally<'a>>,
    /// Sums of their coordinates, plane by plane. Single precision summed in double: taking out
    /// what was put in leaves no error that shows.
    sums: Vec<[f64; 2]>,
    found: Vec<u64>,
}

impl<'a> FreeSet<'a> {
    pub fn new(set: &'a TrajectorySet, range: Range<usize>) -> Self {
        let sum = |values: &[f32]| values[range.clone()].iter().map(|&value| f64::from(value)).sum();
        let sums = set.planes().iter().map(|[x, y]| [sum(x), sum(y)]).collect();
        let objects = range.clone().map(|trajectory| trajectory as u32);
        let objects = (set.objects() > 0).then(|| Tally::with_members(set, objects));
        let tree = BoxTree::new(set.planes(), vec![0.0; set.planes().len()], range);
        Self { set, tree, objects, sums, found: Vec::new() }
    }

    /// Like `new`, but each trajectory counts, whichever object made it.
    pub fn of_trajectories(set: &'a TrajectorySet, range: Range<usize>) -> Self {
        Self { objects: None, ..Self::new(set, range) }
    }

    /// How many different objects the free trajectories belong to.
    pub fn objects(&self) -> usize {
        self.objects.as_ref().map_or_else(|| self.len(), Tally::different)
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
    pub fn place(&self, trajectory: u32) -> PlanePoints {
        self.tree.place(trajectory)
    }

    /// The mean of all free trajectories.
    pub fn mean(&self) -> PlanePoints {
        let count = self.len().max(1) as f64;
        self.sums.iter().map(|sum| sum.map(|sum| (sum / count) as f32)).collect()
    }

    /// The trajectory farthest from a place.
    pub fn farthest(&self, from: &PlanePoints) -> Option<u32> {
        self.tree.farthest(from)
    }

    /// Keys of the `count` nearest to a place, nearest first.
    pub fn nearest(&mut self, from: &PlanePoints, count: usize) -> &[u64] {
        self.tree.nearest(from, count, &mut self.found);
        &self.found
    }

    /// Keys of the nearest to a place of each of the `count` objects that come nearest, except for
    /// those in `without`; nearest first.
    pub fn nearest_objects(&mut self, from: &PlanePoints, count: usize, without: &[u32]) -> Vec<u64> {
        let (mut looked, free) = (count + without.len(), self.len());
        loop {
            let near = self.nearest(from, looked).to_vec();
            let mut tally = Tally::with_members(self.set, without.iter().copied());
            let is_new = |key: &u64| {
                let is_new = !tally.has_object_of(number_of(*key));
                tally.add(number_of(*key));
                is_new
            };
            let found: Vec<u64> = near.into_iter().filter(is_new).take(count).collect();
            if found.len() == count || looked >= free {
                return found;
            }
            looked *= 4;
        }
    }

    /// Takes out the trajectories nearest to a place, of `count` different objects, and returns
    /// them, ascending.
    pub fn take_nearest(&mut self, from: &PlanePoints, count: usize) -> Vec<u32> {
        let near = match self.objects {
            None => self.nearest(from, count).to_vec(),
            Some(_) => self.nearest_objects(from, count, &[]),
        };
        let mut taken: Vec<u32> = near.into_iter().map(number_of).collect();
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
        self.objects.iter_mut().for_each(|objects| objects.remove(trajectory));
        self.tree.take(trajectory);
    }
}
