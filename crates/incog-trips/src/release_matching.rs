//! Which published trajectory was made of which, as far as input and release show it together.
//!
//! With delta above 0 many points are published where they were, so the trajectory behind a
//! published one is mostly known. With delta 0 a cluster is the mean of its members, which are
//! mostly the nearest ones. A cluster is certain when moving the trajectories supposed to be in it
//! together gives its published points. What a report claims cannot be less than what the certain
//! clusters show.

use super::TrajectoryJob;
use super::danger::TripFinding;
use super::equal_members::EqualMembers;
use super::gate::dangers;
use super::job::PromiseUnit;
use super::linkage::{LeastLinkage, least_linkage};
use super::moved_clusters::{makes_equal, release_options};
use super::own_positions::Clusters;
use super::points::Points;
use super::release_file::{ReadAgain, layout, rounding, written_numbers};
use super::sampling::Sampled;
use super::timed_track::{Timed, TrackPair};
use crate::TrajectoryError;
use incog_trajectory::{Clustering, release};
use std::collections::HashMap;

/// The most trajectories for which those behind the published ones are looked for.
const MOST_TRAJECTORIES: usize = 20_000;

/// Those for which means of equal members are looked for.
const MOST_EQUAL: usize = 5_000;

/// Lower bounds of what a report tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastRisks {
    /// Published trajectories in clusters that are certain.
    pub certain: usize,
    /// Share of the published points that stand exactly where somebody was.
    pub own_positions: f64,
    /// Chances of the attack that knows whole trajectories, and of the one that knows five points.
    pub linkage: LeastLinkage,
    /// Trajectories that are published as they are.
    pub as_they_are: usize,
}

/// The files of a report.
#[derive(Clone, Copy)]
pub struct Recovery<'a> {
    pub job: &'a TrajectoryJob,
    pub points: &'a Points,
    pub sampled: &'a Sampled,
    pub again: &'a ReadAgain,
    /// The sizes of the clusters in the order of the file.
    pub sizes: &'a [usize],
}

