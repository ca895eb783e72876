//! Tracks of which each stands once, however many objects have it.

use super::super::timed_track::Timed;
use std::cmp::Ordering;

/// A track, and what it counts for.
#[derive(Debug, Clone, Copy)]
pub struct UnitTrack<'a> {
    /// The object, or the trip where trips count.
    pub unit: u32,
    /// Where it was, and when.
    pub track: Timed<'a>,
}

/// Published trajectories, the equal ones together: at delta 0 all members of a cluster are equal.
pub struct DistinctTracks<'a> {
    /// Each track once.
    tracks: Vec<Timed<'a>>,
    /// The objects that have it.
    units: Vec<Vec<u32>>,
    /// Of each trajectory, its object and the number of its track.
    places: Vec<(u32, usize)>,
}

impl<'a> DistinctTracks<'a> {
    /// The tracks of some trajectories.
    pub fn new(all: Vec<UnitTrack<'a>>) -> Self {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|&a, &b| compare(all[a].track, all[b].track));
        let (mut tracks, mut units) = (Vec::new(), Vec::new());
        let mut places = vec![(0, 0); all.len()];
        let are_equal = |&a: &usize, &b: &usize| compare(all[a].track, all[b].track).is_eq();
        for equal in order.chunk_by(are_equal) {
            equal.iter().for_each(|&one| places[one] = (all[one].unit, tracks.len()));
            tracks.extend(equal.first().map(|&first| all[first].track));
            units.push(equal.iter().map(|&one| all[one].unit).collect());
        }
        Self { tracks, units, places }
    }

    /// Each track with its number.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Timed<'a>)> {
        self.tracks.iter().copied().enumerate()
    }

    /// The track of a trajectory.
    pub fn track(&self, trajectory: usize) -> Timed<'a> {
        self.tracks[self.places[trajectory].1]
    }

    /// How many trajectories have a track, and how many of them are of the object of `trajectory`.
    pub fn count(&self, track: usize, trajectory: usize) -> (usize, usize) {
        let unit = self.places[trajectory].0;
        let units = &self.units[track];
        (units.len(), units.iter().filter(|&&other| other == unit).count())
    }

    /// The share of its object among those that have the track of a trajectory.
    pub fn share_of_unit(&self, trajectory: usize) -> f64 {
        let (all, own) = self.count(self.places[trajectory].1, trajectory);
        own as f64 / all.max(1) as f64
    }
}

fn compare(a: Timed<'_>, b: Timed<'_>) -> Ordering {
    let numbers = |track: Timed<'_>| {
        // Zeros of both signs are one place.
        let positions = track.positions.as_flattened().to_vec();
        positions.into_iter().chain(track.span).map(|number| number + 0.0)
    };
    let pairs = numbers(a).zip(numbers(b)).map(|(a, b)| a.total_cmp(&b));
    pairs.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
