//! Observing the making of a plan.

use crate::{SearchTrace, TracePoint};
use std::sync::atomic::AtomicBool;

/// Observes the making of a plan, and can end the search.
pub struct Watch<'a> {
    /// Ends the search early when set; the best release so far is the plan.
    pub interrupt: &'a AtomicBool,
    /// Is told of every improvement.
    pub observe: &'a mut dyn FnMut(TracePoint),
    /// Where the prices are put that prove the bound of a local recoding, one for each tuple, if anywhere; see
    /// [`Prices::minimized`](incog_local::Prices::minimized).
    pub prices: Option<&'a mut Vec<f64>>,
    /// Where the course of the search is recorded, if anywhere.
    pub trace: Option<&'a mut SearchTrace>,
}
