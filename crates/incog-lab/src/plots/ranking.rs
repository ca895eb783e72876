//! Algorithms by mean rank.

use super::axes::{BOTTOM, COLOURS, HEIGHT, LEFT, PlotFrame, TOP, WIDTH, escape};
use crate::statistics::MeanRanks;
use std::fmt::Write;

/// Room on the right, for labels.
const LABELS: f64 = 210.0;

/// A line for each algorithm, best first, from its mean rank as far as the critical difference
/// reaches: whoever stands beyond its end can be told apart from it.
pub(super) fn ranking(frame: &PlotFrame, labels: &[String], ranks: &MeanRanks) -> String {
    let most = labels.len().max(2) as f64;
    let place = |rank: f64| LEFT + (rank - 1.0) / (most - 1.0) * (WIDTH - LEFT - LABELS);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"DejaVu Sans, Liberation Sans, Arial, sans-serif\" font-size=\"12\" \
         fill=\"#222\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"15\" font-weight=\"bold\">{}</text>",
        escape(&frame.title)
    );
    let floor = HEIGHT - BOTTOM;
    for rank in 1..=labels.len() {
        let x = place(rank as f64);
        let _ = write!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{floor}\" stroke=\"#e3e3e3\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{rank}</text>",
            floor + 20.0
        );
    }
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&a, &b| ranks.of[a].total_cmp(&ranks.of[b]));
    let step = (floor - TOP) / (labels.len() as f64 + 1.0);
    for (line, &one) in order.iter().enumerate() {
        let (rank, y) = (ranks.of[one], TOP + step * (line as f64 + 1.0));
        let (x, end) = (place(rank), place((rank + ranks.critical_difference).min(most)));
        let colour = COLOURS[one % COLOURS.len()];
        let _ = write!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{end:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" \
             stroke-width=\"5\" stroke-opacity=\"0.35\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{:.1}\">{} ({rank:.2})</text>",
            WIDTH - LABELS + 14.0,
            y + 4.0,
            escape(&labels[one])
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}; bars: critical difference {:.2} \
         ({} instances; Friedman p = {:.1e})</text>",
        (LEFT + WIDTH - LABELS) / 2.0 + 60.0,
        HEIGHT - 14.0,
        escape(&frame.x),
        ranks.critical_difference,
        ranks.instances,
        ranks.p
    );
    svg + "</svg>\n"
}
