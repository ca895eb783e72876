//! Lines with bands around them.

use super::axes::{Axes, COLOURS, Frame, RIGHT, TOP, WIDTH, escape, open, range};
use std::fmt::Write;

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

pub(super) fn lines(frame: &Frame, series: &[Series]) -> String {
    let visible = |value: &f64| value.is_finite() && (!frame.log || *value > 0.0);
    let xs = series.iter().flat_map(|one| one.points.iter().map(|point| point[0]));
    let ys = series.iter().flat_map(|one| one.points.iter().flat_map(|point| point[1..].to_vec()));
    let axes = Axes {
        x: range(
            xs.map(|x| if frame.doubling { x.log2() } else { x }),
            if frame.doubling { 0.03 } else { 0.0 },
        ),
        y: range(ys.filter(visible).map(|y| if frame.log { y.log10() } else { y }), 0.05),
        log: frame.log,
        doubling: frame.doubling,
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
