//! Writes the trips of the city example:
//! `cargo run -p incog --example city -- [OUTPUT [VEHICLES [SEED]]]`.

use incog::trajectories::city_trips;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let output = arguments.first().map_or("examples/city/trips.csv", String::as_str);
    let vehicles = arguments.get(1).map_or(Ok(600), |vehicles| vehicles.parse())?;
    let seed = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    Ok(std::fs::write(output, city_trips(vehicles, seed))?)
}
