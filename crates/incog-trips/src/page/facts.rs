//! The figures of the page as text.

use super::super::danger::TripDanger;
use super::super::dropped_points::Dropped;
use super::super::job::{Clock, PromiseUnit};
use super::super::report::{PrivacyOfTrajectories, TrajectoryReport};
use super::super::suspect::SuspectPoints;
use super::super::utility::distance_in_words;
use incog_report::Audience;
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

/// The share of published points that stand exactly where somebody was.
fn own_share(model: &PrivacyOfTrajectories) -> String {
    format!("{:.2} %", 100.0 * model.own_positions)
}

/// Who is protected from what, in one sentence.
pub fn verdict(report: &TrajectoryReport) -> String {
    let Some(model) = report.privacy.first() else { return String::new() };
    if !model.satisfied {
        return "The written release breaks its promise.".to_owned();
    }
    if report.release.trajectories == 0 {
        return "No trajectory is published.".to_owned();
    }
    let (k, delta) = (model.achieved.k, model.required.delta);
    let (whose, others) = match report.job.privacy.unit {
        PromiseUnit::Object => {
            ("Every person or vehicle behind a published trajectory", "other persons or vehicles")
        }
        PromiseUnit::Trip => ("Each published trip", "other trips"),
    };
    let others = format!("at least {} {others}", k.saturating_sub(1));
    if delta == 0.0 {
        format!(
            "{whose} is protected from an attacker who knows its whole track: it shares one \
             published track with {others} (k {k}, delta 0 m)."
        )
    } else {
        format!(
            "{whose} stays within {} of {others} at every instant (k {k}). An attacker who knows \
             the track precisely may still tell them apart; see the risk below. {} of the \
             published points are true positions.",
            metres(delta),
            own_share(model)
        )
    }
}

/// What was published and how far it was moved, the median first.
pub fn moved(report: &TrajectoryReport) -> String {
    format!(
        "{} of {} trajectories are published. Among them, {}.",
        count(report.release.trajectories),
        count(report.sampling.trajectories),
        report.utility.shifts_in_words()
    )
}

/// The decision that trips count, where somebody wrote it down.
pub fn decision(report: &TrajectoryReport) -> Option<&'static str> {
    (report.job.privacy.unit == PromiseUnit::Trip).then_some(
        "Decision: each trip counts separately (unit = \"trip\"). A cluster may hold several \
         trips of one person or vehicle, and those do not hide each other.",
    )
}

/// Dangers that were found, each with the reason for which it was published in spite of it.
pub fn waivers(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let waiver = |danger: &TripDanger| {
        let name = danger.finding.name();
        let reason = report.job.waivers.get(name).cloned().unwrap_or_default();
        [format!("{name} ({})", count(danger.trajectories)), reason]
    };
    report.dangers.iter().map(waiver).collect()
}

/// Risks: who tries what, before and after.
pub fn risks(report: &TrajectoryReport) -> Vec<[String; 3]> {
    let linkage = &report.linkage;
    let object = match report.job.privacy.unit {
        PromiseUnit::Object => "finds a trajectory of that person or vehicle",
        PromiseUnit::Trip => "finds that trip",
    };
    let one = format!(
        "an attacker who knows a whole trajectory with times and picks the nearest \
         published one {object}"
    );
    let points = format!("an attacker who knows five points with times {object}");
    let mut rows = vec![
        [one, percent(linkage.before), percent(linkage.success)],
        [points, "–".to_owned(), percent(linkage.five_points)],
    ];
    if report.objects.in_several_clusters > 0 && report.job.privacy.unit == PromiseUnit::Object {
        let all = "an attacker who knows all trajectories of a person or vehicle is right at \
         least once";
        rows.push([all.to_owned(), "–".to_owned(), percent(linkage.any_trip)]);
    }
    if report.insiders.median_error.is_some() {
        let others = "all other members of a cluster, together, locate the last member to within a metre";
        rows.push([others.to_owned(), "–".to_owned(), percent(report.insiders.within_a_metre)]);
    }
    rows
}

