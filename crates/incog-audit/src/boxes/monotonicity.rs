//! Whether every node above an allowed one is allowed.

use super::FullDomain;
use crate::prices::NoBound;
use crate::{Criterion, criteria};
use incog_privacy::{DiversityKind, Of};

/// Holds for criteria that more records never break: a class that has a part which meets them meets
/// them, so it stays whole or goes. It holds beside everybody's own k, too: of all parts in which
/// nobody asks for more than their size, one is the greatest, and a larger class has a greater one.
/// What is left of that by colluding providers has another one. Where nothing may be suppressed, it
/// holds for all criteria that unions of what meets them meet: all that are about shares of values,
/// as long as each record counts.
pub(super) fn check(releases: &FullDomain<'_>) -> Result<(), NoBound> {
    let criteria = criteria(releases.demand, releases.input);
    for criterion in &criteria {
        match criterion.about() {
            Of::Population => return Err(NoBound::Population),
            Of::Release => return Err(NoBound::Release),
            _ => {}
        }
    }
    let colludes = criteria.iter().any(|criterion| *criterion.about() == Of::Coalitions);
    if colludes && releases.limit > 0 && releases.demand.own_k.is_some() {
        return Err(NoBound::Rising);
    }
    let unions_are_enough = releases.limit == 0 && releases.demand.unit.is_none();
    let rises = unions_are_enough || criteria.iter().all(survives_more_records);
    if rises { Ok(()) } else { Err(NoBound::Rising) }
}

/// Whether more records never break it. What colluding providers leave is no more than what all
/// others leave, so theirs is one of these as long as the other criteria are.
fn survives_more_records(criterion: &Criterion) -> bool {
    match criterion.about() {
        Of::Records | Of::Providers | Of::OwnK | Of::Coalitions => true,
        Of::Population | Of::Release => false,
        Of::Values(_) => match criterion.model() {
            "c-mixture" | "p-sensitive-k-anonymity" | "k-e-anonymity" => true,
            "l-diversity" => DiversityKind::read(criterion.asked()) == Ok(DiversityKind::Distinct),
            _ => false,
        },
    }
}
