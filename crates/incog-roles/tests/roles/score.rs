//! How many columns of a list are found.

use super::truth::is_in;
use incog_data::Table;
use incog_roles::{ProposedRole, propose};
use std::ops::AddAssign;

/// Lists of the names of a table's columns.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    pub identifiers: &'a [&'a str],
    pub quasi_identifiers: &'a [&'a str],
    pub further: &'a [&'a str],
    pub sensitive: &'a [&'a str],
}

/// Counts of columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub columns: usize,
    pub identifiers: usize,
    pub identifiers_found: usize,
    /// All columns proposed as identifiers or units, in tables that have lists.
    pub identifiers_proposed: usize,
    pub quasi_identifiers: usize,
    /// Proposed as quasi-identifiers.
    pub quasi_identifiers_found: usize,
    /// Left to a person.
    pub quasi_identifiers_undecided: usize,
    pub sensitive: usize,
    pub sensitive_found: usize,
    pub undecided: usize,
    /// All columns proposed as quasi-identifiers, in tables that list some.
    pub proposed: usize,
    /// Those of them that are listed as such.
    pub proposed_rightly: usize,
    /// Columns of a list that are proposed to be published as they are, though more than one value
    /// is in them.
    pub given_away: usize,
}

/// Compares the proposals for a table with the lists; the names of what is not found are pushed to
/// `missed`.
pub fn score(table: &Table, lists: Lists<'_>, missed: &mut Vec<String>) -> Score {
    let mut score = Score::default();
    for (column, proposal) in table.columns().iter().zip(propose(table)) {
        let name = column.name.as_str();
        let role = proposal.role;
        // What all rows share is published as it is, whatever a list says.
        let varies = column.dictionary.len() > 1;
        let is_quasi_identifier = varies && is_in(lists.quasi_identifiers, name);
        let is_identifier = is_in(lists.identifiers, name);
        let is_sensitive = varies && !is_quasi_identifier && is_in(lists.sensitive, name);
        score.columns += 1;
        score.undecided += usize::from(role == ProposedRole::Undecided);
        score.identifiers += usize::from(is_identifier);
        score.identifiers_found += usize::from(is_identifier && role.identifies());
        score.identifiers_proposed += usize::from(!lists.quasi_identifiers.is_empty() && role.identifies());
        score.quasi_identifiers += usize::from(is_quasi_identifier);
        score.quasi_identifiers_found +=
            usize::from(is_quasi_identifier && role == ProposedRole::QuasiIdentifier);
        score.quasi_identifiers_undecided +=
            usize::from(is_quasi_identifier && role == ProposedRole::Undecided);
        score.sensitive += usize::from(is_sensitive);
        score.sensitive_found += usize::from(is_sensitive && role == ProposedRole::Sensitive);
        let has_a_list = !lists.quasi_identifiers.is_empty();
        let is_proposed = has_a_list && role == ProposedRole::QuasiIdentifier;
        score.proposed += usize::from(is_proposed);
        score.proposed_rightly +=
            usize::from(is_proposed && (is_quasi_identifier || is_in(lists.further, name)));
        let is_listed = is_identifier || is_quasi_identifier || is_sensitive;
        score.given_away += usize::from(is_listed && role == ProposedRole::Insensitive);
        let is_missed = is_identifier && !role.identifies()
            || is_quasi_identifier
                && !matches!(role, ProposedRole::QuasiIdentifier | ProposedRole::Undecided)
            || is_sensitive && role != ProposedRole::Sensitive;
        if is_missed {
            missed.push(format!("{name} ({role}: {})", proposal.why()));
        }
    }
    score
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.columns += other.columns;
        self.identifiers += other.identifiers;
        self.identifiers_found += other.identifiers_found;
        self.identifiers_proposed += other.identifiers_proposed;
        self.quasi_identifiers += other.quasi_identifiers;
        self.quasi_identifiers_found += other.quasi_identifiers_found;
        self.quasi_identifiers_undecided += other.quasi_identifiers_undecided;
        self.sensitive += other.sensitive;
        self.sensitive_found += other.sensitive_found;
        self.undecided += other.undecided;
        self.proposed += other.proposed;
        self.proposed_rightly += other.proposed_rightly;
        self.given_away += other.given_away;
    }
}

impl Score {
    /// The share of listed quasi-identifiers that are proposed as such, or left to a person.
    pub fn recall(&self) -> f64 {
        let found = self.quasi_identifiers_found + self.quasi_identifiers_undecided;
        found as f64 / self.quasi_identifiers.max(1) as f64
    }
}
