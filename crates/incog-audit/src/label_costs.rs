//! What labels cost a record, from the definitions of the metrics.

use crate::utility::lost_by_label;
use incog_card::Refusal;
use incog_data::Hierarchy;
use incog_utility::{Objective, SuppressedPrecision};

/// What each label of a level costs a record whose quasi-identifier has the weight 1.
pub(crate) type CostOfLevel = fn(&Hierarchy, usize) -> Vec<f64>;

/// The costs of an objective that is the mean of them over records and quasi-identifiers, or of
/// their negatives where more is better; `None` for an objective of another form.
pub(crate) fn cost_of_level(objective: &str) -> Option<CostOfLevel> {
    match objective {
        "gen-loss" => Some(lost_by_label),
        "precision" => Some(climbed),
        "transparency" => Some(unclear),
        "height" => Some(level),
        _ => None,
    }
}

/// How much a quasi-identifier counts to which the job gives this weight.
pub(crate) fn weight_in(objective: &str, weight: f64) -> f64 {
    if objective == "height" { 1.0 } else { weight }
}

/// What a suppressed record costs then in each quasi-identifier; `None` where it does not count.
///
/// # Errors
/// When the objective has a parameter that it cannot have.
pub(crate) fn cost_of_suppressed(objective: &Objective) -> Result<Option<f64>, Refusal> {
    Ok(match objective.name() {
        "precision" => {
            let is_lost = SuppressedPrecision::read(objective.parameters())? == SuppressedPrecision::Lost;
            is_lost.then_some(1.0)
        }
        "transparency" => Some(0.0),
        "height" => None,
        _ => Some(1.0),
    })
}

/// The level itself.
fn level(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    vec![level as f64; hierarchy.labels(level).len()]
}

/// The level as a share of the highest.
fn climbed(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    let height = hierarchy.height().max(1) as f64;
    vec![level as f64 / height; hierarchy.labels(level).len()]
}

/// The negative of one over how many values a label stands for.
fn unclear(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    (0..hierarchy.labels(level).len() as u32)
        .map(|label| -1.0 / f64::from(hierarchy.leaves(level, label)))
        .collect()
}
