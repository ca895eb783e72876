//! Instances of trajectories, on which the clusterings for (k, delta)-anonymity are measured.
//!
//! [`PAPER_FORM`] has the form of the APMA paper's table 5 (its own files are not published): 3,000
//! to 5,000 trajectories of 10 instants, k of 20, 25 and 50, delta 1 m. `T1` to `T6` are taxi-days
//! of T-Drive, `T7` to `T15` cab rides of Cabspotting, because a week of the T-Drive sample has
//! fewer than 4,000 whole days. [`CITY_FORM`] is the same on made-up trips, for machines without
//! those files. [`W4M_FORM`] is the task for which W4M's results are known: rides of 10 points or
//! more, k 5, delta 1 km, times translated too, 10 % trash.

use super::Deal;
use incog::trajectories::{TrajectoryError, TrajectoryJob, city, interpolate, read_points};
use incog_search::Stream;
use incog_trajectory::{SetError, Task, TrajectorySet};
use std::path::Path;
use thiserror::Error;

/// Why an instance cannot be made.
#[derive(Debug, Error)]
pub enum TrajectoryInstanceError {
    /// Its file cannot be read.
    #[error(transparent)]
    Source(#[from] TrajectoryError),
    /// Its file has too few trips.
    #[error("instance {name} needs {expected} trajectories, and its source has {found}")]
    TooFew {
        /// The instance.
        name: &'static str,
        /// Trajectories in the source.
        found: usize,
        /// Trajectories to draw.
        expected: usize,
    },
    /// The trips do not make a set.
    #[error(transparent)]
    Set(#[from] SetError),
}

/// Where trajectories come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripSource {
    /// T-Drive's taxis, one trajectory per taxi and day.
    TaxiDays,
    /// Cabspotting's occupied rides with at least a given number of points.
    CabRides {
        /// Fewest points of a ride.
        points: usize,
    },
    /// A made-up city, [`city_trips`](incog::trajectories::city_trips).
    City,
}

impl TripSource {
    /// The file, relative to the folder of data; `None` for made-up data.
    pub fn file(self) -> Option<&'static str> {
        match self {
            Self::TaxiDays => Some("tdrive/tdrive_598taxis.csv.gz"),
            Self::CabRides { .. } => Some("cabspotting/cabs_20080608.csv.gz"),
            Self::City => None,
        }
    }
}

/// Which trips of the source are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Without replacement: the first ones of a Fisher-Yates shuffle with this seed.
    Seed(u64),
    /// The first ones that start at or after this second of the day.
    From(u32),
}

/// One instance: a set of trajectories, and the requirements for its release.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrajectoryInstance {
    /// Its name, such as `T13`.
    pub name: &'static str,
    /// Where its trajectories come from.
    pub source: TripSource,
    /// How many of them.
    pub trajectories: usize,
    /// Which of them.
    pub draw: Draw,
    /// Instants of each.
    pub instants: usize,
    /// How many metres a second of time shift counts as, at each instant; 0 when times do not
    /// count.
    pub metres_per_second: f64,
    /// What is asked.
    pub task: Task,
}

const RIDES: TripSource = TripSource::CabRides { points: 2 };
const LONG_RIDES: TripSource = TripSource::CabRides { points: 10 };

/// The form of the APMA paper's 15 instances.
pub const PAPER_FORM: [TrajectoryInstance; 15] = [
    paper("T1", TripSource::TaxiDays, 3000, 20, 1),
    paper("T2", TripSource::TaxiDays, 3000, 25, 1),
    paper("T3", TripSource::TaxiDays, 3000, 50, 1),
    paper("T4", TripSource::TaxiDays, 3500, 20, 2),
    paper("T5", TripSource::TaxiDays, 3500, 25, 2),
    paper("T6", TripSource::TaxiDays, 3500, 50, 2),
    paper("T7", RIDES, 4000, 20, 3),
    paper("T8", RIDES, 4000, 25, 3),
    paper("T9", RIDES, 4000, 50, 3),
    paper("T10", RIDES, 4500, 20, 4),
    paper("T11", RIDES, 4500, 25, 4),
    paper("T12", RIDES, 4500, 50, 4),
    paper("T13", RIDES, 5000, 20, 5),
    paper("T14", RIDES, 5000, 25, 5),
    paper("T15", RIDES, 5000, 50, 5),
];

/// The form on trips through a made-up city, without any file.
pub const CITY_FORM: [TrajectoryInstance; 15] = [
    paper("C1", TripSource::City, 3000, 20, 1),
    paper("C2", TripSource::City, 3000, 25, 1),
    paper("C3", TripSource::City, 3000, 50, 1),
    paper("C4", TripSource::City, 3500, 20, 2),
    paper("C5", TripSource::City, 3500, 25, 2),
    paper("C6", TripSource::City, 3500, 50, 2),
    paper("C7", TripSource::City, 4000, 20, 3),
    paper("C8", TripSource::City, 4000, 25, 3),
    paper("C9", TripSource::City, 4000, 50, 3),
    paper("C10", TripSource::City, 4500, 20, 4),
    paper("C11", TripSource::City, 4500, 25, 4),
    paper("C12", TripSource::City, 4500, 50, 4),
    paper("C13", TripSource::City, 5000, 20, 5),
    paper("C14", TripSource::City, 5000, 25, 5),
    paper("C15", TripSource::City, 5000, 50, 5),
];

