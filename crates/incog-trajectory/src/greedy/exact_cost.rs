//! What a cluster would cost with a member more or less.

use crate::TrajectorySet;
use crate::cost::{group_cost, shift};
use crate::trajectory_set::euclidean;

/// The exact cost of a cluster.
pub(super) fn cost_of(set: &TrajectorySet, members: &[u32], delta: f64) -> f64 {
    group_cost(set, members, delta)
}

/// Room for trying changes without allocating.
pub(super) struct Trial {
    delta: f64,
    members: Vec<u32>,
    means: [Vec<[f64; 2]>; 2],
    times: [Option<[f64; 2]>; 2],
    /// Which of the two sides of a comparison are clusters.
    clusters: [bool; 2],
}

impl Trial {
    pub fn new(set: &TrajectorySet, delta: f64) -> Self {
        let means = [vec![[0.0; 2]; set.instants()], vec![[0.0; 2]; set.instants()]];
        Self { delta, members: Vec::new(), means, times: [None; 2], clusters: [false; 2] }
    }

    /// The cost of a cluster with `out` gone and `into` come.
    pub fn cost(&mut self, set: &TrajectorySet, members: &[u32], out: Option<u32>, into: Option<u32>) -> f64 {
        self.members.clear();
        self.members.extend(members.iter().copied().filter(|&member| Some(member) != out).chain(into));
        set.mean_track(&self.members, &mut self.means[0]);
        let times = set.mean_times(&self.members);
        self.members.iter().map(|&member| self.moved(set, member, 0, times)).sum()
    }

    /// Prepares [`Self::preference`] between the places of a cluster without one of its members and
    /// of another cluster; `None` is the trash, where nothing is moved.
    pub fn compare(&mut self, set: &TrajectorySet, left: Option<(&[u32], u32)>, entered: Option<&[u32]>) {
        self.clusters = [left.is_some(), entered.is_some()];
        if let Some((members, gone)) = left {
            self.members.clear();
            self.members
                .extend(members.iter().copied().filter(|&member| member != gone || members.len() == 1));
            set.mean_track(&self.members, &mut self.means[0]);
            self.times[0] = set.mean_times(&self.members);
        }
        if let Some(members) = entered {
            set.mean_track(members, &mut self.means[1]);
            self.times[1] = set.mean_times(members);
        }
    }

    /// How much more a trajectory is moved around the first place than around the second.
    pub fn preference(&self, set: &TrajectorySet, trajectory: u32) -> f64 {
        let [first, second] = [0, 1].map(|side| match self.clusters[side] {
            true => self.moved(set, trajectory, side, self.times[side]),
            false => 0.0,
        });
        first - second
    }

    fn moved(&self, set: &TrajectorySet, trajectory: u32, side: usize, times: Option<[f64; 2]>) -> f64 {
        let in_space = shift(set, trajectory as usize, &self.means[side], self.delta);
        let in_time = set.times(trajectory as usize).zip(times);
        in_space + in_time.map_or(0.0, |(own, mean)| euclidean(own, mean))
    }
}
