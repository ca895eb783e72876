use crate::costs::{
    attribute_sums, constant_costs, cost_table, mean_over_records, ratio, relative_weights, weighted_mean,
    weighted_mean_terms,
};
use crate::{Goal, Metric, MetricEntry, Separable};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_data::{Classes, QuasiIdentifier, Tuples};
use std::sync::Arc;

/// Its card.
pub(crate) static ENTRY: MetricEntry = MetricEntry {
    card: Card {
        name: "precision",
        audience: CardAudience::Product,
        summary: "Prec loss: mean of level over top of the hierarchy, over quasi-identifiers",
        reference: "Sweeney, Achieving k-anonymity privacy protection using generalization and suppression, IJUFKS 10(5), 2002, doi:10.1142/S021848850200165X",
        parameters: &[Parameter::new(
            "suppressed",
            "whether a suppressed record counts as fully generalized (lost) or not at all (ignored)",
            Range::Words(&["ignored", "lost"]),
            ParameterDefault::Value(Value::word("ignored")),
        )],
        caveat: None,
    },
    build: |parameters, _| Ok(Box::new(Precision { suppressed: SuppressedPrecision::read(parameters)? })),
};

/// How a suppressed record counts in [`Precision`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SuppressedPrecision {
    /// It is ignored: only the levels matter, as in KGEN.
    #[default]
    NotCounted,
    /// It counts as 1 in every attribute, as in ARX (`suppressed = "lost"`).
    Lost,
}

impl SuppressedPrecision {
    /// Reads it from the parameters of the metric.
    ///
    /// # Errors
    /// When they hold anything else.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice("suppressed", &[("ignored", Self::NotCounted), ("lost", Self::Lost)])
    }
}

/// Sweeney's precision, as the loss KGEN minimizes.
///
/// The mean over quasi-identifiers of `level / top level`, in a local recoding the mean of that
/// over records: 0 is the original table, 1 is full generalization. An attribute whose hierarchy
/// has only one level counts 0. The mean is weighted by importance. [`SuppressedPrecision`] says
/// how suppressed records count.
///
/// Reference: L. Sweeney, "Achieving k-anonymity privacy protection using generalization and
/// suppression", 2002, doi:10.1142/S021848850200165X; KGEN, eq. 1-2. (Sweeney's `Prec` is one
/// minus this.)
#[derive(Debug, Clone, Copy, Default)]
pub struct Precision {
    /// What a suppressed record counts.
    pub suppressed: SuppressedPrecision,
}

impl Metric for Precision {
    fn name(&self) -> &'static str {
        "precision"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        let means = match self.suppressed {
            SuppressedPrecision::NotCounted => level_shares(classes),
            SuppressedPrecision::Lost => attribute_sums(classes, 1.0, |_, qid, level, _| climbed(qid, level))
                .iter()
                .map(|sum| ratio(*sum, classes.rows() as f64))
                .collect(),
        };
        weighted_mean(&relative_weights(classes.tuples()), &means)
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        self.value(classes).clamp(0.0, 1.0)
    }

    fn keeping_most_is_best(&self) -> bool {
        true
    }

    fn separable(&self, tuples: &Tuples) -> Option<Separable> {
        let (weights, rows) = (relative_weights(tuples), tuples.rows() as f64);
        Some(Separable {
            kept: cost_table(tuples, |_, qid, level, _| climbed(qid, level)),
            suppressed: match self.suppressed {
                SuppressedPrecision::NotCounted => None,
                SuppressedPrecision::Lost => Some(constant_costs(tuples, 1.0)),
            },
            by_label: true,
            additive: weighted_mean_terms(&weights, rows),
            combine: Arc::new(move |sums| ratio(weighted_mean(&weights, sums), rows)),
        })
    }
}

/// By attribute the mean over all records, whether they stay or not.
fn level_shares(classes: &Classes<'_>) -> Vec<f64> {
    let share = |(attribute, qid): (usize, &QuasiIdentifier)| {
        let level = mean_over_records(classes, |class| class.levels[attribute].into());
        ratio(level, qid.hierarchy.height() as f64)
    };
    classes.tuples().quasi_identifiers().iter().enumerate().map(share).collect()
}

fn climbed(qid: &QuasiIdentifier, level: u8) -> f64 {
    ratio(f64::from(level), qid.hierarchy.height() as f64)
}
