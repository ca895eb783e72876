//! Bands of time.

use chrono::{DateTime, Datelike, Timelike};
use serde::{Deserialize, Serialize};

const DAY: f64 = 86_400.0;

/// What is kept of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// Nothing: all days become one.
    #[default]
    Day,
    /// The weekday: all weeks become one.
    Weekday,
    /// The date.
    None,
}

/// Cuts time into bands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlowClock {
    /// Length of a band; a whole number of them makes a day.
    pub minutes: u32,
    /// What is kept of the date.
    pub fold: Fold,
}

impl FlowClock {
    /// The band of a time in seconds: by time of day, and by days since 1970 or since Monday.
    pub fn band(self, time: f64) -> i32 {
        let day = (time / DAY).floor();
        let in_day = ((time - day * DAY) / f64::from(self.minutes * 60)).floor() as i32;
        let kept = match self.fold {
            Fold::Day => 0,
            // 1 January 1970 was a Thursday.
            Fold::Weekday => (day + 3.0).rem_euclid(7.0) as i32,
            Fold::None => day.clamp(-1e5, 1e5) as i32,
        };
        kept * self.bands_of_day() + in_day.min(self.bands_of_day() - 1)
    }

    /// Bands of one day.
    pub fn bands_of_day(self) -> i32 {
        (24 * 60 / self.minutes) as i32
    }

    /// The start of a band: `08:00`, `Mon 08:00` or `2008-02-04 08:00`.
    pub fn name(self, band: i32) -> String {
        let (day, part) = (band.div_euclid(self.bands_of_day()), band.rem_euclid(self.bands_of_day()));
        let seconds = i64::from(part) * i64::from(self.minutes) * 60;
        let shift = if self.fold == Fold::Weekday { 4 } else { 0 };
        let start =
            DateTime::from_timestamp((i64::from(day) + shift) * 86_400 + seconds, 0).unwrap_or_default();
        let time = format!("{:02}:{:02}", start.hour(), start.minute());
        match self.fold {
            Fold::Day => time,
            Fold::Weekday => format!("{} {time}", start.weekday()),
            Fold::None => format!("{} {time}", start.date_naive()),
        }
    }
}
