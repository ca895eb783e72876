//! How runs get better.

use super::chart::Chart;
use super::figures::{Runs, frame};
use super::lines::PlotSeries;
use crate::runs::Trace;
use crate::statistics::quantile;
use crate::suite::PlotFile;

/// Places along the horizontal axis.
pub(super) const PLACES: u64 = 120;

/// Median and quartiles of the best value so far over the runs, against evaluations; and the proved
/// optimum.
pub(super) fn convergence(runs: Runs<'_>, plot: &PlotFile, instance: &str) -> Option<Chart> {
    let labels = runs.labels(plot);
    let spent = |label: &&str| runs.labelled(instance, label).map(|row| row.evaluations).max();
    let most = labels.iter().filter_map(spent).max().filter(|most| *most > 0)?;
    let series = labels.iter().map(|label| {
        let mut of = runs.traces_of(instance, label);
        of.retain(|trace| !trace.best.is_empty());
        let points = (1..=PLACES).filter_map(|place| best_so_far(&of, (most * place / PLACES).max(1)));
        PlotSeries { label: (*label).to_owned(), points: points.collect(), dashed: false, stepped: false }
    });
    let mut series: Vec<PlotSeries> = series.filter(|one| !one.points.is_empty()).collect();
    if let Some(best) = runs.optimum(instance, "objective") {
        let points = vec![[0.0, best, best, best], [most as f64, best, best, best]];
        series.push(PlotSeries { label: "proved optimum".into(), points, dashed: true, stepped: false });
    }
    let frame = frame(plot, format!("{}: {instance}", plot.title), "evaluations", "best value so far");
    Some(Chart::Lines(frame, series))
}

/// Quartiles of the best values after this many evaluations; `None` before all runs have one.
fn best_so_far(traces: &[&Trace], evaluations: u64) -> Option<[f64; 4]> {
    quartiles(evaluations, traces.iter().map(|trace| trace.best_after(evaluations)).collect::<Option<_>>()?)
}

/// `x`, first quartile, median and third quartile; `None` for an empty list.
pub(super) fn quartiles(x: u64, mut values: Vec<f64>) -> Option<[f64; 4]> {
    if values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let [low, median, high] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
    Some([x as f64, low, median, high])
}
