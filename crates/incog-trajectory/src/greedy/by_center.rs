//! What the constructive methods share.

use super::GreedyError;
use crate::evolutionary::GenomeLayout;
use crate::{Clustering, TrajectorySet};
use std::ops::Range;

/// Groups each data centre by itself.
pub(super) fn by_center(
    set: &TrajectorySet,
    k: usize,
    mut group: impl FnMut(Range<usize>) -> Vec<Vec<u32>>,
) -> Result<Clustering, GreedyError> {
    GenomeLayout::new(set, k)?;
    let groups: Vec<Vec<u32>> = set.centers().iter().flat_map(|range| group(range.clone())).collect();
    Ok(Clustering::from_groups(&groups, set.len()))
}
