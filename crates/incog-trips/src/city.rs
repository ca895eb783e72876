//! Made-up trips through a city, so that trajectories can be tried without any real data.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;

/// CSV text with the columns `vehicle`, `time`, `longitude`, `latitude`: trips of `vehicles`
/// vehicles between a few places, along streets that run north and east, one point a minute.
///
/// Equal seeds give equal texts.
///
/// ```
/// let text = incog_trips::city_trips(3, 1);
/// assert!(text.starts_with("vehicle,time,longitude,latitude\n"));
/// assert_eq!(text, incog_trips::city_trips(3, 1));
/// ```
pub fn city_trips(vehicles: usize, seed: u64) -> String {
    let mut text = "vehicle,time,longitude,latitude\n".to_owned();
    for (vehicle, trip) in city(vehicles, seed).iter().enumerate() {
        for (second, [longitude, latitude]) in trip {
            let clock = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "v{vehicle},2024-05-06 {clock},{longitude:.6},{latitude:.6}");
        }
    }
    text
}

/// The points of each vehicle's trip: second of the day, longitude and latitude.
pub fn city(vehicles: usize, seed: u64) -> Vec<Vec<(u32, [f64; 2])>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let places: Vec<[f64; 2]> =
        (0..12).map(|_| [rng.random_range(-0.08..0.08), rng.random_range(-0.05..0.05)]).collect();
    let trip = |_| {
        let draw = |rng: &mut Xoshiro256PlusPlus| {
            let place = places[rng.random_range(0..places.len())];
            place.map(|degrees| degrees + rng.random_range(-0.004..0.004))
        };
        let (from, to) = (draw(&mut rng), draw(&mut rng));
        let start = 28_800 + rng.random_range(0..7_200);
        let minutes: u32 = rng.random_range(10..30);
        let point = |minute| {
            let [x, y] = along_streets(from, to, f64::from(minute) / f64::from(minutes));
            (start + minute * 60, [13.4 + x, 52.5 + y])
        };
        (0..=minutes).map(point).collect()
    };
    (0..vehicles).map(trip).collect()
}

/// First east, then north.
fn along_streets(from: [f64; 2], to: [f64; 2], share: f64) -> [f64; 2] {
    let (east, north) = (to[0] - from[0], to[1] - from[1]);
    let way = share * (east.abs() + north.abs());
    let first = way.min(east.abs());
    [from[0] + first.copysign(east), from[1] + (way - first).copysign(north)]
}
