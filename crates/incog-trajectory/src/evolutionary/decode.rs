//! From centres to clusters.

use super::{Genome, Layout};
use crate::{Clustering, DistanceRows};
use std::ops::Range;

/// The clustering a genome stands for. In each data centre of n trajectories, with c clusters in
/// effect, the first c centres take, one after the other, their floor(n / c) - 1 nearest
/// trajectories that are neither taken nor centres; the n mod c left over join their nearest
/// centre. Equal distances are decided by the trajectory's number.
pub fn decode(rows: &DistanceRows<'_>, layout: &Layout, genome: &Genome) -> Clustering {
    let mut labels = vec![u32::MAX; rows.set().len()];
    let mut label = 0;
    for (range, genes) in &layout.centers {
        let effective = (genome.clusters as usize).clamp(1, genes.len());
        let centres = &genome.centres[genes.clone()][..effective];
        decode_center(rows, range.clone(), centres, label, &mut labels);
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
    let mut free: Vec<u32> = range.filter(|&trajectory| labels[trajectory as usize] == u32::MAX).collect();
    let mut keys: Vec<u64> = Vec::with_capacity(free.len());
    let mut kept = Vec::with_capacity(centres.len());
    for (number, &centre) in centres.iter().enumerate() {
        let row = rows.row(centre as usize);
        if others > 0 {
            keys.clear();
            keys.extend(free.iter().map(|&trajectory| key(row[trajectory as usize], trajectory)));
            keys.select_nth_unstable(others - 1);
            keys[..others].iter().for_each(|&key| labels[key as u32 as usize] = first + number as u32);
            free.clear();
            free.extend(keys[others..].iter().map(|&key| key as u32));
        }
        kept.push(row);
    }
    for trajectory in free {
        let nearest =
            (0..centres.len()).min_by_key(|&number| key(kept[number][trajectory as usize], number as u32));
        labels[trajectory as usize] = first + nearest.unwrap_or(0) as u32;
    }
}

/// Orders by distance, then by number: the bits of floats that are not negative order as they do.
fn key(distance: f32, number: u32) -> u64 {
    u64::from(distance.to_bits()) << 32 | u64::from(number)
}