/// The form of the task for which W4M's results are known: all 10,521 rides of 10 points or more,
/// and 2,293 of them, either drawn from the whole day or taken one after the other from noon on.
/// Which 2,293 W4M was run on is not known.
pub const W4M_FORM: [TrajectoryInstance; 3] = [
    w4m("rides-2293", 2293, Draw::Seed(6)),
    w4m("rides-2293-noon", 2293, Draw::From(43_200)),
    w4m("rides-10521", 10_521, Draw::Seed(6)),
];

/// Large ones: nearly all rides, and 100,000 made-up trips, k 20.
pub const LARGE: [TrajectoryInstance; 2] =
    [paper("rides-23000", RIDES, 23_000, 20, 7), paper("city-100000", TripSource::City, 100_000, 20, 7)];

const fn paper(
    name: &'static str,
    source: TripSource,
    trajectories: usize,
    k: usize,
    seed: u64,
) -> TrajectoryInstance {
    let task = Task { k, delta: 1.0, trash: 0.0 };
    let draw = Draw::Seed(seed);
    TrajectoryInstance { name, source, trajectories, draw, instants: 10, metres_per_second: 0.0, task }
}

const fn w4m(name: &'static str, trajectories: usize, draw: Draw) -> TrajectoryInstance {
    let task = Task { k: 5, delta: 1000.0, trash: 0.1 };
    let metres_per_second = 1.0;
    TrajectoryInstance { name, source: LONG_RIDES, trajectories, draw, instants: 16, metres_per_second, task }
}

/// All instances, the paper's form first.
pub fn trajectory_instances() -> impl Iterator<Item = TrajectoryInstance> {
    PAPER_FORM.into_iter().chain(CITY_FORM).chain(W4M_FORM).chain(LARGE)
}

/// The instance with this name.
pub fn trajectory_instance(name: &str) -> Option<TrajectoryInstance> {
    trajectory_instances().find(|instance| instance.name == name)
}

/// The points of a trip: second and metres, in order of time.
pub type Trip = Vec<(f64, [f64; 2])>;

/// An instance's trajectories.
#[derive(Debug)]
pub struct InstanceTrips {
    /// Positions at the instants.
    pub set: TrajectorySet,
    /// For each trajectory of the set, its points as recorded.
    pub trips: Vec<Trip>,
}

impl TrajectoryInstance {
    /// The trajectories, read from the file of their source in the folder `data` (a made-up city
    /// needs no file).
    pub fn load(&self, data: &Path) -> Result<InstanceTrips, TrajectoryInstanceError> {
        self.load_dealt(data, None)
    }

    /// The trajectories, dealt to data centres, between which no cluster reaches (`ndc` of APMA's
    /// table 5).
    pub fn load_dealt(
        &self,
        data: &Path,
        deal: Option<Deal>,
    ) -> Result<InstanceTrips, TrajectoryInstanceError> {
        let trips = match self.source {
            TripSource::City => city_in_metres(self.trajectories, self.draw),
            TripSource::TaxiDays | TripSource::CabRides { .. } => {
                self.drawn(read_points(&self.job(data)?)?.trips)?
            }
        };
        self.sampled(trips, deal)
    }

    /// The job that reads the source: trips, bounds and instants.
    fn job(&self, data: &Path) -> Result<TrajectoryJob, TrajectoryError> {
        let rest = match self.source {
            TripSource::CabRides { points } => {
                format!("trips = {{ min_points = {points}, bounds = [-123.0, 37.0, -121.5, 38.5] }}")
            }
            _ => "trips = { cut = \"day\", min_points = 2, bounds = [115.4, 39.4, 117.6, 41.1] }".into(),
        };
        let (k, instants) = (self.task.k, self.instants);
        let text = format!(
            "input = \"-\"\noutput = \"-\"\n{rest}\nsampling = {{ instants = {instants} }}\nprivacy = {{ k = {k} }}"
        );
        let path = data.join(self.source.file().unwrap_or_default());
        let job = TrajectoryJob::from_toml(&text)?;
        Ok(TrajectoryJob { input: path, ..job })
    }

