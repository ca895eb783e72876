//! A job to start from, for a file of points.

use crate::TrajectoryError;
use crate::formats::PointFormat;
use crate::job::{PromiseUnit, TrajectoryJob};
use crate::points::{self, TimedPoint};
use std::path::Path;

/// A commented job file for a file of points, which is called `input` there.
///
/// Columns are found by their names. Trips have as many instants as half of them have points, from
/// 2 to 20. Where nothing names the moving object, the job says what to decide.
///
/// # Errors
/// When the file cannot be read as points.
///
/// ```
/// use incog_trips::{TrajectoryJob, propose_trajectory_job};
/// # let folder = tempfile::tempdir()?;
/// # let table = folder.path().join("taxis.csv");
/// std::fs::write(&table, "taxi,time,lon,lat\n7,2026-01-05 08:00:00,13.4,52.5\n\
///     7,2026-01-05 08:05:00,13.5,52.5\n")?;
/// let text = propose_trajectory_job(&table, "taxis.csv", "taxis.release.csv")?;
/// assert!(text.contains("id = \"taxi\""));
/// assert_eq!(TrajectoryJob::from_toml(&text)?.privacy.k, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn propose_trajectory_job(file: &Path, input: &str, output: &str) -> Result<String, TrajectoryError> {
    fn quoted(text: &str) -> String {
        toml::Value::from(text).to_string()
    }
    let files = format!("input = {}\noutput = {}\n", quoted(input), quoted(output));
    let mut job = TrajectoryJob::from_toml(&format!("{files}[privacy]\nk = 5\n"))?;
    job.read_from = Some(file.to_owned());
    let (points, names_objects) = match points::read(&job) {
        Err(TrajectoryError::NoObject { .. }) => {
            job.privacy.unit = PromiseUnit::Trip;
            (points::read(&job)?, false)
        }
        read => (read?, true),
    };
    let mut text = format!(
        "# Do not publish this file: it names columns of the input. Check it, then run: incog trajectories JOB\n\
         {files}"
    );
    if points.rows_are_trips {
        text += "# Each row is a trip; the columns of its start and end are found by their names.\n";
    } else if points.format == PointFormat::Table {
        let [id, time, first, second] = &points.names;
        let axes = if points.projection.is_some() { ["longitude", "latitude"] } else { ["x", "y"] };
        let names = [("id", id), ("time", time), (axes[0], first), (axes[1], second)];
        text += "\n[points]                    # columns, found by their names\n";
        for (key, name) in names.into_iter().filter(|(key, _)| *key != "id" || names_objects) {
            text += &format!("{key} = {}\n", quoted(name));
        }
    }
    if !points.names_trips {
        text += "\n[trips]\ncut = \"gap\"                 # or \"day\": whole days\n\
                 gap_minutes = 20.0          # a longer pause ends a trip\n";
    }
    let instants = usual_length(&points.trips).clamp(2, 20);
    text +=
        &format!("\n[sampling]\ninstants = {instants:<16} # positions of each published trip\n\n[privacy]\n");
    if !names_objects {
        text += "# Undecided: no column names the moving object (person or vehicle). Name it with points.id, or\n\
                 # count trips, regardless of who made them, with the next line.\n# unit = \"trip\"\n";
    }
    text += "k = 5                       # different objects in every cluster\n\
             delta = 0.0                 # metres; only 0 makes members of a cluster equal\n\
             \n[suppression]\nlimit = 0.05                # the largest share of trips left out\n\
             \n[search]\nalgorithm = \"greedy\"\nseed = 1\n";
    Ok(text)
}

/// How many points half of the trips have at least.
fn usual_length(trips: &[Vec<TimedPoint>]) -> usize {
    let mut lengths: Vec<usize> = trips.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied().unwrap_or_default()
}
