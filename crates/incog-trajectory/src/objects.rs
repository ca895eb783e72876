//! Counting the moving objects behind trajectories: the trajectories of one object do not protect
//! each other.

use crate::{Clustering, TRASH, TrajectorySet};
use incog_card::is_planted;
use std::ops::Range;

/// The different objects of some trajectories, as trajectories come and go.
#[derive(Debug, Clone)]
pub(crate) struct Tally<'a> {
    set: &'a TrajectorySet,
    /// By object, its trajectories; empty where each trajectory has an object of its own.
    trajectories: Vec<u32>,
    different: usize,
}

impl<'a> Tally<'a> {
    /// Of no trajectories.
    pub fn new(set: &'a TrajectorySet) -> Self {
        Self { set, trajectories: vec![0; set.objects()], different: 0 }
    }

    /// Of these trajectories.
    pub fn with_members(set: &'a TrajectorySet, members: impl IntoIterator<Item = u32>) -> Self {
        let mut tally = Self::new(set);
        members.into_iter().for_each(|member| tally.add(member));
        tally
    }

    pub fn different(&self) -> usize {
        self.different
    }

    pub fn add(&mut self, trajectory: u32) {
        let Some(object) = self.set.object(trajectory) else {
            self.different += 1;
            return;
        };
        let count = &mut self.trajectories[object as usize];
        self.different += usize::from(*count == 0 || is_planted("k counts trajectories"));
        *count += 1;
    }

    /// Takes out a trajectory that was added.
    pub fn remove(&mut self, trajectory: u32) {
        let Some(object) = self.set.object(trajectory) else {
            self.different -= 1;
            return;
        };
        let count = &mut self.trajectories[object as usize];
        *count -= 1;
        self.different -= usize::from(*count == 0);
    }

    /// Whether another trajectory of the same object is counted. The trajectory itself is not.
    pub fn has_object_of(&self, trajectory: u32) -> bool {
        self.set.object(trajectory).is_some_and(|object| self.trajectories[object as usize] > 0)
    }

    /// The different objects if a trajectory that was added were gone.
    pub fn without(&self, trajectory: u32) -> usize {
        let is_only = |object: u32| self.trajectories[object as usize] == 1;
        self.different - usize::from(self.set.object(trajectory).is_none_or(is_only))
    }
}

impl TrajectorySet {
    /// How many different moving objects these trajectories belong to.
    pub fn different(&self, members: &[u32]) -> usize {
        if is_planted("k counts trajectories") {
            return members.len();
        }
        let mut objects: Vec<u32> = members.iter().filter_map(|&member| self.object(member)).collect();
        if objects.is_empty() {
            return members.len();
        }
        objects.sort_unstable();
        objects.dedup();
        objects.len()
    }

    /// The privacy degree of a clustering: the different objects of the cluster that has the
    /// fewest; 0 when there is no cluster.
    pub fn privacy_degree(&self, clustering: &Clustering) -> usize {
        if self.objects() == 0 || is_planted("k counts trajectories") {
            return clustering.smallest();
        }
        let clusters = clustering.clusters().iter().zip(0..self.len() as u32);
        let published = clusters.filter(|(cluster, _)| **cluster != TRASH);
        let mut pairs: Vec<(u32, u32)> =
            published.filter_map(|(&cluster, member)| Some((cluster, self.object(member)?))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len).min().unwrap_or(0)
    }

    /// The object of each trajectory of a data centre; nothing when each trajectory has its own.
    pub(crate) fn objects_by_trajectory(&self, center: &Range<usize>) -> &[u32] {
        self.object_list().get(center.clone()).unwrap_or_default()
    }

    /// The different objects of a data centre.
    pub(crate) fn objects_of(&self, center: &Range<usize>) -> usize {
        self.most_objects(center, 1)
    }

