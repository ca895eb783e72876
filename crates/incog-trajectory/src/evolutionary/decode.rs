//! From centres to clusters.

use super::{ClusterGenome, GenomeLayout};
use crate::box_tree::{key, number_of};
use crate::join::join;
use crate::objects::Tally;
use crate::{Clustering, DistanceRows};
use std::ops::Range;

/// The label of who is in no cluster yet.
const FREE: u32 = u32::MAX;

/// The clustering a genome stands for. In each data centre of n trajectories, with c clusters in
/// effect, the first c centres take, one after the other, their floor(n / c) - 1 nearest
/// trajectories that are neither taken nor centres; the n mod c left over join their nearest
/// centre. Equal distances are decided by the trajectory's number.
pub fn decode(rows: &DistanceRows<'_>, layout: &GenomeLayout, genome: &ClusterGenome) -> Clustering {
    let mut labels = vec![FREE; rows.set().len()];
    let mut label = 0;
    for (range, genes) in &layout.centers {
        let effective = (genome.clusters as usize).clamp(1, genes.len());
        let centres = &genome.centres[genes.clone()][..effective];
        if rows.set().objects() == 0 {
            decode_center(rows, range.clone(), centres, label, &mut labels);
        } else {
            let clusters = CenterClusters { range: range.clone(), first: label, k: layout.k };
            decode_by_object(rows, &clusters, centres, &mut labels);
        }
        label += effective as u32;
    }
    Clustering::new(labels)
}

fn decode_center(
    rows: &DistanceRows<'_>,
    range: Range<u32>,
    centres: &[u32],
    first: u32,
    labels: &mut [u32],
) {
    for (number, &centre) in centres.iter().enumerate() {
        labels[centre as usize] = first + number as u32;
    }
    let others = range.len() / centres.len() - 1;
    let mut free: Vec<u32> =
        range.clone().filter(|&trajectory| labels[trajectory as usize] == FREE).collect();
    let mut keys: Vec<u64> = Vec::with_capacity(free.len());
    let mut kept = Vec::with_capacity(centres.len());
    for (number, &centre) in centres.iter().enumerate() {
        let (row, label) = (rows.row(centre as usize), first + number as u32);
        if !take_near(&row.nearest, &range, others, label, labels) {
            free.retain(|&trajectory| labels[trajectory as usize] == FREE);
            keys.clear();
            keys.extend(free.iter().map(|&trajectory| key(row.distances[trajectory as usize], trajectory)));
            keys.select_nth_unstable(others - 1);
            keys[..others].iter().for_each(|&key| labels[number_of(key) as usize] = label);
        }
        kept.push(row);
    }
    free.retain(|&trajectory| labels[trajectory as usize] == FREE);
    for trajectory in free {
        let nearest = (0..centres.len())
            .min_by_key(|&number| key(kept[number].distances[trajectory as usize], number as u32));
        labels[trajectory as usize] = first + nearest.unwrap_or(0) as u32;
    }
}

/// The clusters of a data centre.
struct CenterClusters {
    /// Its trajectories.
    range: Range<u32>,
    /// The label of its first cluster.
    first: u32,
    k: usize,
}

fn decode_by_object(rows: &DistanceRows<'_>, clusters: &CenterClusters, centres: &[u32], labels: &mut [u32]) {
    let CenterClusters { ref range, first, k } = *clusters;
    let set = rows.set();
    for (number, &centre) in centres.iter().enumerate() {
        labels[centre as usize] = first + number as u32;
    }
    let size = range.len() / centres.len();
    let mut groups: Vec<Vec<u32>> = Vec::with_capacity(centres.len());
    for (number, &centre) in centres.iter().enumerate() {
        let row = rows.row(centre as usize);
        let mut tally = Tally::with_members(set, [centre]);
        let mut members = vec![centre];
        let mut take = |trajectory: u32, members: &mut Vec<u32>, labels: &mut [u32]| {
            let is_free = range.contains(&trajectory) && labels[trajectory as usize] == FREE;
            if members.len() < size && is_free && !tally.has_object_of(trajectory) {
                tally.add(trajectory);
                labels[trajectory as usize] = first + number as u32;
                members.push(trajectory);
            }
        };
        row.nearest.iter().for_each(|&near| take(near, &mut members, labels));
        if members.len() < size {
            let mut keys: Vec<u64> = range
                .clone()
                .filter(|&trajectory| labels[trajectory as usize] == FREE)
                .map(|trajectory| key(row.distances[trajectory as usize], trajectory))
                .collect();
            keys.sort_unstable();
            keys.iter().for_each(|&key| take(number_of(key), &mut members, labels));
        }
        groups.push(members);
    }
    let rest = range.clone().filter(|&trajectory| labels[trajectory as usize] == FREE).collect();
    for (number, members) in join(set, groups, rest, k).iter().enumerate() {
        members.iter().for_each(|&member| labels[member as usize] = first + number as u32);
    }
}

/// Gives the label to the `others` nearest free trajectories of the range if they are all among the
/// `nearest`; otherwise to none.
fn take_near(nearest: &[u32], range: &Range<u32>, others: usize, label: u32, labels: &mut [u32]) -> bool {
    if others > nearest.len() {
        return false;
    }
    let free = |&&other: &&u32| range.contains(&other) && labels[other as usize] == FREE;
    let taken: Vec<u32> = nearest.iter().filter(free).take(others).copied().collect();
    if taken.len() < others {
        return false;
    }
    taken.into_iter().for_each(|other| labels[other as usize] = label);
    true
}
