//! Distances from one trajectory to all others, computed on demand.

use crate::TrajectorySet;
use crate::box_tree::{key, number_of};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Rows of the distance matrix of a set, the least recently used of which are forgotten when the
/// memory limit is reached. The matrix as a whole never exists.
#[derive(Debug)]
pub struct DistanceRows<'a> {
    set: &'a TrajectorySet,
    limit: usize,
    kept: Mutex<RowCache>,
}

/// Distances from one trajectory.
#[derive(Debug)]
pub struct DistanceRow {
    /// To every trajectory, in metres, in single precision.
    pub distances: Vec<f32>,
    /// The nearest trajectories, nearest first, at most [`NEAR`]; equally near ones by number. The
    /// trajectory itself is among them.
    pub nearest: Vec<u32>,
}

/// Neighbours kept in order: most clusters are filled from them without looking at all distances.
pub const NEAR: usize = 256;

#[derive(Debug, Default)]
struct RowCache {
    rows: Vec<Option<(u64, Arc<DistanceRow>)>>,
    /// By the moment of the last use.
    by_use: BTreeMap<u64, u32>,
    clock: u64,
}

impl<'a> DistanceRows<'a> {
    /// Rows of this set in at most `bytes` of memory (at least one row is kept).
    pub fn new(set: &'a TrajectorySet, bytes: usize) -> Self {
        let limit = (bytes / (4 * (set.len() + NEAR))).max(1);
        let kept = RowCache { rows: vec![None; set.len()], ..RowCache::default() };
        Self { set, limit, kept: Mutex::new(kept) }
    }

    /// The set whose distances these are.
    pub fn set(&self) -> &'a TrajectorySet {
        self.set
    }

    /// Distances from a trajectory. The same whether they were kept or computed again.
    pub fn row(&self, trajectory: usize) -> Arc<DistanceRow> {
        if let Some(row) = self.lock().touch(trajectory) {
            return row;
        }
        let row = Arc::new(self.set.distances_from(trajectory));
        self.lock().keep(trajectory, Arc::clone(&row), self.limit);
        row
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, RowCache> {
        // Whatever happened to another thread, a kept row is a right row.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RowCache {
    fn touch(&mut self, trajectory: usize) -> Option<Arc<DistanceRow>> {
        let (used, row) = self.rows[trajectory].as_mut()?;
        self.clock += 1;
        self.by_use.remove(used);
        self.by_use.insert(self.clock, trajectory as u32);
        *used = self.clock;
        Some(Arc::clone(row))
    }

    fn keep(&mut self, trajectory: usize, row: Arc<DistanceRow>, limit: usize) {
        if self.rows[trajectory].is_some() {
            return;
        }
        while self.by_use.len() >= limit {
            let Some((_, oldest)) = self.by_use.pop_first() else { break };
            self.rows[oldest as usize] = None;
        }
        self.clock += 1;
        self.by_use.insert(self.clock, trajectory as u32);
        self.rows[trajectory] = Some((self.clock, row));
    }
}

impl TrajectorySet {
    fn distances_from(&self, trajectory: usize) -> DistanceRow {
        let mut distances = vec![0.0; self.len()];
        for [x, y] in self.planes() {
            add_distances(&mut distances, x, y, [x[trajectory], y[trajectory]]);
        }
        let mut keys: Vec<u64> =
            distances.iter().zip(0..).map(|(&distance, other)| key(distance, other)).collect();
        if keys.len() > NEAR {
            keys.select_nth_unstable(NEAR);
            keys.truncate(NEAR);
        }
        keys.sort_unstable();
        DistanceRow { distances, nearest: keys.into_iter().map(number_of).collect() }
    }
}

/// Adds to each entry the distance of the point (x, y) there from `from`.
fn add_distances(row: &mut [f32], x: &[f32], y: &[f32], from: [f32; 2]) {
    for ((entry, x), y) in row.iter_mut().zip(x).zip(y) {
        let (dx, dy) = (x - from[0], y - from[1]);
        *entry += (dx * dx + dy * dy).sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolutionary::tests::walks;

    #[test]
    fn rows_are_the_distances_whatever_is_kept() {
        let set = walks(60, 7, 1);
        for bytes in [0, 4 * (60 + NEAR) * 5, 1 << 20] {
            let rows = DistanceRows::new(&set, bytes);
            for trajectory in (0..60).chain((0..60).rev()) {
                for (other, distance) in rows.row(trajectory).distances.iter().enumerate() {
                    let exact = set.distance(trajectory, other);
                    assert!((f64::from(*distance) - exact).abs() <= 1e-5 * exact.max(1.0));
                }
            }
        }
    }
}
