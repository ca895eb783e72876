//! What a search may spend.

use incog_card::Stop;

/// What a search may spend.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The largest number of evaluations; `None` for no limit.
    pub evaluations: Option<u64>,
    /// Asked between evaluations; the search ends when it returns a reason. Clock and interrupt key
    /// are hidden behind it, because searches read neither.
    pub signal: &'a (dyn Fn() -> Option<Stop> + Sync),
}

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget { evaluations: None, signal: &|| None };

    /// A limit on the number of evaluations.
    pub fn evaluations(limit: u64) -> Budget<'static> {
        Budget { evaluations: Some(limit), ..Budget::UNLIMITED }
    }
}
