use crate::costs::{attribute_sums, constant_costs, cost_table, ratio, relative_weights};
use crate::{Additive, Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "transparency",
        audience: CardAudience::Product,
        summary: "transparency degree TD: sum of 1/|v_g| over kept records and quasi-identifiers; more is better",
        reference: "You et al., Hierarchical adaptive evolution framework for privacy-preserving data publishing (HAEF), World Wide Web 27(4), 2024, eq. 5, doi:10.1007/s11280-024-01286-z",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(Transparency)),
};

/// The transparency degree of a release.
///
/// `TD = sum over kept records, over quasi-identifiers, of 1 / |v_g|`, where `|v_g|` counts the
/// original values of the hierarchy below the released value; a suppressed record adds 0. With `r`
/// records and `n` quasi-identifiers `TD` lies in 0..`r * n`, and more is better; the normalized
/// loss is `1 - TD / (r * n)`. Importance weights, scaled to a mean of 1, multiply each term.
///
/// Reference: HAEF, eq. 5; ID-DGA, eq. 1-3.
#[derive(Debug, Clone, Copy, Default)]
pub struct Transparency;

impl Metric for Transparency {
    fn name(&self) -> &'static str {
        "transparency"
    }

    fn goal(&self) -> Goal {
        Goal::Maximize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let sums =
            attribute_sums(classes, 0.0, |_, qid, level, code| 1.0 / f64::from(qid.leaves(level, code)));
        sums.iter().zip(relative_weights(classes.tuples())).map(|(sum, weight)| sum * weight).sum()
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let cells = classes.rows() as f64 * classes.tuples().quasi_identifiers().len() as f64;
        if cells > 0.0 { (1.0 - ratio(self.value(classes), cells)).clamp(0.0, 1.0) } else { 0.0 }
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let weights = relative_weights(tuples);
        Some(Separable {
            kept: cost_table(tuples, |attribute, qid, level, code| {
                -weights[attribute] / f64::from(qid.leaves(level, code))
            }),
            suppressed: Some(constant_costs(tuples, 0.0)),
            by_label: true,
            combine: Arc::new(|sums| sums.iter().sum()),
            additive: Additive::sum_of(|_, sum| sum),
        })
    }
}
