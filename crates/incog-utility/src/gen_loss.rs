use crate::costs::{
    attribute_sums, constant_costs, cost_table, ratio, relative_weights, weighted_mean, weighted_mean_terms,
};
use crate::{Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Hierarchy, QuasiIdentifier, Tuples, ValueType};
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "gen-loss",
        audience: CardAudience::Product,
        summary: "GenLoss: mean share of the domain that a released value covers",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 5",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(GenLoss)),
};

/// The generalized information loss of CPGEN.
///
/// The mean over records and quasi-identifiers of what a value has lost, 0 for an original value
/// and 1 for the root. For numeric columns (every original value of the hierarchy is a number) that
/// is the width of the interval from the least to the greatest original value below the label,
/// divided by the width of the domain; for categories it is `(leaves - 1) / (all leaves - 1)`. A
/// suppressed record counts 1. An attribute with a single value loses nothing by generalization.
/// The mean over attributes is weighted by importance. The value lies in 0..1.
///
/// Reference: CPGEN, eq. 5.
#[derive(Debug, Clone, Copy, Default)]
pub struct GenLoss;

impl GenLoss {
    /// The loss of each attribute alone, 0..1.
    pub fn per_attribute(classes: &Classes<'_>) -> Vec<f64> {
        let lost = lost_shares(classes.tuples());
        let sums = attribute_sums(classes, 1.0, |attribute, qid, level, code| {
            lost[attribute][level as usize][qid.label_code(level, code) as usize]
        });
        sums.iter().map(|sum| ratio(*sum, classes.rows() as f64)).collect()
    }
}

impl Metric for GenLoss {
    fn name(&self) -> &'static str {
        "gen-loss"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        weighted_mean(&relative_weights(classes.tuples()), &Self::per_attribute(classes))
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        self.value(classes).clamp(0.0, 1.0)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let (weights, rows) = (relative_weights(tuples), tuples.rows() as f64);
        let lost = lost_shares(tuples);
        Some(Separable {
            kept: cost_table(tuples, |attribute, qid, level, code| {
                lost[attribute][level as usize][qid.label_code(level, code) as usize]
            }),
            suppressed: Some(constant_costs(tuples, 1.0)),
            by_label: true,
            additive: weighted_mean_terms(&weights, rows),
            combine: Arc::new(move |sums| ratio(weighted_mean(&weights, sums), rows)),
        })
    }
}

/// By attribute, level and label.
fn lost_shares(tuples: &Tuples) -> Vec<Vec<Vec<f64>>> {
    tuples.quasi_identifiers().iter().map(lost_by_label).collect()
}

fn lost_by_label(qid: &QuasiIdentifier) -> Vec<Vec<f64>> {
    let hierarchy = &qid.hierarchy;
    match numbers(hierarchy) {
        Some(values) => {
            let domain = width(values.iter().copied());
            let levels = 0..=hierarchy.height();
            levels.map(|level| interval_shares(hierarchy, level, &values, domain)).collect()
        }
        None => (0..=hierarchy.height()).map(|level| leaf_shares(hierarchy, level)).collect(),
    }
}

/// The original values as numbers, if all of them are.
fn numbers(hierarchy: &Hierarchy) -> Option<Vec<f64>> {
    if !ValueType::infer(hierarchy.labels(0).iter()).is_number() {
        return None;
    }
    (0..hierarchy.values() as u32).map(|value| hierarchy.label(0, value).trim().parse().ok()).collect()
}

fn interval_shares(hierarchy: &Hierarchy, level: usize, values: &[f64], domain: f64) -> Vec<f64> {
    let mut below: Vec<Vec<f64>> = vec![Vec::new(); hierarchy.labels(level).len()];
    for (leaf, &value) in (0u32..).zip(values) {
        below[hierarchy.label_code(level, leaf) as usize].push(value);
    }
    below.into_iter().map(|values| ratio(width(values), domain)).collect()
}

fn width(values: impl IntoIterator<Item = f64>) -> f64 {
    let limits = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, greatest) =
        values.into_iter().fold(limits, |(least, greatest), v| (least.min(v), greatest.max(v)));
    greatest - least
}

fn leaf_shares(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    let others = hierarchy.values() as f64 - 1.0;
    let labels = 0..hierarchy.labels(level).len() as u32;
    labels.map(|label| ratio(f64::from(hierarchy.leaves(level, label)) - 1.0, others)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn shares(rows: &[[&str; 3]]) -> Vec<Vec<f64>> {
        let mut builder = ColumnBuilder::new("x");
        builder.push(rows[0][0]);
        let column = builder.finish(&[]);
        let hierarchy = Hierarchy::new(rows.iter().map(|row| row.to_vec())).unwrap();
        lost_by_label(&QuasiIdentifier::new(&column, Arc::new(hierarchy)).unwrap())
    }

    #[test]
    fn numbers_lose_the_width_of_their_interval() {
        let lost = shares(&[["10", "low", "*"], ["14", "low", "*"], ["30", "high", "*"]]);
        assert_eq!(lost, [vec![0.0, 0.0, 0.0], vec![0.2, 0.0], vec![1.0]]);
    }

    #[test]
    fn categories_lose_their_share_of_the_other_leaves() {
        let lost = shares(&[["a", "x", "*"], ["b", "x", "*"], ["c", "y", "*"]]);
        assert_eq!(lost, [vec![0.0, 0.0, 0.0], vec![0.5, 0.0], vec![1.0]]);
    }
}
