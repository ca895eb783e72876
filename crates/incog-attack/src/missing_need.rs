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

    /// What to do about it on the command line.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Sensitive => "name it with -s",
            Self::Control => "name their table after the release",
            Self::Known => "name it with -q",
            Self::TwoKnown => "name them with -q",
            Self::Another => "name it with --also",
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
