//! The nearest records of each.

use super::super::points::NumericPoints;
use crate::work_budget::WorkBudget;
use incog_search::Stop;
use std::collections::BinaryHeap;

/// How much is left of a sum that is to be a bound: it is computed in floating-point numbers.
const ROUNDING: f64 = 1.0 - 1e-9;

/// For each record those that are near: of two that are not near each other, in either direction,
/// the squared distance is at least that to the farthest neighbour which each of them looked for.
pub(super) struct Neighbours {
    /// Where those of each record begin, and where the last end.
    begin: Vec<usize>,
    near: Vec<(u32, f64)>,
    /// Half of the squared distance to the farthest one looked for; infinite where all were.
    pub half_reach: Vec<f64>,
}

impl Neighbours {
    /// Those of all records, and the bound of nearest records, of as many as were looked at when
    /// the work had to end.
    ///
    /// Of each record as many are looked for as `kept` says: at least k, and no more than there are
    /// others.
    pub fn new(
        points: &NumericPoints,
        k: usize,
        kept: usize,
        work: &mut WorkBudget<'_>,
    ) -> (f64, Result<Self, Stop>) {
        let others = points.len() - 1;
        let (mut bound, mut pairs) = (0.0, Vec::new());
        let mut half_reach = vec![f64::INFINITY; points.len()];
        for point in 0..points.len() as u32 {
            let near = match nearest(points, point, kept, work) {
                Ok(near) => near,
                Err(stop) => return (bound * ROUNDING, Err(stop)),
            };
            bound += near.iter().take(k - 1).map(|(apart, _)| apart).sum::<f64>() / (2 * k) as f64;
            if let Some((farthest, _)) = near.last().filter(|_| kept < others) {
                // Less by what distances may be off.
                half_reach[point as usize] = farthest / 2.0 * (1.0 - 1e-12);
            }
            for (apart, other) in near {
                // Of two that look for each other the one with the lower number says it.
                pairs.push((point.min(other), point.max(other), apart));
            }
        }
        (bound * ROUNDING, Ok(Self::both_ways(points.len(), pairs, half_reach)))
    }

    fn both_ways(records: usize, mut pairs: Vec<(u32, u32, f64)>, half_reach: Vec<f64>) -> Self {
        pairs.sort_unstable_by_key(|&(one, other, _)| (one, other));
        pairs.dedup_by_key(|&mut (one, other, _)| (one, other));
        let mut begin = vec![0; records + 1];
        for &(one, other, _) in &pairs {
            begin[one as usize + 1] += 1;
            begin[other as usize + 1] += 1;
        }
        (0..records).for_each(|record| begin[record + 1] += begin[record]);
        let mut next = begin.clone();
        let mut near = vec![(0, 0.0); 2 * pairs.len()];
        for (one, other, apart) in pairs {
            for (of, neighbour) in [(one, other), (other, one)] {
                near[next[of as usize]] = (neighbour, apart);
                next[of as usize] += 1;
            }
        }
        Self { begin, near, half_reach }
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.half_reach.len()
    }

    /// The neighbours of a record with their squared distances.
    pub fn near(&self, record: usize) -> &[(u32, f64)] {
        &self.near[self.begin[record]..self.begin[record + 1]]
    }
}

/// The nearest of a point with their squared distances, nearest first.
///
/// Points are in the order of their first numbers: from the point outwards, until these alone are
/// farther apart.
fn nearest(
    points: &NumericPoints,
    point: u32,
    kept: usize,
    work: &mut WorkBudget<'_>,
) -> Result<Vec<(f64, u32)>, Stop> {
    let first = |other: u32| points.at(other)[0];
    let gap = |other: u32| (first(point) - first(other)) * (first(point) - first(other));
    let (mut below, mut above) = (point.checked_sub(1), Some(point + 1));
    // Numbers that are not negative are ordered as their bits are.
    let mut near: BinaryHeap<(u64, u32)> = BinaryHeap::with_capacity(kept + 1);
    let mut looked_at = 0;
    loop {
        above = above.filter(|other| (*other as usize) < points.len());
        let next = match (below, above) {
            (Some(below), Some(above)) => {
                if gap(below) <= gap(above) {
                    below
                } else {
                    above
                }
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => break,
        };
        let is_full = near.len() == kept;
        if is_full && near.peek().is_some_and(|(farthest, _)| gap(next) > f64::from_bits(*farthest)) {
            break;
        }
        if next < point {
            below = next.checked_sub(1)
        } else {
            above = Some(next + 1)
        }
        looked_at += 1;
        near.push((points.apart(point, next).to_bits(), next));
        if is_full {
            near.pop();
        }
    }
    work.spend(looked_at)?;
    let in_order = near.into_sorted_vec().into_iter();
    Ok(in_order.map(|(apart, other)| (f64::from_bits(apart), other)).collect())
}
