//! How far a column is from what it was before a treatment. These figures follow from originals,
//! suppressed ones too: they are the steward's.

use incog_data::Column;
use serde::{Deserialize, Serialize};

/// How far a column is from what it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedFacts {
    /// Records whose cell is another than before.
    pub records: u64,
    /// Where there are numbers before and after, how they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<ChangedNumbers>,
}

/// How numbers differ before and after, over the records that have both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedNumbers {
    /// Records with a number before and after.
    pub records: u64,
    /// Before.
    pub before: Summary,
    /// After.
    pub after: Summary,
    /// Correlation of both (Pearson), -1 to 1; null where either is the same in all records.
    pub correlation: Option<f64>,
}

/// What numbers are like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Mean.
    pub mean: f64,
    /// Variance, by n - 1; 0 for a single number.
    pub variance: f64,
    /// The least number that so many of them do not exceed: 5, 25, 50, 75 and 95 percent.
    pub quantiles: [f64; 5],
}

impl ChangedFacts {
    /// Compares a column with what it was, row by row.
    ///
    /// ```
    /// use incog_audit::ChangedFacts;
    /// let rows = [["1", "2"], ["3", "4"], ["NA", "NA"]];
    /// let table = incog_data::Table::from_rows(["was", "is"], rows, &["NA"])?;
    /// let facts = ChangedFacts::compare(&table.columns()[0], &table.columns()[1]);
    /// let numbers = facts.numbers.expect("there are two");
    /// assert_eq!((facts.records, numbers.before.mean, numbers.after.mean), (2, 2.0, 3.0));
    /// assert_eq!(numbers.correlation, Some(1.0));
    /// # Ok::<(), incog_data::TableError>(())
    /// ```
    pub fn compare(before: &Column, after: &Column) -> Self {
        let rows = before.codes.len().min(after.codes.len());
        let records = (0..rows).filter(|&row| before.value(row) != after.value(row)).count() as u64;
        let (was, is) = (numbers(before), numbers(after));
        let both = (0..rows)
            .filter_map(|row| Some((was[before.codes.at(row) as usize]?, is[after.codes.at(row) as usize]?)));
        let (was, is): (Vec<f64>, Vec<f64>) = both.unzip();
        Self { records, numbers: (!was.is_empty()).then(|| ChangedNumbers::compare(&was, &is)) }
    }
}

/// The number of each code, where it is one.
fn numbers(column: &Column) -> Vec<Option<f64>> {
    let number = |(code, text): (u32, &str)| {
        text.trim().parse().ok().filter(|number: &f64| number.is_finite() && !column.is_missing(code))
    };
    (0u32..).zip(column.dictionary.iter()).map(number).collect()
}

impl ChangedNumbers {
    fn compare(was: &[f64], is: &[f64]) -> Self {
        let (before, after) = (Summary::from_numbers(was), Summary::from_numbers(is));
        let products = was.iter().zip(is).map(|(was, is)| (was - before.mean) * (is - after.mean));
        let covariance = products.sum::<f64>() / (was.len() as f64 - 1.0).max(1.0);
        let spread = (before.variance * after.variance).sqrt();
        let correlation = (spread > 0.0).then(|| (covariance / spread).clamp(-1.0, 1.0));
        Self { records: was.len() as u64, before, after, correlation }
    }
}

impl Summary {
    /// Of one number or more.
    fn from_numbers(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        Self {
            mean,
            variance: squares / (count - 1.0).max(1.0),
            quantiles: [5, 25, 50, 75, 95]
                .map(|percent: usize| sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]),
        }
    }
}