impl<'a> Recovery<'a> {
    /// What the files show; `None` where they show nothing.
    ///
    /// # Errors
    /// When the release has no layout.
    pub fn run(&self) -> Result<Option<LeastRisks>, TrajectoryError> {
        let layout = layout(self.job, self.points)?;
        let rounding = rounding(&layout);
        let (set, tracks) = (&self.sampled.set, &self.again.tracks);
        let is_whole = tracks.iter().all(|track| track.positions.len() == set.instants());
        let is_equal = makes_equal(self.job.privacy.delta, rounding);
        if !is_whole || set.len() > if is_equal { MOST_EQUAL } else { MOST_TRAJECTORIES } {
            return Ok(None);
        }
        let sizes = self.sizes;
        let supposed = match is_equal {
            true => EqualMembers { set, tracks, sizes, rounding }.supposed(),
            false => self.supposed(),
        };
        let groups = self.groups(&supposed);
        let clustering = Clustering::from_groups(&groups, self.sampled.set.len());
        let moved = release(&self.sampled.set, &clustering, release_options(self.job, &layout));
        let is_certain = |cluster: &Vec<Option<usize>>, first: usize| {
            cluster.iter().enumerate().all(|(place, member)| {
                let track = member.and_then(|member| moved[member].as_ref());
                track.is_some_and(|track| {
                    is_published(track, &self.again.tracks[first + place].positions, rounding)
                })
            })
        };
        let (mut first, mut of_track, mut clusters) = (0, vec![None; self.again.tracks.len()], Vec::new());
        for &size in self.sizes {
            let cluster = supposed[first..first + size].to_vec();
            if is_certain(&cluster, first) {
                of_track[first..first + size].copy_from_slice(&cluster);
                clusters.push(first..first + size);
            }
            first += size;
        }
        if clusters.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.least(&of_track, &clusters, rounding)))
    }

    /// The bounds that certain clusters give.
    fn least(
        &self,
        of_track: &[Option<usize>],
        clusters: &[std::ops::Range<usize>],
        rounding: f64,
    ) -> LeastRisks {
        let places = || clusters.iter().cloned().flatten();
        let members: Vec<Vec<usize>> = clusters
            .iter()
            .map(|places| of_track[places.clone()].iter().flatten().copied().collect())
            .collect();
        let tracks = places().map(|place| self.again.tracks[place].clone()).collect();
        let certain = ReadAgain { tracks, ..self.again.clone() };
        let unit = |trajectory: usize| self.unit(trajectory);
        let shown = Clusters {
            set: &self.sampled.set,
            members: &members,
            again: &certain,
            unit,
            k: self.job.privacy.k,
        };
        let found = dangers(self.job, &self.sampled.set, &members, &certain, rounding, unit);
        let as_they_are = found.iter().find(|danger| danger.finding == TripFinding::AsTheyAre);
        // Equal members stand where chance puts their mean, which is measured elsewhere.
        let is_moved = !makes_equal(self.job.privacy.delta, rounding);
        let own_positions = if is_moved { shown.unmoved_points() } else { 0 };
        LeastRisks {
            certain: certain.tracks.len(),
            own_positions: own_positions as f64 / self.again.points.max(1) as f64,
            linkage: self.linkage(of_track),
            as_they_are: as_they_are.filter(|_| is_moved).map_or(0, |danger| danger.trajectories),
        }
    }

    /// The chances of the attack on those that are certain; the others are taken for not found.
    fn linkage(&self, of_track: &[Option<usize>]) -> LeastLinkage {
        let mut released: Vec<Option<Timed<'a>>> = vec![None; self.sampled.set.len()];
        let mut unknown = Vec::new();
        for (track, member) in self.again.tracks.iter().zip(of_track) {
            match member {
                Some(member) => released[*member] = Some(track.timed()),
                None => unknown.push(track.timed()),
            }
        }
        let pairs: Vec<TrackPair<'a>> =
            released.into_iter().enumerate().map(|(one, track)| (self.sampled.timed(one), track)).collect();
        least_linkage(&pairs, &unknown, |trajectory| self.unit(trajectory), self.job.search.seed)
    }

    /// What k counts: the object of a trajectory, or the trajectory itself.
    fn unit(&self, trajectory: usize) -> u32 {
        match self.job.privacy.unit {
            PromiseUnit::Object => self.points.objects[self.sampled.set.source(trajectory)],
            PromiseUnit::Trip => trajectory as u32,
        }
    }

    /// The trajectory that each published one was probably made of: that with which it has most
    /// points in common; where it has none, the nearest that is left.
    fn supposed(&self) -> Vec<Option<usize>> {
        let (set, frame) = (&self.sampled.set, self.again.frame);
        let mut at: HashMap<(usize, [i64; 2]), Vec<usize>> = HashMap::new();
        for one in 0..set.len() {
            for (instant, &position) in set.track(one).iter().enumerate() {
                at.entry((instant, written_numbers(position, frame))).or_default().push(one);
            }
        }
        let mut votes: Vec<(usize, usize, usize)> = Vec::new();
        for (place, track) in self.again.tracks.iter().enumerate() {
            let mut counts: HashMap<usize, usize> = HashMap::new();
            for (instant, &position) in track.positions.iter().enumerate() {
                for &one in at.get(&(instant, written_numbers(position, frame))).into_iter().flatten() {
                    *counts.entry(one).or_default() += 1;
                }
            }
            votes.extend(counts.into_iter().map(|(one, count)| (count, place, one)));
        }
        votes.sort_unstable_by_key(|&(count, place, one)| (std::cmp::Reverse(count), place, one));
        let mut supposed = vec![None; self.again.tracks.len()];
        let mut is_taken = vec![false; set.len()];
        for (_, place, one) in votes {
            if supposed[place].is_none() && !is_taken[one] {
                (supposed[place], is_taken[one]) = (Some(one), true);
            }
        }
        self.take_nearest(&mut supposed, &mut is_taken);
        supposed
    }

    /// Gives each published trajectory that has none the nearest one that is left.
    fn take_nearest(&self, supposed: &mut [Option<usize>], is_taken: &mut [bool]) {
        for (place, track) in self.again.tracks.iter().enumerate() {
            if supposed[place].is_some() {
                continue;
            }
            let distance = |one: usize| -> f64 {
                let pairs = self.sampled.set.track(one).iter().zip(&track.positions);
                pairs.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).sum()
            };
            let left = (0..is_taken.len()).filter(|&one| !is_taken[one]);
            let nearest = left.map(|one| (distance(one), one)).min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, one)) = nearest {
                (supposed[place], is_taken[one]) = (Some(one), true);
            }
        }
    }

    /// The members supposed in each cluster.
    fn groups(&self, supposed: &[Option<usize>]) -> Vec<Vec<u32>> {
        let mut rest = supposed.iter();
        let group = |&size: &usize| {
            rest.by_ref().take(size).flatten().map(|&member| member as u32).collect::<Vec<u32>>()
        };
        self.sizes.iter().map(group).collect()
    }
}

/// Whether points are those that were published, but for what writing moves.
fn is_published(track: &[[f64; 2]], released: &[[f64; 2]], rounding: f64) -> bool {
    let is_near = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).hypot(a[1] - b[1]) <= 2.0 * rounding;
    track.len() == released.len() && track.iter().zip(released).all(is_near)
}
