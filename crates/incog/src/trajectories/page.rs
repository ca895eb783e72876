//! The report for people: one page that stands alone.

use super::report::TrajectoryReport;
use super::utility::Pair;
use std::fmt::Write;

/// The page.
pub fn page(report: &TrajectoryReport, pairs: &[Pair<'_>]) -> String {
    let privacy = &report.privacy[0];
    let mut html = String::from(HEAD);
    let mut put = |text: String| html.push_str(&text);
    put(format!(
        "<h1>Trajectories, ({}, {} m)-anonymous: {}</h1>",
        privacy.required.k,
        privacy.required.delta,
        if privacy.satisfied { "the written release holds it" } else { "refuted" }
    ));
    put(format!(
        "<p>{} of {} trajectories are published in {} clusters; the smallest has {}, and members of a cluster are \
         within {:.3} m of each other at every instant. A point moved {:.1} m in the mean and {:.1} m at most.</p>",
        report.release.trajectories,
        report.sampling.trajectories,
        report.clusters.len(),
        privacy.achieved.k,
        privacy.achieved.delta,
        report.utility.mean_shift,
        report.utility.max_shift
    ));
    put("<h2>What this does not protect</h2><ul>".to_owned());
    report.caveats.iter().for_each(|caveat| put(format!("<li>{caveat}</li>")));
    put("</ul><h2>Before and after</h2><div class=maps>".to_owned());
    let after: Vec<&[[f64; 2]]> =
        pairs.iter().filter_map(|(_, released)| released.map(|r| r.positions)).collect();
    let frame = frame(&after);
    put(map("input, as sampled", &originals_of_published(pairs), frame));
    put(map("release", &after, frame));
    put("</div><h2>Shift of points</h2>".to_owned());
    put(histogram(pairs));
    put("<h2>All compromises found</h2>".to_owned());
    put(front(report));
    put(figures(report));
    put("</body></html>\n".to_owned());
    html
}

const HEAD: &str = "<!doctype html><html lang=en><head><meta charset=utf-8><title>incog trajectories</title><style>\
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
svg{max-width:100%;border:1px solid #ddd;background:#fff}.maps{display:flex;flex-wrap:wrap;gap:1rem}\
figure{margin:0}td,th{text-align:left;padding:.1rem 1rem .1rem 0}</style></head><body>";

/// The originals of what is published: nothing is drawn of those left out.
fn originals_of_published<'a>(pairs: &[Pair<'a>]) -> Vec<&'a [[f64; 2]]> {
    pairs.iter().filter(|(_, released)| released.is_some()).map(|(original, _)| original.positions).collect()
}

/// West, south, east, north: where nineteen of twenty points lie.
fn frame(tracks: &[&[[f64; 2]]]) -> [f64; 4] {
    let range = |axis: usize| {
        let mut values: Vec<f64> =
            tracks.iter().flat_map(|track| track.iter().map(|point| point[axis])).collect();
        values.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| values.get((values.len() as f64 * share) as usize).copied().unwrap_or(0.0);
        (at(0.025), at(0.975))
    };
    let ((west, east), (south, north)) = (range(0), range(1));
    [west, south, east, north]
}

const SIDE: usize = 48;

/// Density of points on a grid: counts below five are not shown.
fn map(title: &str, tracks: &[&[[f64; 2]]], [west, south, east, north]: [f64; 4]) -> String {
    let mut counts = vec![0_usize; SIDE * SIDE];
    let cell = |value: f64, low: f64, high: f64| {
        let share = (value - low) / (high - low).max(1e-9);
        (0.0..1.0).contains(&share).then_some((share * SIDE as f64) as usize)
    };
    for point in tracks.iter().copied().flatten() {
        if let (Some(column), Some(row)) = (cell(point[0], west, east), cell(point[1], south, north)) {
            counts[row * SIDE + column] += 1;
        }
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let mut svg = format!(
        "<figure><svg width=384 height=384 viewBox='0 0 {SIDE} {SIDE}' role=img aria-label='{title}'>"
    );
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count >= 5) {
        let (column, row) = (index % SIDE, SIDE - 1 - index / SIDE);
        let shade = (count as f64).ln_1p() / most.ln_1p();
        let _ = write!(svg, "<rect x={column} y={row} width=1 height=1 fill=#1a5 fill-opacity={shade:.2} />");
    }
    svg + &format!("</svg><figcaption>{title}</figcaption></figure>")
}

