//! Parameters no privacy model can have.

use incog_data::ValueForm;
use thiserror::Error;

/// Why a privacy model cannot be made with these parameters.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ParameterError {
    /// A number of records, values or providers that must be positive is 0.
    #[error("{model}: {parameter} = 0 is out of range; expected at least 1")]
    Zero {
        /// The model.
        model: &'static str,
        /// Its parameter.
        parameter: &'static str,
    },
    /// A real parameter lies outside its range or is not a number.
    #[error("{model}: {parameter} = {found} is out of range; expected a number {expected}")]
    OutOfRange {
        /// The model.
        model: &'static str,
        /// Its parameter.
        parameter: &'static str,
        /// The range in words, such as "from 0 to 1".
        expected: &'static str,
        /// What was given.
        found: f64,
    },
    /// The hierarchical distance without a hierarchy.
    #[error("t-closeness with the hierarchical distance needs a hierarchy; add one to column {attribute:?}")]
    NoHierarchy {
        /// The sensitive attribute.
        attribute: String,
    },
    /// A value is not a number, so it has no place in an order by numbers.
    #[error(
        "the ordered distance of column {attribute:?} needs numbers, and a value has the form {}; set the \
         distance \"equal\" or \"hierarchical\", or list the value as a missing value",
        ValueForm(.value)
    )]
    NotNumeric {
        /// The sensitive attribute.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// Values are neither numbers nor missing, where numbers are needed.
    #[error(
        "{model} needs numbers, and {found} of the {values} values of column {attribute:?} are not; name a \
         numeric column (column = \"...\"), or list the markers of missing values"
    )]
    NotNumbers {
        /// The model.
        model: &'static str,
        /// The sensitive attribute.
        attribute: String,
        /// Its distinct values that are no numbers.
        found: usize,
        /// Its distinct values.
        values: usize,
    },
    /// Values of the column with everybody's own k are no whole numbers, or are missing.
    #[error(
        "column {attribute:?} has the role \"promise\": each of its values is a whole number, the least size \
         of its person's class, or 0 to leave the person out; {found} of its {values} different values are not, \
         or are missing"
    )]
    NotOwnK {
        /// The column.
        attribute: String,
        /// Its distinct values that are no whole numbers, or missing.
        found: usize,
        /// Its distinct values.
        values: usize,
    },
    /// A value is missing from the order given.
    #[error("the order of column {attribute:?} lacks a value of the form {}; list all values", ValueForm(.value))]
    NotInOrder {
        /// The sensitive attribute.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// A value stands twice in the order given.
    #[error("the order of column {attribute:?} has a value twice; list it once")]
    RepeatedInOrder {
        /// The sensitive attribute.
        attribute: String,
    },
    /// A value is missing from the hierarchy given.
    #[error("the hierarchy of column {attribute:?} lacks a value of the form {}; add it", ValueForm(.value))]
    NotInHierarchy {
        /// The sensitive attribute.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// More coalitions of providers than can be checked.
    #[error(
        "m-privacy with m = {m} and {providers} providers has more than {most} coalitions to check; lower \
         m, or merge providers"
    )]
    Coalitions {
        /// Providers of the table.
        providers: usize,
        /// Colluding providers.
        m: usize,
        /// Coalitions possible.
        most: u64,
    },
    /// A reference distribution does not fit the values of its attribute.
    #[error("the reference for {attribute:?} has {found} weights, and the attribute has {expected} values")]
    Reference {
        /// The sensitive attribute.
        attribute: String,
        /// Weights given.
        found: usize,
        /// Distinct values of the attribute.
        expected: usize,
    },
}

impl ParameterError {
    /// `value`, unless it is 0.
    pub(crate) fn positive(
        model: &'static str,
        parameter: &'static str,
        value: u64,
    ) -> Result<u64, ParameterError> {
        if value == 0 { Err(Self::Zero { model, parameter }) } else { Ok(value) }
    }

    /// `found`, unless it is 0, negative or no finite number.
    pub(crate) fn above_zero(
        model: &'static str,
        parameter: &'static str,
        found: f64,
    ) -> Result<f64, ParameterError> {
        let is_above = found.is_finite() && found > 0.0;
        if is_above {
            Ok(found)
        } else {
            Err(Self::OutOfRange { model, parameter, expected: "above 0", found })
        }
    }
}
