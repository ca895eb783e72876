//! How a measure grows from instance to instance.

use super::chart::Chart;
use super::figures::{Runs, file_name, frame};
use super::lines::PlotSeries;
use crate::runs::Row;
use crate::statistics::Description;
use crate::suite::PlotFile;
use std::collections::BTreeSet;

/// A measure over the `x` of the instances, one chart per group; the proved optimum is one of the
/// lines.
pub(super) fn over_instances(runs: Runs<'_>, plot: &PlotFile) -> Vec<(String, Chart)> {
    let instances = || runs.suite.instances.iter().filter(|instance| instance.x.is_some());
    let groups: BTreeSet<&str> = instances().filter_map(|instance| instance.group.as_deref()).collect();
    let measure = plot.measure.as_deref().unwrap_or("objective");
    let optimum = runs.suite.optimum.as_deref();
    let optimum = optimum
        .filter(|label| plot.algorithms.is_empty() || plot.algorithms.iter().any(|shown| shown == label));
    let labels: Vec<&str> = optimum.into_iter().chain(runs.labels(plot)).collect();
    let chart = |group: &str| {
        let series = labels.iter().map(|label| {
            let of_group = instances().filter(|instance| instance.group.as_deref() == Some(group));
            let mut points: Vec<[f64; 4]> = of_group
                .filter_map(|instance| {
                    let is_meant = |row: &&Row| optimum != Some(*label) || row.stopped == "proved";
                    let of = runs.labelled(&instance.name, label).filter(is_meant);
                    let values = of.filter_map(|row| row.worth(runs.suite, measure));
                    let values = Description::from_values(&values.collect::<Vec<f64>>())?;
                    Some([instance.x?, values.lower_quartile, values.median, values.upper_quartile])
                })
                .collect();
            points.sort_by(|a, b| a[0].total_cmp(&b[0]));
            PlotSeries { label: (*label).to_owned(), points, dashed: optimum == Some(*label), stepped: false }
        });
        let series = series.filter(|one| !one.points.is_empty()).collect();
        let frame = frame(plot, format!("{}: {group}", plot.title), "x", measure);
        (format!("{}-{}", plot.name, file_name(group)), Chart::Lines(frame, series))
    };
    groups.into_iter().map(chart).collect()
}
