//! The cards of all searches that a job can name. The searches are in incog-plan and incog-local,
//! which a reader of jobs does not need.

pub mod evolutionary;
pub mod exact;
pub mod external;
pub mod heuristic;
pub mod local;
pub mod microaggregation;

use incog_card::Card;

/// The cards of the searches among levels, the default first.
pub static GLOBAL_SEARCHES: &[&Card] = &[
    &exact::AUTO,
    &exact::OPTIMAL,
    &exact::HITTING_SET,
    &exact::EXHAUSTIVE,
    &exact::FLASH,
    &exact::OLA,
    &exact::INCOGNITO,
    &exact::SAMARATI,
    &heuristic::DATAFLY,
    &heuristic::TOP_DOWN,
    &heuristic::BOTTOM_UP,
    &heuristic::KGEN,
    &heuristic::RANDOM,
    &heuristic::CPGEN,
    &heuristic::PROVIDER_AWARE,
    &evolutionary::HAEF,
    &evolutionary::HAEF_WITHOUT_PRIORITY,
    &evolutionary::HAEF_WITHOUT_GA_DE_ADAPTATION,
    &evolutionary::HAEF_WITHOUT_DES_ADAPTATION,
    &evolutionary::TLEF,
    &evolutionary::DFS,
    &evolutionary::DFS_SUPPRESS,
    &evolutionary::ID_DGA,
    &evolutionary::ID_DGA_WITHOUT_FRAMEWORK,
    &evolutionary::ID_DGA_WITHOUT_MUTATION,
    &evolutionary::ID_DGA_WITHOUT_IMPROVEMENT,
    &evolutionary::ID_GA,
    &evolutionary::GA,
    &evolutionary::DE,
    &external::EXTERNAL,
];

/// The cards of the searches of local recodings, the constructive ones first, the rivals last.
pub static LOCAL_SEARCHES: &[&Card] = &[
    &local::TOP_DOWN,
    &local::ROUNDS,
    &local::REASSIGN,
    &local::CELL_PASS,
    &local::LP_ROUNDING,
    &local::LNS,
    &local::MONDRIAN,
    &local::ARX_ITERATED,
    &local::K_MEMBER,
];

/// Those among them that can be held to [disjoint cells](crate::CellKind::Strict).
pub static STRICT_LOCAL_SEARCHES: &[&Card] = &[&local::TOP_DOWN, &local::MONDRIAN];

/// The cards of the methods that group records by distance.
pub static MICROAGGREGATIONS: &[&Card] = &[&microaggregation::MDAV, &microaggregation::V_MDAV];

/// The card with this name in a list.
///
/// ```
/// use incog_request::cards::{GLOBAL_SEARCHES, card_of};
/// assert_eq!(card_of(GLOBAL_SEARCHES, "optimal").map(|card| card.parameters.len()), Some(1));
/// assert!(card_of(GLOBAL_SEARCHES, "luck").is_none());
/// ```
pub fn card_of(cards: &'static [&'static Card], name: &str) -> Option<&'static Card> {
    cards.iter().find(|card| card.name == name).copied()
}
