//! Who can be told apart.

use super::chart::Chart;
use super::figures::{Runs, frame};
use crate::runs::Row;
use crate::statistics::{Description, mean_ranks};
use crate::suite::PlotFile;

/// The mean ranks of the algorithms by their means of a measure on the chosen instances; an
/// algorithm without a value on an instance is the worst there. The suite's tables say whether less
/// is better: the first that shows the measure does.
pub(super) fn critical_difference(runs: Runs<'_>, plot: &PlotFile) -> Option<(String, Chart)> {
    let measure = plot.measure.as_deref().unwrap_or("objective");
    let tables = || runs.suite.tables.iter().filter(|table| table.measure == measure);
    let sign = if tables().next().is_some_and(|table| table.minimize) { 1.0 } else { -1.0 };
    let labels = runs.labels(plot);
    let of = |name: &str, label: &str| {
        let values: Vec<f64> =
            runs.labelled(name, label).filter_map(|row: &Row| row.worth(runs.suite, measure)).collect();
        Description::from_values(&values).map_or(f64::INFINITY, |values| sign * values.mean)
    };
    let rows: Vec<Vec<f64>> = runs
        .instances(plot)
        .map(|name| labels.iter().map(|label| of(name, label)).collect::<Vec<f64>>())
        .filter(|row| row.iter().any(|value| value.is_finite()))
        .collect();
    let ranks = mean_ranks(&rows)?;
    let frame = frame(plot, plot.title.clone(), "mean rank (1 is the best)", "");
    let labels = labels.into_iter().map(str::to_owned).collect();
    Some((plot.name.clone(), Chart::Ranking(frame, labels, ranks)))
}
