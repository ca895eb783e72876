//! A front of greedy clusterings, one for each of many privacy degrees.

use super::{GreedyError, improve, mdav};
use crate::{Clustering, TrajectorySet};
use rayon::prelude::*;

/// Clusterings for a ladder of smallest sizes from k to whole data centres: MDAV with clusters as
/// large as equal shares allow, improved by local moves, and improved again with a lower limit on
/// the sizes, down to the next rung.
pub(crate) fn ladder(
    set: &TrajectorySet,
    k: usize,
    delta: f64,
    passes: usize,
) -> Result<Vec<Clustering>, GreedyError> {
    crate::evolutionary::Layout::new(set, k)?;
    let smallest = set.centers().iter().map(ExactSizeIterator::len).min().unwrap_or(0);
    let climb = |&clusters: &usize| -> Result<Vec<Clustering>, GreedyError> {
        let size = smallest / clusters;
        let next = (smallest / (clusters + 1) + 1).max(k).min(size);
        let even = improve(set, &mdav(set, size)?, size, delta, 0, passes);
        let middle = improve(set, &even, size.midpoint(next), delta, 0, passes);
        let loose = improve(set, &middle, next, delta, 0, passes);
        Ok(vec![even, middle, loose])
    };
    let rungs: Vec<_> = rungs(smallest / k).par_iter().map(climb).collect::<Result<_, _>>()?;
    Ok(rungs.into_iter().flatten().chain([Clustering::coarsest(set)]).collect())
}

/// Numbers of clusters: all small ones, then steps of an eighth, and the largest.
fn rungs(most: usize) -> Vec<usize> {
    let mut rungs: Vec<usize> = vec![];
    let mut clusters = 1;
    while clusters < most {
        rungs.push(clusters);
        clusters += (clusters / 8).max(1);
    }
    rungs.push(most);
    rungs
}
