//! Positions of many trajectories at the same instants.

use crate::box_tree::PlanePoints;
use std::collections::HashMap;
use std::ops::Range;

/// Why trajectories do not make a set.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SetError {
    /// The positions are not a whole number of trajectories.
    #[error("{positions} positions do not divide into trajectories of {instants} instants")]
    Uneven {
        /// Positions given.
        positions: usize,
        /// Instants per trajectory.
        instants: usize,
    },
    /// One entry per trajectory was expected.
    #[error("{found} {what} for {trajectories} trajectories")]
    Count {
        /// What was counted.
        what: &'static str,
        /// Entries given.
        found: usize,
        /// Trajectories.
        trajectories: usize,
    },
    /// A coordinate is not a number.
    #[error("trajectory {trajectory} has a position at instant {instant} that is not finite")]
    NotFinite {
        /// Its number in the input, from 0.
        trajectory: usize,
        /// The instant, from 0.
        instant: usize,
    },
}

/// Trajectories with the same number of instants, positions in metres.
///
/// They stand in an order of their own, by data centre and content, so that nothing computed from
/// a set depends on the order of the input; [`TrajectorySet::source`] leads back to it.
#[derive(Debug, Clone)]
pub struct TrajectorySet {
    instants: usize,
    /// All positions of one trajectory, then the next.
    positions: Vec<[f64; 2]>,
    /// Start and end, as metres; counted in distances but not moved in space.
    times: Option<Vec<[f64; 2]>>,
    /// By instant: all x, in single precision around the middle of the set; the same for y. Times,
    /// if there are any, are one instant more.
    planes: Vec<[Vec<f32>; 2]>,
    middle: [f64; 2],
    centers: Vec<Range<usize>>,
    source: Vec<u32>,
    /// The moving object of each trajectory, from 0; empty when each has its own.
    object: Vec<u32>,
    objects: usize,
}

impl TrajectorySet {
    /// A set of the trajectories whose `positions` stand one after the other, `instants` each.
    ///
    /// `times` are the start and end of each trajectory when they may be translated too, multiplied
    /// with what a second is worth in metres. `data_centers` says which data centre holds each
    /// trajectory; clusters never mix data centres. An empty list means one data centre.
    pub fn new(
        positions: &[[f64; 2]],
        instants: usize,
        times: Option<&[[f64; 2]]>,
        data_centers: &[u32],
    ) -> Result<Self, SetError> {
        if instants == 0 || !positions.len().is_multiple_of(instants) {
            return Err(SetError::Uneven { positions: positions.len(), instants });
        }
        let len = positions.len() / instants;
        check_count("times", times.map_or(len, <[_]>::len), len)?;
        check_count("data centres", if data_centers.is_empty() { len } else { data_centers.len() }, len)?;
        check_finite(positions, instants)?;
        let center = |index: u32| data_centers.get(index as usize).copied().unwrap_or(0);
        let time = |index: u32| times.map_or([0.0; 2], |times| times[index as usize]);
        let track = |index: u32| &positions[index as usize * instants..][..instants];
        let mut source: Vec<u32> = (0..len as u32).collect();
        source.sort_by(|&a, &b| {
            let by_place = lexicographic(track(a), track(b));
            center(a).cmp(&center(b)).then(by_place).then_with(|| lexicographic(&[time(a)], &[time(b)]))
        });
        let positions: Vec<[f64; 2]> = source.iter().flat_map(|&index| track(index)).copied().collect();
        let times = times.map(|_| source.iter().map(|&index| time(index)).collect::<Vec<_>>());
        let middle = mean(&positions);
        let planes = planes(&positions, instants, times.as_deref(), middle);
        let centers = runs(&source.iter().map(|&index| center(index)).collect::<Vec<_>>());
        let (object, objects) = (Vec::new(), 0);
        Ok(Self { instants, positions, times, planes, middle, centers, source, object, objects })
    }

