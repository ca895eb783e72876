//! Trajectories that are in no cluster yet.

use crate::TrajectorySet;
use crate::distance_rows::add_distances;
use rayon::prelude::*;
use std::ops::Range;

/// The free trajectories of one data centre, their coordinates packed so that scanning them costs
/// only what is left.
pub(super) struct FreeSet {
    ids: Vec<u32>,
    planes: Vec<[Vec<f32>; 2]>,
    distances: Vec<f32>,
}

/// A point at each plane.
pub(super) type Place = Vec<[f32; 2]>;

/// Trajectories scanned by one task; results do not depend on it.
const CHUNK: usize = 8192;

impl FreeSet {
    pub fn new(set: &TrajectorySet, range: Range<usize>) -> Self {
        let cut = |[x, y]: &[Vec<f32>; 2]| [x[range.clone()].to_vec(), y[range.clone()].to_vec()];
        let planes = set.planes().iter().map(cut).collect();
        Self { ids: (range.start as u32..range.end as u32).collect(), planes, distances: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The trajectory at a position, as a place.
    pub fn place(&self, position: usize) -> Place {
        self.planes.iter().map(|[x, y]| [x[position], y[position]]).collect()
    }

    /// The mean of all free trajectories.
    pub fn mean(&self) -> Place {
        let mean = |values: &[f32]| {
            let sums: Vec<f64> =
                values.par_chunks(CHUNK).map(|chunk| chunk.iter().map(|&v| f64::from(v)).sum()).collect();
            (sums.iter().sum::<f64>() / values.len().max(1) as f64) as f32
        };
        self.planes.iter().map(|[x, y]| [mean(x), mean(y)]).collect()
    }

    /// Distances of the free trajectories from a place, by position.
    pub fn measure(&mut self, from: &Place) -> &[f32] {
        self.distances.clear();
        self.distances.resize(self.ids.len(), 0.0);
        let planes = &self.planes;
        self.distances.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, distances)| {
            let part = chunk * CHUNK..chunk * CHUNK + distances.len();
            for ([x, y], &from) in planes.iter().zip(from) {
                add_distances(distances, &x[part.clone()], &y[part.clone()], from);
            }
        });
        &self.distances
    }

    /// Orders by the last measured distance, then by trajectory.
    pub fn key(&self, position: usize) -> u64 {
        u64::from(self.distances[position].to_bits()) << 32 | u64::from(self.ids[position])
    }

    /// Position of the trajectory farthest from a place.
    pub fn farthest(&mut self, from: &Place) -> Option<usize> {
        self.measure(from);
        (0..self.len()).max_by_key(|&position| self.key(position))
    }

    /// Takes out the `count` nearest to a place and answers their trajectories, ascending.
    pub fn take_nearest(&mut self, from: &Place, count: usize) -> Vec<u32> {
        self.measure(from);
        let mut keys: Vec<(u64, u32)> =
            (0..self.len()).map(|position| (self.key(position), position as u32)).collect();
        if count < keys.len() {
            keys.select_nth_unstable(count);
            keys.truncate(count);
        }
        let mut positions: Vec<u32> = keys.into_iter().map(|(_, position)| position).collect();
        positions.sort_unstable_by(|a, b| b.cmp(a));
        let mut taken: Vec<u32> =
            positions.into_iter().map(|position| self.take(position as usize)).collect();
        taken.sort_unstable();
        taken
    }

    /// Takes out the trajectory at a position; the last one moves there.
    pub fn take(&mut self, position: usize) -> u32 {
        for [x, y] in &mut self.planes {
            x.swap_remove(position);
            y.swap_remove(position);
        }
        self.ids.swap_remove(position)
    }
}
