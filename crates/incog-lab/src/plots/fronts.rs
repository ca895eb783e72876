//! Compromises between two objectives.

use super::chart::Chart;
use super::figures::{Runs, frame};
use super::lines::PlotSeries;
use crate::suite::PlotFile;

/// The front of each algorithm: that of its run with the median objective, the hypervolume.
pub(super) fn front(runs: Runs<'_>, plot: &PlotFile, instance: &str) -> Option<Chart> {
    let of_median = |label: &&str| {
        let mut of: Vec<_> = runs.labelled(instance, label).filter(|row| row.objective.is_some()).collect();
        of.sort_by(|a, b| a.objective.unwrap_or(0.0).total_cmp(&b.objective.unwrap_or(0.0)));
        let trace = runs.traces.get(&of.get(of.len() / 2)?.key)?;
        let points = trace.front.iter().map(|[privacy, utility]| [*privacy, *utility, *utility, *utility]);
        Some(PlotSeries {
            label: (*label).to_owned(),
            points: points.collect(),
            dashed: false,
            stepped: true,
        })
    };
    let labels = runs.labels(plot);
    let series: Vec<PlotSeries> = labels.iter().filter_map(of_median).collect();
    let frame = frame(plot, format!("{}: {instance}", plot.title), "privacy degree", "utility degree");
    series.iter().any(|one| !one.points.is_empty()).then_some(Chart::Lines(frame, series))
}
