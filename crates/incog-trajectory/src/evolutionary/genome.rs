//! Cluster centres as genes.

use crate::TrajectorySet;
use std::ops::Range;

/// A solution of APMA: trajectories that are cluster centres, and how many of them are in effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClusterGenome {
    /// Distinct trajectories; those of one data centre stand together, as the layout says.
    pub centres: Vec<u32>,
    /// Clusters in each data centre (at most as many as it has centres), from 1.
    pub clusters: u32,
}

/// No layout: a data centre has trajectories of fewer than k different moving objects.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a data centre has {trajectories} trajectories of {objects} different moving objects, fewer than k = \
     {k}; set k to at most {objects}, or use fewer data centres"
)]
pub struct LayoutError {
    /// The k asked for.
    pub k: usize,
    /// Different objects of the data centre that has the fewest.
    pub objects: usize,
    /// Its trajectories.
    pub trajectories: usize,
}

/// Where the genes of each data centre stand: one for each cluster that it can have, floor(n / k)
/// for n trajectories of different objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenomeLayout {
    /// Trajectories and genes of each data centre.
    pub centers: Vec<(Range<u32>, Range<usize>)>,
    /// Largest number of clusters in one data centre.
    pub most_clusters: u32,
    /// Different objects that each cluster needs.
    pub k: usize,
}

impl GenomeLayout {
    /// The layout for clusters of at least k.
    pub fn new(set: &TrajectorySet, k: usize) -> Result<Self, LayoutError> {
        let sizes = set.centers().iter().map(|center| (set.objects_of(center), center.len()));
        let (objects, trajectories) = sizes.min().unwrap_or((0, 0));
        if objects < k.max(1) {
            return Err(LayoutError { k, objects, trajectories });
        }
        let mut start = 0;
        let genes = |range: &Range<usize>| {
            let genes = start..start + set.most_clusters(range, k);
            start = genes.end;
            (range.start as u32..range.end as u32, genes)
        };
        let centers: Vec<_> = set.centers().iter().map(genes).collect();
        let most_clusters = centers.iter().map(|(_, genes)| genes.len() as u32).max().unwrap_or(1);
        Ok(Self { centers, most_clusters, k })
    }

    /// Number of genes in all.
    pub fn genes(&self) -> usize {
        self.centers.last().map_or(0, |(_, genes)| genes.end)
    }
}
