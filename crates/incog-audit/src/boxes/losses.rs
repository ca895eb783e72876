//! What full-domain releases lose, from the definitions of the metrics.

use super::FullDomain;
use crate::label_costs::{CostOfLevel, cost_of_level, cost_of_suppressed};
use incog_data::{Hierarchy, NarrowCodes, QuasiIdentifier, code_counts};

/// An objective that is made of one sum over records for each attribute.
pub(super) struct Losses {
    attributes: Vec<AttributeLoss>,
    /// What a suppressed record costs in each attribute; `None` where it costs what its label does.
    suppressed: Option<f64>,
    form: Form,
}

/// What the labels of one attribute cost.
struct AttributeLoss {
    /// By level and code of the column.
    kept: Vec<Vec<f64>>,
    /// What all records together cost, by level.
    total: Vec<f64>,
    /// What the sum counts.
    weight: f64,
    /// What the original values cost together, and what the roots do, for the loss of ARX.
    range: (f64, f64),
}

/// How sums become the objective.
#[derive(Clone, Copy)]
enum Form {
    /// The weighted sum of the sums.
    Sum,
    /// `exp(sum of weight * ln(1 + share of the range)) - 1`.
    GeometricMean,
}

/// What suppressed records change in the sums.
pub(super) struct Suppressed {
    /// By attribute and level: what their labels would cost.
    saved: Vec<Vec<f64>>,
    /// What their suppression costs in each attribute.
    added: f64,
}

impl Losses {
    /// `None` for an objective of another form.
    pub fn new(releases: &FullDomain<'_>) -> Option<Self> {
        let (objective, qids) = (releases.objective, releases.quasi_identifiers);
        let (records, attributes) = (releases.input.rows() as f64, qids.len() as f64);
        let mean = 1.0 / (records * attributes);
        let (cost, suppressed, form, scale): (CostOfLevel, Option<f64>, Form, f64) = match objective.name() {
            "loss" => (share_of_domain, Some(1.0), Form::GeometricMean, 1.0 / attributes),
            name => {
                let (cost, suppressed) = (cost_of_level(name)?, cost_of_suppressed(objective).ok()?);
                let scale = match name {
                    "transparency" => 1.0,
                    "height" => 1.0 / records,
                    _ => mean,
                };
                (cost, suppressed, Form::Sum, scale)
            }
        };
        let weights = match objective.name() {
            "height" => vec![1.0; qids.len()],
            _ => relative_weights(qids),
        };
        let of_attribute = |(qid, weight): (&QuasiIdentifier, f64)| {
            let codes = &releases.input.column(&qid.name)?.codes;
            Some(AttributeLoss::new(qid, codes, cost, weight * scale))
        };
        let attributes = qids.iter().zip(weights).map(of_attribute).collect::<Option<_>>()?;
        Some(Self { attributes, suppressed, form })
    }

    /// What some suppressed records, of which these many have each code of each attribute, change.
    pub fn of_suppressed(&self, records_by_code: &[Vec<u64>]) -> Suppressed {
        let saved = |(loss, records): (&AttributeLoss, &Vec<u64>)| {
            loss.kept.iter().map(|costs| weighed(costs, records)).collect()
        };
        let records = records_by_code.first().map_or(0, |records| records.iter().sum::<u64>());
        Suppressed {
            saved: self.attributes.iter().zip(records_by_code).map(saved).collect(),
            added: self.suppressed.unwrap_or(0.0) * records as f64,
        }
    }

    /// What an attribute at a level adds to the objective, when these records are suppressed, or
    /// when nothing is known of suppressed records: they cost no less than their labels.
    pub fn term(&self, attribute: usize, level: u8, suppressed: Option<&Suppressed>) -> f64 {
        let (loss, level) = (&self.attributes[attribute], usize::from(level));
        let counted = suppressed.filter(|_| self.suppressed.is_some());
        let change = counted.map_or(0.0, |some| some.added - some.saved[attribute][level]);
        let sum = loss.total[level] + change;
        let (least, most) = loss.range;
        match self.form {
            Form::Sum => loss.weight * sum,
            Form::GeometricMean if most > least => {
                loss.weight * ((sum - least) / (most - least)).max(0.0).ln_1p()
            }
            Form::GeometricMean => 0.0,
        }
    }

    /// The objective from what all attributes add.
    pub fn whole(&self, terms: f64) -> f64 {
        match self.form {
            Form::Sum => terms,
            Form::GeometricMean => terms.exp_m1(),
        }
    }
}

impl AttributeLoss {
    fn new(qid: &QuasiIdentifier, codes: &NarrowCodes, cost: CostOfLevel, weight: f64) -> Self {
        let records = code_counts(codes, qid.leaf_of.len());
        let by_code = |level: u8| -> Vec<f64> {
            let of_label = cost(&qid.hierarchy, level.into());
            (0..qid.leaf_of.len() as u32).map(|code| of_label[qid.label_code(level, code) as usize]).collect()
        };
        let kept: Vec<Vec<f64>> = (0..=qid.max_level).map(by_code).collect();
        let total = kept.iter().map(|costs| weighed(costs, &records)).collect();
        let rows = codes.len() as f64;
        Self { kept, total, weight, range: (rows / qid.hierarchy.values() as f64, rows) }
    }
}

/// The sum of costs, each so many times.
fn weighed(costs: &[f64], records: &[u64]) -> f64 {
    costs.iter().zip(records).map(|(cost, &records)| cost * records as f64).sum()
}

/// Weights with the mean 1; all 1 where none is positive.
fn relative_weights(qids: &[QuasiIdentifier]) -> Vec<f64> {
    let total: f64 = qids.iter().map(|qid| qid.weight.max(0.0)).sum();
    let relative = |qid: &QuasiIdentifier| qid.weight.max(0.0) * qids.len() as f64 / total;
    let can_be = total > 0.0 && total.is_finite();
    qids.iter().map(|qid| if can_be { relative(qid) } else { 1.0 }).collect()
}

fn share_of_domain(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    let labels = 0..hierarchy.labels(level).len() as u32;
    labels.map(|label| f64::from(hierarchy.leaves(level, label)) / hierarchy.values() as f64).collect()
}
