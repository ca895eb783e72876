//! Generalizes dates to hours, months, quarters, years and longer, or to the time of day.

mod date_unit;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use super::{BuildError, LabelStyle, Publish, Values};
use crate::Hierarchy;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime, Timelike};
pub use date_unit::DateUnit;

/// Generalizes dates and times to longer and longer spans, then `*`.
///
/// ```
/// use incog_data::{ColumnBuilder, DateLevels, DateUnit, Values};
/// let mut builder = ColumnBuilder::new("admitted");
/// builder.push("2024-05-17");
/// let admitted = builder.finish(&[]);
/// let levels = DateLevels { units: vec![DateUnit::Quarter, DateUnit::Decade], ..DateLevels::default() };
/// let hierarchy = levels.build(&Values::from_column(&admitted)).unwrap();
/// assert_eq!((hierarchy.label(1, 0), hierarchy.label(2, 0)), ("2024-Q2", "2020-2029"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DateLevels {
    /// Units, finest first, each within the next; one level each.
    pub units: Vec<DateUnit>,
    /// How the dates are written, in the notation of `strftime`; `None` for ISO 8601. A time may
    /// stand behind the day; units of hours need it.
    pub format: Option<String>,
    /// How labels are written; those of hours and weekdays have one form.
    pub labels: LabelStyle,
    /// The form in which they are published. For a form of numbers the values are ISO days,
    /// whatever `format` says: see
    /// [`HierarchySpec::plain_values`](super::HierarchySpec::plain_values).
    pub publish: Publish,
}

impl DateLevels {
    /// Makes the hierarchy; fails when a value is not a date, has no time where a unit needs one,
    /// or the units do not nest.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let column = values.column();
        if self.units.is_empty() {
            return Err(BuildError::NoDateUnits { column: column.into() });
        }
        if let Some(pair) = self.units.windows(2).find(|pair| !pair[0].nests_in(pair[1])) {
            let (finer, coarser) = (pair[0], pair[1]);
            return Err(BuildError::UnitsDoNotNest { column: column.into(), finer, coarser });
        }
        if let Some(&unit) =
            self.units.iter().find(|unit| unit.comes_again()).filter(|_| self.publish.is_numeric())
        {
            return Err(BuildError::NoBoundsOfTimes { column: column.into(), unit });
        }
        let needs_time = !self.publish.is_numeric() && self.units.iter().any(|unit| unit.needs_time());
        values.hierarchy(self.units.len(), |value| {
            let format = self.format.as_deref().filter(|_| !self.publish.is_numeric());
            let read = read_date(value, format).ok_or_else(|| self.not_a_date(column, value))?;
            if needs_time && !read.has_time {
                return Err(BuildError::NoTimeOfDay { column: column.into(), value: value.into() });
            }
            Ok(self.units.iter().map(|unit| unit.published(read.at, self.labels, self.publish)).collect())
        })
    }

    fn not_a_date(&self, column: &str, value: &str) -> BuildError {
        BuildError::NotADate { column: column.into(), value: value.into(), format: self.format.clone() }
    }

    /// The day of a value, as `2024-03-01`.
    pub(super) fn day(&self, value: &str) -> Option<String> {
        read_date(value, self.format.as_deref()).map(|read| read.at.format("%Y-%m-%d").to_string())
    }
}

/// A date that was read, with the hour of its time; midnight where it has none.
pub(super) struct ReadDate {
    pub at: NaiveDateTime,
    pub has_time: bool,
}

/// A date in a form, or in ISO 8601, with or without a time behind it.
pub(super) fn read_date(value: &str, format: Option<&str>) -> Option<ReadDate> {
    let value = value.trim();
    let form = format.unwrap_or("%Y-%m-%d");
    if let Ok(at) = NaiveDateTime::parse_from_str(value, form) {
        return Some(ReadDate { at, has_time: true });
    }
    let (day, rest) = NaiveDate::parse_and_remainder(value, form).ok()?;
    let hour = hour_of(rest);
    // In ISO 8601 a `T` or a space ends the day, whatever stands behind it.
    let is_over = rest.is_empty() || hour.is_some() || format.is_none() && rest.starts_with(['T', ' ']);
    let at = day.and_hms_opt(hour.unwrap_or_default(), 0, 0)?;
    is_over.then_some(ReadDate { at, has_time: hour.is_some() })
}

/// The hour of what stands behind a day: ` 10:15`, `T10:15:30.5Z`, ` 9:05 PM`.
fn hour_of(rest: &str) -> Option<u32> {
    let text = rest.trim_start_matches([' ', 'T']);
    if text.len() == rest.len() {
        return None;
    }
    let (time, behind) = NaiveTime::parse_and_remainder(text, "%H:%M").ok()?;
    let half = behind.trim_end().to_ascii_lowercase();
    Some(match time.hour() {
        hour @ 1..=11 if half.ends_with("pm") => hour + 12,
        12 if half.ends_with("am") => 0,
        hour => hour,
    })
}

/// The day at the beginning of a text; behind it may be a time.
pub(super) fn parse_day(text: &str, format: &str) -> Option<NaiveDate> {
    let (day, rest) = NaiveDate::parse_and_remainder(text, format).ok()?;
    (rest.is_empty() || hour_of(rest).is_some()).then_some(day)
}

/// The hour of a date in a form, where a time stands behind it.
pub(super) fn parse_hour(text: &str, format: &str) -> Option<u32> {
    hour_of(NaiveDate::parse_and_remainder(text.trim(), format).ok()?.1)
}
