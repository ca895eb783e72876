//! The figures of the page as text.

use super::super::job::Clock;
use super::super::report::TrajectoryReport;
use incog_report::svg::{grouped, short_number};

fn count(number: usize) -> String {
    grouped(number as u64)
}

fn metres(value: f64) -> String {
    let rounded = if value >= 100.0 { value.round() } else { (value * 1000.0).round() / 1000.0 };
    format!("{} m", short_number(rounded))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The release in one sentence.
pub fn verdict(report: &TrajectoryReport) -> String {
    let Some(model) = report.privacy.first() else { return String::new() };
    if !model.satisfied {
        return "The written release does not hold what it promises.".to_owned();
    }
    format!(
        "Every published trajectory has at least {} others that are within {} of it at every instant. {} of {} \
         trajectories are published; a point of theirs was moved by {} on average.",
        model.achieved.k.saturating_sub(1),
        metres(model.required.delta),
        count(report.release.trajectories),
        count(report.sampling.trajectories),
        metres(report.utility.mean_shift)
    )
}

/// The most telling figures.
pub fn tiles(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let utility = &report.utility;
    vec![
        [count(report.release.trajectories), "trajectories published".to_owned()],
        [count(report.clusters.len()), "clusters".to_owned()],
        [metres(utility.mean_shift), "mean shift of a point".to_owned()],
        [metres(utility.max_shift), "largest shift".to_owned()],
        [percent(utility.trash_share), "left out".to_owned()],
    ]
}

/// Model, required, achieved.
pub fn privacy(report: &TrajectoryReport) -> Vec<[String; 3]> {
    let row = |model: &super::super::report::PrivacyOfTrajectories| {
        let text = |k: usize, delta: f64| format!("k {k}, {}", metres(delta));
        [
            model.model.clone(),
            text(model.required.k, model.required.delta),
            text(model.achieved.k, model.achieved.delta),
        ]
    };
    report.privacy.iter().map(row).collect()
}

/// What the release costs.
pub fn lost(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let utility = &report.utility;
    let kilometres = format!("{} km", short_number((utility.total_translation_distortion / 1000.0).round()));
    let mut rows = vec![
        ["total translation distortion".to_owned(), kilometres],
        ["mean shift in time".to_owned(), format!("{} s", short_number(utility.mean_time_shift.round()))],
        ["trip length, mean error".to_owned(), percent(utility.trip_length_error)],
        ["origins and destinations, error".to_owned(), percent(utility.origin_destination_error)],
    ];
    rows.push(["an attacker finds a known trajectory".to_owned(), percent(report.linkage.success)]);
    for query in &utility.range_query_errors {
        let name = format!("range queries, {} m and {} min, error", query.metres, query.minutes);
        rows.push([name, percent(query.error)]);
    }
    rows
}

/// What was read, and what of it was not used.
pub fn input(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let (dropped, sampling) = (&report.dropped, &report.sampling);
    let instants = match sampling.time {
        Clock::Day => "instants of a day",
        Clock::Trip => "instants of a trip",
    };
    let rows = [
        ("points read", report.input.points, true),
        ("without a readable position", dropped.bad_coordinates, false),
        ("without a readable time", dropped.bad_times, false),
        ("outside the bounds", dropped.outside_bounds, false),
        ("second points at one time", dropped.duplicate_times, false),
        ("too fast", dropped.too_fast, false),
        ("out of order (used)", report.out_of_order, false),
        ("trips too short", dropped.short_trips, false),
        ("points of those", dropped.points_of_short_trips, false),
        ("trajectories", sampling.trajectories, true),
        ("moving objects", report.objects.objects, true),
        (instants, sampling.instants, true),
        ("instants before the first or after the last point", sampling.held_instants, false),
    ];
    // What did not happen is not told.
    let told = rows.into_iter().filter(|(_, number, always)| *always || *number > 0);
    told.map(|(name, number, _)| [name.to_owned(), count(number)]).collect()
}
