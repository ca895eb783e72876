//! Columns of people who serve those that a table is about: doctors beside patients.

use crate::dependent_columns::followed_by;
use crate::meaning::Meaning;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;
use incog_data::ValueCounts;

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
/// about their doctors. Where other columns follow from the people who serve, as the age and the
/// sex of a driver do, the table is about them.
pub(crate) fn leave_out_who_serve(proposals: &mut [Proposal], counts: &ValueCounts<'_>) {
    let served = proposals.iter().enumerate().filter(|(_, proposal)| names_the_served(proposal));
    let Some(most) = served.map(|(at, _)| counts.present(at)).max() else { return };
    for (at, proposal) in proposals.iter_mut().enumerate() {
        let serves = proposal.role == ProposedRole::Person
            && !names_the_served(proposal)
            && people_of(proposal).next().is_some();
        if serves && counts.present(at) < most && followed_by(counts, at).is_none() {
            let left_out = Proposal::new(ProposedRole::Identifier, Reason::ServesOthers, Confidence::Likely);
            *proposal = proposal.reasons.iter().fold(left_out, |left_out, reason| left_out.and(*reason));
        }
    }
}
