//! Columns of people who serve those that a table is about: doctors beside patients.

use crate::meaning::Meaning;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

/// Words for people who serve others.
const SERVING: &[&str] = &[
    "arzt",
    "doctor",
    "driver",
    "fahrer",
    "hausarzt",
    "hausarztin",
    "medecin",
    "medico",
    "nurse",
    "officer",
    "physician",
    "staff",
    "surgeon",
    "teacher",
    "worker",
];

/// The words of a column's name that are about people.
fn people_of(proposal: &Proposal) -> impl Iterator<Item = &'static str> + '_ {
    proposal.reasons.iter().filter_map(|reason| match reason {
        Reason::Name { word, meaning: Meaning::Person | Meaning::PersonNumber } => Some(*word),
        _ => None,
    })
}

/// Whether a column names the people that a table may be about.
fn names_the_served(proposal: &Proposal) -> bool {
    people_of(proposal).any(|word| !SERVING.contains(&word))
}

/// Leaves out people who serve those of another column with more values: a table of patients is not
/// about their doctors, and models that count doctors would count too few. `values` are the
/// distinct values of each column.
pub(crate) fn leave_out_who_serve(proposals: &mut [Proposal], values: &[usize]) {
    let served = proposals.iter().zip(values).filter(|(proposal, _)| names_the_served(proposal));
    let Some(most) = served.map(|(_, values)| *values).max() else { return };
    for (proposal, values) in proposals.iter_mut().zip(values) {
        let serves = proposal.role == ProposedRole::Person && !names_the_served(proposal);
        if serves && people_of(proposal).next().is_some() && *values < most {
            let left_out = Proposal::new(ProposedRole::Identifier, Reason::ServesOthers, Confidence::Likely);
            *proposal = proposal.reasons.iter().fold(left_out, |left_out, reason| left_out.and(*reason));
        }
    }
}
