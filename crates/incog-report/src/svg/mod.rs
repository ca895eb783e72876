//! Small charts as inline SVG, drawn for a page of a given width and for print.

mod curves;

pub use curves::{Curve, CurvePoint, curves};

use serde::Serialize;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A label and how many records carry it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LabelShare {
    /// The label.
    pub label: String,
    /// Records.
    pub records: u64,
}

/// A moment of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchMoment {
    /// Evaluations so far.
    pub evaluations: u64,
    /// The best value so far.
    pub best: Option<f64>,
    /// The value that no release can beat.
    pub bound: Option<f64>,
}

/// Text in SVG and HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text of at most `most` characters.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.push('…');
    short
}

/// A whole number with commas between groups of three digits, as in sentences: `30,162`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number to four significant digits; whole numbers keep all their digits.
pub fn short_number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value.fract() == 0.0 && value.abs() < 1e12 {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", grouped(value.abs() as u64));
    }
    let magnitude = value.abs();
    if !(1e-4..1e12).contains(&magnitude) {
        return format!("{value:.3e}");
    }
    if magnitude >= 1000.0 {
        return grouped_decimal(value, 1);
    }
    let decimals = (3 - magnitude.log10().floor() as i32).clamp(0, 7) as usize;
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn grouped_decimal(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}.{rest}", grouped(whole.parse().unwrap_or(0)))
}

/// Horizontal bars, one per label, with their share of all records.
pub fn bars(shares: &[LabelShare], total: u64, class: &str) -> String {
    const WIDTH: f64 = 330.0;
    const LABEL: f64 = 132.0;
    const STEP: f64 = 17.0;
    let height = STEP * shares.len().max(1) as f64 + 4.0;
    let top = shares.iter().map(|share| share.records).max().unwrap_or(0).max(1) as f64;
    let mut svg = open(WIDTH, height, class);
    for (place, share) in shares.iter().enumerate() {
        let y = STEP * place as f64 + 2.0;
        let bar = (WIDTH - LABEL - 56.0) * share.records as f64 / top;
        let percent = 100.0 * share.records as f64 / total.max(1) as f64;
        let label = if share.label.trim().is_empty() { "(empty)" } else { &share.label };
        let _ = write!(
            svg,
            "<g><title>{}: {}</title><text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>\
             <rect x=\"{LABEL}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"value\">{percent:.1} %</text></g>",
            escape(label),
            grouped(share.records),
            LABEL - 6.0,
            y + 11.5,
            escape(&shorten(label, 18)),
            bar.max(if share.records > 0 { 0.8 } else { 0.0 }),
            STEP - 4.0,
            LABEL + bar + 5.0,
            y + 11.5,
        );
    }
    svg + "</svg>"
}

/// The captions of [`class_sizes`] for reports of tables.
pub const CLASSES: [&str; 2] = ["records in a class", "rec."];

/// Bins of class sizes: 1, 2, 3-4, 5-9, 10-19, 20-49, 50-99, ...
const SIZE_BINS: [u64; 16] =
    [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];

/// How many classes there are of each size, and how many records in them; with the captions for the
/// axis and for records.
pub fn class_sizes(sizes: &[u64], [below, records_are]: [&str; 2]) -> String {
    let bin_of = |size: u64| SIZE_BINS.partition_point(|start| *start <= size) - 1;
    let occupied = sizes.iter().filter(|size| **size > 0).map(|&size| bin_of(size));
    let (Some(first), Some(last)) = (occupied.clone().min(), occupied.max()) else {
        return "<p class=\"note\">No class was published.</p>".to_owned();
    };
    let mut bins = vec![(0u64, 0u64); last - first + 1];
    for &size in sizes.iter().filter(|size| **size > 0) {
        let bin = &mut bins[bin_of(size) - first];
        *bin = (bin.0 + 1, bin.1 + size);
    }
    let (width, height, left, bottom) = (700.0, 190.0, 8.0, 34.0);
    let step = (width - 2.0 * left) / bins.len() as f64;
    let most = bins.iter().map(|bin| bin.0).max().unwrap_or(1).max(1) as f64;
    let mut svg = open(width, height, "sizes");
    for (place, (classes, records)) in bins.iter().enumerate() {
        let bar = (height - bottom - 34.0) * *classes as f64 / most;
        let (x, wide) = (left + step * place as f64, (step - 6.0).min(90.0));
        let middle = x + step / 2.0;
        let y = height - bottom - bar;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{bar:.1}\"/>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" class=\"mid\">{}</text>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" class=\"mid faint\">{} {records_are}</text>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" class=\"mid\">{}</text>",
            middle - wide / 2.0,
            y - 16.0,
            grouped(*classes),
            y - 4.0,
            grouped(*records),
            height - bottom + 15.0,
            bin_label(first + place),
        );
    }
    let _ = write!(
        svg,
        "<line x1=\"{left}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" class=\"axis\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" class=\"mid faint\">{below}</text></svg>",
        width - left,
        height - bottom,
        height - bottom,
        width / 2.0,
        height - 3.0,
    );
    svg
}

