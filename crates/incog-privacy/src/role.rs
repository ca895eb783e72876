//! What the columns of a table are to its release.

/// What a missing value of a sensitive column counts for l-diversity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingAs {
    /// One value of its own, whatever stands for it: that a value is missing is something to learn about a person.
    #[default]
    Value,
    /// No value: a class needs l of the others.
    NoValue,
}

impl MissingAs {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("value", Self::Value), ("none", Self::NoValue)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What a column is to the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Names a person; dropped from the release.
    Identifier,
    /// Describes a person to those who know them; generalized.
    QuasiIdentifier,
    /// What nobody should learn about a person.
    Sensitive,
    /// Published as it is.
    #[default]
    Insensitive,
    /// Who contributed the record.
    Provider,
    /// Names the person a record is about, who may have several; dropped from the release, and counted.
    Person,
    /// The same of the household.
    Household,
    /// Nobody has said yet; nothing is published with such a column.
    Undecided,
}

impl Role {
    /// All roles by their names in the job file.
    pub const ALL: [(&'static str, Self); 8] = [
        ("identifier", Self::Identifier),
        ("quasi-identifier", Self::QuasiIdentifier),
        ("sensitive", Self::Sensitive),
        ("insensitive", Self::Insensitive),
        ("provider", Self::Provider),
        ("person", Self::Person),
        ("household", Self::Household),
        ("undecided", Self::Undecided),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }

    /// Whether such columns say whom a record is about, so that people can be counted by them.
    pub fn is_unit(self) -> bool {
        matches!(self, Self::Person | Self::Household)
    }

    /// Whether such columns name people, and are dropped from the release.
    pub fn names_people(self) -> bool {
        self == Self::Identifier || self.is_unit()
    }
}

/// The name of a value in the list of all.
fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}
