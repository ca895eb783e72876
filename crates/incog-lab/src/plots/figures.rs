//! From runs to charts.

use super::axes::PlotFrame;
use super::chart::Chart;
use super::convergence::convergence;
use super::critical_difference::critical_difference;
use super::diversity::diversity;
use super::fronts::front;
use super::gap::gap;
use super::over_instances::over_instances;
use super::speed_up::speed_up;
use crate::runs::{Row, SuiteResults, Trace};
use crate::statistics::Description;
use crate::suite::{PlotFile, PlotKind, RunKey, Suite, is_meant};
use std::collections::BTreeMap;

/// What plots are made of.
#[derive(Debug, Clone, Copy)]
pub struct Runs<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// Its runs.
    pub rows: &'a [Row],
    /// How they converged.
    pub traces: &'a BTreeMap<RunKey, Trace>,
    /// Cores of the machine on which the runs were made.
    pub cores: usize,
}

impl<'a> From<&'a SuiteResults> for Runs<'a> {
    fn from(results: &'a SuiteResults) -> Self {
        Self {
            suite: &results.suite,
            rows: &results.rows,
            traces: &results.traces,
            cores: results.manifest.cores,
        }
    }
}

impl<'a> Runs<'a> {
    /// The rows of an algorithm on an instance.
    pub(super) fn labelled(self, instance: &str, label: &str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| row.key.instance == instance && row.key.algorithm == label)
    }

    /// The traces of an algorithm on an instance.
    pub(super) fn traces_of(self, instance: &str, label: &str) -> Vec<&'a Trace> {
        let of = |trace: &&Trace| trace.instance == instance && trace.algorithm == label;
        self.traces.values().filter(of).collect()
    }

    /// The labels of the algorithms a plot shows, without the one that proves the optimum.
    pub(super) fn labels(self, plot: &PlotFile) -> Vec<&'a str> {
        let is_shown =
            |label: &&str| plot.algorithms.is_empty() || plot.algorithms.iter().any(|shown| shown == label);
        let all = self.suite.algorithms.iter().map(|algorithm| algorithm.label());
        all.filter(|label| self.suite.optimum.as_deref() != Some(*label)).filter(is_shown).collect()
    }

    /// The names of the instances a plot shows.
    pub(super) fn instances<'p>(self, plot: &'p PlotFile) -> impl Iterator<Item = &'a str> + use<'a, 'p> {
        let is_chosen = |name: &&str| {
            plot.instances.is_empty() || plot.instances.iter().any(|meant| is_meant(name, meant))
        };
        self.suite.instances.iter().map(|instance| instance.name.as_str()).filter(is_chosen)
    }

    /// A measure of the proved optimum of an instance.
    pub(super) fn optimum(self, instance: &str, measure: &str) -> Option<f64> {
        let row = self.labelled(instance, self.suite.optimum.as_ref()?).next()?;
        if row.stopped == "proved" { row.number(measure) } else { None }
    }
}

/// The charts of a plot, with their file names: one or two per instance, or one for a group of
/// instances.
pub fn draw(runs: Runs<'_>, plot: &PlotFile) -> Vec<(String, Chart)> {
    match plot.kind {
        PlotKind::Line => return over_instances(runs, plot),
        PlotKind::SpeedUp => return speed_up(runs, plot).into_iter().collect(),
        PlotKind::Gap => return gap(runs, plot).into_iter().collect(),
        PlotKind::CriticalDifference => return critical_difference(runs, plot).into_iter().collect(),
        _ => {}
    }
    let charts = runs.instances(plot).flat_map(|instance| {
        let one = |chart: Option<Chart>| chart.map(|chart| (String::new(), chart)).into_iter().collect();
        let charts: Vec<(String, Chart)> = match plot.kind {
            PlotKind::Box => one(boxes(runs, plot, instance)),
            PlotKind::Front => one(front(runs, plot, instance)),
            PlotKind::Diversity => diversity(runs, plot, instance),
            _ => one(convergence(runs, plot, instance)),
        };
        let name = file_name(instance);
        charts.into_iter().map(move |(what, chart)| (format!("{}{what}-{name}", plot.name), chart))
    });
    charts.collect()
}

/// A name without characters that cause trouble in paths.
pub(super) fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' }).collect()
}

/// The frame of a plot, with default names for axes that the suite does not name.
pub(super) fn frame(plot: &PlotFile, title: String, x: &str, y: &str) -> PlotFrame {
    PlotFrame {
        title,
        x: plot.x_label.clone().unwrap_or_else(|| x.into()),
        y: plot.y_label.clone().unwrap_or_else(|| y.into()),
        log: plot.log,
        doubling: matches!(plot.kind, PlotKind::SpeedUp | PlotKind::Front),
    }
}

fn boxes(runs: Runs<'_>, plot: &PlotFile, instance: &str) -> Option<Chart> {
    let measure = plot.measure.as_deref().unwrap_or("objective");
    let describe = |label: &str| {
        let values: Vec<f64> =
            runs.labelled(instance, label).filter_map(|row| row.worth(runs.suite, measure)).collect();
        Some((label.to_owned(), Description::from_values(&values)?))
    };
    let boxes: Vec<(String, Description)> = runs.labels(plot).into_iter().filter_map(describe).collect();
    let frame = frame(plot, format!("{}: {instance}", plot.title), "", measure);
    (!boxes.is_empty()).then(|| Chart::Boxes(frame, boxes, runs.optimum(instance, measure)))
}