fn bin_label(bin: usize) -> String {
    let start = SIZE_BINS[bin];
    match SIZE_BINS.get(bin + 1) {
        Some(next) if next - start == 1 => grouped(start),
        Some(_) if start >= 1000 => format!("{}+", grouped(start)),
        Some(next) => format!("{}–{}", grouped(start), grouped(next - 1)),
        None => format!("{}+", grouped(start)),
    }
}

/// The best value and the bound against the number of evaluations, both as steps, on a logarithmic
/// axis.
pub fn convergence(trace: &[SearchMoment], end: (u64, f64, Option<f64>)) -> String {
    let (evaluations, value, bound) = end;
    let last = SearchMoment { evaluations, best: Some(value), bound };
    let points: Vec<&SearchMoment> = trace.iter().chain(std::iter::once(&last)).collect();
    let series = |of: fn(&SearchMoment) -> Option<f64>| -> Vec<(f64, f64)> {
        let known = points.iter().filter_map(|point| Some((point.evaluations.max(1) as f64, of(point)?)));
        known.filter(|(_, value)| value.is_finite()).collect()
    };
    let (best, bounds) = (series(|point| point.best), series(|point| point.bound));
    let all = || best.iter().chain(&bounds).map(|(_, value)| *value);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if !low.is_finite() {
        return String::new();
    }
    let pad = if high > low { 0.06 * (high - low) } else { low.abs().max(1.0) * 0.05 };
    let axes = Axes { low: low - pad, high: high + pad, most: evaluations.max(2) as f64 };
    let mut svg = open(Axes::WIDTH, Axes::HEIGHT, "trace");
    axes.draw(&mut svg);
    axes.steps(&mut svg, &bounds, "bound");
    axes.steps(&mut svg, &best, "best");
    svg + "</svg>"
}

struct Axes {
    low: f64,
    high: f64,
    most: f64,
}

impl Axes {
    const WIDTH: f64 = 700.0;
    const HEIGHT: f64 = 230.0;
    const LEFT: f64 = 78.0;
    const RIGHT: f64 = 14.0;
    const TOP: f64 = 8.0;
    const BOTTOM: f64 = 38.0;

    fn x(&self, evaluations: f64) -> f64 {
        let share = evaluations.max(1.0).ln() / self.most.ln();
        Self::LEFT + (Self::WIDTH - Self::LEFT - Self::RIGHT) * share.clamp(0.0, 1.0)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        Self::HEIGHT - Self::BOTTOM - (Self::HEIGHT - Self::BOTTOM - Self::TOP) * share
    }

