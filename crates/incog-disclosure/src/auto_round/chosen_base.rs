//! How columns are rounded by their published numbers.

use incog_card::Value;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

/// How each column that has an automatic base is rounded.
pub type Bases = BTreeMap<String, ChosenBase>;

/// How a column is rounded by its published numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenBase {
    /// The base, as a job says it.
    pub base: Value,
    /// The multiples that stand for all lower and for all higher numbers.
    pub ends: Option<[Value; 2]>,
}

impl ChosenBase {
    /// The base as a number.
    pub fn number(&self) -> Option<f64> {
        number(&self.base)
    }

    /// The ends as numbers.
    pub fn end_numbers(&self) -> Option<[f64; 2]> {
        let [lowest, highest] = self.ends.as_ref()?.each_ref().map(number);
        Some([lowest?, highest?])
    }
}

fn number(value: &Value) -> Option<f64> {
    Some(value.number()).filter(|number| !number.is_nan())
}

/// `5 from 10 to 95`
impl Display for ChosenBase {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.base)?;
        self.ends.as_ref().map_or(Ok(()), |[lowest, highest]| write!(f, " from {lowest} to {highest}"))
    }
}
