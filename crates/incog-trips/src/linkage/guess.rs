//! The nearest published trajectories to what somebody knows.

use super::super::timed_track::{Timed, at};
use super::distinct::DistinctTracks;

/// What a second may count as, in metres: none, a walk, a ride, a fast train.
pub const METRES_PER_SECOND: [f64; 5] = [0.0, 0.5, 2.0, 10.0, 50.0];

/// The share of the right object among the nearest trajectories, for each rate.
pub type LinkageShares = [f64; METRES_PER_SECOND.len()];

/// Where somebody was, and when.
#[derive(Debug, Clone, Copy)]
struct KnownPoint {
    second: f64,
    place: [f64; 2],
}

/// What an attacker knows of a trajectory.
pub struct TrackKnowledge<'a> {
    points: Vec<KnownPoint>,
    /// The whole trajectory, which is compared instant by instant.
    whole: Option<Timed<'a>>,
}

impl<'a> TrackKnowledge<'a> {
    /// All of it.
    pub fn whole(track: Timed<'a>) -> Self {
        let all: Vec<usize> = (0..track.positions.len()).collect();
        Self { whole: Some(track), ..Self::of_points(track, &all) }
    }

    /// Some of its instants.
    pub fn of_points(track: Timed<'a>, instants: &[usize]) -> Self {
        let known = |&instant: &usize| KnownPoint {
            second: at(track.span, instant, track.positions.len()),
            place: track.positions[instant],
        };
        Self { points: instants.iter().map(known).collect(), whole: None }
    }

    /// How far a published track is from the known point of that number: metres and seconds.
    fn distance(&self, number: usize, released: Timed<'_>) -> [f64; 2] {
        let known = self.points[number];
        let instants = released.positions.len();
        if self.whole.is_some() {
            let second = at(released.span, number, instants);
            return [metres(known.place, released.positions[number]), (known.second - second).abs()];
        }
        let [start, end] = released.span;
        let second = known.second.clamp(start, end.max(start));
        let place = place_at(released, second);
        [metres(known.place, place), (known.second - second).abs()]
    }
}

/// Where a published track is at a second of its span, on straight lines between its instants.
fn place_at(track: Timed<'_>, second: f64) -> [f64; 2] {
    let [start, end] = track.span;
    let last = track.positions.len() - 1;
    let at = if end > start { (second - start) / (end - start) * last as f64 } else { 0.0 };
    let before = (at as usize).min(last);
    let (a, b) = (track.positions[before], track.positions[(before + 1).min(last)]);
    let share = at - before as f64;
    [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

fn metres(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

/// The nearest trajectories so far, at one rate.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    distance: f64,
    all: usize,
    own: usize,
}

/// Guesses which published trajectory was made of what is known of `victim`.
pub fn guess(known: &TrackKnowledge<'_>, released: &DistinctTracks<'_>, victim: usize) -> LinkageShares {
    // What was made of it is near, so that most others are farther after a point or two.
    let nearest = |distance| Nearest { distance, all: 0, own: 0 };
    let unbounded = [nearest(f64::INFINITY); METRES_PER_SECOND.len()];
    let own = distances(known, released.track(victim), &unbounded);
    let mut found = own.unwrap_or([f64::INFINITY; METRES_PER_SECOND.len()]).map(nearest);
    for (number, track) in released.iter() {
        let Some(distances) = distances(known, track, &found) else { continue };
        let (all, own) = released.count(number, victim);
        for (nearest, distance) in found.iter_mut().zip(distances) {
            if distance < nearest.distance {
                *nearest = Nearest { distance, all: 0, own: 0 };
            }
            if distance <= nearest.distance {
                *nearest = Nearest { all: nearest.all + all, own: nearest.own + own, ..*nearest };
            }
        }
    }
    found.map(|nearest| nearest.own as f64 / nearest.all.max(1) as f64)
}

/// The distances of a published track from what is known, for each rate; none when it is farther
/// than the nearest at all of them.
fn distances(known: &TrackKnowledge<'_>, track: Timed<'_>, nearest: &[Nearest]) -> Option<LinkageShares> {
    let (mut metres, mut seconds) = (0.0, 0.0);
    let total = |metres: f64, seconds: f64| METRES_PER_SECOND.map(|rate| metres + rate * seconds);
    for number in 0..known.points.len() {
        let [more_metres, more_seconds] = known.distance(number, track);
        metres += more_metres;
        seconds += more_seconds;
        let mut rates = total(metres, seconds).into_iter().zip(nearest);
        if rates.all(|(distance, nearest)| distance > nearest.distance) {
            return None;
        }
    }
    Some(total(metres, seconds))
}
