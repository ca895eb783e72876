//! Charts as SVG.

use crate::statistics::Description;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 66.0;
/// Okabe and Ito's colours, told apart with any colour vision.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#5b5b5b"];

/// Heading and axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame {
    /// Heading.
    pub title: String,
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Whether the vertical axis is logarithmic; values that are not positive are left out then.
    pub log: bool,
}

/// A line with a band around it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Name in the legend.
    pub label: String,
    /// `x`, lower end of the band, line, upper end of the band.
    pub points: Vec<[f64; 4]>,
    /// Whether the line is a bound and no result.
    pub dashed: bool,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// Lines with bands.
    Lines(Frame, Vec<Series>),
    /// Boxes side by side, with a level across: the optimum.
    Boxes(Frame, Vec<(String, Description)>, Option<f64>),
}

impl Chart {
    /// The chart as a stand-alone SVG.
    pub fn svg(&self) -> String {
        match self {
            Self::Lines(frame, series) => lines(frame, series),
            Self::Boxes(frame, boxes, level) => boxes_chart(frame, boxes, *level),
        }
    }
}

/// From values to places.
struct Axes {
    x: (f64, f64),
    y: (f64, f64),
    log: bool,
}

impl Axes {
    fn place_x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn place_y(&self, value: f64) -> f64 {
        let scaled = if self.log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        HEIGHT - BOTTOM - (scaled - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

fn lines(frame: &Frame, series: &[Series]) -> String {
    let visible = |value: &f64| value.is_finite() && (!frame.log || *value > 0.0);
    let xs = series.iter().flat_map(|one| one.points.iter().map(|point| point[0]));
    let ys = series.iter().flat_map(|one| one.points.iter().flat_map(|point| point[1..].to_vec()));
    let axes = Axes {
        x: range(xs, 0.0),
        y: range(ys.filter(visible).map(|y| if frame.log { y.log10() } else { y }), 0.05),
        log: frame.log,
    };
    let mut svg = open(frame, &axes, true);
    for (place, one) in series.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let shown: Vec<&[f64; 4]> =
            one.points.iter().filter(|point| point[1..].iter().all(visible)).collect();
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            points.fold(String::new(), |mut text, (x, y)| {
                let _ = write!(text, "{:.1},{:.1} ", axes.place_x(x), axes.place_y(y));
                text
            })
        };
        let mut band = shown.iter().map(|p| (p[0], p[1])).chain(shown.iter().rev().map(|p| (p[0], p[3])));
        let _ = write!(svg, "<polygon points=\"{}\" fill=\"{colour}\" opacity=\"0.16\"/>", path(&mut band));
        let dash = if one.dashed { " stroke-dasharray=\"7 4\"" } else { "" };
        let line = path(&mut shown.iter().map(|p| (p[0], p[2])));
        let _ = write!(
            svg,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash} \
             stroke-linejoin=\"round\"/>"
        );
        if shown.len() <= 30 && !one.dashed {
            for point in &shown {
                let (x, y) = (axes.place_x(point[0]), axes.place_y(point[2]));
                let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
            }
        }
        legend(&mut svg, place, &one.label, colour, dash);
    }
    svg + "</svg>\n"
}

fn legend(svg: &mut String, place: usize, label: &str, colour: &str, dash: &str) {
    let (x, y) = (WIDTH - RIGHT + 16.0, TOP + 8.0 + 21.0 * place as f64);
    let _ = write!(
        svg,
        "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"{dash}/>\
         <text x=\"{}\" y=\"{}\">{}</text>",
        x + 22.0,
        x + 29.0,
        y + 4.0,
        escape(label)
    );
}

fn boxes_chart(frame: &Frame, boxes: &[(String, Description)], level: Option<f64>) -> String {
    let values = boxes.iter().flat_map(|(_, one)| [one.least, one.greatest]).chain(level);
    let axes = Axes { x: (0.0, boxes.len().max(1) as f64), y: range(values, 0.06), log: false };
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
        let _ = write!(
            svg,
            "<text transform=\"translate({:.1},{:.1}) rotate(-20)\" text-anchor=\"end\">{}</text>",
            x + 8.0,
            HEIGHT - BOTTOM + 16.0,
            escape(label)
        );
    }
    svg + "</svg>\n"
}

/// The frame with its grid.
fn open(frame: &Frame, axes: &Axes, with_x: bool) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"DejaVu Sans, Liberation Sans, Arial, sans-serif\" font-size=\"12\" \
         fill=\"#222\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{}</text>",
        escape(&frame.title)
    );
    let (right, floor) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for tick in ticks(axes.y) {
        let value = if axes.log { 10f64.powf(tick) } else { tick };
        let y = axes.place_y(value);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#e3e3e3\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            number(value)
        );
    }
    if with_x {
        for tick in ticks(axes.x) {
            let x = axes.place_x(tick);
            let _ = write!(
                svg,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{floor}\" y2=\"{}\" stroke=\"#888\"/>\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                floor + 5.0,
                floor + 20.0,
                number(tick)
            );
        }
    }
    let _ = write!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{floor}H{right}\" fill=\"none\" stroke=\"#888\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(18,{:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(LEFT, right),
        HEIGHT - 14.0,
        escape(&frame.x),
        f64::midpoint(TOP, floor),
        escape(&frame.y)
    );
    svg
}

/// The range of some values with a margin on both sides; never empty.
fn range(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (0.0, 1.0);
    }
    let width = high - low;
    if width <= f64::EPSILON * high.abs() {
        let around = if high == 0.0 { 1.0 } else { 0.1 * high.abs() };
        return (low - around, high + around);
    }
    (low - margin * width, high + margin * width)
}

/// Four to eight round numbers in a range: steps of 1, 2 or 5 times a power of ten.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough).unwrap_or(10.0) * power;
    let first = (low / step).ceil() as i64;
    (first..first + 20).map(|place| place as f64 * step).take_while(|tick| *tick <= high).collect()
}

/// A number with up to three digits that matter.
fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks((0.0, 1.0)), [0.0, 0.2, 0.4, 0.600_000_000_000_000_1, 0.8, 1.0]);
        assert_eq!(number(0.600_000_000_000_000_1), "0.6");
        assert_eq!(
            (number(1500.0).as_str(), number(2e7).as_str(), number(0.0).as_str()),
            ("1500", "2.0e7", "0")
        );
    }

    #[test]
    fn charts_of_nothing_are_charts() {
        assert!(Chart::Lines(Frame::default(), Vec::new()).svg().ends_with("</svg>\n"));
        assert!(Chart::Boxes(Frame::default(), Vec::new(), None).svg().ends_with("</svg>\n"));
    }
}
