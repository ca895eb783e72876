//! Weights: of samples and of bodies.

use super::Evidence;
use super::attribute::is_measured;
use crate::detector::ValueKind;
use crate::meaning::Meaning;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

/// The heaviest that somebody may be, in pounds or kilograms.
const HEAVIEST: f64 = 700.0;

/// A weight that many rows share may be published; one that few have points at them like a number
/// of theirs.
pub(super) fn named(evidence: &Evidence<'_>) -> Option<Proposal> {
    let hit = evidence.name.first(&[Meaning::SamplingWeight, Meaning::Weight])?;
    let profile = evidence.profile;
    let of_a_sample = evidence.found(ValueKind::SamplingWeight).is_some();
    if hit.meaning == Meaning::Weight {
        let few = profile.distinct as u64 * 50 <= profile.rows;
        let is_of_a_body = !few && profile.range().is_some_and(|(_, most)| most <= HEAVIEST);
        if evidence.has(&[Meaning::Thing]) {
            return None;
        }
        if !of_a_sample || is_of_a_body {
            let role =
                if is_measured(profile) { ProposedRole::Sensitive } else { ProposedRole::QuasiIdentifier };
            return (profile.distinct > 1).then(|| evidence.by(role, hit));
        }
    }
    if !profile.is_number() {
        return None;
    }
    let reason = Reason::Name { word: hit.word, meaning: hit.meaning };
    let is_shared = profile.distinct <= 1 || profile.smallest >= 20 && profile.smallest * 100 >= profile.rows;
    Some(if is_shared {
        Proposal::new(ProposedRole::Insensitive, reason, Confidence::Likely).and(Reason::WeightIsShared)
    } else {
        let singles_out = Reason::WeightSinglesOut { smallest: profile.smallest };
        Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess).and(singles_out)
    })
}
