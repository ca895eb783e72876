//! The numbers that the values of a column are: numbers themselves, and dates as days.

use super::default_hierarchy::by_default;
use incog_data::{Column, DateLevels, DateUnit, HierarchySpec, Values};

/// A column of numbers or dates, read.
pub(super) struct Readings<'t> {
    column: &'t Column,
    /// By code; `None` for a missing value.
    of_code: Vec<Option<f64>>,
    /// Whether they are days since 1970-01-01.
    pub are_days: bool,
}

impl<'t> Readings<'t> {
    /// The numbers or days of a column; `None` where it has neither.
    pub fn from_column(column: &'t Column) -> Option<Self> {
        if column.value_type.is_number() {
            return Self::read(column, false, |value| value.trim().parse().ok());
        }
        let dates = date_levels(column)?;
        let days = DateLevels { units: vec![DateUnit::Day], ..dates };
        let hierarchy = days.build(&Values::from_column(column)).ok()?;
        Self::read(column, true, |value| {
            let label = hierarchy.label(1, hierarchy.find(value)?);
            day_number(label)
        })
    }

    fn read(column: &'t Column, are_days: bool, number: impl Fn(&str) -> Option<f64>) -> Option<Self> {
        let read = |(code, value): (u32, &str)| match column.is_missing(code) {
            true => Some(None),
            false => number(value).filter(|number| number.is_finite()).map(Some),
        };
        let of_code = (0u32..).zip(column.dictionary.iter()).map(read).collect::<Option<Vec<_>>>()?;
        Some(Self { column, of_code, are_days })
    }

    /// The number of a row.
    pub fn at(&self, row: usize) -> Option<f64> {
        self.of_code.get(self.column.codes.at(row) as usize).copied().flatten()
    }
}

/// The levels that a column of dates has by default, with the form that its dates are written in.
pub(super) fn date_levels(column: &Column) -> Option<DateLevels> {
    match by_default(column) {
        HierarchySpec::Date(levels) => Some(levels),
        _ => None,
    }
}

/// The days from 1970-01-01 to a day written `2024-03-01` (Howard Hinnant's `days_from_civil`).
pub(super) fn day_number(text: &str) -> Option<f64> {
    let mut parts = text.split('-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some((era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        let days = ["1970-01-01", "1970-03-01", "2000-02-29", "1969-12-31"].map(day_number);
        assert_eq!(days, [Some(0.0), Some(59.0), Some(11_016.0), Some(-1.0)]);
        assert_eq!(day_number("*"), None);
    }
}
