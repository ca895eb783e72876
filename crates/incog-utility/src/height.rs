use crate::costs::{cost_table, mean_over_records, ratio};
use crate::{Additive, Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience};
use incog_data::{Classes, Tuples};
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "height",
        audience: CardAudience::Product,
        summary: "height of the node: sum of the levels of all quasi-identifiers",
        reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(Height)),
};

/// The height of the generalization in the lattice: the sum of its levels; in a local recoding, the
/// mean of that sum over published records.
///
/// It does not matter which records stay, so suppression costs nothing, and a weight changes
/// nothing. The value lies in 0..the sum of all top levels, by which it is normalized.
///
/// Reference: P. Samarati, "Protecting respondents' identities in microdata release", IEEE TKDE
/// 13(6), 2001, doi:10.1109/69.971193.
#[derive(Debug, Clone, Copy, Default)]
pub struct Height;

impl Metric for Height {
    fn name(&self) -> &'static str {
        "height"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        mean_over_records(classes, |class| class.levels.sum().into())
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        let tops = classes.tuples().quasi_identifiers().iter().map(|qid| qid.hierarchy.height());
        ratio(self.value(classes), tops.sum::<usize>() as f64)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let rows = tuples.rows() as f64;
        // Every record costs its level, so each sum is a whole multiple of the rows, and dividing
        // by them is exact.
        Some(Separable {
            kept: cost_table(tuples, |_, _, level, _| f64::from(level)),
            suppressed: None,
            by_label: true,
            combine: Arc::new(move |sums| sums.iter().map(|sum| ratio(*sum, rows)).sum()),
            additive: Additive::sum_of(move |_, sum| ratio(sum, rows)),
        })
    }
}
