//! The roles that the columns of a table have in its release.

/// What a missing value of a sensitive column counts as for l-diversity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingAs {
    /// One value of its own, whichever marker it has: that a value is missing tells something about
    /// a person.
    #[default]
    Value,
    /// No value: a class needs l other values.
    NoValue,
}

impl MissingAs {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("value", Self::Value), ("none", Self::NoValue)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// The role of a column in the release.
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
    /// Names the person a record is about, who may have several records; dropped from the release,
    /// and people are counted by it.
    Person,
    /// Names the household a record is about; dropped from the release.
    Household,
    /// Says the least size of the class of its person, her own k; dropped from the release.
    OwnK,
    /// Nobody has said yet; nothing is published while a column has this role.
    Undecided,
}

impl Role {
    /// All roles, with their names in the job file.
    pub const ALL: [(&'static str, Self); 9] = [
        ("identifier", Self::Identifier),
        ("quasi-identifier", Self::QuasiIdentifier),
        ("sensitive", Self::Sensitive),
        ("insensitive", Self::Insensitive),
        ("provider", Self::Provider),
        ("person", Self::Person),
        ("household", Self::Household),
        ("own-k", Self::OwnK),
        ("undecided", Self::Undecided),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }

    /// Whether a column with this role says who a record is about, so that people can be counted by
    /// it.
    pub fn is_unit(self) -> bool {
        matches!(self, Self::Person | Self::Household)
    }

    /// Whether a release may lack a column with this role.
    pub fn may_be_left_out(self) -> bool {
        self.names_people() || matches!(self, Self::Provider | Self::OwnK)
    }

    /// Whether a column with this role names people, and is dropped from the release.
    pub fn names_people(self) -> bool {
        self == Self::Identifier || self.is_unit()
    }
}

/// The name that a value has in this list of all values.
fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}
