//! The frame of a chart: positions of values, grid and labels.

use std::fmt::Write;

pub(super) const WIDTH: f64 = 760.0;
pub(super) const HEIGHT: f64 = 460.0;
pub(super) const LEFT: f64 = 84.0;
pub(super) const RIGHT: f64 = 190.0;
pub(super) const TOP: f64 = 52.0;
pub(super) const BOTTOM: f64 = 66.0;
/// Okabe and Ito's colours, which can be distinguished with any colour vision.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#5b5b5b"];

/// Heading and axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlotFrame {
    /// Heading.
    pub title: String,
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Whether the vertical axis is logarithmic; if so, values that are not positive are left out.
    pub log: bool,
    /// Whether each unit of the horizontal axis doubles the value.
    pub doubling: bool,
}

/// From values to places.
pub(super) struct Axes {
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub log: bool,
    pub doubling: bool,
}

impl Axes {
    pub fn place_x(&self, value: f64) -> f64 {
        let value = if self.doubling { value.max(f64::MIN_POSITIVE).log2() } else { value };
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    pub fn place_y(&self, value: f64) -> f64 {
        let scaled = if self.log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        HEIGHT - BOTTOM - (scaled - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

/// The frame with its grid.
pub(super) fn open(frame: &PlotFrame, axes: &Axes, with_x: bool) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"DejaVu Sans, Liberation Sans, Arial, sans-serif\" font-size=\"12\" \
         fill=\"#222\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{}</text>",
        escape(&frame.title)
    );
    let (right, floor) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for tick in if axes.log { decades(axes.y.0, axes.y.1) } else { ticks(axes.y.0, axes.y.1) } {
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
        for tick in if axes.doubling { powers(axes.x.0, axes.x.1) } else { ticks(axes.x.0, axes.x.1) } {
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
pub(super) fn range(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
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
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough).unwrap_or(10.0) * power;
    let first = (low / step).ceil() as i64;
    (first..first + 20).map(|place| place as f64 * step).take_while(|tick| *tick <= high).collect()
}

/// The logarithms of round numbers in a range of logarithms: powers of ten, with 2 and 5 between
/// few of them.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let between: &[f64] = if high - low < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let step = if high - low > 12.0 { 2 } else { 1 };
    let powers = (low.floor() as i32..=high.ceil() as i32).step_by(step);
    let all = powers.flat_map(|power| between.iter().map(move |times| f64::from(power) + times.log10()));
    all.filter(|tick| (low..=high).contains(tick)).collect()
}

/// The powers of two in a range of logarithms.
fn powers(low: f64, high: f64) -> Vec<f64> {
    (low.ceil() as i32..=high.floor() as i32).map(|power| 2f64.powi(power)).collect()
}

/// A number with up to three significant digits.
fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    if size >= 10_000.0 {
        return grouped(value);
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A large number without its fraction, in groups of three digits.
fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.600_000_000_000_000_1, 0.8, 1.0]);
        assert_eq!(powers(0.0, 4.0), [1.0, 2.0, 4.0, 8.0, 16.0]);
        assert_eq!(number(0.600_000_000_000_000_1), "0.6");
        assert_eq!((number(123_456.0).as_str(), number(-10_000.0).as_str()), ("123,456", "-10,000"));
        assert_eq!(
            (number(1500.0).as_str(), number(2e7).as_str(), number(0.0).as_str()),
            ("1500", "2.0e7", "0")
        );
    }
}
