//! How near to the proved optimum searches are, at any time.

use super::chart::Chart;
use super::convergence::PLACES;
use super::figures::{Runs, frame};
use super::lines::PlotSeries;
use crate::runs::Trace;
use crate::statistics::quantile;
use crate::suite::PlotFile;

/// Median and quartiles, over all runs on all chosen instances, of the distance of the best value
/// so far to the proved optimum as a share of the latter, against the share of the evaluations that
/// the longest run on the instance made. A run that has found nothing is infinitely far away;
/// instances whose optimum is not proved are left out.
pub(super) fn gap(runs: Runs<'_>, plot: &PlotFile) -> Option<(String, Chart)> {
    let labels = runs.labels(plot);
    let instances: Vec<(&str, f64, u64)> =
        runs.instances(plot).filter_map(|name| known(runs, &labels, name)).collect();
    let series = labels.iter().map(|label| {
        let of: Vec<(f64, u64, Vec<&Trace>)> = instances
            .iter()
            .map(|(name, optimum, most)| (*optimum, *most, runs.traces_of(name, label)))
            .collect();
        let points = (1..=PLACES).filter_map(|place| at(&of, place)).collect();
        PlotSeries { label: (*label).to_owned(), points, dashed: false, stepped: false }
    });
    let series: Vec<PlotSeries> = series.filter(|one| !one.points.is_empty()).collect();
    let (x, y) = ("share of the evaluations (%)", "distance to the proved optimum (%)");
    let chart = Chart::Lines(frame(plot, plot.title.clone(), x, y), series);
    (!instances.is_empty()).then(|| (plot.name.clone(), chart))
}

/// An instance whose optimum is proved and not 0, with it and the evaluations of the longest run.
fn known<'n>(runs: Runs<'_>, labels: &[&str], name: &'n str) -> Option<(&'n str, f64, u64)> {
    let optimum = runs.optimum(name, "objective").filter(|optimum| *optimum != 0.0)?;
    let spent = |label: &&str| runs.labelled(name, label).map(|row| row.evaluations).max();
    let most = labels.iter().filter_map(spent).max().filter(|most| *most > 0)?;
    Some((name, optimum, most))
}

/// The quartiles at a place; `None` where most runs have found nothing.
fn at(of: &[(f64, u64, Vec<&Trace>)], place: u64) -> Option<[f64; 4]> {
    let mut gaps: Vec<f64> = Vec::new();
    for (optimum, most, traces) in of {
        let gap = |trace: &&Trace| {
            let best = trace.best_after((most * place / PLACES).max(1));
            best.map_or(f64::INFINITY, |best| 100.0 * (best - optimum).abs() / optimum.abs())
        };
        gaps.extend(traces.iter().map(gap));
    }
    gaps.sort_by(f64::total_cmp);
    let [low, median, high] = [0.25, 0.5, 0.75].map(|share| quantile(&gaps, share));
    let share = 100.0 * place as f64 / PLACES as f64;
    high.is_finite().then_some([share, low, median, high])
}
