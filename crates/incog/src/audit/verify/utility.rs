//! What a report says is lost, recomputed cell by cell.

use super::Check;
use super::matching::CommonColumn;
use crate::audit::grouping::{Codes, Grouping};
use crate::job::{Job, Role};
use crate::report::Report;
use incog_data::{Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Checks transparency, precision, the suppressed share, discernibility and mean class size.
pub(super) fn verify_utility(
    report: &Report,
    job: &Job,
    input: &Table,
    columns: &[CommonColumn],
    kept: &[usize],
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Vec<Check> {
    let claimed = &report.utility;
    let weights = relative_weights(job, input);
    let generalized: Vec<&CommonColumn> = columns.iter().filter(|column| !column.leaves.is_empty()).collect();
    let degree: f64 = generalized
        .iter()
        .zip(&weights)
        .map(|(column, (_, weight))| weight * transparency(column, kept))
        .sum();
    let cells = (input.rows() * weights.len()) as f64;
    let climbed = |name: &str| {
        let height = hierarchies.get(name).map_or(0, |hierarchy| hierarchy.height());
        let level = report.solution.levels.get(name).copied().unwrap_or(0);
        if height == 0 { 0.0 } else { f64::from(level) / height as f64 }
    };
    let levels: f64 = weights.iter().map(|(name, weight)| weight * climbed(name)).sum();
    let rows = input.rows() as f64;
    let suppressed = rows - kept.len() as f64;
    let sizes = class_sizes(&generalized, kept);
    let squares: f64 = sizes.iter().map(|&size| (size as f64).powi(2)).sum();
    let mut checks = vec![
        Check::figure("utility.transparency_degree", claimed.transparency_degree, degree),
        Check::figure("utility.transparency_ratio", claimed.transparency_ratio, share(degree, cells)),
        Check::figure("utility.precision", claimed.precision, share(levels, weights.len() as f64)),
        Check::figure("utility.suppressed_share", claimed.suppressed_share, share(suppressed, rows)),
        Check::figure("utility.discernibility", claimed.discernibility, squares + suppressed * rows),
    ];
    let objective = match claimed.objective.as_str() {
        "transparency" => Some(degree),
        "precision" if !job.objective.suppressed_lost => Some(share(levels, weights.len() as f64)),
        "discernibility" => Some(squares + suppressed * rows),
        _ => None,
    };
    checks.push(match objective {
        Some(found) => Check::figure("utility.value", claimed.value, found),
        None => Check::not_shown("utility.value", "this objective is not recomputed independently"),
    });
    checks
}

/// `sum 1/|v_g|` over the kept records; cells that are no label of the level count 0.
fn transparency(column: &CommonColumn, kept: &[usize]) -> f64 {
    let leaves = |row: &usize| column.leaves.get(column.codes[column.input_rows + row] as usize);
    kept.iter().filter_map(leaves).map(|&leaves| 1.0 / f64::from(leaves.max(1))).sum()
}

/// The quasi-identifiers in the order of the table, their weights scaled to a mean of 1.
fn relative_weights(job: &Job, input: &Table) -> Vec<(String, f64)> {
    let weights: Vec<(String, f64)> = input
        .columns()
        .iter()
        .filter_map(|column| Some((column.name.clone(), job.columns.get(&column.name)?)))
        .filter(|(_, column)| column.role == Role::QuasiIdentifier)
        .map(|(name, column)| (name, column.weight))
        .collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let scale = weights.len() as f64 / total;
    weights.into_iter().map(|(name, weight)| (name, weight * scale)).collect()
}

fn class_sizes(quasi_identifiers: &[&CommonColumn], kept: &[usize]) -> Vec<u64> {
    let of_release = |column: &&CommonColumn| -> Vec<u32> {
        kept.iter().map(|row| column.codes[column.input_rows + row]).collect()
    };
    let codes: Vec<Vec<u32>> = quasi_identifiers.iter().map(of_release).collect();
    let codes: Vec<Codes<'_>> = codes
        .iter()
        .zip(quasi_identifiers)
        .map(|(of_row, column)| Codes { of_row, values: column.values })
        .collect();
    let grouping = Grouping::by(&codes, kept.len());
    let mut sizes = vec![0; grouping.len()];
    grouping.of_row.iter().for_each(|&group| sizes[group as usize] += 1);
    sizes
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
