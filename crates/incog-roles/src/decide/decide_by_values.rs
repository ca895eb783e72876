//! What values say where the name says nothing.

use super::Evidence;
use crate::detector::{Detection, Strength};
use crate::profile::Profile;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

/// Nothing at all, or the same for all.
pub(super) fn without_any(evidence: &Evidence<'_>) -> Option<Proposal> {
    let profile = evidence.profile;
    match profile.distinct {
        0 => Some(Proposal::new(ProposedRole::Insensitive, Reason::Empty, Confidence::Certain)),
        // That only some have it is a second value.
        1 if profile.rows == profile.all_rows && profile.rows > 1 => {
            Some(Proposal::new(ProposedRole::Insensitive, Reason::Constant, Confidence::Certain))
        }
        _ => None,
    }
}

/// What a detector recognized.
pub(super) fn recognized(evidence: &Evidence<'_>) -> Option<Proposal> {
    let sign = |finding: &&Detection| finding.detector.strength >= Strength::Sign;
    let finding = evidence.findings.iter().find(sign)?;
    Some(Proposal::new(finding.detector.role, *finding, Confidence::Likely))
}

/// Below so many rows it says nothing that all differ.
const FEWEST_ROWS: u64 = 20;

/// Texts nearly all of which differ; numbers may be measured as well, which the caller says is
/// undecided.
pub(super) fn unique(evidence: &Evidence<'_>) -> Option<Proposal> {
    let profile = evidence.profile;
    if !is_unique_text(profile) {
        return None;
    }
    let reason = Reason::Unique { distinct: profile.distinct, rows: profile.rows };
    Some(Proposal::new(ProposedRole::Identifier, reason, Confidence::Likely))
}

/// Whether these are texts nearly all of which differ.
pub(super) fn is_unique_text(profile: &Profile<'_>) -> bool {
    profile.rows >= FEWEST_ROWS && profile.unique_share() >= 0.9 && !profile.is_number()
}

/// From so many values on they are called many.
const MANY: usize = 50;

/// A value that fewer rows have is rare.
const FEWEST_THAT_SHARE: u64 = 50;

/// Nothing decides it: a yes and no that half of the rows share may be what nobody must learn.
pub(super) fn undecided(evidence: &Evidence<'_>) -> Proposal {
    let Profile { distinct, smallest, rows, .. } = *evidence.profile;
    let reason = if distinct > MANY {
        Reason::ManyValues { distinct }
    } else if smallest >= FEWEST_THAT_SHARE && smallest * 20 >= rows {
        Reason::LargeGroups { distinct, smallest }
    } else {
        Reason::SmallGroups { smallest }
    };
    Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess)
}