    fn draw(&self, svg: &mut String) {
        let (right, floor) = (Self::WIDTH - Self::RIGHT, Self::HEIGHT - Self::BOTTOM);
        value_lines(svg, Self::LEFT..=right, self.low..=self.high, |value| self.y(value));
        let mut power = 1.0;
        while power <= self.most {
            let x = self.x(power);
            let _ = write!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{floor}\" y2=\"{}\" class=\"axis\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" class=\"mid\">{}</text>",
                floor + 4.0,
                floor + 17.0,
                grouped(power as u64),
            );
            power *= 10.0;
        }
        let _ = write!(
            svg,
            "<line x1=\"{}\" x2=\"{right}\" y1=\"{floor}\" y2=\"{floor}\" class=\"axis\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"mid faint\">evaluations (logarithmic)</text>",
            Self::LEFT,
            (Self::LEFT + right) / 2.0,
            Self::HEIGHT - 3.0,
        );
    }

    fn steps(&self, svg: &mut String, series: &[(f64, f64)], class: &str) {
        let Some((first, rest)) = series.split_first() else { return };
        let mut path = format!("M{:.1} {:.1}", self.x(first.0), self.y(first.1));
        for (evaluations, value) in rest {
            let _ = write!(path, "H{:.1}V{:.1}", self.x(*evaluations), self.y(*value));
        }
        let _ = write!(path, "H{:.1}", Self::WIDTH - Self::RIGHT);
        let _ = write!(svg, "<path d=\"{path}\" class=\"{class}\"/>");
    }
}

/// A line from left to right at each round number between two values, `y` being where a value is.
fn value_lines(
    svg: &mut String,
    across: RangeInclusive<f64>,
    values: RangeInclusive<f64>,
    y: impl Fn(f64) -> f64,
) {
    let (left, right) = across.into_inner();
    for value in ticks(*values.start(), *values.end()) {
        let (y, told) = (y(value), short_number(value));
        let _ = write!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"grid\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"label\">{told}</text>",
            left - 7.0,
            y + 4.0,
        );
    }
}

/// About five round numbers between two values.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / 5.0;
    if !(raw.is_finite() && raw > 0.0) {
        return vec![low];
    }
    let magnitude = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|factor| factor * magnitude).find(|step| *step >= raw);
    let step = step.unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    (first..first + 8).map(|n| n as f64 * step).take_while(|value| *value <= high).collect()
}

/// A drawing with a name for those who cannot see it. One whose points can be picked is a group:
/// what is in a picture cannot be reached.
pub fn named(svg: &str, name: &str) -> String {
    let role = if svg.contains("<a ") { "group" } else { "img" };
    svg.replacen("role=\"img\"", &format!("role=\"{role}\" aria-label=\"{}\"", escape(name)), 1)
}

fn open(width: f64, height: f64, class: &str) -> String {
    format!("<svg viewBox=\"0 0 {width} {height:.0}\" class=\"{class}\" role=\"img\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(3_016_200), "3,016,200");
        assert_eq!(short_number(0.220_411_9), "0.2204");
        assert_eq!(short_number(12_960.0), "12,960");
        assert_eq!(short_number(59_583.25), "59,583.2");
        assert_eq!(short_number(f64::NAN), "–");
    }

    #[test]
    fn values_cannot_break_out_of_the_page() {
        let shares = [LabelShare { label: "<script>alert('x')</script>".into(), records: 3 }];
        let svg = bars(&shares, 3, "original");
        assert!(!svg.contains("<script") && svg.contains("&lt;script"));
    }

    #[test]
    fn a_name_is_told_and_cannot_break_out() {
        let shares = [LabelShare { label: "a".into(), records: 3 }];
        let svg = named(&bars(&shares, 3, "original"), "\"><script>");
        assert!(
            svg.contains("role=\"img\" aria-label=\"&quot;&gt;&lt;script&gt;\"") && !svg.contains("<script")
        );
    }

    #[test]
    fn class_sizes_count_every_class_once() {
        let svg = class_sizes(&[5, 7, 12, 0], CLASSES);
        assert!(svg.contains(">5–9<") && svg.contains(">10–19<") && svg.contains(">12 rec.<"), "{svg}");
        assert!(class_sizes(&[], CLASSES).contains("No class"));
    }

    #[test]
    fn convergence_draws_both_lines() {
        let point = |evaluations, best, bound| SearchMoment { evaluations, best, bound };
        let trace = [point(1, None, Some(10.0)), point(5, Some(3.0), Some(8.0))];
        let svg = convergence(&trace, (100, 5.0, Some(5.0)));
        assert!(svg.contains("class=\"bound\"") && svg.contains("class=\"best\""));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
