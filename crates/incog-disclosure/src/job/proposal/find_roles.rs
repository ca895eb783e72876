//! What is proposed for each column of a table.

use super::from_preset::{apply_rules, apply_rules_before_ages};
use super::proposed_column::{AgeAt, AgeTime, Proposed};
use super::wishes::ProposalWishes;
use crate::proposed_hierarchy::{EventDate, KnownDay, age_on_day, event_date, redundancy};
use incog_audit::Finding;
use incog_data::{Column, Table};
use incog_io::FileFormat;
use incog_privacy::Role as Published;
use incog_roles::{Meaning, Proposal, ProposedRole, Reason, ValueKind, propose};
use std::collections::BTreeMap;

/// What is proposed for each column. There is one provider column, whoever else looks like one.
pub(super) fn proposals<'t>(
    table: &'t Table,
    format: &FileFormat,
    wishes: &ProposalWishes,
) -> Vec<Proposed<'t>> {
    let mut has_provider = false;
    let keys: BTreeMap<&str, u64> =
        format.key_lines.iter().flat_map(|keys| keys.of_fewer_than(FEWEST_LINES)).collect();
    let one = |(column, proposal): (&'t Column, Proposal)| {
        let second = proposal.role == ProposedRole::Provider && std::mem::replace(&mut has_provider, true);
        let proposal = if second { Proposal { role: ProposedRole::Undecided, ..proposal } } else { proposal };
        let proposal = match keys.get(&*column.name) {
            Some(&records) => {
                Proposal { role: ProposedRole::Undecided, ..proposal }.and(Reason::RareKey { records })
            }
            None => proposal,
        };
        Proposed::new(column, proposal, wishes.decided.get(&column.name).copied())
    };
    let mut proposals: Vec<Proposed<'_>> = table.columns().iter().zip(propose(table)).map(one).collect();
    count_by_contracts(&mut proposals);
    // Where the preset leaves a column out, no other is left out because it follows from that one.
    wishes.preset.iter().for_each(|preset| apply_rules_before_ages(preset, &mut proposals));
    leave_out_what_follows(table, &mut proposals);
    propose_ages(table, &mut proposals, wishes.table_date.as_deref());
    wishes.preset.iter().for_each(|preset| apply_rules(preset, &mut proposals));
    for Finding { column, about, .. } in undoing(table, &proposals) {
        let proposed = proposals.iter_mut().find(|proposed| proposed.column.name == column);
        proposed.into_iter().for_each(|proposed| proposed.undoes = proposed.undoes.take().or(about.clone()));
    }
    proposals
}

