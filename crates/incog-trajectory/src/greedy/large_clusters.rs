//! Large clusters of at least a given size: whole passes instead of single moves.

use super::bounded_assignment::assign;
use crate::box_tree::PlanePoints;
use crate::{ClusteringWatch, TrajectorySet};
use rayon::prelude::*;
use std::ops::Range;

/// What is settled: the trajectories of one data centre, for clusters of at least `least` different
/// objects.
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    pub range: Range<usize>,
    pub least: usize,
    pub delta: f64,
}

/// Groups around means, and what they cost.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    /// By trajectory of the range: its group.
    pub groups: Vec<u32>,
    /// Means of the groups.
    pub means: Vec<PlanePoints>,
    /// Passes made.
    pub passes: u64,
}

/// Gives every trajectory a group so that each has at least `least` different objects and the total
/// shift around the means is small, moves the means, and again, while the cost falls by a
/// thousandth, `passes` times at most (Lloyd's iteration with bounded sizes; Bradley, Bennett,
/// Demiriz 2000).
pub(super) fn settle(
    set: &TrajectorySet,
    bounds: &Bounds,
    mut means: Vec<PlanePoints>,
    passes: usize,
    watch: &ClusteringWatch<'_>,
) -> Settled {
    let count = bounds.range.len();
    means.truncate(set.most_clusters(&bounds.range, bounds.least).max(1));
    let objects = set.objects_by_trajectory(&bounds.range);
    let mut columns = vec![0.0; count * means.len()];
    fill(set, bounds, &means, &mut columns);
    let mut best = (assign(&columns, means.len(), bounds.least, objects), means);
    best.1 = means_of(set, bounds, &best.0, best.1);
    let (mut settled, mut least_cost) = (None, f64::INFINITY);
    let mut made = 1;
    let (mut groups, mut means) = best;
    loop {
        // Costs around the new means are those of the groups' release.
        fill(set, bounds, &means, &mut columns);
        let cost = cost_of(&columns, &groups);
        let falls = cost < least_cost * (1.0 - 1e-3);
        if cost < least_cost {
            least_cost = cost;
            settled = Some((groups.clone(), means.clone()));
        }
        if !falls || made as usize >= passes || watch.is_over() {
            break;
        }
        groups = assign(&columns, means.len(), bounds.least, objects);
        means = means_of(set, bounds, &groups, means);
        made += 1;
    }
    let (groups, means) = settled.unwrap_or((groups, means));
    Settled { groups, means, passes: made }
}

/// By group, then by trajectory of the range: the shift around the group's mean.
fn fill(set: &TrajectorySet, bounds: &Bounds, means: &[PlanePoints], columns: &mut [f32]) {
    let column = |(column, mean): (&mut [f32], &PlanePoints)| {
        column.fill(0.0);
        for (plane, ([x, y], &from)) in set.planes().iter().zip(mean).enumerate() {
            let part = bounds.range.clone();
            add_shifts(column, &x[part.clone()], &y[part], from, set.radius(plane, bounds.delta));
        }
    };
    columns.par_chunks_mut(bounds.range.len().max(1)).zip(means).for_each(column);
}

fn add_shifts(column: &mut [f32], x: &[f32], y: &[f32], from: [f32; 2], radius: f32) {
    for ((shift, x), y) in column.iter_mut().zip(x).zip(y) {
        let (dx, dy) = (x - from[0], y - from[1]);
        *shift += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
    }
}

fn cost_of(columns: &[f32], groups: &[u32]) -> f64 {
    let shift = |(trajectory, &group): (usize, &u32)| columns[group as usize * groups.len() + trajectory];
    groups.iter().enumerate().map(|entry| f64::from(shift(entry))).sum()
}

/// The means of the groups; a group without members keeps its old one.
fn means_of(set: &TrajectorySet, bounds: &Bounds, groups: &[u32], old: Vec<PlanePoints>) -> Vec<PlanePoints> {
    let mut sizes = vec![0u32; old.len()];
    groups.iter().for_each(|&group| sizes[group as usize] += 1);
    let mut means = old;
    for (plane, axes) in set.planes().iter().enumerate() {
        for (axis, values) in axes.iter().enumerate() {
            let mut sums = vec![0.0; sizes.len()];
            let values = &values[bounds.range.clone()];
            groups.iter().zip(values).for_each(|(&group, &v)| sums[group as usize] += f64::from(v));
            for (mean, (sum, &size)) in means.iter_mut().zip(sums.iter().zip(&sizes)) {
                if size > 0 {
                    mean[plane][axis] = (sum / f64::from(size)) as f32;
                }
            }
        }
    }
    means
}