fn histogram(pairs: &[Pair<'_>]) -> String {
    let mut shifts: Vec<f64> = Vec::new();
    for (original, released) in pairs.iter().filter_map(|(a, b)| Some((a, (*b)?))) {
        let both = original.positions.iter().zip(released.positions);
        shifts.extend(both.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])));
    }
    let most = shifts.iter().copied().fold(0.0, f64::max).max(1e-9);
    let mut bars = [0_usize; 40];
    shifts.iter().for_each(|shift| bars[((shift / most * 40.0) as usize).min(39)] += 1);
    let highest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
    let mut svg =
        "<svg width=640 height=200 viewBox='0 0 640 200' role=img aria-label='shift of points'>".to_owned();
    for (index, &bar) in bars.iter().enumerate() {
        let height = bar as f64 / highest * 170.0;
        let _ = write!(
            svg,
            "<rect x={} y={:.1} width=14 height={height:.1} fill=#369 />",
            index * 16,
            175.0 - height
        );
    }
    svg + &format!(
        "<text x=0 y=195 font-size=12>0 m</text><text x=640 y=195 font-size=12 text-anchor=end>{most:.0} m</text></svg>"
    )
}

fn front(report: &TrajectoryReport) -> String {
    let points = &report.search.front;
    let most = points.iter().map(|point| point.privacy).max().unwrap_or(1).max(1) as f64;
    let best = points.iter().map(|point| point.utility).fold(1e-9, f64::max);
    let mut svg =
        "<svg width=640 height=300 viewBox='-10 -10 660 330' role=img aria-label='front'>".to_owned();
    for (index, point) in points.iter().enumerate() {
        // Privacy grows by factors, so its axis is logarithmic.
        let x = (point.privacy as f64).ln_1p() / most.ln_1p() * 640.0;
        let y = 290.0 - (point.utility / best).max(0.0) * 280.0;
        let (radius, colour) = if index == report.search.chosen { (7, "#c30") } else { (4, "#369") };
        let _ = write!(
            svg,
            "<circle cx={x:.1} cy={y:.1} r={radius} fill={colour}><title>k {}, {:.0} m in all</title></circle>",
            point.privacy, point.distortion
        );
    }
    svg + "<text x=0 y=315 font-size=12>privacy degree (smallest cluster, logarithmic); up: utility degree; red: released\
           </text></svg>"
}

fn figures(report: &TrajectoryReport) -> String {
    let mut rows = vec![
        ("Algorithm".to_owned(), format!("{}, seed {}", report.search.algorithm, report.search.seed)),
        ("Stopped".to_owned(), report.search.stopped.clone()),
        ("Hypervolume against (0, 0)".to_owned(), format!("{:.1}", report.search.hypervolume)),
        (
            "Total translation distortion".to_owned(),
            format!("{:.0} m", report.utility.total_translation_distortion),
        ),
        ("Mean shift in time".to_owned(), format!("{:.0} s", report.utility.mean_time_shift)),
        ("Left out".to_owned(), format!("{:.2} %", 100.0 * report.utility.trash_share)),
        ("Error of trip lengths".to_owned(), format!("{:.3}", report.utility.trip_length_error)),
        (
            "Error of origins and destinations".to_owned(),
            format!("{:.3}", report.utility.origin_destination_error),
        ),
    ];
    for query in &report.utility.range_query_errors {
        let name = format!("Error of range queries, {} m and {} min", query.metres, query.minutes);
        rows.push((name, format!("{:.3}", query.error)));
    }
    let dropped = &report.dropped;
    rows.push(("Points read".to_owned(), report.input.points.to_string()));
    rows.push(("Points without a position".to_owned(), dropped.bad_coordinates.to_string()));
    rows.push(("Points without a time".to_owned(), dropped.bad_times.to_string()));
    rows.push(("Points outside the bounds".to_owned(), dropped.outside_bounds.to_string()));
    rows.push(("Points at a time already known".to_owned(), dropped.duplicate_times.to_string()));
    rows.push(("Trips that were too short".to_owned(), dropped.short_trips.to_string()));
    let rows: String =
        rows.iter().map(|(name, value)| format!("<tr><th>{name}</th><td>{value}</td></tr>")).collect();
    format!(
        "<h2>Figures</h2><table>{rows}</table><p>Repeat: <code>incog trajectories JOB.toml --seed {}</code></p>",
        report.search.seed
    )
}