    /// Instants are equal parts of each trip's own duration; those of taxi-days are the same times
    /// of every day.
    fn sampled(
        &self,
        trips: Vec<Trip>,
        deal: Option<Deal>,
    ) -> Result<InstanceTrips, TrajectoryInstanceError> {
        let last = (self.instants - 1).max(1) as f64;
        let span = |trip: &Trip| match self.source {
            TripSource::TaxiDays => {
                let midnight = (trip[0].0 / 86_400.0).floor() * 86_400.0;
                [midnight, midnight + 86_399.0]
            }
            _ => [trip[0].0, trip[trip.len() - 1].0],
        };
        let positions: Vec<[f64; 2]> = trips
            .iter()
            .flat_map(|trip| {
                let [start, end] = span(trip);
                (0..self.instants)
                    .map(move |instant| interpolate(trip, start + (end - start) * instant as f64 / last))
            })
            .collect();
        // Half for the start and half for the end, at each instant.
        let worth = self.metres_per_second * self.instants as f64 / 2.0;
        let earliest = trips.iter().map(|trip| trip[0].0).fold(f64::INFINITY, f64::min);
        let times: Vec<[f64; 2]> =
            trips.iter().map(|trip| span(trip).map(|time| (time - earliest) * worth)).collect();
        let times = (worth > 0.0).then_some(times.as_slice());
        let centers: Vec<u32> = deal
            .map(|deal| deal.provider_of_rows(trips.len()))
            .unwrap_or_default()
            .into_iter()
            .map(|center| u32::try_from(center).unwrap_or(u32::MAX))
            .collect();
        let set = TrajectorySet::new(&positions, self.instants, times, &centers)?;
        let trips = (0..set.len()).map(|at| trips[set.source(at)].clone()).collect();
        Ok(InstanceTrips { set, trips })
    }

    fn drawn(&self, mut trips: Vec<Trip>) -> Result<Vec<Trip>, TrajectoryInstanceError> {
        let (name, expected) = (self.name, self.trajectories);
        match self.draw {
            Draw::Seed(seed) if trips.len() >= expected => {
                let mut stream = Stream::new(seed, 0);
                for place in 0..expected {
                    let other = place + stream.below(trips.len() - place);
                    trips.swap(place, other);
                }
            }
            Draw::Seed(_) => {}
            Draw::From(second) => {
                trips.retain(|trip| trip[0].0.rem_euclid(86_400.0) >= f64::from(second));
                // Stable, and trips come in the order of their vehicle and trip.
                trips.sort_by(|a, b| a[0].0.total_cmp(&b[0].0));
            }
        }
        let found = trips.len();
        if found < expected {
            return Err(TrajectoryInstanceError::TooFew { name, found, expected });
        }
        trips.truncate(expected);
        Ok(trips)
    }
}

fn city_in_metres(trips: usize, draw: Draw) -> Vec<Trip> {
    let seed = match draw {
        Draw::Seed(seed) => seed,
        Draw::From(second) => u64::from(second),
    };
    // Metres per degree of longitude and of latitude in the made-up city, at 52.5 degrees north.
    let to_metres = |[longitude, latitude]: [f64; 2]| [longitude * 67_690.0, latitude * 111_195.0];
    let point = |(second, position)| (f64::from(second), to_metres(position));
    city(trips, seed).into_iter().map(|trip| trip.into_iter().map(point).collect()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{Skew, shared_data};
    use super::*;

    #[test]
    fn every_instance_has_its_own_name_and_a_job() {
        let mut names: Vec<&str> = trajectory_instances().map(|instance| instance.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 35);
        for instance in trajectory_instances() {
            assert_eq!(instance.job(Path::new("data")).unwrap().sampling.instants, instance.instants);
        }
    }

    #[test]
    fn a_city_instance_needs_no_file_and_is_the_same_again() {
        let load = || trajectory_instance("C1").unwrap().load(Path::new("nowhere")).unwrap();
        let (once, again) = (load(), load());
        assert_eq!((once.set.len(), once.set.instants()), (3000, 10));
        assert!((0..3000).all(|at| once.set.track(at) == again.set.track(at)));
        let first = &once.trips[7];
        assert_eq!(once.set.track(7)[0], first[0].1);
        assert_eq!(once.set.track(7)[9], first[first.len() - 1].1);
    }

    #[test]
    fn a_dealt_instance_has_its_data_centres() {
        let deal = Deal { providers: 5, skew: Skew::Even, seed: 1 };
        let city = trajectory_instance("C1").unwrap();
        let (dealt, whole) = (
            city.load_dealt(Path::new("nowhere"), Some(deal)).unwrap(),
            city.load(Path::new("nowhere")).unwrap(),
        );
        assert_eq!((dealt.set.centers().len(), whole.set.centers().len()), (5, 1));
        assert_eq!(dealt.set.len(), whole.set.len());
    }

    #[test]
    fn instances_of_public_files_have_the_size_they_say() {
        let Some(data) = shared_data() else { return };
        for name in ["T6", "T15", "rides-10521", "rides-2293-noon"] {
            let instance = trajectory_instance(name).unwrap();
            let loaded = instance.load(&data).unwrap();
            assert_eq!((loaded.set.len(), loaded.set.instants()), (instance.trajectories, instance.instants));
        }
    }
}
