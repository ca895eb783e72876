//! How far predictions are off.

use super::CONFIDENCE;

/// How far nine of ten predictions are off at most.
pub(super) fn reach(bin: &[Predicted]) -> f64 {
    let errors = errors(bin);
    errors[((CONFIDENCE * errors.len() as f64) as usize).min(errors.len() - 1)]
}

/// A prediction of the value of a row.
pub(super) struct Predicted {
    pub row: usize,
    pub made: f64,
    /// The value itself.
    pub value: f64,
}

/// How far half of the predictions are off at most; infinitely where there is none.
pub(super) fn middle_error(predicted: &[Predicted]) -> f64 {
    errors(predicted).get(predicted.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// How far predictions lie above the values, ascending.
pub(super) fn signed_errors(predicted: &[Predicted]) -> Vec<f64> {
    let mut errors: Vec<f64> = predicted.iter().map(|one| one.made - one.value).collect();
    errors.sort_by(f64::total_cmp);
    errors
}

/// How far predictions are off, ascending.
fn errors(predicted: &[Predicted]) -> Vec<f64> {
    let mut errors: Vec<f64> = predicted.iter().map(|one| (one.made - one.value).abs()).collect();
    errors.sort_by(f64::total_cmp);
    errors
}
