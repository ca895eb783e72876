//! What is looked at of a column: its distinct values and how many rows have each.

use crate::cells::stands_for_nothing;
use incog_data::{Column, RecordCounts, ValueType};

/// Of more distinct values than this, evenly spaced ones are looked at.
pub const MOST_VALUES: usize = 20_000;

/// A distinct value and the rows that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProfiledValue<'t> {
    /// The value without the spaces around it.
    pub text: &'t str,
    /// The rows that have it.
    pub rows: u64,
}

/// A column as detectors see it; every row is looked at once, when this is made.
///
/// ```
/// let mut builder = incog_data::ColumnBuilder::new("ill");
/// ["flu", "?", "gout", "flu"].iter().for_each(|value| builder.push(value));
/// let column = builder.finish(&["?"]);
/// let profile = incog_roles::Profile::new(&column);
/// assert_eq!((profile.rows, profile.distinct, profile.smallest), (3, 2, 1));
/// ```
#[derive(Debug, Clone)]
pub struct Profile<'t> {
    /// The column itself.
    pub column: &'t Column,
    /// All rows.
    pub all_rows: u64,
    /// The rows where something is present.
    pub rows: u64,
    /// The distinct values that are present.
    pub distinct: usize,
    /// The rows of the rarest value, 0 when there is none.
    pub smallest: u64,
    /// At most [`MOST_VALUES`] of the distinct values, in the order of their codes, without words
    /// such as `unknown`.
    pub values: Vec<ProfiledValue<'t>>,
}

impl<'t> Profile<'t> {
    /// Counts the values of a column.
    pub fn new(column: &'t Column) -> Self {
        Self::counted(column, RecordCounts::ONE_EACH)
    }

    /// Like `new`, for weighted rows.
    pub fn counted(column: &'t Column, counts: RecordCounts<'_>) -> Self {
        Self::with_counts(column, counts.sum(column.codes.len()), counts.by_value(column))
    }

    /// Like `new`, for a column whose records were counted by code.
    pub(crate) fn with_counts(column: &'t Column, all_rows: u64, mut counts: Vec<u64>) -> Self {
        column.missing.iter().for_each(|&code| counts[code as usize] = 0);
        let present = || counts.iter().enumerate().filter(|(_, rows)| **rows > 0);
        let distinct = present().count();
        let step = distinct.div_ceil(MOST_VALUES).max(1);
        let looked_at = present().step_by(step).map(|(code, &rows)| {
            // A dictionary has at most `u32::MAX` values, since its codes are of that type.
            ProfiledValue { text: column.dictionary.get(code as u32).trim(), rows }
        });
        let values = looked_at.filter(|value| !stands_for_nothing(value.text)).collect();
        Self {
            column,
            all_rows,
            rows: counts.iter().sum(),
            distinct,
            smallest: present().map(|(_, &rows)| rows).min().unwrap_or(0),
            values,
        }
    }

    /// The share of distinct values among rows: 1 where all rows differ.
    pub fn unique_share(&self) -> f64 {
        self.distinct as f64 / self.rows.max(1) as f64
    }

    /// Whether all that is present is a number.
    pub fn is_number(&self) -> bool {
        self.column.value_type.is_number()
    }

    /// Whether all that is present is a whole number.
    pub fn is_whole(&self) -> bool {
        self.column.value_type == ValueType::Integer
    }

    /// The numbers among the values looked at, with their rows.
    pub fn numbers(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let number = |value: &ProfiledValue<'_>| Some((value.text.parse::<f64>().ok()?, value.rows));
        self.values.iter().filter_map(number).filter(|(number, _)| number.is_finite())
    }

    /// The least and the greatest number.
    pub fn range(&self) -> Option<(f64, f64)> {
        let widen = |range: Option<(f64, f64)>, number: f64| {
            Some(range.map_or((number, number), |(least, most)| (least.min(number), most.max(number))))
        };
        self.numbers().map(|(number, _)| number).fold(None, widen)
    }

    /// The share of the values, and of their rows, that `fits` says yes to.
    pub fn share(&self, fits: impl Fn(&str) -> bool) -> Share {
        let (mut fitting, mut fitting_rows, mut rows) = (0, 0, 0);
        for value in &self.values {
            rows += value.rows;
            if fits(value.text) {
                fitting += 1;
                fitting_rows += value.rows;
            }
        }
        Share {
            fitting,
            of_values: fitting as f64 / self.values.len().max(1) as f64,
            of_rows: fitting_rows as f64 / rows.max(1) as f64,
        }
    }
}

/// How much of a column fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The distinct values that fit.
    pub fitting: usize,
    /// Their share of the distinct values.
    pub of_values: f64,
    /// The share of the rows that have them.
    pub of_rows: f64,
}

impl Share {
    /// All of a column that has `distinct` values.
    pub fn all(distinct: usize) -> Self {
        Self { fitting: distinct, of_values: 1.0, of_rows: 1.0 }
    }

    /// Nothing of it.
    pub const NONE: Self = Self { fitting: 0, of_values: 0.0, of_rows: 0.0 };
}

/// Whether letters, digits and other signs stand in the same places.
pub(crate) fn has_form_of(text: &str, other: &str) -> bool {
    let place = |sign: u8| match sign {
        b'0'..=b'9' => b'9',
        b'a'..=b'z' | b'A'..=b'Z' => b'A',
        other => other,
    };
    text.len() == other.len() && text.bytes().map(place).eq(other.bytes().map(place))
}
