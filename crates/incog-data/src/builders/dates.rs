//! Generalizes dates to months, quarters, years and longer.

use super::{BuildError, LabelStyle, Publish, ROOT, Values};
use crate::Hierarchy;
use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime};
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

    /// The first day of the span that holds the date, and the first day behind it.
    pub(super) fn span(self, date: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
        let month = |year: i32, month0: u32| NaiveDate::from_ymd_opt(year, month0 + 1, 1);
        let years = |years: i32| month(date.year().div_euclid(years) * years, 0);
        let first = match self {
            Self::Day => Some(date),
            Self::Week => date.checked_sub_days(Days::new(date.weekday().num_days_from_monday().into())),
            Self::Month => month(date.year(), date.month0()),
            Self::Quarter => month(date.year(), date.month0() / 3 * 3),
            Self::Year => years(1),
            Self::Decade => years(10),
            Self::Century => years(100),
        }?;
        let after = match self {
            Self::Day => first.checked_add_days(Days::new(1)),
            Self::Week => first.checked_add_days(Days::new(7)),
            Self::Month => first.checked_add_months(Months::new(1)),
            Self::Quarter => first.checked_add_months(Months::new(3)),
            Self::Year => first.checked_add_months(Months::new(12)),
            Self::Decade => first.checked_add_months(Months::new(120)),
            Self::Century => first.checked_add_months(Months::new(1200)),
        }?;
        Some((first, after))
    }

    fn styled(self, date: NaiveDate, style: LabelStyle) -> String {
        match (style, self, self.span(date)) {
            (LabelStyle::Range, ..) | (_, Self::Day, _) | (.., None) => self.label(date),
            (LabelStyle::Interval, _, Some((first, after))) => {
                format!("[{}, {})", first.format("%Y-%m-%d"), after.format("%Y-%m-%d"))
            }
        }
    }

    /// The first and the last day, or the first day behind it where a label is a half-open
    /// interval.
    fn ends(self, date: NaiveDate, style: LabelStyle) -> Option<(NaiveDate, NaiveDate)> {
        let (first, after) = self.span(date)?;
        let is_half_open = style == LabelStyle::Interval && self != Self::Day;
        Some((first, if is_half_open { after } else { after.pred_opt()? }))
    }

    fn published(self, date: NaiveDate, style: LabelStyle, publish: Publish) -> String {
        let iso = |day: NaiveDate| day.format("%Y-%m-%d").to_string();
        match (publish, self.ends(date, style)) {
            (Publish::Label, _) => self.styled(date, style),
            (Publish::Bounds, Some((first, end))) => publish.of_ends(Some(iso(first)), Some(iso(end))),
            (Publish::Midpoint, Some((first, end))) => iso(first + (end - first) / 2),
            // No calendar reaches that far.
            (_, None) => ROOT.to_owned(),
        }
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
/// let levels = DateLevels { units: vec![DateUnit::Quarter, DateUnit::Decade], ..DateLevels::default() };
/// let hierarchy = levels.build(&Values::from_column(&admitted)).unwrap();
/// assert_eq!((hierarchy.label(1, 0), hierarchy.label(2, 0)), ("2024-Q2", "2020-2029"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DateLevels {
    /// Units, finest first, each within the next; one level each.
    pub units: Vec<DateUnit>,
    /// How the dates are written, in the notation of `strftime`; `None` for ISO 8601. A time behind
    /// the day is passed over.
    pub format: Option<String>,
    /// How labels are written.
    pub labels: LabelStyle,
    /// The form in which they are published. For a form of numbers the values are ISO days,
    /// whatever `format` says: see
    /// [`HierarchySpec::plain_values`](super::HierarchySpec::plain_values).
    pub publish: Publish,
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
            let date = if self.publish.is_numeric() { iso_day(value) } else { self.parse(value) };
            let date = date.ok_or_else(|| self.not_a_date(column, value))?;
            Ok(self.units.iter().map(|unit| unit.published(date, self.labels, self.publish)).collect())
        })
    }

    fn not_a_date(&self, column: &str, value: &str) -> BuildError {
        BuildError::NotADate { column: column.into(), value: value.into(), format: self.format.clone() }
    }

    fn parse(&self, value: &str) -> Option<NaiveDate> {
        let value = value.trim();
        match &self.format {
            Some(format) => NaiveDateTime::parse_from_str(value, format)
                .map(|time| time.date())
                .ok()
                .or_else(|| parse_day(value, format)),
            None => iso_day(value),
        }
    }

    /// The day of a value, as `2024-03-01`.
    pub(super) fn day(&self, value: &str) -> Option<String> {
        self.parse(value).map(|day| day.format("%Y-%m-%d").to_string())
    }
}

fn iso_day(value: &str) -> Option<NaiveDate> {
    let day = value.trim().split(['T', ' ']).next()?;
    NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()
}

/// The day at the beginning of a text; behind it may be a time.
pub(super) fn parse_day(text: &str, format: &str) -> Option<NaiveDate> {
    let (day, rest) = NaiveDate::parse_and_remainder(text, format).ok()?;
    let is_time = |rest: &str| {
        let time = rest.trim_start_matches([' ', 'T']);
        time.len() < rest.len() && time.starts_with(|c: char| c.is_ascii_digit()) && time.contains(':')
    };
    (rest.is_empty() || is_time(rest)).then_some(day)
}
