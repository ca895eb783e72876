//! How many records of its class a prediction does not tell from a row.

use super::CONFIDENCE;
use super::errors::Predicted;
use crate::grouping::Grouping;
use incog_data::RecordCounts;

/// The classes of a release, and how many lookalikes each record of it has to have.
#[derive(Clone, Copy)]
pub(in crate::derivations) struct Classes<'a> {
    pub of_rows: &'a Grouping,
    pub counts: RecordCounts<'a>,
    pub k: u64,
}

/// The values behind a label, class by class.
pub(in crate::derivations) struct ClassValues {
    /// The class of each row of the sample.
    of_row: Vec<u32>,
    /// Of each class its values, ascending, with their records.
    values: Vec<Vec<(f64, u64)>>,
    /// Of each class the records without a value.
    without: Vec<u64>,
    k: u64,
}

impl ClassValues {
    /// The values of all rows; `of_row` has the classes of those in the sample.
    pub fn new(classes: Classes<'_>, values: &[Option<f64>], of_row: Vec<u32>) -> Self {
        let mut of_class = vec![Vec::new(); classes.of_rows.len()];
        let mut without = vec![0; classes.of_rows.len()];
        for (row, (value, &class)) in values.iter().zip(&classes.of_rows.of_row).enumerate() {
            match value {
                Some(value) => of_class[class as usize].push((*value, classes.counts.at(row))),
                None => without[class as usize] += classes.counts.at(row),
            }
        }
        of_class.iter_mut().for_each(|values| values.sort_by(|one, other| one.0.total_cmp(&other.0)));
        Self { of_row, values: of_class, without, k: classes.k }
    }

    /// How many lookalikes each record has to have.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// Whether an attacker who knows the value of a row is left with fewer than k records of its
    /// class. She keeps those whose prediction lies within `reach` of the value.
    ///
    /// Predictions are off by one of these `errors`, ascending. [`CONFIDENCE`] says how often they
    /// find the record itself.
    pub(super) fn are_few(&self, one: &Predicted, errors: &[f64], reach: f64) -> bool {
        let (Some(least), Some(most)) = (errors.first(), errors.last()) else { return false };
        let class = self.of_row[one.row] as usize;
        let values = &self.values[class];
        let (from, to) = (one.value - reach - most, one.value + reach - least);
        let near = values.partition_point(|(value, _)| *value < from);
        let enough = CONFIDENCE * self.k as f64;
        let mut expected = self.without[class] as f64;
        for (value, records) in values[near..].iter().take_while(|(value, _)| *value <= to) {
            let low = errors.partition_point(|error| *error < one.value - reach - value);
            let high = errors.partition_point(|error| *error <= one.value + reach - value);
            expected += *records as f64 * (high - low) as f64 / errors.len() as f64;
            if expected >= enough {
                return false;
            }
        }
        true
    }
}
