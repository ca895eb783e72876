//! Charts as SVG.

use super::axes::PlotFrame;
use super::boxes::boxes;
use super::lines::{PlotSeries, lines};
use super::ranking::ranking;
use crate::statistics::{Description, MeanRanks};

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// Lines with bands.
    Lines(PlotFrame, Vec<PlotSeries>),
    /// Boxes side by side, with a level across: the optimum.
    Boxes(PlotFrame, Vec<(String, Description)>, Option<f64>),
    /// Labels by mean rank, with a bar as long as the critical difference.
    Ranking(PlotFrame, Vec<String>, MeanRanks),
}

impl Chart {
    /// The chart as a stand-alone SVG.
    pub fn svg(&self) -> String {
        match self {
            Self::Lines(frame, series) => lines(frame, series),
            Self::Boxes(frame, boxes_of, level) => boxes(frame, boxes_of, *level),
            Self::Ranking(frame, labels, ranks) => ranking(frame, labels, ranks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_of_nothing_are_charts() {
        assert!(Chart::Lines(PlotFrame::default(), Vec::new()).svg().ends_with("</svg>\n"));
        assert!(Chart::Boxes(PlotFrame::default(), Vec::new(), None).svg().ends_with("</svg>\n"));
    }
}
