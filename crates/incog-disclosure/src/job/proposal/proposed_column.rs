//! A column and what is proposed for it.

use super::from_preset::AppliedRule;
use super::proposed_levels::ProposedHierarchy;
use crate::job::lost_zeros::{WHY, lacks_zeros};
use crate::job::toml_text::quoted;
use incog_data::Column;
use incog_roles::{DETECTORS, Meaning, Proposal, ProposedRole, Reason, ValueKind, named_in};

/// A column and what is proposed for it.
pub(super) struct Proposed<'a> {
    pub column: &'a Column,
    pub proposal: Proposal,
    /// The role that a person decided.
    pub decided: Option<ProposedRole>,
    /// What a preset says of it.
    pub rule: Option<AppliedRule>,
    /// Another column, of which a value of this one says the value.
    pub undoes: Option<String>,
    /// The columns that this one follows from, so that it is left out.
    pub follows_from: Vec<String>,
    /// The coarser columns, finest first, that its values lie within.
    pub within: Vec<String>,
    /// For a date of birth the age that is published.
    pub age_at: Option<AgeAt>,
}

/// The age that stands for a date of birth.
pub(super) struct AgeAt {
    /// When somebody has that age.
    pub time: AgeTime,
    /// The form of the dates; `None` for ISO 8601.
    pub format: Option<String>,
    /// Records that have no possible age.
    pub impossible: u64,
}

/// When somebody has the age that is published.
pub(super) enum AgeTime {
    /// On the date of this column.
    Event(String),
    /// On this day, in the form 2024-12-31: that of the table.
    Day(String),
}

impl AgeAt {
    /// What stands behind `publish =`, and why. Impossible ages are missing in any job: one that is
    /// published would tell that there are some.
    pub fn publish(&self) -> String {
        let (when, why) = match &self.time {
            AgeTime::Event(column) => (format!("age_at = {}", quoted(column)), "the age then, not the date"),
            AgeTime::Day(day) => (
                format!("age_on = {}", quoted(day)),
                "the age on the date of the file; set the day that the data are about",
            ),
        };
        let form = self.format.as_ref().map_or(String::new(), |form| format!(", format = {}", quoted(form)));
        format!("{{ {when}{form}, impossible = \"missing\" }}   # {why}")
    }

    /// What should be corrected; `None` where each record has an age.
    pub fn to_correct(&self) -> Option<String> {
        let have = match self.impossible {
            0 => return None,
            1 => "1 record has".to_owned(),
            many => format!("{many} records have"),
        };
        let (are, them) = if self.impossible == 1 { ("is", "it") } else { ("are", "them") };
        let what = match &self.time {
            AgeTime::Event(column) => format!("{} before the birth", quoted(column)),
            AgeTime::Day(day) => format!("a date of birth after {day}"),
        };
        Some(format!("{have} {what}, and {are} published without an age; correct {them} if you can"))
    }
}

impl<'a> Proposed<'a> {
    /// A column that is looked at by itself, so far.
    pub fn new(column: &'a Column, proposal: Proposal, decided: Option<ProposedRole>) -> Self {
        Self {
            column,
            proposal,
            decided,
            rule: None,
            undoes: None,
            follows_from: Vec::new(),
            within: Vec::new(),
            age_at: None,
        }
    }

    /// What a person decided, or a preset. What would undo the generalization of another column is
    /// not published before somebody has decided it; what follows from others is left out.
    pub fn role(&self) -> ProposedRole {
        if let Some(said) = self.decided.or_else(|| self.rule.as_ref()?.role) {
            return said;
        }
        match (&self.undoes, self.follows_from.is_empty()) {
            (Some(_), _) => ProposedRole::Undecided,
            (None, false) => ProposedRole::Identifier,
            (None, true) => self.proposal.role,
        }
    }

    /// The reasons for the role, in words.
    pub fn why(&self) -> String {
        if self.decided.is_some() {
            return format!("decided by a person; {}", self.proposal.why());
        }
        let quotes: Vec<String> = self.follows_from.iter().map(|name| quoted(name)).collect();
        match quotes.as_slice() {
            [] => self.proposal.why(),
            others => {
                format!("left out, because it follows from {}; {}", others.join(" and "), self.proposal.why())
            }
        }
    }

    /// What should be corrected in the column before anything is published.
    pub fn to_correct(&self) -> Vec<String> {
        let ages = self.age_at.as_ref().and_then(AgeAt::to_correct);
        lacks_zeros(self.column).then(|| WHY.to_owned()).into_iter().chain(ages).collect()
    }

    /// Whether its name speaks of a contract, a file or an account, and nearly all of them have
    /// several rows.
    pub fn is_shared_contract(&self) -> bool {
        const FEWEST: usize = 20;
        let is_one = |meaning: &Meaning| {
            matches!(meaning, Meaning::MedicalNumber | Meaning::Account | Meaning::NationalNumber)
        };
        let mut reasons = self.proposal.reasons.iter();
        let is_contract =
            reasons.any(|reason| matches!(reason, Reason::Name { meaning, .. } if is_one(meaning)));
        let shared = self.column.counts().into_iter().filter(|rows| *rows > 1).count();
        is_contract && shared >= FEWEST && 10 * shared >= 9 * self.column.dictionary.len()
    }

    pub fn is_birth(&self) -> bool {
        self.proposal.reasons.iter().any(|reason| match reason {
            Reason::Name { meaning, .. } => *meaning == Meaning::Birth,
            Reason::Values { kind, .. } => *kind == ValueKind::BirthDate,
            _ => false,
        })
    }

    pub fn hierarchy(&self) -> ProposedHierarchy {
        match (&self.age_at, self.within.as_slice()) {
            (Some(_), _) => ProposedHierarchy::ages(),
            (None, []) if self.is_birth() => ProposedHierarchy::births(self.column),
            (None, []) => ProposedHierarchy::from_column(self.column),
            (None, within) => ProposedHierarchy::within(within.to_vec()),
        }
    }

    /// The role that is safe whatever the column turns out to be: what would undo another column,
    /// or could name somebody, is left out; rows that may be of one person are counted together,
    /// where nothing else says who the people are; all else becomes coarser.
    pub fn safe_role(&self, has_unit: bool) -> ProposedRole {
        let reasons = &self.proposal.reasons;
        if self.undoes.is_some()
            || reasons.iter().any(names_somebody)
            || self.column.dictionary.iter().any(|value| named_in(value).is_some())
        {
            return ProposedRole::Identifier;
        }
        match reasons.iter().any(|reason| matches!(reason, Reason::FollowedByOthers { .. })) {
            true if has_unit => ProposedRole::Identifier,
            true => ProposedRole::Person,
            false => ProposedRole::QuasiIdentifier,
        }
    }
}

/// Whether a reason says that values could be somebody's name or number.
fn names_somebody(reason: &Reason) -> bool {
    match reason {
        Reason::RareKey { .. } | Reason::Unique { .. } => true,
        Reason::Values { kind, .. } => DETECTORS.iter().any(|one| one.kind == *kind && one.role.identifies()),
        _ => false,
    }
}
