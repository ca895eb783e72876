//! What came of attacks: counts and shares, and nothing of anybody.

use crate::attempts::Tries;
use crate::entry::AttackEntry;
use crate::rate::{Excess, Rate};
use crate::unmatched_labels::UnreadLabels;
use crate::verdict::{AttackVerdict, sentence};
use serde::Serialize;

/// What came of an attack.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttackFinding {
    /// Its name.
    pub attack: &'static str,
    /// The sensitive column that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What a success means.
    pub success: &'static str,
    /// On records of the original.
    pub original: Rate,
    /// The naive attacker on them, who has the release and guesses.
    pub baseline: Rate,
    /// On the control group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<Rate>,
    /// On as many records of the original as the control group has, where that matters; this is
    /// what is compared with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_as_control: Option<Rate>,
    /// Risk beyond the control group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond_control: Option<Excess>,
    /// How it stands.
    pub told: AttackVerdict,
    /// The verdict as a sentence.
    pub sentence: String,
}

impl AttackFinding {
    pub(crate) fn new(entry: &'static AttackEntry, tries: Tries) -> Self {
        let Tries { about, original, baseline, control, alike } = tries;
        let compared = alike.unwrap_or(original);
        let beyond_control = control.as_ref().and_then(|control| Excess::new(&compared, control));
        let told = AttackVerdict::judge(&original, &baseline, beyond_control);
        let sentence = sentence(told, &original, beyond_control);
        Self {
            attack: entry.card.name,
            about,
            success: entry.success,
            original,
            baseline,
            control,
            original_as_control: alike,
            beyond_control,
            told,
            sentence,
        }
    }
}

/// An attack that was not tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Untried {
    /// Its name.
    pub attack: &'static str,
    /// What it lacks.
    pub because: &'static str,
}

/// What came of all attacks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttackReport {
    /// What all that was drawn follows from.
    pub seed: u64,
    /// Attempts asked for of each attack.
    pub queries: usize,
    /// The column that tells whose a record is; where there is none, each attempt is on a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Records of the original.
    pub records: usize,
    /// People of the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<usize>,
    /// Records of the release.
    pub released: usize,
    /// Records of each further release.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<usize>,
    /// Records of the control group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<usize>,
    /// People of the control group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_people: Option<usize>,
    /// Columns that the attacker knows.
    pub known: Vec<String>,
    /// Columns that he wants to know.
    pub sensitive: Vec<String>,
    /// Columns with labels that could not be read as values of the original, and how many different
    /// ones; they were taken for values that nobody has, which makes attacks weaker than they could
    /// be.
    pub unread: Vec<UnreadLabels>,
    /// What was tried.
    pub findings: Vec<AttackFinding>,
    /// What was not.
    pub untried: Vec<Untried>,
}
