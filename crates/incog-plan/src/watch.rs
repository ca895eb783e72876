//! Observing the making of a plan.

use crate::{SearchTrace, TracePoint};
use incog_local::ClassPrices;
use incog_search::evolutionary::islands::IslandContext;
use std::sync::atomic::AtomicBool;

/// Observes the making of a plan, and can end the search.
pub struct Watch<'a> {
    /// Ends the search early when set; the best release so far is the plan.
    pub interrupt: &'a AtomicBool,
    /// Is told of every improvement.
    pub observe: &'a mut dyn FnMut(TracePoint),
    /// Where the prices are put that prove the bound of a local recoding, if anywhere; see
    /// [`Prices::blocks`](incog_local::Prices::blocks).
    pub prices: Option<&'a mut Vec<ClassPrices<f64>>>,
    /// Where the course of the search is recorded, if anywhere.
    pub trace: Option<&'a mut SearchTrace>,
    /// Other processes that share the search, and a place where its state is kept; only for a
    /// search with islands.
    pub islands: IslandContext<'a>,
}
