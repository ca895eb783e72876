//! What a column may be proposed to be.

use std::fmt;

/// What a column is to the people of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProposedRole {
    /// Names one person or one record; dropped from a release.
    Identifier,
    /// Identifies a person who may have several rows: the unit that a promise protects.
    Person,
    /// Identifies a household whose members have rows of their own: a unit, too.
    Household,
    /// Others may know it, and it narrows down to a few together with other columns.
    QuasiIdentifier,
    /// What must not be learned about a person.
    Sensitive,
    /// Who holds the record, where several publish one table together.
    Provider,
    /// Published as it is.
    Insensitive,
    /// Neither name nor values decide it; a person has to.
    Undecided,
}

impl ProposedRole {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Identifier,
        Self::Person,
        Self::Household,
        Self::QuasiIdentifier,
        Self::Sensitive,
        Self::Provider,
        Self::Insensitive,
        Self::Undecided,
    ];

    /// The role of this [name](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The word for it in a job file.
    ///
    /// ```
    /// assert_eq!(incog_roles::ProposedRole::QuasiIdentifier.name(), "quasi-identifier");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Person => "person",
            Self::Household => "household",
            Self::QuasiIdentifier => "quasi-identifier",
            Self::Sensitive => "sensitive",
            Self::Provider => "provider",
            Self::Insensitive => "insensitive",
            Self::Undecided => "undecided",
        }
    }

    /// Whether the column points at one person, household or record.
    pub fn identifies(self) -> bool {
        matches!(self, Self::Identifier | Self::Person | Self::Household)
    }
}

impl fmt::Display for ProposedRole {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
