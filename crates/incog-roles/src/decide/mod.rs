//! One column: from what its name and its values say to a role.

mod attribute;
mod decide_by_values;
mod head;
mod identifier;
mod serving;
mod unit;
mod weight;

use crate::column_name::{NameReading, NamedBy};
use crate::detector::{Detection, Strength, ValueKind};
use crate::fold::fold;
use crate::meaning::{Meaning, SpeaksFor};
use crate::profile::Profile;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

pub(crate) use serving::leave_out_who_serve;
pub(crate) use unit::may_number_people;

/// All that is known of a column.
pub(crate) struct Evidence<'a> {
    pub(crate) profile: &'a Profile<'a>,
    pub(crate) name: &'a NameReading,
    pub(crate) findings: &'a [Detection],
}

/// What is asked, in this order; the first that has an answer decides.
///
/// Names that identify come before values, so that a column called `patient_id` is one also where
/// its values repeat; values that leave no doubt come before all other names.
const QUESTIONS: &[fn(&Evidence<'_>) -> Option<Proposal>] = &[
    identifier::named,
    proven,
    weight::named,
    decide_by_values::without_any,
    unit::named,
    attribute::named,
    decide_by_values::recognized,
    decide_by_values::unique,
];

/// Yes and no in eight languages.
const YES_OR_NO: &[&str] = &[
    "yes", "no", "true", "false", "ja", "nein", "oui", "non", "si", "nee", "sim", "nao", "tak", "nie",
    "vrai", "faux", "vero", "falso",
];

/// The role of a column.
pub(crate) fn decide(evidence: &Evidence<'_>) -> Proposal {
    let answer = QUESTIONS.iter().find_map(|question| question(evidence));
    answer.unwrap_or_else(|| decide_by_values::undecided(evidence))
}

/// Values that are what they are, whatever the name says.
fn proven(evidence: &Evidence<'_>) -> Option<Proposal> {
    let proof = |finding: &&Detection| finding.detector.strength == Strength::Proof;
    let finding = evidence.findings.iter().filter(proof).find(|finding| {
        match finding.detector.kind {
            // Cities, firms and diseases have names of people, too.
            ValueKind::PersonName => evidence.attribute().is_none(),
            // Versions of programs have four numbers, too.
            ValueKind::NetworkAddress => !evidence.has(&[Meaning::Thing]),
            _ => true,
        }
    })?;
    Some(Proposal::new(finding.detector.role, *finding, Confidence::Certain))
}

impl Evidence<'_> {
    /// The first word for a quasi-identifier or a sensitive attribute.
    fn attribute(&self) -> Option<NamedBy> {
        let speaks = |hit: &&NamedBy| {
            matches!(hit.meaning.speaks_for(), SpeaksFor::QuasiIdentifier | SpeaksFor::Sensitive)
        };
        self.name.hits.iter().find(speaks).copied()
    }

    /// What was found of this kind.
    fn found(&self, kind: ValueKind) -> Option<Detection> {
        self.findings.iter().find(|finding| finding.detector.kind == kind).copied()
    }

    /// A proposal by a word, surer when a detector says the same.
    fn by(&self, role: ProposedRole, hit: NamedBy) -> Proposal {
        let proposal =
            Proposal::new(role, Reason::Name { word: hit.word, meaning: hit.meaning }, Confidence::Likely);
        match self.findings.iter().find(|finding| finding.detector.role == role) {
            Some(finding) => Proposal { confidence: Confidence::Certain, ..proposal.and(*finding) },
            None => proposal,
        }
    }

    /// The word speaks of more than these few values show.
    fn too_few_for(&self, hit: NamedBy) -> Proposal {
        let reason = Reason::Name { word: hit.word, meaning: hit.meaning };
        Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess)
            .and(Reason::FewValues { distinct: self.profile.distinct })
    }

    /// Yes and no, or a few codes of single signs or with digits: no name of anybody.
    fn is_flag(&self) -> bool {
        let is_code = |text: &str| {
            let length = text.chars().count();
            length <= 1 || length <= 5 && text.bytes().any(|byte| byte.is_ascii_digit())
        };
        let is_yes_or_no = |text: &str| text.len() <= 6 && YES_OR_NO.contains(&fold(text).as_str());
        let all = || self.profile.values.iter().all(|value| is_code(value.text) || is_yes_or_no(value.text));
        (1..=3).contains(&self.profile.distinct) && self.profile.rows >= 20 && all()
    }

    /// A few kinds, each in many rows.
    fn is_few_kinds(&self) -> bool {
        self.profile.distinct <= 20 && self.profile.rows > 20 * self.profile.distinct as u64
    }

    fn has(&self, meanings: &[Meaning]) -> bool {
        self.name.first(meanings).is_some()
    }
}
