//! One attack of the list.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::missing_need::MissingNeed;
use incog_card::Card;

/// What an attack needs beside original and release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackNeeds {
    /// A sensitive column.
    pub sensitive: bool,
    /// A control group.
    pub control: bool,
    /// A column that the attacker knows.
    pub known: bool,
    /// Two columns that the attacker knows, or more.
    pub two_known: bool,
    /// Another release about the same people.
    pub another: bool,
}

impl AttackNeeds {
    pub(crate) const NOTHING: Self =
        Self { sensitive: false, control: false, known: false, two_known: false, another: false };
}

/// An attack: what is told of it, and how it is tried.
pub struct AttackEntry {
    /// Name, paper, what can be set.
    pub card: Card,
    /// What a success means, in one sentence.
    pub success: &'static str,
    /// What it needs.
    pub needs: AttackNeeds,
    /// Tries it: once, or once for each sensitive column.
    pub(crate) run: fn(&AttackSetup<'_>) -> Vec<Tries>,
}

impl AttackEntry {
    /// What it lacks in a setup.
    pub(crate) fn lacks(&self, setup: &AttackSetup<'_>) -> Option<MissingNeed> {
        let AttackNeeds { sensitive, control, known, two_known, another } = self.needs;
        let lacking = [
            (sensitive && setup.sensitive.is_empty(), MissingNeed::Sensitive),
            (control && setup.control.is_none(), MissingNeed::Control),
            (known && setup.known.is_empty(), MissingNeed::Known),
            (two_known && setup.known.len() < 2, MissingNeed::TwoKnown),
            (another && setup.also.is_empty(), MissingNeed::Another),
        ];
        lacking.into_iter().find(|(lacks, _)| *lacks).map(|(_, need)| need)
    }
}

/// As in a list: what is told of it.
impl std::fmt::Debug for AttackEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AttackEntry").field("name", &self.card.name).finish_non_exhaustive()
    }
}