/// Where no column says who the people are, their contracts are counted.
fn count_by_contracts(proposals: &mut [Proposed<'_>]) {
    let is_unit =
        |proposed: &Proposed<'_>| matches!(proposed.role(), ProposedRole::Person | ProposedRole::Household);
    if !proposals.iter().any(is_unit)
        && let Some(contract) = proposals.iter_mut().find(|proposed| proposed.is_shared_contract())
    {
        contract.proposal.role = ProposedRole::Person;
    }
}

/// The places of the columns that are quasi-identifiers for now.
fn quasi_identifiers(proposals: &[Proposed<'_>]) -> Vec<usize> {
    (0..proposals.len())
        .filter(|place: &usize| proposals[*place].role() == ProposedRole::QuasiIdentifier)
        .collect()
}

fn births(proposals: &[Proposed<'_>]) -> Vec<usize> {
    (0..proposals.len()).filter(|&place| proposals[place].is_birth()).collect()
}

/// Of quasi-identifiers that follow from each other one stays: the others would cost detail and
/// say nothing that is new.
fn leave_out_what_follows(table: &Table, proposals: &mut [Proposed<'_>]) {
    let person = units(proposals).first().map(|proposed| proposed.column);
    let found = redundancy(table, &quasi_identifiers(proposals), &births(proposals), person);
    let names = |places: &[usize]| -> Vec<String> {
        places.iter().filter_map(|&place| Some(table.columns().get(place)?.name.clone())).collect()
    };
    for (&place, by) in &found.left_out {
        proposals[place].follows_from = names(by);
        // A preset says nothing of a column that is left out.
        proposals[place].rule = None;
    }
    found.coarser.iter().for_each(|(&place, above)| proposals[place].within = names(above));
}

/// Dates of birth become ages at the earliest event that is published, or else on the date of the
/// table.
fn propose_ages(table: &Table, proposals: &mut [Proposed<'_>], table_date: Option<&str>) {
    let kept = quasi_identifiers(proposals);
    let births = births(proposals);
    let events: Vec<usize> = kept.iter().copied().filter(|place| !births.contains(place)).collect();
    for birth in births.into_iter().filter(|birth| kept.contains(birth)) {
        let of_event =
            event_date(table, birth, &events).and_then(|EventDate { place, format, impossible }| {
                let event = table.columns().get(place)?.name.clone();
                Some(AgeAt { time: AgeTime::Event(event), format, impossible })
            });
        proposals[birth].age_at = of_event.or_else(|| {
            let day = table_date?;
            let KnownDay { format, impossible } = age_on_day(table, birth, day)?;
            Some(AgeAt { time: AgeTime::Day(day.to_owned()), format, impossible })
        });
    }
}

/// The columns that the gate would refuse to publish beside what is proposed for the others: each
/// of their values goes with one of a quasi-identifier. What is undecided may become one.
fn undoing(table: &Table, proposals: &[Proposed<'_>]) -> Vec<Finding> {
    let roles = proposals.iter().map(|proposed| {
        let role = match proposed.role() {
            ProposedRole::Identifier => Published::Identifier,
            ProposedRole::Undecided if is_a_thing(&proposed.proposal) => Published::Insensitive,
            ProposedRole::Person => Published::Person,
            ProposedRole::Household => Published::Household,
            ProposedRole::QuasiIdentifier | ProposedRole::Undecided => Published::QuasiIdentifier,
            ProposedRole::Sensitive => Published::Sensitive,
            ProposedRole::Provider => Published::Provider,
            ProposedRole::Insensitive => Published::Insensitive,
        };
        (proposed.column.name.clone(), role)
    });
    incog_audit::undoing(table, &roles.collect())
}

/// Whether somebody is followed from place to place: a person, a time and a position, each person
/// in many rows.
pub(super) fn are_tracks(proposals: &[Proposed<'_>]) -> bool {
    let says = |is_it: fn(&Reason) -> bool| {
        proposals.iter().filter(|proposed| proposed.proposal.reasons.iter().any(is_it)).count()
    };
    let is_time = |reason: &Reason| match reason {
        Reason::Name { meaning, .. } => *meaning == Meaning::Date,
        Reason::Values { kind, .. } => *kind == ValueKind::Date,
        _ => false,
    };
    let is_coordinate = |reason: &Reason| match reason {
        Reason::Name { meaning, .. } => *meaning == Meaning::Coordinates,
        other => *other == Reason::PairOfCoordinates,
    };
    let is_position = |reason: &Reason| matches!(reason, Reason::Values { kind: ValueKind::Position, .. });
    let is_followed = |proposed: &Proposed<'_>| {
        let Column { codes, dictionary, .. } = proposed.column;
        proposed.role() == ProposedRole::Person && codes.len() >= MANY_POSITIONS * dictionary.len()
    };
    proposals.iter().any(is_followed)
        && says(is_time) > 0
        && (says(is_coordinate) > 1 || says(is_position) > 0)
}

/// Four positions find most people (de Montjoye et al. 2013, doi:10.1038/srep01376).
const MANY_POSITIONS: usize = 4;

/// A key that fewer lines have is nobody's to name but the steward's.
const FEWEST_LINES: u64 = 10;

/// What may be decided to be published as it is.
fn is_a_thing(proposal: &Proposal) -> bool {
    proposal.reasons.iter().any(|reason| matches!(reason, Reason::RareValue { .. }))
}
/// The columns that people may be counted by, the one that should be first: people before
/// households. Households come first where people have numbers within them, 1, 2, 3,
/// so that there are fewer numbers than households.
pub(super) fn units<'a>(proposals: &'a [Proposed<'a>]) -> Vec<&'a Proposed<'a>> {
    let with = |role: ProposedRole| proposals.iter().filter(move |proposed| proposed.role() == role);
    let people: Vec<&Proposed<'_>> = with(ProposedRole::Person).collect();
    let households: Vec<&Proposed<'_>> = with(ProposedRole::Household).collect();
    let values = |of: &[&Proposed<'_>]| of.first().map_or(0, |proposed| proposed.column.dictionary.len());
    let are_within = values(&people) < values(&households);
    let [first, then] = if are_within { [households, people] } else { [people, households] };
    first.into_iter().chain(then).collect()
}

/// The first column of numbers of people in which each number has one record.
pub(super) fn one_record_each<'a>(table: &Table, proposals: &'a [Proposed<'a>]) -> Option<&'a Proposed<'a>> {
    let names_people = |reason: &Reason| {
        matches!(reason, Reason::Name { meaning: Meaning::Person | Meaning::PersonNumber, .. })
    };
    proposals.iter().find(|proposed| {
        proposed.role() == ProposedRole::Identifier
            && proposed.column.dictionary.len() == table.rows()
            && proposed.column.missing.is_empty()
            && proposed.proposal.reasons.iter().any(names_people)
    })
}
