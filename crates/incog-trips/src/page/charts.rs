//! Charts of a release of trajectories: shifts, the front, the search.

use super::super::report::{FrontPoint, SearchOfClusters};
use super::axes::{Frame, open};
use incog_report::svg::short_number;
use std::fmt::Write;

const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 250.0;
const EDGES: [f64; 4] = [84.0, 28.0, 684.0, 204.0];
const BARS: usize = 50;

/// How far points moved: equal bins up to the 99th of 100, the rest in the last bar.
pub fn histogram(shifts: &[f64]) -> String {
    let mut sorted = shifts.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (sorted.len() as f64 * share) as usize;
        sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    let end = at(0.99).max(1e-3);
    let mut bars = [0_usize; BARS];
    let bin = |shift: f64| ((shift / end * BARS as f64) as usize).min(BARS - 1);
    sorted.iter().for_each(|&shift| bars[bin(shift)] += 1);
    let percent = |count: usize| 100.0 * count as f64 / sorted.len().max(1) as f64;
    let highest = bars.iter().map(|&bar| percent(bar)).fold(0.0, f64::max);
    let frame = Frame { edges: EDGES, x: [0.0, end], y: [0.0, highest] };
    let mut svg = open(WIDTH, HEIGHT, "released", "distribution of point shifts");
    svg += &frame.axes("shift of a point in metres; the last bar includes all larger shifts", "% of points");
    let wide = (EDGES[2] - EDGES[0]) / BARS as f64;
    for (index, &bar) in bars.iter().enumerate().filter(|(_, bar)| **bar > 0) {
        let (x, y) = (EDGES[0] + wide * index as f64, frame.at_y(percent(bar)));
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            x + 0.5,
            wide - 1.0,
            EDGES[3] - y
        );
    }
    let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
    for (value, name, line) in [(at(0.5), "median", 0.0), (mean, "mean", 14.0)] {
        let (x, y) = (frame.at_x(value.min(end)), EDGES[1] + line);
        let _ = write!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{y:.1}\" y2=\"{}\" class=\"mark\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{name} {} m</text>",
            EDGES[3],
            x + 5.0,
            y + 8.0,
            short_number(value.round())
        );
    }
    svg + "</svg>"
}

/// All trade-offs, the released one marked, and the area that counts as hypervolume.
pub fn front(search: &SearchOfClusters) -> String {
    let points = &search.front;
    let range = |of: fn(&FrontPoint) -> f64| {
        let highest = points.iter().map(of).fold(0.0, f64::max);
        [0.0, highest * 1.04]
    };
    let frame = Frame { edges: EDGES, x: range(|point| point.privacy as f64), y: range(utility) };
    let place = |point: &FrontPoint| (frame.at_x(point.privacy as f64), frame.at_y(utility(point).max(0.0)));
    let mut svg = open(WIDTH, HEIGHT, "front", "trade-offs between privacy and utility");
    let mut area = format!("M{:.1} {:.1}", EDGES[0], EDGES[3]);
    for (x, y) in points.iter().map(place) {
        let _ = write!(area, "V{y:.1}H{x:.1}");
    }
    let _ = write!(svg, "<path class=\"volume\" d=\"{area}V{:.1}Z\"/>", EDGES[3]);
    svg += &frame.axes(
        "privacy degree: counted members of the smallest cluster",
        "utility degree: metres saved per trajectory",
    );
    for point in points {
        let (x, y) = place(point);
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\">{}</circle>", title(point));
    }
    if let Some(chosen) = points.get(search.chosen) {
        let (x, y) = place(chosen);
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\" class=\"chosen\">{}</circle>\
             <text x=\"{:.1}\" y=\"{:.1}\">released: k {}</text>",
            title(chosen),
            x + 11.0,
            y + 4.0,
            chosen.privacy
        );
    }
    svg + "</svg>"
}

/// Releases that leave trajectories out, of which it may not be told, stand alone on their front.
fn utility(point: &FrontPoint) -> f64 {
    point.utility.unwrap_or_default()
}

fn title(point: &FrontPoint) -> String {
    format!("<title>privacy degree {}, distortion {:.0} m</title>", point.privacy, point.distortion)
}

/// The hypervolume over the evaluations.
pub fn convergence(search: &SearchOfClusters) -> String {
    let last = search.convergence.last().map_or(0, |(evaluations, _)| *evaluations);
    let first = search.convergence.first().map_or(0.0, |(_, volume)| *volume);
    let best = search.convergence.iter().map(|(_, volume)| *volume).fold(first, f64::max);
    let low = first - (best - first).max(best.abs() * 1e-6) * 0.15;
    let frame = Frame { edges: EDGES, x: [0.0, last as f64], y: [low, best + (best - low) * 0.05] };
    let mut svg = open(WIDTH, HEIGHT, "search", "hypervolume during the search");
    svg += &frame.axes("evaluations", "hypervolume");
    let mut path = String::new();
    for (index, &(evaluations, volume)) in search.convergence.iter().enumerate() {
        let (x, y) = (frame.at_x(evaluations as f64), frame.at_y(volume));
        let _ = if index == 0 { write!(path, "M{x:.1} {y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
    }
    svg + &format!("<path class=\"best\" d=\"{path}\"/></svg>")
}
