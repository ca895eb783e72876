//! Boxes side by side.

use super::axes::{Axes, BOTTOM, COLOURS, HEIGHT, LEFT, PlotFrame, RIGHT, WIDTH, escape, open, range};
use crate::statistics::Description;
use std::fmt::Write;

/// Boxes from quartile to quartile with the extremes, and a level across them.
pub(super) fn boxes(frame: &PlotFrame, boxes: &[(String, Description)], level: Option<f64>) -> String {
    let values = boxes.iter().flat_map(|(_, one)| [one.least, one.greatest]).chain(level);
    let axes =
        Axes { x: (0.0, boxes.len().max(1) as f64), y: range(values, 0.06), log: false, doubling: false };
    let mut svg = open(frame, &axes, false);
    if let Some(level) = level {
        let y = axes.place_y(level);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#222\" stroke-width=\"1.5\" \
             stroke-dasharray=\"7 4\"/><text x=\"{}\" y=\"{:.1}\">proved optimum</text>",
            WIDTH - RIGHT,
            WIDTH - RIGHT + 8.0,
            y + 4.0
        );
    }
    for (place, (label, one)) in boxes.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let x = axes.place_x(place as f64 + 0.5);
        let half = 0.28 * (axes.place_x(1.0) - axes.place_x(0.0)).min(90.0);
        let [least, low, median, high, greatest] =
            [one.least, one.lower_quartile, one.median, one.upper_quartile, one.greatest]
                .map(|value| axes.place_y(value));
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} {least:.1}V{low:.1}M{x:.1} {high:.1}V{greatest:.1}\" stroke=\"{colour}\" \
             stroke-width=\"1.5\"/><rect x=\"{:.1}\" y=\"{high:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             fill=\"{colour}\" fill-opacity=\"0.22\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <path d=\"M{:.1} {median:.1}h{:.1}\" stroke=\"{colour}\" stroke-width=\"3\"/>",
            x - half,
            2.0 * half,
            (low - high).max(0.5),
            x - half,
            2.0 * half
        );
        for (line, words) in wrapped(label).iter().enumerate() {
            let y = HEIGHT - BOTTOM + 18.0 + 14.0 * line as f64;
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"11\">{}</text>",
                escape(words)
            );
        }
    }
    svg + "</svg>\n"
}

/// A label in lines of as many words as fit below a box.
fn wrapped(label: &str) -> Vec<String> {
    const FITS: usize = 11;
    let mut lines: Vec<String> = Vec::new();
    for word in label.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < FITS) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
