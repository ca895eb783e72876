//! Axes of the charts of a page.

use incog_report::svg::short_number;
use std::fmt::Write;

/// Where a chart is drawn: a frame with room for labels to the left and below.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// Left, top, right and bottom edge of the plot.
    pub edges: [f64; 4],
    /// Lowest and highest value along x.
    pub x: [f64; 2],
    /// Lowest and highest value along y.
    pub y: [f64; 2],
}

impl Frame {
    /// The place of a value along x.
    pub fn at_x(&self, value: f64) -> f64 {
        self.edges[0] + share(value, self.x) * (self.edges[2] - self.edges[0])
    }

    /// The place of a value along y.
    pub fn at_y(&self, value: f64) -> f64 {
        self.edges[3] - share(value, self.y) * (self.edges[3] - self.edges[1])
    }

    /// Both axes with ticks at round values, and what they show.
    pub fn axes(&self, below: &str, beside: &str) -> String {
        let [left, top, right, bottom] = self.edges;
        let mut svg = String::new();
        // Writing to a string cannot fail, here and below.
        for value in ticks(self.y) {
            let y = self.at_y(value);
            let _ = write!(
                svg,
                "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"grid\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" class=\"label faint\">{}</text>",
                left - 6.0,
                y + 4.0,
                tick_text(value)
            );
        }
        for value in ticks(self.x) {
            let x = self.at_x(value);
            let _ = write!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{bottom}\" y2=\"{:.1}\" class=\"axis\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" class=\"mid faint\">{}</text>",
                bottom + 4.0,
                bottom + 17.0,
                tick_text(value)
            );
        }
        let _ = write!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\" class=\"axis\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"mid faint\">{below}</text>\
             <text x=\"{left}\" y=\"{:.1}\" class=\"faint\">{beside}</text>",
            (left + right) / 2.0,
            bottom + 33.0,
            top - 9.0
        );
        svg
    }
}

/// Where a value lies between two; the middle where they are equal.
fn share(value: f64, [low, high]: [f64; 2]) -> f64 {
    if high > low { (value - low) / (high - low) } else { 0.5 }
}

/// Four to eight round values in a range.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let width = high - low;
    if !(width > 0.0 && width.is_finite()) {
        return vec![low];
    }
    let power = 10_f64.powf((width / 5.0).log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| width / step <= 6.0)
        .unwrap_or(10.0 * power);
    let first = (low / step - 1e-9).ceil();
    (0..12)
        .map(|index| (first + f64::from(index)) * step)
        .take_while(|value| *value <= high + 1e-9 * width)
        .collect()
}

fn tick_text(value: f64) -> String {
    short_number(if value.abs() < 1e-12 { 0.0 } else { value })
}

/// The beginning of a drawing.
pub fn open(width: f64, height: f64, class: &str, label: &str) -> String {
    format!("<svg viewBox=\"0 0 {width} {height}\" class=\"{class}\" role=\"img\" aria-label=\"{label}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks([0.0, 10.0]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([20.0, 57.0]), [20.0, 30.0, 40.0, 50.0]);
        assert_eq!(ticks([3.0, 3.0]), [3.0]);
        assert!(ticks([0.0, 1e-7]).len() >= 4);
    }
}