    /// The set with the moving object that each trajectory of the input belongs to. Clusters of k
    /// are then clusters of k different objects. Objects of one trajectory each change nothing.
    pub fn with_objects(mut self, objects: &[u32]) -> Result<Self, SetError> {
        check_count("moving objects", objects.len(), self.len())?;
        let given: Vec<u32> = self.source.iter().map(|&index| objects[index as usize]).collect();
        // What a trajectory looks like: those that look alike stand together.
        let mut looks = vec![0; given.len()];
        (1..looks.len()).for_each(|at| looks[at] = looks[at - 1] + u32::from(!self.are_alike(at - 1, at)));
        let ranks = ranks(&given, &looks);
        if ranks.len() == given.len() {
            return Ok(self);
        }
        let mut order: Vec<u32> = (0..given.len() as u32).collect();
        // Who comes first among those that look alike follows from their objects, and not from the
        // order of the input.
        order.sort_by_key(|&at| (looks[at as usize], ranks[&given[at as usize]]));
        self.source = order.iter().map(|&at| self.source[at as usize]).collect();
        self.object = order.iter().map(|&at| ranks[&given[at as usize]]).collect();
        self.objects = ranks.len();
        Ok(self)
    }

    /// Whether two trajectories have the same points and times, in the same data centre.
    fn are_alike(&self, a: usize, b: usize) -> bool {
        self.track(a) == self.track(b) && self.times(a) == self.times(b) && self.center(a as u32).contains(&b)
    }

    /// Number of trajectories.
    pub fn len(&self) -> usize {
        self.source.len()
    }

    /// Whether there is no trajectory.
    pub fn is_empty(&self) -> bool {
        self.source.is_empty()
    }

    /// Instants of each trajectory.
    pub fn instants(&self) -> usize {
        self.instants
    }

    /// Positions of a trajectory at its instants, x and y in metres.
    pub fn track(&self, trajectory: usize) -> &[[f64; 2]] {
        &self.positions[trajectory * self.instants..][..self.instants]
    }

    /// Start and end of a trajectory as metres, if times may be translated.
    pub fn times(&self, trajectory: usize) -> Option<[f64; 2]> {
        self.times.as_ref().map(|times| times[trajectory])
    }

    /// The trajectories of each data centre, which stand together.
    pub fn centers(&self) -> &[Range<usize>] {
        &self.centers
    }

    /// The trajectories of the data centre of a trajectory.
    pub(crate) fn center(&self, trajectory: u32) -> Range<usize> {
        let holds = |range: &&Range<usize>| range.contains(&(trajectory as usize));
        self.centers.iter().find(holds).cloned().unwrap_or(0..0)
    }

    /// The number in the input of a trajectory of this set.
    pub fn source(&self, trajectory: usize) -> usize {
        self.source[trajectory] as usize
    }

    /// The moving object of a trajectory of this set, from 0; `None` when each trajectory has its
    /// own.
    pub fn object(&self, trajectory: u32) -> Option<u32> {
        self.object.get(trajectory as usize).copied()
    }

    pub(crate) fn object_list(&self) -> &[u32] {
        &self.object
    }

    /// How many moving objects there are; 0 when each trajectory has its own.
    pub fn objects(&self) -> usize {
        self.objects
    }

    /// Distance of two trajectories: the sum over instants of the Euclidean distance, in metres;
    /// with times, and the distance of (start, end).
    pub fn distance(&self, a: usize, b: usize) -> f64 {
        let pairs = self.track(a).iter().zip(self.track(b));
        let space: f64 = pairs.map(|(a, b)| euclidean(*a, *b)).sum();
        space + self.times(a).zip(self.times(b)).map_or(0.0, |(a, b)| euclidean(a, b))
    }

    pub(crate) fn planes(&self) -> &[[Vec<f32>; 2]] {
        &self.planes
    }

    /// A trajectory's points, plane by plane.
    pub(crate) fn place(&self, trajectory: usize) -> PlanePoints {
        self.planes.iter().map(|[x, y]| [x[trajectory], y[trajectory]]).collect()
    }

    /// The mean position of some trajectories at each instant.
    pub(crate) fn mean_track(&self, members: &[u32], means: &mut [[f64; 2]]) {
        means.fill([0.0; 2]);
        for &member in members {
            for (mean, point) in means.iter_mut().zip(self.track(member as usize)) {
                *mean = [mean[0] + point[0], mean[1] + point[1]];
            }
        }
        let size = members.len().max(1) as f64;
        means.iter_mut().for_each(|mean| *mean = mean.map(|total| total / size));
    }

