//! What an attack needs and was not given.

/// Something that an attack needs and was not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingNeed {
    /// A sensitive column.
    Sensitive,
    /// A control group.
    Control,
    /// A column that the attacker knows.
    Known,
    /// Two columns that the attacker knows.
    TwoKnown,
    /// Another release about the same people.
    Another,
}

impl MissingNeed {
    /// The need in words, which follow the name of an attack.
    pub fn what(self) -> &'static str {
        match self {
            Self::Sensitive => "needs a sensitive column",
            Self::Control => "needs a control group (records of people who are not in the original)",
            Self::Known => "needs a column that the attacker knows",
            Self::TwoKnown => "needs at least two columns that the attacker knows",
            Self::Another => "needs another release about the same people",
        }
    }

    /// The flag of the command that gives it.
    pub fn flag(self) -> &'static str {
        match self {
            Self::Sensitive => "-s",
            Self::Control => "--control",
            Self::Known | Self::TwoKnown => "-q",
            Self::Another => "--also",
        }
    }

    /// The keyword of the Python package that gives it.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Sensitive => "sensitive",
            Self::Control => "control",
            Self::Known | Self::TwoKnown => "known",
            Self::Another => "also",
        }
    }
}
