//! Our figures beside those of another program that was written from a paper's text.

use super::PairedComparison;
use crate::statistics::{Description, log_ratio_interval};
use crate::suite::is_meant;
use serde::Deserialize;

/// A figure that another program gave.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Independent {
    /// A description in words.
    pub text: String,
    /// The table of ours that it belongs to.
    pub table: String,
    /// The algorithm.
    pub algorithm: String,
    /// With a rival, the figure is by how much the summed means are above the rival's, as a share;
    /// without one, a mean.
    #[serde(default)]
    pub rival: Option<String>,
    /// The instances, by whole words at the beginning or end of their names.
    pub instances: String,
    /// The figure.
    pub figure: f64,
    /// The standard deviation of its runs, if it is known.
    #[serde(default)]
    pub deviation: Option<f64>,
    /// How many runs it is a mean of.
    pub runs: usize,
}

/// Our figure, its standard error, and that of the other program.
struct Beside {
    ours: f64,
    error: f64,
    other_error: f64,
}

/// A chapter in Markdown: each figure beside ours, and how many standard errors of their difference
/// lie between them. Empty without any.
///
/// The standard error of a mean is the deviation of its runs by the root of their number; that of a
/// ratio is a quarter of the width of its bootstrap interval of 95 % by 0.98. Where the other
/// program's deviation is not known, ours is taken for it.
pub fn independent(figures: &[Independent], tables: &[(String, PairedComparison)]) -> String {
    let lines: String = figures.iter().filter_map(|one| line(one, tables)).collect();
    if lines.is_empty() {
        return lines;
    }
    format!(
        "\n### Beside another program, written from the paper's text\n\n| figure | there | ours | standard errors apart | within two |\n\
         |:--|--:|--:|--:|:--|\n{lines}\nStandard errors of the difference; where the other program's deviation is not known, ours is taken for it.\n"
    )
}

fn line(one: &Independent, tables: &[(String, PairedComparison)]) -> Option<String> {
    let (_, table) = tables.iter().find(|(name, _)| *name == one.table)?;
    let beside = beside(one, table)?;
    let between = beside.error.hypot(beside.other_error);
    let apart = if between > 0.0 { (beside.ours - one.figure).abs() / between } else { f64::INFINITY };
    let shown = |figure: f64| match one.rival {
        Some(_) => format!("{:+.1} %", 100.0 * figure),
        None => format!("{figure:.*}", if one.figure < 100.0 { 3 } else { 1 }),
    };
    let within = if apart <= 2.0 { "yes" } else { "**no**" };
    let (there, ours) = (shown(one.figure), shown(beside.ours));
    Some(format!("| {} | {there} | {ours} | {apart:.1} | {within} |\n", one.text))
}

fn beside(one: &Independent, table: &PairedComparison) -> Option<Beside> {
    let place = |label: &str| table.algorithms.iter().position(|other| other == label);
    let subject = place(&one.algorithm)?;
    let lines =
        || table.lines.iter().filter(|(name, _)| is_meant(name, &one.instances)).map(|(_, cells)| cells);
    let error = |deviation: f64, runs: usize| deviation / (runs.max(1) as f64).sqrt();
    let Some(rival) = &one.rival else {
        let Description { mean, deviation, count, .. } = lines().next()?[subject].values?;
        let other = one.deviation.unwrap_or(deviation);
        return Some(Beside {
            ours: mean,
            error: error(deviation, count),
            other_error: error(other, one.runs),
        });
    };
    let rival = place(rival)?;
    let pairs: Vec<(&[f64], &[f64])> =
        lines().map(|cells| (&cells[subject].sample[..], &cells[rival].sample[..])).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let sums = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + mean(pair.0), sums.1 + mean(pair.1)));
    let ratio = sums.0 / sums.1;
    let [low, high] = log_ratio_interval(&pairs, 1)?;
    let error = ratio * (high - low) / (2.0 * 1.96);
    Some(Beside { ours: ratio - 1.0, error, other_error: error })
}
