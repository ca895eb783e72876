//! The units of dates and times, and what their labels look like.

use crate::builders::{LabelStyle, Publish, ROOT};
use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, Timelike};
use std::fmt;

/// What dates and times are generalized to: a span of the calendar, or a time that comes again
/// every day or week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateUnit {
    /// `2024-03-01 08:00-08:59`
    Hour,
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
    /// `Fri 08:00-08:59`, of any week.
    HourOfWeek,
    /// `08:00-08:59`, of any day.
    HourOfDay,
    /// `06:00-11:59`: a quarter of any day.
    PartOfDay,
    /// `Fri`
    Weekday,
    /// `Mon-Fri` or `Sat-Sun`
    Weekend,
}

impl DateUnit {
    /// All units: spans of the calendar, finest first, then times that come again.
    pub const ALL: [Self; 13] = [
        Self::Hour,
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Quarter,
        Self::Year,
        Self::Decade,
        Self::Century,
        Self::HourOfWeek,
        Self::HourOfDay,
        Self::PartOfDay,
        Self::Weekday,
        Self::Weekend,
    ];

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
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Decade => "decade",
            Self::Century => "century",
            Self::HourOfWeek => "hour-of-week",
            Self::HourOfDay => "hour-of-day",
            Self::PartOfDay => "part-of-day",
            Self::Weekday => "weekday",
            Self::Weekend => "weekend",
        }
    }

    /// Whether its labels need the time of day.
    pub fn needs_time(self) -> bool {
        matches!(self, Self::Hour | Self::HourOfWeek | Self::HourOfDay | Self::PartOfDay)
    }

    /// Whether it comes again every day or week, so that its labels name no date.
    pub fn comes_again(self) -> bool {
        self > Self::Century
    }

    /// Whether each of its spans lies in one span of a coarser unit.
    pub(super) fn nests_in(self, coarser: Self) -> bool {
        match self {
            Self::Week | Self::PartOfDay | Self::Weekend => false,
            Self::HourOfWeek => coarser > self,
            Self::HourOfDay => coarser == Self::PartOfDay,
            Self::Weekday => coarser == Self::Weekend,
            Self::Hour => coarser != self,
            Self::Day => coarser > self && !coarser.needs_time(),
            Self::Month | Self::Quarter | Self::Year | Self::Decade | Self::Century => {
                coarser > self && !coarser.comes_again()
            }
        }
    }

    /// The first day of the span that holds the date, and the first day behind it; `None` where
    /// the unit is no span of days.
    pub(in crate::builders) fn span(self, date: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
        fn month(year: i32, month0: u32) -> Option<NaiveDate> {
            NaiveDate::from_ymd_opt(year, month0 + 1, 1)
        }
        let years = |years: i32| month(date.year().div_euclid(years) * years, 0);
        let (first, length) = match self {
            Self::Day => (Some(date), Length::Days(1)),
            Self::Week => {
                let since_monday = Days::new(date.weekday().num_days_from_monday().into());
                (date.checked_sub_days(since_monday), Length::Days(7))
            }
            Self::Month => (month(date.year(), date.month0()), Length::Months(1)),
            Self::Quarter => (month(date.year(), date.month0() / 3 * 3), Length::Months(3)),
            Self::Year => (years(1), Length::Months(12)),
            Self::Decade => (years(10), Length::Months(120)),
            Self::Century => (years(100), Length::Months(1200)),
            Self::Hour | Self::HourOfWeek | Self::HourOfDay | Self::PartOfDay => return None,
            Self::Weekday | Self::Weekend => return None,
        };
        let after = match length {
            Length::Days(days) => first?.checked_add_days(Days::new(days)),
            Length::Months(months) => first?.checked_add_months(Months::new(months)),
        };
        Some((first?, after?))
    }

    fn styled(self, at: NaiveDateTime, style: LabelStyle) -> String {
        match (style, self, self.span(at.date())) {
            (LabelStyle::Range, ..) | (_, Self::Day, _) | (.., None) => self.label(at),
            (LabelStyle::Interval, _, Some((first, after))) => {
                format!("[{}, {})", first.format("%Y-%m-%d"), after.format("%Y-%m-%d"))
            }
        }
    }

    /// The first and the last day, or the first day behind it where a label is a half-open
    /// interval. Those of an hour are its day.
    fn ends(self, date: NaiveDate, style: LabelStyle) -> Option<(NaiveDate, NaiveDate)> {
        let unit = self.max(Self::Day);
        let (first, after) = unit.span(date)?;
        let is_half_open = style == LabelStyle::Interval && unit != Self::Day;
        Some((first, if is_half_open { after } else { after.pred_opt()? }))
    }

    pub(super) fn published(self, at: NaiveDateTime, style: LabelStyle, publish: Publish) -> String {
        fn iso(day: NaiveDate) -> String {
            day.format("%Y-%m-%d").to_string()
        }
        match (publish, self.ends(at.date(), style)) {
            (Publish::Label, _) => self.styled(at, style),
            (Publish::Bounds, Some((first, end))) => publish.of_ends(Some(iso(first)), Some(iso(end))),
            (Publish::Midpoint, Some((first, end))) => iso(first + (end - first) / 2),
            // No calendar reaches that far.
            (_, None) => ROOT.to_owned(),
        }
    }

    fn label(self, at: NaiveDateTime) -> String {
        fn hours(first: u32, many: u32) -> String {
            format!("{first:02}:00-{:02}:59", first + many - 1)
        }
        fn years(year: i32, many: i32) -> String {
            let first = year.div_euclid(many) * many;
            format!("{first:04}-{:04}", first + many - 1)
        }
        let date = at.date();
        match self {
            Self::Hour => format!("{} {}", date.format("%Y-%m-%d"), hours(at.hour(), 1)),
            Self::Day => date.format("%Y-%m-%d").to_string(),
            Self::Week => format!("{:04}-W{:02}", date.iso_week().year(), date.iso_week().week()),
            Self::Month => date.format("%Y-%m").to_string(),
            Self::Quarter => format!("{:04}-Q{}", date.year(), date.month0() / 3 + 1),
            Self::Year => format!("{:04}", date.year()),
            Self::Decade => years(date.year(), 10),
            Self::Century => years(date.year(), 100),
            Self::HourOfWeek => format!("{} {}", date.weekday(), hours(at.hour(), 1)),
            Self::HourOfDay => hours(at.hour(), 1),
            Self::PartOfDay => hours(at.hour() / 6 * 6, 6),
            Self::Weekday => date.weekday().to_string(),
            Self::Weekend if date.weekday().num_days_from_monday() < 5 => "Mon-Fri".to_owned(),
            Self::Weekend => "Sat-Sun".to_owned(),
        }
    }

    /// The unit of a label that tells hours or weekdays, by how it is written.
    fn of_label(label: &str) -> Option<Self> {
        let (before, hours) = label.rsplit_once(' ').unwrap_or(("", label));
        let is_hours = hours.len() == 11 && hours.get(2..6) == Some(":00-") && hours.ends_with(":59");
        match before.len() {
            0 if is_hours && hours.get(..2) == hours.get(6..8) => Some(Self::HourOfDay),
            0 if is_hours => Some(Self::PartOfDay),
            3 if is_hours => Some(Self::HourOfWeek),
            10 if is_hours => Some(Self::Hour),
            0 if label.len() == 7 && label.starts_with(['M', 'S']) => Some(Self::Weekend),
            0 if label.len() == 3 => Some(Self::Weekday),
            _ => None,
        }
    }

    /// Whether a date with its time, in ISO 8601, is at the hour or weekday that a label tells.
    ///
    /// ```
    /// use incog_data::DateUnit;
    /// assert!(DateUnit::is_told_by("2024-05-17T08:30", "Fri 08:00-08:59"));
    /// assert!(!DateUnit::is_told_by("2024-05-17T08:30", "Sat-Sun"));
    /// ```
    pub fn is_told_by(value: &str, label: &str) -> bool {
        let Some(unit) = Self::of_label(label) else { return false };
        super::read_date(value, None).is_some_and(|read| unit.label(read.at) == label)
    }
}

enum Length {
    Days(u64),
    Months(u32),
}

impl fmt::Display for DateUnit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
