use crate::costs::{attribute_sums, constant_costs, cost_table, domain_share, relative_weights};
use crate::{Additive, Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "loss",
        audience: CardAudience::Product,
        summary: "Loss as in ARX: geometric mean over attributes; a suppressed record counts 1",
        reference: "Iyengar, Transforming data to satisfy privacy constraints, KDD 2002, doi:10.1145/775047.775089",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(Loss)),
};

/// Iyengar's loss in the form and aggregation of ARX.
///
/// For each attribute `s` is the sum over records of `leaves(value) / leaves`, a suppressed record
/// counting 1; with `n` records it is mapped to `x = (s - n/leaves) / (n - n/leaves)`, so that 0 is
/// the original table and 1 is full generalization or suppression. An attribute with one original
/// value counts 0. The attributes are combined by the geometric mean shifted by one,
/// `(prod (x_a + 1))^(1/m) - 1`, which does not vanish when one of them is 0; importance weights
/// are exponents in that mean. The value lies in 0..1.
///
/// Reference: V. Iyengar, "Transforming data to satisfy privacy constraints", KDD 2002,
/// doi:10.1145/775047.775089; aggregation as in ARX 3.9 (loss metric, geometric mean).
#[derive(Debug, Clone, Copy, Default)]
pub struct Loss;

impl Loss {
    /// The loss `x` of each attribute alone, 0..1.
    pub fn per_attribute(classes: &Classes<'_>) -> Vec<f64> {
        let sums = attribute_sums(classes, 1.0, |_, qid, level, code| domain_share(qid, level, code));
        let rows = classes.rows() as f64;
        sums.iter()
            .zip(leaf_counts(classes.tuples()))
            .map(|(&sum, leaves)| scale(sum, rows, leaves))
            .collect()
    }
}

impl Metric for Loss {
    fn name(&self) -> &'static str {
        "loss"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        moved_geometric_mean(&relative_weights(classes.tuples()), &Self::per_attribute(classes))
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        self.value(classes).clamp(0.0, 1.0)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let (weights, leaves) = (relative_weights(tuples), leaf_counts(tuples));
        let rows = tuples.rows() as f64;
        let (exponents, domains) = (weights.clone(), leaves.clone());
        let attributes = weights.len() as f64;
        let additive = Additive {
            term: Arc::new(move |attribute, sum| {
                exponents[attribute] * scale(sum, rows, domains[attribute]).ln_1p()
            }),
            finish: Arc::new(move |total| (total / attributes).exp_m1()),
            is_linear: false,
        };
        let combine = move |sums: &[f64]| {
            let scaled: Vec<f64> =
                sums.iter().zip(&leaves).map(|(&sum, &leaves)| scale(sum, rows, leaves)).collect();
            moved_geometric_mean(&weights, &scaled)
        };
        Some(Separable {
            kept: cost_table(tuples, |_, qid, level, code| domain_share(qid, level, code)),
            suppressed: Some(constant_costs(tuples, 1.0)),
            by_label: true,
            combine: Arc::new(combine),
            additive,
        })
    }
}

fn leaf_counts(tuples: &Tuples) -> Vec<f64> {
    tuples.quasi_identifiers().iter().map(|qid| qid.hierarchy.values() as f64).collect()
}

/// From `n/leaves ..= n` to 0..=1.
fn scale(sum: f64, rows: f64, leaves: f64) -> f64 {
    let least = rows / leaves;
    if rows > least { ((sum - least) / (rows - least)).max(0.0) } else { 0.0 }
}

/// `(prod (x_a + 1)^w_a)^(1/m) - 1` with weights of mean 1.
fn moved_geometric_mean(weights: &[f64], figures: &[f64]) -> f64 {
    if figures.is_empty() {
        return 0.0;
    }
    let logarithms: f64 = weights.iter().zip(figures).map(|(weight, figure)| weight * figure.ln_1p()).sum();
    (logarithms / figures.len() as f64).exp_m1()
}
