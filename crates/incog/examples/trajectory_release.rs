//! Publishes the movements of a made-up city: `cargo run -p incog --example trajectory_release`.

#![allow(clippy::print_stdout)] // An example shows what it did.

use incog::Control;
use incog::trajectories::{TrajectoryJob, city_trips, run};
use std::error::Error;

/// Runs the recipe.
pub fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("trips.csv"), city_trips(60, 1))?;
    let path = folder.path().join("job.toml");
    std::fs::write(&path, JOB)?;
    let job = TrajectoryJob::from_toml_file(&path)?;
    let outcome = run(&job, false, &Control::default())?;
    println!("clusters of {:?} trips", outcome.public.clusters);
    // Read again, measured again, compared with the report.
    let verification = incog::verify_report(folder.path().join("trips.release.csv.report.json"))?;
    println!("{}", verification.to_text());
    assert!(verification.holds);
    Ok(())
}

const JOB: &str = r#"
input = "trips.csv"
output = "trips.release.csv"
[points]
id = "vehicle"
[trips]
cut = "gap"
gap_minutes = 20.0
[sampling]
instants = 10
[privacy]
k = 3
delta = 0.0
[search]
algorithm = "greedy"
"#;
