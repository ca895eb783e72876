//! Which trajectories a cluster was made of whose published trajectories are equal (delta 0).

use super::release_file::ReadTrack;
use incog_trajectory::TrajectorySet;
use rayon::prelude::*;
use std::collections::HashMap;

/// Halves of clusters that are tried in all.
const MOST_HALVES: usize = 5_000_000;

/// Halves that are tried of one cluster.
const MOST_OF_ONE: usize = 200_000;

/// Some published clusters, and the trajectories that they may be made of.
///
/// The members of a cluster are published as their mean, so their sum is known at every instant. It
/// is looked for among the sums of trajectories near the mean, half a cluster at a time (meet in
/// the middle: Horowitz and Sahni, Journal of the ACM 21(2), 1974).
pub struct EqualMembers<'a> {
    pub set: &'a TrajectorySet,
    pub tracks: &'a [ReadTrack],
    /// The sizes of the clusters, in the order of the tracks.
    pub sizes: &'a [usize],
    /// How far a written point may be from where it was meant to be.
    pub rounding: f64,
}

impl EqualMembers<'_> {
    /// For each published trajectory the one that it was made of, where its cluster has the mean of
    /// some.
    pub fn supposed(&self) -> Vec<Option<usize>> {
        let firsts = self.sizes.iter().scan(0, |end, size| {
            let first = *end;
            *end += size;
            Some((first, *size))
        });
        let clusters: Vec<(usize, usize)> = firsts.collect();
        let most = (MOST_HALVES / clusters.len().max(1)).min(MOST_OF_ONE);
        let found = |&(first, size): &(usize, usize)| {
            let members = self.members(first, size, most);
            members.map_or(vec![None; size], |members| members.into_iter().map(Some).collect())
        };
        clusters.par_iter().flat_map_iter(found).collect()
    }

    /// So many trajectories whose mean is a published track.
    fn members(&self, track: usize, size: usize, most: usize) -> Option<Vec<usize>> {
        let larger = size.div_ceil(2);
        let near = self.nearest(track, pool(larger, most).max(size));
        if near.len() < size || combinations(near.len(), larger) > most {
            return None;
        }
        let last = self.set.instants().saturating_sub(1);
        [0, last].into_iter().find_map(|instant| self.with_sum(track, size, &near, instant))
    }

    /// Some of these trajectories that have the sum of a cluster at an instant, and its mean at
    /// nearly all.
    fn with_sum(&self, track: usize, size: usize, near: &[usize], instant: usize) -> Option<Vec<usize>> {
        let (smaller, larger) = (size / 2, size.div_ceil(2));
        let apart = 2.0 * self.rounding * size as f64;
        let published = self.tracks[track].positions.get(instant)?;
        let total = published.map(|coordinate| coordinate * size as f64);
        let cell = |sum: [f64; 2]| sum.map(|coordinate| (coordinate / apart).floor() as i64);
        let mut halves: HashMap<[i64; 2], Vec<Vec<usize>>> = HashMap::new();
        each_combination(near.len(), smaller, &mut |half| {
            halves.entry(cell(self.sum(near, half, instant))).or_default().push(half.to_vec());
            false
        });
        let mut found = None;
        each_combination(near.len(), larger, &mut |half| {
            let sum = self.sum(near, half, instant);
            let [x, y] = cell([total[0] - sum[0], total[1] - sum[1]]);
            for (right, up) in (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))) {
                for other in halves.get(&[x + right, y + up]).into_iter().flatten() {
                    let members: Vec<usize> = half.iter().chain(other).map(|&place| near[place]).collect();
                    if !other.iter().any(|place| half.contains(place)) && self.fits(&members, track) {
                        found = Some(members);
                        return true;
                    }
                }
            }
            false
        });
        found
    }

    fn sum(&self, near: &[usize], places: &[usize], instant: usize) -> [f64; 2] {
        let points = places.iter().map(|&place| self.set.track(near[place])[instant]);
        points.fold([0.0, 0.0], |sum, point| [sum[0] + point[0], sum[1] + point[1]])
    }

    /// The trajectories nearest to a published one.
    fn nearest(&self, track: usize, most: usize) -> Vec<usize> {
        let distance = |one: usize| {
            let pairs = self.set.track(one).iter().zip(&self.tracks[track].positions);
            let sum: f64 = pairs.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).sum();
            (sum, one)
        };
        let mut all: Vec<(f64, usize)> = (0..self.set.len()).map(distance).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        all.into_iter().take(most).map(|(_, one)| one).collect()
    }

    /// Whether a published track is the mean of these members. At some instants a mean steps aside,
    /// where it would be a member's own place.
    fn fits(&self, members: &[usize], track: usize) -> bool {
        let positions = &self.tracks[track].positions;
        let number = members.len() as f64;
        let is_mean = |(instant, published): &(usize, &[f64; 2])| {
            let [x, y] = self.sum(members, &(0..members.len()).collect::<Vec<usize>>(), *instant);
            (x / number - published[0]).hypot(y / number - published[1]) <= 2.0 * self.rounding
        };
        positions.iter().enumerate().filter(is_mean).count() * 10 >= positions.len() * 9
    }
}

/// The most things of which no more combinations of so many are made.
fn pool(chosen: usize, most: usize) -> usize {
    (chosen..).take_while(|&things| combinations(things, chosen) <= most).last().unwrap_or(chosen)
}

/// How many combinations of so many things there are.
fn combinations(things: usize, chosen: usize) -> usize {
    (0..chosen.min(things)).fold(1usize, |number, place| number.saturating_mul(things - place) / (place + 1))
}

/// Tries each combination of places below `things`, until one is taken; whether one was.
fn each_combination(things: usize, chosen: usize, take: &mut impl FnMut(&[usize]) -> bool) -> bool {
    let mut places: Vec<usize> = (0..chosen).collect();
    if chosen > things {
        return false;
    }
    loop {
        if take(&places) {
            return true;
        }
        let Some(moves) = (0..chosen).rev().find(|&place| places[place] < things - chosen + place) else {
            return false;
        };
        places[moves] += 1;
        (moves + 1..chosen).for_each(|place| places[place] = places[place - 1] + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_combination_comes_once() {
        for (things, chosen, expected) in [(5, 2, 10), (6, 3, 20), (4, 4, 1), (3, 0, 1), (2, 3, 0)] {
            let mut seen = Vec::new();
            each_combination(things, chosen, &mut |places| {
                seen.push(places.to_vec());
                false
            });
            let all = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!((all, seen.len()), (expected, expected), "{chosen} of {things}");
        }
        assert_eq!((combinations(106, 3) <= 200_000, pool(3, 200_000)), (true, 107));
    }
}
