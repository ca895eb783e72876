//! All attacks, one file each.

mod arrangements;
mod common_people;
mod downcoding;
mod homogeneity;
mod inference;
mod intersection;
mod linkability;
mod membership;
mod minimality;
mod places;
mod predicate;
mod refinement;
mod rounds;
mod singling_out;
mod skewness;
mod trees;

use crate::entry::AttackEntry;
use crate::error::AttackError;

/// All attacks, in the order in which they are tried.
pub static ATTACKS: &[&AttackEntry] = &[
    &singling_out::BY_ONE,
    &singling_out::BY_SEVERAL,
    &linkability::ENTRY,
    &inference::ENTRY,
    &trees::ENTRY,
    &membership::ENTRY,
    &homogeneity::ENTRY,
    &skewness::ENTRY,
    &downcoding::ENTRY,
    &minimality::ENTRY,
    &refinement::ENTRY,
    &intersection::ENTRY,
    &common_people::ENTRY,
];

/// The attack with this name.
///
/// # Errors
/// When there is none.
pub fn attack_named(name: &str) -> Result<&'static AttackEntry, AttackError> {
    let unknown = || AttackError::UnknownAttack {
        name: name.to_owned(),
        known: ATTACKS.iter().map(|entry| entry.card.name).collect(),
    };
    ATTACKS.iter().find(|entry| entry.card.name == name).copied().ok_or_else(unknown)
}
