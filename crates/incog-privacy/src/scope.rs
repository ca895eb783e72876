//! Which sensitive values a model is about.

use incog_card::{Parameter, ParameterDefault, Parameters, Range, Refusal, Value};

/// The parameter that names one sensitive column.
pub(crate) const COLUMN: Parameter = Parameter::new(
    "column",
    "the sensitive column to protect; default: each",
    Range::Column,
    ParameterDefault::Nothing,
);

/// The parameter that takes all sensitive columns together.
pub(crate) const JOINT: Parameter = Parameter::new(
    "joint",
    "whether to protect combinations of all sensitive columns instead",
    Range::Switch,
    ParameterDefault::Value(Value::Switch(false)),
);

/// The sensitive values a model is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SensitiveScope {
    /// Every sensitive column by itself: the model must hold for each of them.
    #[default]
    Each,
    /// One sensitive column.
    Column(String),
    /// The combinations of the values of all sensitive columns, as if they were the values of one
    /// column.
    ///
    /// That says little about each single column: when there are many combinations, all records of
    /// a class can share a diagnosis although no combination stands out.
    Joint,
}

impl SensitiveScope {
    /// What the parameters `column` and `joint` say together.
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        match (parameters.column(COLUMN.name), parameters.is_on(JOINT.name)) {
            (Some(_), true) => {
                let why = "one column, or the combinations of all of them";
                Err(Refusal::Contradiction { first: COLUMN.name, second: JOINT.name, why })
            }
            (Some(column), false) => Ok(Self::Column(column.to_owned())),
            (None, true) => Ok(Self::Joint),
            (None, false) => Ok(Self::Each),
        }
    }

    /// Its subjects in a table with these sensitive columns.
    pub(crate) fn subjects<'a>(&self, sensitive: impl Iterator<Item = &'a str>) -> Vec<CriterionSubject> {
        match self {
            Self::Each => sensitive.map(|column| CriterionSubject::Column(column.to_owned())).collect(),
            Self::Column(column) => vec![CriterionSubject::Column(column.clone())],
            Self::Joint => vec![CriterionSubject::Combinations(sensitive.map(str::to_owned).collect())],
        }
    }
}

/// The sensitive values a criterion is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CriterionSubject {
    /// Those of one column.
    Column(String),
    /// The combinations of those of several columns.
    Combinations(Vec<String>),
}

impl CriterionSubject {
    /// The column, or all columns joined by ` x `.
    pub fn name(&self) -> String {
        match self {
            Self::Column(column) => column.clone(),
            Self::Combinations(columns) => columns.join(" x "),
        }
    }
}
