//! Trying the attacks.

use crate::attack_setup::AttackSetup;
use crate::attacks::{ATTACKS, attack_named};
use crate::entry::AttackEntry;
use crate::error::AttackError;
use crate::finding::{AttackFinding, AttackReport, Untried};
use crate::request::{AttackRequest, Attacked};
use incog_card::Card;
use std::ops::ControlFlow;

/// Tries the attacks that a request names, or all for which there is what they need; `begins` is
/// told of each before it is tried, and may end it all there.
///
/// The tables, in whatever order their rows are, and the same request give the same report on
/// any number of threads.
///
/// # Errors
/// See [`AttackError`]; a named attack that lacks what it needs is refused, and any other listed as
/// not tried.
pub fn attack(
    attacked: &Attacked<'_>,
    request: &AttackRequest,
    mut begins: impl FnMut(&'static Card) -> ControlFlow<()>,
) -> Result<AttackReport, AttackError> {
    let chosen: Vec<&'static AttackEntry> = match request.attacks.as_slice() {
        [] => ATTACKS.to_vec(),
        names => names.iter().map(|name| attack_named(name)).collect::<Result<_, _>>()?,
    };
    let setup = AttackSetup::new(attacked, request)?;
    let (mut findings, mut untried) = (Vec::new(), Vec::new());
    for entry in chosen {
        let attack = entry.card.name;
        match entry.lacks(&setup) {
            Some(lack) if !request.attacks.is_empty() => return Err(AttackError::Lacks { attack, lack }),
            Some(lack) => untried.push(Untried { attack, because: lack.what() }),
            None => {
                if begins(&entry.card).is_break() {
                    return Err(AttackError::Ended);
                }
                findings
                    .extend((entry.run)(&setup).into_iter().map(|tries| AttackFinding::new(entry, tries)));
            }
        }
    }
    let names = |places: &[usize]| places.iter().map(|&place| setup.columns[place].name.to_owned()).collect();
    Ok(AttackReport {
        seed: request.seed,
        queries: request.queries,
        unit: request.unit.clone(),
        records: attacked.original.rows(),
        people: request.unit.as_ref().map(|_| setup.original.len()),
        released: attacked.release.rows(),
        further: attacked.also.iter().map(|table| table.rows()).collect(),
        control: attacked.control.map(incog_data::Table::rows),
        control_people: request.unit.as_ref().and(setup.control.as_ref()).map(crate::targets::Targets::len),
        known: names(&setup.known),
        sensitive: names(&setup.sensitive),
        unread: setup.unread(),
        findings,
        untried,
    })
}
