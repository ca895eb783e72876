//! Values of several things tried one after the other, as curves whose points can be picked.

use super::{escape, open, shorten, value_lines};
use std::fmt::Write;

/// What is tried with one of several settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The setting, in words; empty where there is only one.
    pub name: String,
    /// Its points.
    pub points: Vec<CurvePoint>,
}

/// A point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint {
    /// Which of the values on the horizontal axis it has, from 0.
    pub place: usize,
    /// Its value.
    pub value: f64,
    /// What no value is better than, if that is known.
    pub bound: Option<f64>,
    /// Its tooltip.
    pub title: String,
    /// The part of the page about it.
    pub anchor: String,
}

const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 38.0;

/// Colours are not all that tells curves apart: each has a mark of its own.
const MARKS: [&str; 4] = ["●", "■", "▲", "◆"];

/// Most labels on the horizontal axis.
const LABELS: usize = 24;

/// Curves over the values `steps`, evenly spaced; `below` is what is on that axis. A dash under a
/// point is its bound.
pub fn curves(curves: &[Curve], steps: &[String], below: &str) -> String {
    let all =
        || curves.iter().flat_map(|curve| &curve.points).flat_map(|point| [Some(point.value), point.bound]);
    let finite = || all().flatten().filter(|value| value.is_finite());
    let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    if !low.is_finite() {
        return "<p class=\"note\">Nothing was found at any point.</p>".to_owned();
    }
    let pad = if high > low { 0.06 * (high - low) } else { low.abs().max(1.0) * 0.05 };
    let axes = Axes { low: low - pad, high: high + pad, steps: steps.len() };
    let mut svg = open(WIDTH, HEIGHT, "curves");
    axes.draw(&mut svg, steps, below);
    for (number, curve) in curves.iter().enumerate() {
        axes.curve(&mut svg, number, curve);
    }
    svg + "</svg>" + &key(curves)
}

fn key(curves: &[Curve]) -> String {
    if curves.len() < 2 {
        return String::new();
    }
    let one = |(number, curve): (usize, &Curve)| {
        let name = escape(&curve.name);
        format!("<span class=\"curve{}\">{} {name}</span>", number % MARKS.len(), MARKS[number % MARKS.len()])
    };
    let names: Vec<String> = curves.iter().enumerate().map(one).collect();
    format!("<p class=\"key\">{}</p>", names.join(" &nbsp; "))
}

struct Axes {
    low: f64,
    high: f64,
    steps: usize,
}

impl Axes {
    fn x(&self, place: usize) -> f64 {
        let span = WIDTH - LEFT - RIGHT;
        LEFT + span * (place as f64 + 0.5) / self.steps.max(1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - self.low) / (self.high - self.low)
    }

    fn draw(&self, svg: &mut String, steps: &[String], below: &str) {
        let (right, floor) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        value_lines(svg, LEFT..=right, self.low..=self.high, |value| self.y(value));
        let every = steps.len().div_ceil(LABELS).max(1);
        for (place, step) in steps.iter().enumerate().step_by(every) {
            let (x, told) = (self.x(place), escape(&shorten(step, 12)));
            let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{}\" class=\"mid\">{told}</text>", floor + 17.0);
        }
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{floor}\" y2=\"{floor}\" class=\"axis\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"mid faint\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 3.0,
            escape(below),
        );
    }

    fn curve(&self, svg: &mut String, number: usize, curve: &Curve) {
        let class = format!("curve{}", number % MARKS.len());
        let points: Vec<&CurvePoint> = curve.points.iter().filter(|point| point.value.is_finite()).collect();
        let at = |point: &&CurvePoint| format!("{:.1} {:.1}", self.x(point.place), self.y(point.value));
        let path: Vec<String> = points.iter().map(at).collect();
        let _ = write!(svg, "<path d=\"M{}\" class=\"{class}\"/>", path.join("L"));
        for point in points {
            self.point(svg, &class, MARKS[number % MARKS.len()], point);
        }
    }

    fn point(&self, svg: &mut String, class: &str, mark: &str, point: &CurvePoint) {
        let (x, y) = (self.x(point.place), self.y(point.value));
        if let Some(bound) = point.bound.filter(|bound| bound.is_finite() && *bound != point.value) {
            let y = self.y(bound);
            let (from, to) = (x - 7.0, x + 7.0);
            let _ = write!(
                svg,
                "<line x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"{class}\"/>"
            );
        }
        let (title, anchor) = (escape(&point.title), escape(&point.anchor));
        let _ = write!(
            svg,
            "<a href=\"#{anchor}\"><title>{title}</title><text x=\"{x:.1}\" y=\"{:.1}\" class=\"mark {class}\">{mark}</text></a>",
            y + 4.5,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(place: usize, value: f64, bound: Option<f64>) -> CurvePoint {
        CurvePoint { place, value, bound, title: format!("<k> {place}"), anchor: format!("point-{place}") }
    }

    #[test]
    fn every_point_leads_to_what_is_told_of_it() {
        let one = Curve { name: String::new(), points: vec![point(0, 1.0, None), point(1, 2.0, Some(1.5))] };
        let svg = curves(&[one], &["2".into(), "5".into()], "k");
        assert_eq!(svg.matches("<a href=\"#point-").count(), 2);
        assert!(svg.contains("&lt;k&gt; 1") && !svg.contains("<k>"), "{svg}");
        assert!(!svg.contains("class=\"key\""), "one curve needs no key");
    }

    #[test]
    fn what_is_not_finite_is_not_drawn() {
        let odd = Curve {
            name: "a".into(),
            points: vec![point(0, f64::NAN, Some(f64::INFINITY)), point(1, 3.0, None)],
        };
        let svg = curves(&[odd.clone(), odd], &["x".into(), "y".into()], "");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(svg.matches("<a ").count(), 2);
        let none = Curve { name: String::new(), points: Vec::new() };
        assert!(curves(&[none], &[], "").contains("Nothing was found"));
    }
}
