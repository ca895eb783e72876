//! Costs of single values, and their sums over the records of a release.

use crate::Additive;
use incog_data::{Class, Classes, QuasiIdentifier, Tuples};

/// The importance of each attribute, scaled so that the mean is 1; all 1 when the weights given
/// cannot be scaled (none is positive).
pub(crate) fn relative_weights(tuples: &Tuples) -> Vec<f64> {
    let weights = || tuples.quasi_identifiers().iter().map(|qid| qid.weight.max(0.0));
    let total: f64 = weights().sum();
    let attributes = tuples.quasi_identifiers().len();
    if total > 0.0 && total.is_finite() {
        weights().map(|weight| weight * attributes as f64 / total).collect()
    } else {
        vec![1.0; attributes]
    }
}

/// The mean of one figure per attribute, weighted by importance; 0 when there is no attribute.
pub(crate) fn weighted_mean(weights: &[f64], figures: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(figures).map(|(weight, figure)| weight * figure).sum();
    ratio(sum, figures.len() as f64)
}

/// `part / whole`, and 0 where `whole` is 0.
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The mean of a figure of classes over the published records; over all where none is published.
pub(crate) fn mean_over_records(classes: &Classes<'_>, figure: impl Fn(&Class) -> f64) -> f64 {
    let nothing_stays = classes.kept() == 0;
    let records = |class: &Class| if nothing_stays { class.size } else { class.kept } as f64;
    let sum = classes.all().iter().map(|class| records(class) * figure(class)).sum();
    ratio(sum, classes.all().iter().map(records).sum())
}

/// `|v_g|` of the label of a column code at a level, as a share of all original values.
pub(crate) fn domain_share(qid: &QuasiIdentifier, level: u8, code: u32) -> f64 {
    f64::from(qid.leaves(level, code)) / qid.hierarchy.values() as f64
}

/// A cost for every attribute, level and column code: the table a [`crate::Separable`] holds.
pub(crate) fn cost_table<T>(
    tuples: &Tuples,
    mut cost: impl FnMut(usize, &QuasiIdentifier, u8, u32) -> T,
) -> Vec<Vec<Vec<T>>> {
    let mut table = Vec::with_capacity(tuples.quasi_identifiers().len());
    for (attribute, qid) in tuples.quasi_identifiers().iter().enumerate() {
        let codes = qid.leaf_of.len() as u32;
        let levels = 0..=qid.hierarchy.height() as u8;
        table.push(
            levels.map(|level| (0..codes).map(|code| cost(attribute, qid, level, code)).collect()).collect(),
        );
    }
    table
}

/// The cost for every column code of every attribute.
pub(crate) fn constant_costs(tuples: &Tuples, cost: f64) -> Vec<Vec<f64>> {
    tuples.quasi_identifiers().iter().map(|qid| vec![cost; qid.leaf_of.len()]).collect()
}

/// For each attribute the sum over all records, when a kept record costs what its class's label
/// does and a suppressed one costs `suppressed`.
pub(crate) fn attribute_sums(
    classes: &Classes<'_>,
    suppressed: f64,
    kept: impl Fn(usize, &QuasiIdentifier, u8, u32) -> f64,
) -> Vec<f64> {
    let attributes = classes.tuples().quasi_identifiers().len();
    let mut sums = vec![classes.suppressed() as f64 * suppressed; attributes];
    for class in classes.released() {
        for (attribute, label) in classes.labels(class).enumerate() {
            sums[attribute] +=
                class.kept as f64 * kept(attribute, label.quasi_identifier, label.level, label.code);
        }
    }
    sums
}

/// [`weighted_mean`] of sums over `rows` records, term by term.
pub(crate) fn weighted_mean_terms(weights: &[f64], rows: f64) -> Additive {
    let all = weights.len() as f64 * rows;
    let shares: Vec<f64> = weights.iter().map(|weight| ratio(*weight, all)).collect();
    Additive::sum_of(move |attribute, sum| shares[attribute] * sum)
}
