//! Which trajectories are published together.

use crate::TrajectorySet;

/// The mark of trajectories that are not published.
pub const TRASH: u32 = u32::MAX;

/// A cluster for each trajectory, or [`TRASH`]. Clusters are numbered by their smallest member, so
/// equal groupings are equal values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clustering {
    clusters: Vec<u32>,
    count: usize,
}

impl Clustering {
    /// A clustering from any labels.
    pub fn new(mut labels: Vec<u32>) -> Self {
        let mut numbers =
            vec![TRASH; labels.iter().filter(|&&l| l != TRASH).max().map_or(0, |&l| l as usize + 1)];
        let mut count = 0;
        for label in labels.iter_mut().filter(|label| **label != TRASH) {
            let number = &mut numbers[*label as usize];
            if *number == TRASH {
                *number = count;
                count += 1;
            }
            *label = *number;
        }
        Self { clusters: labels, count: count as usize }
    }

    /// A clustering from its groups; trajectories in none of them are trash.
    pub fn from_groups(groups: &[Vec<u32>], len: usize) -> Self {
        let mut labels = vec![TRASH; len];
        for (label, group) in groups.iter().enumerate() {
            group.iter().for_each(|&member| labels[member as usize] = label as u32);
        }
        Self::new(labels)
    }

    /// The cluster of each trajectory, or [`TRASH`].
    pub fn clusters(&self) -> &[u32] {
        &self.clusters
    }

    /// Number of clusters.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Members of each cluster, ascending.
    pub fn groups(&self) -> Vec<Vec<u32>> {
        let mut groups = vec![Vec::new(); self.count];
        for (index, &cluster) in self.clusters.iter().enumerate() {
            if cluster != TRASH {
                groups[cluster as usize].push(index as u32);
            }
        }
        groups
    }

    /// Trajectories that are not published.
    pub fn trash(&self) -> usize {
        self.clusters.iter().filter(|&&cluster| cluster == TRASH).count()
    }

    /// Size of the smallest cluster, 0 when there is none.
    pub fn smallest(&self) -> usize {
        let mut sizes = vec![0; self.count];
        self.clusters
            .iter()
            .filter(|&&cluster| cluster != TRASH)
            .for_each(|&cluster| sizes[cluster as usize] += 1);
        sizes.into_iter().min().unwrap_or(0)
    }

    /// One cluster for each data centre: the most private release of all trajectories.
    pub fn coarsest(set: &TrajectorySet) -> Self {
        let groups: Vec<Vec<u32>> =
            set.centers().iter().map(|c| (c.start as u32..c.end as u32).collect()).collect();
        Self::from_groups(&groups, set.len())
    }
}
