//! Metrics that are sums over records, attribute by attribute.

use std::sync::Arc;

/// A metric of the form `combine(sum over records of cost, one sum per attribute)`.
///
/// A kept record costs `kept[attribute][level][code]` for its column code, a suppressed one
/// `suppressed[attribute][code]`, or as if it were kept when there is no `suppressed`. Costs rise
/// (weakly) with the level, a suppressed record costs at least what a kept one does at any level,
/// and `combine` rises (weakly) with each sum. The search minimizes the combined value, which is
/// the metric's value, or its negative for a metric that is maximized.
#[derive(Clone)]
pub struct Separable {
    /// Cost of a kept record by attribute, level and column code.
    pub kept: Vec<Vec<Vec<f64>>>,
    /// Cost of a suppressed record by attribute and column code; `None` when suppression costs
    /// nothing of its own (precision as Sweeney defines it).
    pub suppressed: Option<Vec<Vec<f64>>>,
    /// Whether kept costs depend on the code only through its label at that level, so that
    /// records of one class all cost the same.
    pub by_label: bool,
    /// Turns the sums by attribute into the value that is minimized.
    pub combine: Combine,
    /// The combination in two steps, so that bounds on some attributes can be put in between.
    pub additive: Additive,
}

/// `combine(sums) = finish(sum over attributes a of term(a, sums[a]))`; both rise (weakly).
#[derive(Clone)]
pub struct Additive {
    /// What an attribute's sum adds.
    pub term: Arc<dyn Fn(usize, f64) -> f64 + Send + Sync>,
    /// Turns the total of what all attributes add into the value that is minimized.
    pub finish: Arc<dyn Fn(f64) -> f64 + Send + Sync>,
    /// Whether both are linear, so that the value is a constant plus a weighted sum of the sums.
    pub is_linear: bool,
}

impl Additive {
    /// The value is the sum of the terms, each of which must be linear in its attribute's sum.
    pub fn sum_of(term: impl Fn(usize, f64) -> f64 + Send + Sync + 'static) -> Self {
        Self { term: Arc::new(term), finish: Arc::new(|total| total), is_linear: true }
    }
}

/// How the sums by attribute become one value; see [`Separable`].
pub type Combine = Arc<dyn Fn(&[f64]) -> f64 + Send + Sync>;
