//! The distribution of sensitive values that classes are compared with.

use incog_card::{Parameter, ParameterDefault, Parameters, Range, Refusal, Value};

/// The parameter that names it.
pub(crate) const REFERENCE: Parameter = Parameter::new(
    "reference",
    "classes are compared with the table, or also with the release",
    Range::Words(&["table", "release"]),
    ParameterDefault::Value(Value::word("table")),
);

/// The distribution of sensitive values that classes are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReferenceDistribution {
    /// That of the whole table, before records are suppressed.
    #[default]
    Table,
    /// That of the published records, which is all that a recipient sees.
    Release,
}

impl ReferenceDistribution {
    /// All of them, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("table", Self::Table), ("release", Self::Release)];

    /// What the parameters of a model say. A model for which they say `release` demands its figure
    /// against both distributions: searches rely on the one of the table, which does not move.
    ///
    /// # Errors
    /// When they name none.
    pub fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        parameters.choice(REFERENCE.name, &Self::ALL)
    }
}