/// Where the protection is weakest.
pub fn weakest(report: &TrajectoryReport) -> String {
    let objects = &report.objects;
    format!(
        "Weakest protection: {} of {} clusters have trajectories of only {} different persons or \
         vehicles. The smallest cluster has {} trajectories. The attack was tried on {} published \
         trajectories.",
        count(objects.weakest_clusters),
        count(report.clusters.len()),
        count(objects.fewest_in_a_cluster),
        count(report.clusters.iter().copied().min().unwrap_or(0)),
        count(report.linkage.tried)
    )
}

/// The most telling figures.
pub fn tiles(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let utility = &report.utility;
    vec![
        [count(report.release.trajectories), "trajectories published".to_owned()],
        [distance_in_words(utility.median_shift), "median shift of a point".to_owned()],
        [distance_in_words(utility.nine_in_ten_shift), "90th percentile of the shift".to_owned()],
        [distance_in_words(utility.max_shift), "largest shift".to_owned()],
        [percent(utility.trash_share), "left out".to_owned()],
    ]
}

/// Model, required, achieved.
pub fn privacy(report: &TrajectoryReport) -> Vec<[String; 3]> {
    let row = |model: &PrivacyOfTrajectories| {
        let text = |k: usize, delta: f64| format!("k {k}, {}", metres(delta));
        let own =
            |model: &PrivacyOfTrajectories| format!("{} of the points are true positions", own_share(model));
        [
            model.model.clone(),
            text(model.required.k, model.required.delta),
            format!("{}; {}", text(model.achieved.k, model.achieved.delta), own(model)),
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
        ["mean shift of a point".to_owned(), metres(utility.mean_shift)],
        ["mean shift in time".to_owned(), format!("{} s", short_number(utility.mean_time_shift.round()))],
        ["trip length, mean error".to_owned(), percent(utility.trip_length_error)],
        ["origins and destinations, error".to_owned(), percent(utility.origin_destination_error)],
    ];
    for query in &utility.range_query_errors {
        let name = format!("range queries, {} m and {} min, error", query.metres, query.minutes);
        rows.push([name, percent(query.error)]);
    }
    rows
}

/// What was read, and what of it was not used.
pub fn input(report: &TrajectoryReport) -> Vec<[String; 2]> {
    let sampling = &report.sampling;
    let dropped = |of: fn(&Dropped) -> usize| report.dropped.as_ref().map(of);
    let suspect = |of: fn(&SuspectPoints) -> usize| report.suspect.as_ref().map(of);
    let instants = match sampling.time {
        Clock::Day => "instants of a day",
        Clock::Trip => "instants of a trip",
    };
    let objects = match report.audience {
        Audience::Public => "moving objects with a published trajectory",
        Audience::Internal => "moving objects",
    };
    let rows = [
        ("points read", report.input.points, true),
        ("without a readable position", dropped(|of| of.bad_coordinates), false),
        ("without a readable time", dropped(|of| of.bad_times), false),
        ("outside the bounds", dropped(|of| of.outside_bounds), false),
        ("duplicate points at one time", dropped(|of| of.duplicate_times), false),
        ("too fast", dropped(|of| of.too_fast), false),
        ("far from all others (kept)", suspect(|of| of.far_away), false),
        ("steps too fast for any vehicle (kept)", suspect(|of| of.too_fast), false),
        ("out of order (used)", report.out_of_order, false),
        ("trips too short", dropped(|of| of.short_trips), false),
        ("points of these trips", dropped(|of| of.points_of_short_trips), false),
        ("trajectories", Some(sampling.trajectories), true),
        (objects, Some(report.objects.objects), true),
        (instants, Some(sampling.instants), true),
        ("instants before the first or after the last point", sampling.held_instants, false),
    ];
    // What did not happen is not told, nor what nobody may know.
    let told = rows.into_iter().filter_map(|(name, number, always)| Some((name, number?, always)));
    let told = told.filter(|(_, number, always)| *always || *number > 0);
    told.map(|(name, number, _)| [name.to_owned(), count(number)]).collect()
}