    /// The mean start and end of some trajectories, as metres.
    pub(crate) fn mean_times(&self, members: &[u32]) -> Option<[f64; 2]> {
        self.times(0)?;
        let times = members.iter().filter_map(|&member| self.times(member as usize));
        let sum = times.fold([0.0; 2], |sum, time| [sum[0] + time[0], sum[1] + time[1]]);
        Some(sum.map(|total| total / members.len().max(1) as f64))
    }

    /// The means of some trajectories, plane by plane.
    pub(crate) fn mean_place(&self, members: &[u32]) -> PlanePoints {
        let mut means = vec![[0.0; 2]; self.instants];
        self.mean_track(members, &mut means);
        means.extend(self.mean_times(members));
        means.into_iter().enumerate().map(|(plane, mean)| self.to_plane(plane, mean)).collect()
    }

    /// How far from the mean a point of a plane may stay: times always move to their mean.
    pub(crate) fn radius(&self, plane: usize, delta: f64) -> f32 {
        if plane < self.instants { (delta / 2.0) as f32 } else { 0.0 }
    }

    /// A point of the plane numbered `plane`, in that plane's single precision.
    fn to_plane(&self, plane: usize, point: [f64; 2]) -> [f32; 2] {
        if plane < self.instants { around(point, self.middle) } else { point.map(|v| v as f32) }
    }
}

pub(crate) fn euclidean(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

fn check_count(what: &'static str, found: usize, trajectories: usize) -> Result<(), SetError> {
    if found == trajectories { Ok(()) } else { Err(SetError::Count { what, found, trajectories }) }
}

/// A rank for each object, by what its trajectories look like.
fn ranks(given: &[u32], looks: &[u32]) -> HashMap<u32, u32> {
    let mut by_object: HashMap<u32, Vec<u32>> = HashMap::new();
    given.iter().zip(looks).for_each(|(&object, &looks)| by_object.entry(object).or_default().push(looks));
    let mut all: Vec<(Vec<u32>, u32)> =
        by_object.into_iter().map(|(object, looks)| (looks, object)).collect();
    // Looks are ascending already. Objects with the same looks are interchangeable.
    all.sort_unstable();
    all.into_iter().zip(0..).map(|((_, object), rank)| (object, rank)).collect()
}

fn check_finite(positions: &[[f64; 2]], instants: usize) -> Result<(), SetError> {
    match positions.iter().position(|point| !point.iter().all(|value| value.is_finite())) {
        None => Ok(()),
        Some(at) => Err(SetError::NotFinite { trajectory: at / instants, instant: at % instants }),
    }
}

fn lexicographic(a: &[[f64; 2]], b: &[[f64; 2]]) -> std::cmp::Ordering {
    let orders = a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| a.total_cmp(b));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
}

fn mean(points: &[[f64; 2]]) -> [f64; 2] {
    let sum = points.iter().fold([0.0; 2], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
    sum.map(|total| total / points.len().max(1) as f64)
}

fn around(point: [f64; 2], middle: [f64; 2]) -> [f32; 2] {
    [(point[0] - middle[0]) as f32, (point[1] - middle[1]) as f32]
}

fn planes(
    positions: &[[f64; 2]],
    instants: usize,
    times: Option<&[[f64; 2]]>,
    middle: [f64; 2],
) -> Vec<[Vec<f32>; 2]> {
    let at = |instant: usize| {
        let points = positions.iter().skip(instant).step_by(instants).map(|&point| around(point, middle));
        split(points)
    };
    let mut planes: Vec<[Vec<f32>; 2]> = (0..instants).map(at).collect();
    planes.extend(times.map(|times| split(times.iter().map(|time| time.map(|v| v as f32)))));
    planes
}

fn split(points: impl Iterator<Item = [f32; 2]>) -> [Vec<f32>; 2] {
    let (x, y) = points.map(|[x, y]| (x, y)).unzip();
    [x, y]
}

fn runs(values: &[u32]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (index, value) in values.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if values[range.start] == *value => range.end = index + 1,
            _ => ranges.push(index..index + 1),
        }
    }
    ranges
}