    /// The most different objects that each of `clusters` clusters of a data centre can have: an
    /// object of c trajectories can be in min(c, clusters) of them, and dealing out the objects in
    /// turn reaches the bound.
    pub(crate) fn most_objects(&self, center: &Range<usize>, clusters: usize) -> usize {
        let clusters = clusters.max(1);
        if self.objects() == 0 {
            return center.len() / clusters;
        }
        self.counts(center).iter().map(|&count| count.min(clusters)).sum::<usize>() / clusters
    }

    /// The most clusters of at least `k` different objects that a data centre can be divided into.
    pub(crate) fn most_clusters(&self, center: &Range<usize>, k: usize) -> usize {
        let k = k.max(1);
        if self.objects() == 0 {
            return center.len() / k;
        }
        let counts = self.counts(center);
        let can =
            |clusters: usize| counts.iter().map(|&count| count.min(clusters)).sum::<usize>() >= k * clusters;
        // What each cluster can have never rises with their number.
        let (mut low, mut high) = (0, center.len() / k);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if can(middle) { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Trajectories of each object of a data centre.
    fn counts(&self, center: &Range<usize>) -> Vec<usize> {
        let mut counts = vec![0; self.objects()];
        for object in center.clone().filter_map(|member| self.object(member as u32)) {
            counts[object as usize] += 1;
        }
        counts
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn set(objects: &[u32]) -> TrajectorySet {
        let positions: Vec<[f64; 2]> = (0..objects.len()).map(|at| [at as f64, 0.0]).collect();
        TrajectorySet::new(&positions, 1, None, &[]).unwrap().with_objects(objects).unwrap()
    }

    #[test]
    fn an_object_counts_once_in_a_cluster() {
        let set = set(&[7, 7, 7, 3, 3, 9]);
        assert_eq!((set.objects(), set.different(&[0, 1, 2]), set.different(&[0, 3, 5])), (3, 1, 3));
        assert_eq!(set.privacy_degree(&Clustering::new(vec![0, 0, 1, 0, 1, 1])), 2);
        assert_eq!(set.privacy_degree(&Clustering::new(vec![0, 0, 0, 1, 1, 1])), 1);
        assert_eq!(set.privacy_degree(&Clustering::new(vec![TRASH; 6])), 0);
        let mut tally = Tally::with_members(&set, [0, 1, 3]);
        assert_eq!((tally.different(), tally.without(0), tally.without(3)), (2, 2, 1));
        assert!(tally.has_object_of(4) && !tally.has_object_of(5));
        tally.remove(3);
        assert_eq!(tally.different(), 1);
    }

    #[test]
    fn objects_of_one_trajectory_each_change_nothing() {
        let set = set(&[4, 1, 9]);
        assert_eq!((set.objects(), set.object(0), set.different(&[0, 2])), (0, None, 2));
    }

    /// Whether some division into `clusters` clusters gives each at least `k` different objects, by
    /// looking at all.
    fn divisible(objects: &[u32], clusters: usize, k: usize) -> bool {
        (0..clusters.pow(objects.len() as u32)).any(|code| {
            let own = |at: usize| code / clusters.pow(at as u32) % clusters;
            (0..clusters).all(|cluster| {
                let mut of: Vec<u32> =
                    (0..objects.len()).filter(|&at| own(at) == cluster).map(|at| objects[at]).collect();
                of.sort_unstable();
                of.dedup();
                of.len() >= k
            })
        })
    }

    #[test]
    fn the_most_clusters_are_those_of_all_divisions() {
        for objects in [
            vec![0, 0, 0, 0, 1, 2],
            vec![0, 0, 1, 1, 2, 2],
            vec![0, 0, 0, 1, 1, 2, 3],
            vec![0, 1, 2, 3, 4, 5, 6],
            vec![0, 0, 0, 0, 0, 0],
        ] {
            let set = set(&objects);
            for k in 1..=4 {
                let most = (1..=4).filter(|&clusters| divisible(&objects, clusters, k)).max().unwrap_or(0);
                assert_eq!(set.most_clusters(&(0..objects.len()), k).min(4), most, "{objects:?} {k}");
                if most > 0 {
                    assert!(set.most_objects(&(0..objects.len()), most) >= k);
                }
            }
        }
    }
}
