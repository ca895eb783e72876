//! What a search of local recodings is: its card, and how it is run.

use crate::bounds::Prices;
use crate::draft::{Builder, Draft};
use crate::work_budget::WorkBudget;
use incog_card::Card;
use incog_search::Stop;

/// A search of local recodings: its card, and how it is run.
pub struct LocalSearch {
    /// Name and paper.
    pub card: &'static Card,
    pub(crate) procedure: Procedure,
}

/// How a search is run. It always gives a release, and says why it ended early, if it did; whether
/// that suppresses more than allowed is asked afterwards.
pub(crate) enum Procedure {
    /// It makes releases of nothing.
    Makes(fn(&mut Builder<'_>, Splits, &mut WorkBudget<'_>) -> Searched),
    /// It goes on from a release, and may raise prices by the way.
    Improves(fn(&mut Builder<'_>, Draft, &mut Prices, &mut WorkBudget<'_>) -> Searched),
}

/// A release, and whether the search came to its end.
pub(crate) type Searched = (Draft, Result<(), Stop>);

/// What becomes of the parts of a class that are no class on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Splits {
    /// Every part must be a class, so that cells are disjoint.
    Strict,
    /// They stay together at the label above, which overlaps those of the others.
    Free,
}
