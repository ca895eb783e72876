//! How different the individuals of a population stay.

use super::chart::Chart;
use super::convergence::{PLACES, quartiles};
use super::figures::{Runs, frame};
use super::lines::PlotSeries;
use crate::runs::{Diversity, Trace};
use crate::suite::PlotFile;

/// A quantity of a population, with the ending of its file's name and the name of its axis.
type Quantity = (&'static str, &'static str, fn(&Diversity) -> f64);

const QUANTITIES: [Quantity; 2] = [
    ("-levels", "diversity of G (sum of Euclidean distances)", |moment| moment.levels),
    ("-records", "diversity of S (sum of Hamming distances)", |moment| moment.records),
];

/// Median and quartiles over the runs of the diversity of levels and of that of records, against
/// evaluations.
pub(super) fn diversity(runs: Runs<'_>, plot: &PlotFile, instance: &str) -> Vec<(String, Chart)> {
    let labels = runs.labels(plot);
    let all: Vec<(&str, Vec<&Trace>)> =
        labels.into_iter().map(|label| (label, runs.traces_of(instance, label))).collect();
    let last = |trace: &&Trace| trace.diversity.last().map(|moment| moment.evaluations);
    let most = all.iter().flat_map(|(_, traces)| traces.iter().filter_map(last)).max().unwrap_or(0);
    let chart = |(ending, axis, quantity): Quantity| {
        let series = all.iter().map(|(label, traces)| PlotSeries {
            label: (*label).to_owned(),
            points: (1..=PLACES)
                .filter_map(|place: u64| over_runs(traces, (most * place / PLACES).max(1), quantity))
                .collect(),
            dashed: false,
            stepped: false,
        });
        let series: Vec<PlotSeries> = series.filter(|one| !one.points.is_empty()).collect();
        let frame = frame(plot, format!("{}: {instance}", plot.title), "evaluations", axis);
        (!series.is_empty()).then(|| (ending.to_owned(), Chart::Lines(frame, series)))
    };
    QUANTITIES.into_iter().filter_map(chart).collect()
}

/// Quartiles of the values last recorded up to then; `None` before all runs have recorded one.
fn over_runs(traces: &[&Trace], evaluations: u64, quantity: fn(&Diversity) -> f64) -> Option<[f64; 4]> {
    let of = |trace: &&Trace| {
        let place = trace.diversity.partition_point(|moment| moment.evaluations <= evaluations);
        trace.diversity.get(place.checked_sub(1)?).map(quantity)
    };
    quartiles(evaluations, traces.iter().map(of).collect::<Option<_>>()?)
}
