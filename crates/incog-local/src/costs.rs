//! A metric as whole numbers, so that sums are exact and bounds are not wrong by rounding.

use incog_data::{QuasiIdentifier, Tuples};
use incog_utility::{Additive, Goal, Metric, Separable};

/// The most that a record costs, as a power of two.
const MOST_BITS: u32 = 40;

/// What each label costs a record, in whole numbers.
///
/// The metric's minimized value is `offset + (sum of costs) / (scale * records)`, where records are
/// those of the table, or the published ones where suppression is not [charged](Self::suppressed).
/// Costs are rounded down, so the whole numbers never tell more than a release loses: by at most
/// one unit for each attribute and record, which is some `1e-11` of what a record can lose. A sum
/// over all records of the table stays below `2^62`.
#[derive(Debug, Clone)]
pub(crate) struct Costs {
    /// By attribute, level and code.
    labels: Vec<Vec<Vec<u64>>>,
    /// What a suppressed record costs, if the metric counts it.
    pub suppressed: Option<u64>,
    scale: f64,
    offset: f64,
    goal: Goal,
}

impl Costs {
    /// The costs of a metric; `None` if it is no sum over records with weights that do not depend
    /// on the others.
    pub fn new(metric: &dyn Metric, tuples: &Tuples) -> Option<Self> {
        let separable = metric.separable(tuples).filter(|form| form.by_label && form.additive.is_linear)?;
        let rows = tuples.rows().max(1) as f64;
        let attributes = separable.kept.len();
        let base = value(&separable.additive, attributes, None);
        let slope =
            |attribute| (value(&separable.additive, attributes, Some((attribute, rows))) - base).max(0.0);
        let slopes: Vec<f64> = (0..attributes).map(slope).collect();
        let qids = tuples.quasi_identifiers();
        let least: Vec<f64> = (0..attributes)
            .map(|attribute| slopes[attribute] * least_cost(&separable, attribute, &qids[attribute]))
            .collect();
        let dearest: f64 = (0..attributes)
            .map(|attribute| {
                slopes[attribute] * greatest_cost(&separable, attribute, &qids[attribute]) - least[attribute]
            })
            .sum();
        let scale = scale(dearest, tuples.rows());
        let whole = |attribute: usize, cost: f64| {
            ((slopes[attribute] * cost - least[attribute]) * scale).max(0.0) as u64
        };
        let of_attribute = |(attribute, levels): (usize, &Vec<Vec<f64>>)| {
            let of_level = |costs: &Vec<f64>| costs.iter().map(|&cost| whole(attribute, cost)).collect();
            levels.iter().map(of_level).collect()
        };
        let labels = separable.kept.iter().enumerate().map(of_attribute).collect();
        // Every metric charges all suppressed records alike; the least of what codes are charged is
        // sound anyway.
        let suppressed = separable.suppressed.as_ref().map(|costs| {
            let least_of = |(attribute, costs): (usize, &Vec<f64>)| {
                whole(attribute, costs.iter().copied().reduce(f64::min).unwrap_or_default())
            };
            costs.iter().enumerate().map(least_of).sum()
        });
        Some(Self {
            labels,
            suppressed,
            scale,
            offset: base + least.iter().sum::<f64>(),
            goal: metric.goal(),
        })
    }

    /// What a record costs in an attribute at a level.
    pub fn of_label(&self, attribute: usize, level: u8, code: u32) -> u64 {
        self.labels[attribute][usize::from(level)][code as usize]
    }

    /// The metric's value in its own unit when `records` cost `sum`.
    pub fn value(&self, sum: u64, records: u64) -> f64 {
        let minimized = self.minimized(sum, records);
        match self.goal {
            Goal::Minimize => minimized,
            Goal::Maximize => -minimized,
        }
    }

    /// The value that is minimized: the metric, or its negative where more is better.
    fn minimized(&self, sum: u64, records: u64) -> f64 {
        let mean = if records > 0 { sum as f64 / records as f64 } else { 0.0 };
        self.offset + mean / self.scale
    }

    /// By how much a cost of every record raises the minimized metric.
    pub fn in_metric(&self, cost: u64) -> f64 {
        cost as f64 / self.scale
    }
}

/// The value when all sums are 0 but one.
fn value(additive: &Additive, attributes: usize, sum: Option<(usize, f64)>) -> f64 {
    let of_attribute = |attribute| match sum {
        Some((place, sum)) if place == attribute => sum,
        _ => 0.0,
    };
    (additive.finish)(
        (0..attributes).map(|attribute| (additive.term)(attribute, of_attribute(attribute))).sum(),
    )
}

/// What a record can cost in an attribute: at the levels that are allowed, and suppressed.
fn costs<'s>(
    separable: &'s Separable,
    attribute: usize,
    qid: &QuasiIdentifier,
) -> impl Iterator<Item = f64> + use<'s> {
    let suppressed = separable.suppressed.iter().flat_map(move |costs| &costs[attribute]);
    let allowed = usize::from(qid.min_level)..=usize::from(qid.max_level);
    separable.kept[attribute][allowed].iter().flatten().chain(suppressed).copied()
}

fn least_cost(separable: &Separable, attribute: usize, qid: &QuasiIdentifier) -> f64 {
    costs(separable, attribute, qid).reduce(f64::min).unwrap_or_default()
}

fn greatest_cost(separable: &Separable, attribute: usize, qid: &QuasiIdentifier) -> f64 {
    costs(separable, attribute, qid).reduce(f64::max).unwrap_or_default()
}

/// The power of two by which costs are multiplied: the dearest record costs at most `2^40`, all
/// together below `2^62`.
fn scale(dearest: f64, rows: usize) -> f64 {
    let bits = MOST_BITS.min(61 - (usize::BITS - rows.leading_zeros()).min(60)) as i32;
    if dearest > 0.0 && dearest.is_finite() { 2f64.powi(bits - dearest.log2().ceil() as i32) } else { 1.0 }
}
