//! Generalizes dates to months, quarters, years and longer.

use super::{BuildError, Values};
use crate::Hierarchy;
use chrono::{Datelike, NaiveDate, NaiveDateTime};
use std::fmt;

/// A span of time that dates are generalized to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateUnit {
    /// `2024-03-01`
    Day,
    /// ISO 8601 week, Monday to Sunday: `2024-W09`. Lies in no single month, quarter or year.
    Week,
    /// `2024-03`
    Month,
    /// `2024-Q1`
    Quarter,
    /// `2024`
    Year,
    /// `2020-2029`
    Decade,
    /// `2000-2099`
    Century,
}

impl DateUnit {
    /// All units, finest first.
    pub const ALL: [Self; 7] =
        [Self::Day, Self::Week, Self::Month, Self::Quarter, Self::Year, Self::Decade, Self::Century];

    /// The unit with this name in a job file.
    ///
    /// ```
    /// use incog_data::DateUnit;
    /// assert_eq!(DateUnit::from_name("quarter"), Some(DateUnit::Quarter));
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Decade => "decade",
            Self::Century => "century",
        }
    }

    fn nests_in(self, coarser: Self) -> bool {
        self < coarser && self != Self::Week
    }

    fn label(self, date: NaiveDate) -> String {
        let span = |years: i32| {
            let first = date.year().div_euclid(years) * years;
            format!("{first:04}-{:04}", first + years - 1)
        };
        match self {
            Self::Day => date.format("%Y-%m-%d").to_string(),
            Self::Week => format!("{:04}-W{:02}", date.iso_week().year(), date.iso_week().week()),
            Self::Month => date.format("%Y-%m").to_string(),
            Self::Quarter => format!("{:04}-Q{}", date.year(), date.month0() / 3 + 1),
            Self::Year => format!("{:04}", date.year()),
            Self::Decade => span(10),
            Self::Century => span(100),
        }
    }
}

impl fmt::Display for DateUnit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Generalizes dates to longer and longer spans, then `*`.
///
/// ```
/// use incog_data::{ColumnBuilder, DateLevels, DateUnit, Values};
/// let mut builder = ColumnBuilder::new("admitted");
/// builder.push("2024-05-17");
/// let admitted = builder.finish(&[]);
/// let levels = DateLevels { units: vec![DateUnit::Quarter, DateUnit::Decade], format: None };
/// let hierarchy = levels.build(&Values::of(&admitted)).unwrap();
/// assert_eq!((hierarchy.label(1, 0), hierarchy.label(2, 0)), ("2024-Q2", "2020-2029"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateLevels {
    /// Units, finest first, each within the next; one level each.
    pub units: Vec<DateUnit>,
    /// How the dates are written, in the notation of `strftime`; `None` for ISO 8601, with or without a time.
    pub format: Option<String>,
}

impl DateLevels {
    /// Makes the hierarchy; fails when a value is not a date or the units do not nest.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let column = values.column();
        if self.units.is_empty() {
            return Err(BuildError::NoDateUnits { column: column.into() });
        }
        if let Some(pair) = self.units.windows(2).find(|pair| !pair[0].nests_in(pair[1])) {
            let (finer, coarser) = (pair[0], pair[1]);
            return Err(BuildError::UnitsDoNotNest { column: column.into(), finer, coarser });
        }
        values.hierarchy(self.units.len(), |value| {
            let date = self.parse(value).ok_or_else(|| self.not_a_date(column, value))?;
            Ok(self.units.iter().map(|unit| unit.label(date)).collect())
        })
    }

    fn not_a_date(&self, column: &str, value: &str) -> BuildError {
        BuildError::NotADate { column: column.into(), value: value.into(), format: self.format.clone() }
    }

    fn parse(&self, value: &str) -> Option<NaiveDate> {
        let value = value.trim();
        match &self.format {
            Some(format) => NaiveDate::parse_from_str(value, format)
                .or_else(|_| NaiveDateTime::parse_from_str(value, format).map(|time| time.date()))
                .ok(),
            None => {
                let day = value.split(['T', ' ']).next()?;
                NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()
            }
        }
    }
}
