//! Published points that stand exactly where somebody was.

use super::release_file::{ReadAgain, ReadTrack, written_numbers};
use incog_trajectory::TrajectorySet;
use std::collections::BTreeSet;

/// Members within this many metres of a place share it.
const SAME_PLACE: f64 = 1.0;

/// The clusters of a release, and what k counts.
#[derive(Clone, Copy)]
pub struct Clusters<'a, U> {
    /// The sampled trajectories.
    pub set: &'a TrajectorySet,
    /// The members of each cluster in the order of the file, by their numbers in the set.
    pub members: &'a [Vec<usize>],
    /// The release.
    pub again: &'a ReadAgain,
    /// What k counts: the object of a trajectory, or the trajectory itself.
    pub unit: U,
    /// How many of them may share a place.
    pub k: usize,
}

impl<U: Fn(usize) -> u32> Clusters<'_, U> {
    /// The published points that stand exactly where their own object was, as the file writes both.
    pub fn unmoved_points(&self) -> usize {
        let tracks = self.members.iter().flatten().zip(&self.again.tracks);
        let stand = |(&member, track): (&usize, &ReadTrack)| {
            let own = self.set.track(member).iter().zip(&track.positions);
            own.filter(|&(&own, &released)| self.is_written_alike(own, released)).count()
        };
        tracks.map(stand).sum()
    }

    /// The published points that stand exactly where a member of their cluster was, while fewer
    /// than k of what counts were within a metre. For clusters whose members are published as
    /// equal.
    pub fn points_of_members(&self) -> usize {
        let (mut found, mut first) = (0, 0);
        for cluster in self.members {
            let positions = self.again.tracks.get(first).map_or(&[][..], |track| &track.positions);
            let stands =
                |&(instant, &released): &(usize, &[f64; 2])| self.is_of_a_member(cluster, instant, released);
            found += cluster.len() * positions.iter().enumerate().filter(stands).count();
            first += cluster.len();
        }
        found
    }

    fn is_of_a_member(&self, cluster: &[usize], instant: usize, released: [f64; 2]) -> bool {
        let places = || cluster.iter().map(|&member| (member, self.set.track(member)[instant]));
        if !places().any(|(_, own)| self.is_written_alike(own, released)) {
            return false;
        }
        let is_near = |own: [f64; 2]| (own[0] - released[0]).hypot(own[1] - released[1]) <= SAME_PLACE;
        let there = places().filter(|&(_, own)| is_near(own)).map(|(member, _)| (self.unit)(member));
        there.collect::<BTreeSet<_>>().len() < self.k
    }

    fn is_written_alike(&self, own: [f64; 2], released: [f64; 2]) -> bool {
        // What is farther apart than any format's last digit need not be written.
        (own[0] - released[0]).abs() <= 0.1
            && (own[1] - released[1]).abs() <= 0.1
            && written_numbers(own, self.again.frame) == written_numbers(released, self.again.frame)
    }
}
