//! The task for which W4M's results are known: cab rides, k 5, delta 1 km, times translated too.
//! Seconds, trajectories left out, and mean shift of a recorded point in space and time, as a
//! Markdown table.
//!
//! `cargo run --release -p incog-lab --example rides -- DATA INSTANCES ALGORITHMS TRASH
//! [METRES_PER_SECOND]`, with names separated by commas; TRASH is the share that may be left out,
//! METRES_PER_SECOND how many metres a second counts as.
//!
//! A recorded point of a ride is compared with the place and time of its release at the same share
//! of the ride's duration, so what is lost by sampling the ride at a few instants counts as shift.

#![allow(clippy::print_stdout)]

use incog_lab::instances::trajectories::{InstanceTrips, trajectory_instance};
use incog_trajectory::{
    Algorithm, Anchor, Clustering, Limits, TrajectoryReleaseOptions, release, run, shift,
};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, instances, algorithms, trash, rest @ ..] = arguments.as_slice() else {
        return Err("expected DATA INSTANCES ALGORITHMS TRASH [METRES_PER_SECOND]".into());
    };
    println!(
        "| instance | algorithm | towards | seconds | left out | clusters | at instants, m | at points, m | s |"
    );
    println!("|---|---|---|---:|---:|---:|---:|---:|---:|");
    for name in instances.split(',') {
        let mut instance =
            trajectory_instance(name).ok_or_else(|| format!("there is no instance {name:?}"))?;
        instance.task.trash = trash.parse()?;
        if let Some(worth) = rest.first() {
            instance.metres_per_second = worth.parse()?;
        }
        let loaded = instance.load(Path::new(data))?;
        for algorithm in algorithms.split(',') {
            let named = Algorithm::by_name(algorithm)
                .ok_or_else(|| format!("there is no algorithm {algorithm:?}"))?;
            let start = Instant::now();
            let outcome = run(&loaded.set, named, instance.task, Limits::default(), 1)?;
            let seconds = start.elapsed().as_secs_f64();
            let Some(found) = outcome.front.compromises.first() else { continue };
            let clustering = &found.clustering;
            for (anchor, towards) in [(Anchor::Mean, "mean"), (Anchor::Median, "median")] {
                let [instants, metres, late] = shifts(&loaded, clustering, instance.task.delta, anchor);
                let (trash, clusters) = (clustering.trash(), clustering.count());
                println!(
                    "| {name} | {algorithm} | {towards} | {seconds:.2} | {trash} | {clusters} | {instants:.0} | {metres:.0} | {late:.0} |"
                );
            }
        }
    }
    Ok(())
}

/// Mean shift at the instants, at the recorded points, and in time, of the published trajectories.
fn shifts(loaded: &InstanceTrips, clustering: &Clustering, delta: f64, anchor: Anchor) -> [f64; 3] {
    let set = &loaded.set;
    let released = release(set, clustering, TrajectoryReleaseOptions { delta, rounding: 0.0, anchor });
    let published = released.iter().enumerate().filter_map(|(at, track)| Some((at, track.as_deref()?)));
    let at_instants = shift(published.map(|(at, track)| (set.track(at), track))).mean();
    let (mut points, mut metres, mut late) = (0.0, 0.0, 0.0);
    for members in clustering.groups() {
        let spans: Vec<[f64; 2]> = members.iter().map(|&at| span(&loaded.trips[at as usize])).collect();
        let mean = [0, 1].map(|end| spans.iter().map(|span| span[end]).sum::<f64>() / spans.len() as f64);
        for (&member, [start, end]) in members.iter().zip(spans) {
            let Some(track) = released[member as usize].as_deref() else { continue };
            for &(time, position) in &loaded.trips[member as usize] {
                let share = if end > start { (time - start) / (end - start) } else { 0.0 };
                let there = along(track, share);
                points += 1.0;
                metres += (there[0] - position[0]).hypot(there[1] - position[1]);
                late += (mean[0] + share * (mean[1] - mean[0]) - time).abs();
            }
        }
    }
    [at_instants, metres / points, late / points]
}

fn span(trip: &[(f64, [f64; 2])]) -> [f64; 2] {
    [trip[0].0, trip[trip.len() - 1].0]
}

/// The position at a share of the duration; between two instants, on the straight line.
fn along(track: &[[f64; 2]], share: f64) -> [f64; 2] {
    let place = share * (track.len() - 1) as f64;
    let before = (place.floor() as usize).min(track.len() - 1);
    let after = (before + 1).min(track.len() - 1);
    let part = place - before as f64;
    [0, 1].map(|axis| track[before][axis] + (track[after][axis] - track[before][axis]) * part)
}
