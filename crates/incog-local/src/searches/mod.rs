//! Finding local recodings.

mod arx_iterated;
mod cell_index;
mod cell_pass;
mod exact_block;
mod k_member;
mod leftovers;
mod lns;
mod local_search;
mod lp_rounding;
mod mondrian;
mod reassign;
mod rounds;
mod top_down;
mod transfers;

use incog_request::cards::STRICT_LOCAL_SEARCHES;
pub use local_search::LocalSearch;

pub(crate) use cell_pass::cell_pass;
pub(crate) use k_member::k_member_in_parts;
pub(crate) use lns::lns;
pub(crate) use local_search::{Procedure, Splits};
pub(crate) use lp_rounding::lp_rounding;
pub(crate) use reassign::reassign;
pub(crate) use rounds::rounds;
pub(crate) use top_down::{split, top_down};

/// All searches of local recodings, the constructive ones first, the rivals last.
pub static LOCAL_SEARCHES: &[&LocalSearch] = &[
    &top_down::TOP_DOWN,
    &rounds::ROUNDS,
    &reassign::REASSIGN,
    &cell_pass::CELL_PASS,
    &lp_rounding::LP_ROUNDING,
    &lns::LNS,
    &mondrian::MONDRIAN,
    &arx_iterated::ARX_ITERATED,
    &k_member::K_MEMBER,
];

impl LocalSearch {
    /// The search with this name.
    ///
    /// ```
    /// use incog_local::LocalSearch;
    /// assert!(LocalSearch::by_name("mondrian").is_some_and(|search| search.is_strict()));
    /// assert!(LocalSearch::by_name("luck").is_none());
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Self> {
        LOCAL_SEARCHES.iter().find(|search| search.card.name == name).copied()
    }

    /// Whether it can be held to [disjoint cells](crate::CellKind::Strict).
    pub fn is_strict(&self) -> bool {
        STRICT_LOCAL_SEARCHES.iter().any(|card| std::ptr::eq(*card, self.card))
    }
}
