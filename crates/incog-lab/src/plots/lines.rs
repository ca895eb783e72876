//! Lines with bands around them.

use super::axes::{Axes, COLOURS, PlotFrame, RIGHT, TOP, WIDTH, escape, open, range};
use std::fmt::Write;

/// Most points of a line that are marked one by one.
const MARKED: usize = 60;

/// A line with a band around it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlotSeries {
    /// Name in the legend.
    pub label: String,
    /// `x`, lower end of the band, line, upper end of the band.
    pub points: Vec<[f64; 4]>,
    /// Whether the line is a bound rather than a result.
    pub dashed: bool,
    /// Whether anything between two points is no better than the worse of them, as on a front.
    pub stepped: bool,
}

pub(super) fn lines(frame: &PlotFrame, series: &[PlotSeries]) -> String {
    let axes = axes(frame, series);
    let mut svg = open(frame, &axes, true);
    // Bounds are drawn last, so that other lines do not hide them.
    let (bounds, results): (Vec<_>, Vec<_>) = series.iter().enumerate().partition(|(_, one)| one.dashed);
    let colour =
        |place: usize, one: &PlotSeries| if one.dashed { "#222" } else { COLOURS[place % COLOURS.len()] };
    for (place, one) in &results {
        band(&mut svg, &axes, one, colour(*place, one));
    }
    for (place, one) in results.into_iter().chain(bounds) {
        let colour = colour(place, one);
        draw(&mut svg, &axes, one, place, colour);
        legend(&mut svg, place, one, colour);
    }
    svg + "</svg>\n"
}

fn axes(frame: &PlotFrame, series: &[PlotSeries]) -> Axes {
    let points = || series.iter().flat_map(|one| one.points.iter());
    let xs = points().map(|point| if frame.doubling { point[0].log2() } else { point[0] });
    let ys = points().flat_map(|point| &point[1..]).copied().filter(|y| is_visible(frame.log, *y));
    let mut x = range(xs, if frame.doubling { 0.03 } else { 0.0 });
    // An axis that begins near zero begins at zero.
    if !frame.doubling && x.0 > 0.0 && x.0 < 0.25 * x.1 {
        x.0 = 0.0;
    }
    let y = range(ys.map(|y| if frame.log { y.log10() } else { y }), 0.05);
    Axes { x, y, log: frame.log, doubling: frame.doubling }
}

fn is_visible(log: bool, value: f64) -> bool {
    value.is_finite() && (!log || value > 0.0)
}

/// The points whose values can be shown.
fn shown<'a>(axes: &Axes, one: &'a PlotSeries) -> Vec<&'a [f64; 4]> {
    let is_shown = |point: &&[f64; 4]| point[1..].iter().all(|y| is_visible(axes.log, *y));
    one.points.iter().filter(is_shown).collect()
}

fn path(axes: &Axes, points: impl Iterator<Item = (f64, f64)>) -> String {
    points.fold(String::new(), |mut text, (x, y)| {
        let _ = write!(text, "{:.1},{:.1} ", axes.place_x(x), axes.place_y(y));
        text
    })
}

fn band(svg: &mut String, axes: &Axes, one: &PlotSeries, colour: &str) {
    let shown = shown(axes, one);
    let around = shown.iter().map(|p| (p[0], p[1])).chain(shown.iter().rev().map(|p| (p[0], p[3])));
    let around = path(axes, around);
    let _ = write!(svg, "<polygon points=\"{around}\" fill=\"{colour}\" opacity=\"0.14\"/>");
}

fn draw(svg: &mut String, axes: &Axes, one: &PlotSeries, place: usize, colour: &str) {
    // Later lines and marks are thinner, so that equal ones below them can still be seen.
    let width = (3.0 - 0.3 * place as f64).max(1.5);
    let shown = shown(axes, one);
    let line = path(axes, corners(one, &shown).into_iter());
    let _ = write!(
        svg,
        "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"{} \
         stroke-linejoin=\"round\"/>",
        dash(one)
    );
    if shown.len() <= MARKED && !one.dashed {
        let radius = 1.25 * width;
        for point in &shown {
            let (x, y) = (axes.place_x(point[0]), axes.place_y(point[2]));
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>");
        }
    }
}

fn dash(one: &PlotSeries) -> &'static str {
    if one.dashed { " stroke-dasharray=\"7 4\"" } else { "" }
}

/// The points of the line itself, with the corners of steps.
fn corners(one: &PlotSeries, shown: &[&[f64; 4]]) -> Vec<(f64, f64)> {
    let mut corners = Vec::new();
    for (place, point) in shown.iter().enumerate() {
        if let Some(before) = place.checked_sub(1).filter(|_| one.stepped) {
            corners.push((shown[before][0], point[2]));
        }
        corners.push((point[0], point[2]));
    }
    corners
}

fn legend(svg: &mut String, place: usize, one: &PlotSeries, colour: &str) {
    let (x, y) = (WIDTH - RIGHT + 16.0, TOP + 8.0 + 21.0 * place as f64);
    let _ = write!(
        svg,
        "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"{}/>\
         <text x=\"{}\" y=\"{}\">{}</text>",
        x + 22.0,
        dash(one),
        x + 29.0,
        y + 4.0,
        escape(&one.label)
    );
}
