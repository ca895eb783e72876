//! From runs to charts.

use super::chart::{Chart, Frame, Series};
use crate::runs::{Row, Trace};
use crate::statistics::{Description, quantile};
use crate::suite::{PlotFile, RunKey, Suite, is_meant};
use std::collections::{BTreeMap, BTreeSet};

/// Places along the horizontal axis of a convergence plot.
const PLACES: u64 = 120;

/// The charts of a plot, with their file names: one an instance, or one for a group of instances over `x`.
pub fn draw(
    suite: &Suite,
    plot: &PlotFile,
    rows: &[Row],
    traces: &BTreeMap<RunKey, Trace>,
) -> Vec<(String, Chart)> {
    if plot.kind == "line" {
        return over_instances(suite, plot, rows);
    }
    let chosen =
        |name: &str| plot.instances.is_empty() || plot.instances.iter().any(|meant| is_meant(name, meant));
    let instances = suite.instances.iter().filter(|instance| chosen(&instance.name));
    let charts = instances.filter_map(|instance| {
        let chart = match plot.kind.as_str() {
            "box" => boxes(suite, plot, &instance.name, rows)?,
            _ => convergence(suite, plot, &instance.name, rows, traces)?,
        };
        let name: String =
            instance.name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' }).collect();
        Some((format!("{}-{name}", plot.name), chart))
    });
    charts.collect()
}

fn labels(suite: &Suite, plot: &PlotFile) -> Vec<String> {
    let all = suite.algorithms.iter().map(|algorithm| algorithm.label().to_owned());
    let shown = |label: &String| plot.algorithms.is_empty() || plot.algorithms.contains(label);
    all.filter(|label| suite.optimum.as_ref() != Some(label) || plot.kind == "line").filter(shown).collect()
}

fn frame(plot: &PlotFile, title: String, x: &str, y: &str) -> Frame {
    Frame {
        title,
        x: plot.x_label.clone().unwrap_or_else(|| x.into()),
        y: plot.y_label.clone().unwrap_or_else(|| y.into()),
        log: plot.log,
    }
}

fn optimum(suite: &Suite, instance: &str, measure: &str, rows: &[Row]) -> Option<f64> {
    let label = suite.optimum.as_ref()?;
    rows.iter().find(|row| row.key.instance == instance && row.key.algorithm == *label)?.number(measure)
}

fn boxes(suite: &Suite, plot: &PlotFile, instance: &str, rows: &[Row]) -> Option<Chart> {
    let measure = plot.measure.as_deref().unwrap_or("objective");
    let boxes: Vec<(String, Description)> = labels(suite, plot)
        .into_iter()
        .filter_map(|label| {
            let of = rows.iter().filter(|row| row.key.instance == instance && row.key.algorithm == label);
            let values: Vec<f64> = of.filter_map(|row| row.number(measure)).collect();
            Some((label, Description::of(&values)?))
        })
        .collect();
    let title = format!("{}: {instance}", plot.title);
    let chart = || {
        Chart::Boxes(frame(plot, title, "", measure), boxes.clone(), optimum(suite, instance, measure, rows))
    };
    (!boxes.is_empty()).then(chart)
}

/// Median and quartiles of the best value so far over the runs, against evaluations.
fn convergence(
    suite: &Suite,
    plot: &PlotFile,
    instance: &str,
    rows: &[Row],
    traces: &BTreeMap<RunKey, Trace>,
) -> Option<Chart> {
    let spent = |label: &str| {
        let of = rows.iter().filter(|row| row.key.instance == instance && row.key.algorithm == label);
        of.map(|row| row.evaluations).max()
    };
    let labels = labels(suite, plot);
    let most = labels.iter().filter_map(|label| spent(label)).max().filter(|most| *most > 0)?;
    let mut series: Vec<Series> = labels
        .iter()
        .filter_map(|label| {
            let of = traces.values().filter(|trace| trace.instance == instance && trace.algorithm == *label);
            let of: Vec<&Trace> = of.filter(|trace| !trace.best.is_empty()).collect();
            let points = (1..=PLACES).filter_map(|place| quartiles(&of, (most * place / PLACES).max(1)));
            let points: Vec<[f64; 4]> = points.collect();
            (!points.is_empty()).then(|| Series { label: label.clone(), points, dashed: false })
        })
        .collect();
    if let Some(best) = optimum(suite, instance, "objective", rows) {
        let points = vec![[0.0, best, best, best], [most as f64, best, best, best]];
        series.push(Series { label: "proved optimum".into(), points, dashed: true });
    }
    let title = format!("{}: {instance}", plot.title);
    Some(Chart::Lines(frame(plot, title, "evaluations", "best value so far"), series))
}

/// Quartiles of the best values after so many evaluations; `None` before all runs have one.
fn quartiles(traces: &[&Trace], evaluations: u64) -> Option<[f64; 4]> {
    let so_far = |trace: &&Trace| {
        let place = trace.best.partition_point(|(spent, _)| *spent <= evaluations);
        trace.best.get(place.checked_sub(1)?).map(|(_, value)| *value)
    };
    let mut values = traces.iter().map(so_far).collect::<Option<Vec<f64>>>()?;
    if values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let [low, median, high] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
    Some([evaluations as f64, low, median, high])
}

/// A measure over the `x` of the instances, one chart a group.
fn over_instances(suite: &Suite, plot: &PlotFile, rows: &[Row]) -> Vec<(String, Chart)> {
    let measure = plot.measure.as_deref().unwrap_or("objective");
    let groups: BTreeSet<&str> =
        suite.instances.iter().filter(|i| i.x.is_some()).filter_map(|i| i.group.as_deref()).collect();
    let chart = |group: &str| {
        let of_group = |label: &String| {
            let instances = suite.instances.iter().filter(|i| i.group.as_deref() == Some(group));
            let mut points: Vec<[f64; 4]> = instances
                .filter_map(|instance| {
                    let of =
                        rows.iter().filter(|r| r.key.instance == instance.name && r.key.algorithm == *label);
                    let values: Vec<f64> = of.filter_map(|row| row.number(measure)).collect();
                    let values = Description::of(&values)?;
                    Some([instance.x?, values.lower_quartile, values.median, values.upper_quartile])
                })
                .collect();
            points.sort_by(|a, b| a[0].total_cmp(&b[0]));
            Series { label: label.clone(), points, dashed: suite.optimum.as_ref() == Some(label) }
        };
        let series: Vec<Series> =
            labels(suite, plot).iter().map(of_group).filter(|one| !one.points.is_empty()).collect();
        let title = format!("{}: {group}", plot.title);
        (
            format!("{}-{}", plot.name, group.replace([' ', '/', '='], "-")),
            Chart::Lines(frame(plot, title, "x", measure), series),
        )
    };
    groups.into_iter().map(chart).collect()
}
