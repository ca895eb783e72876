//! How much faster more islands are.

use super::chart::Chart;
use super::figures::{Runs, frame};
use super::lines::PlotSeries;
use crate::statistics::Description;
use crate::suite::{AlgorithmFile, PlotFile, is_meant};
use std::collections::BTreeSet;

/// Speed-up over the `x` of the algorithms, one line per group of algorithms: median, least and
/// greatest over the instances of the ratio of median seconds; and the most that the cores allow.
///
/// With work that stays the same it is `t(1) / t(x)`, with work that grows with `x` it is
/// `x t(1) / t(x)`.
pub(super) fn speed_up(runs: Runs<'_>, plot: &PlotFile) -> Option<(String, Chart)> {
    let labels = runs.labels(plot);
    let shown = || {
        let all = runs.suite.algorithms.iter().filter(|one| one.x.is_some());
        all.filter(|one| labels.contains(&one.label()))
    };
    let groups: BTreeSet<&str> = shown().filter_map(|one| one.group.as_deref()).collect();
    let series = groups.iter().map(|group| {
        let mut of: Vec<&AlgorithmFile> =
            shown().filter(|one| one.group.as_deref() == Some(*group)).collect();
        of.sort_by(|a, b| a.x.unwrap_or(0.0).total_cmp(&b.x.unwrap_or(0.0)));
        let points = of.iter().filter_map(|one| point(runs, plot, of.first()?, one));
        PlotSeries { label: (*group).to_owned(), points: points.collect(), dashed: false, stepped: false }
    });
    let mut series: Vec<PlotSeries> = series.filter(|one| !one.points.is_empty()).collect();
    let xs: BTreeSet<u64> = shown().filter_map(|one| one.x).map(|x| x as u64).collect();
    let most = |x: &u64| {
        let limit = (*x).min(runs.cores as u64) as f64;
        [*x as f64, limit, limit, limit]
    };
    let points = xs.iter().map(most).collect();
    let label = format!("most on {} cores", runs.cores);
    let frame = frame(plot, plot.title.clone(), "islands", "speed-up");
    if series.is_empty() {
        return None;
    }
    series.push(PlotSeries { label, points, dashed: true, stepped: false });
    Some((plot.name.clone(), Chart::Lines(frame, series)))
}

fn point(runs: Runs<'_>, plot: &PlotFile, first: &AlgorithmFile, one: &AlgorithmFile) -> Option<[f64; 4]> {
    let seconds = |instance: &str, of: &AlgorithmFile| {
        let values: Vec<f64> = runs.labelled(instance, of.label()).map(|row| row.seconds).collect();
        Description::from_values(&values).map(|values| values.median)
    };
    let grown = if plot.growing_work { one.x? / first.x? } else { 1.0 };
    let ratio = |instance: &str| Some(grown * seconds(instance, first)? / seconds(instance, one)?);
    let is_chosen =
        |name: &str| plot.instances.is_empty() || plot.instances.iter().any(|meant| is_meant(name, meant));
    let instances = runs.suite.instances.iter().map(|instance| instance.name.as_str());
    let ratios: Vec<f64> = instances.filter(|name| is_chosen(name)).filter_map(ratio).collect();
    let over = Description::from_values(&ratios)?;
    Some([one.x?, over.least, over.median, over.greatest])
}
