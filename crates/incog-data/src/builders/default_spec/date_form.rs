//! In which form the dates of a column are written.

use super::super::dates::parse_day;
use chrono::Datelike;

/// The form of a column of dates.
pub(super) struct DateForm {
    /// In the notation of `strftime`; `None` for ISO 8601.
    pub format: Option<&'static str>,
    /// Whether day and month could also be the other way round.
    pub is_ambiguous: bool,
    /// Whether times stand behind the days.
    pub has_times: bool,
}

const ISO: &str = "%Y-%m-%d";

/// The forms, those that are read in only one way first.
const FORMS: [&str; 15] = [
    ISO,
    "%d.%m.%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d %B %Y",
    "%d-%B-%Y",
    "%B %d, %Y",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%m-%d-%Y",
    "%d-%m-%Y",
    "%d.%m.%y",
    "%m/%d/%y",
    "%d/%m/%y",
];

/// The years of two digits that are taken as POSIX has it: 69 to 99 are of the twentieth century,
/// 00 to 39 of the next. 40 to 68 may be of either: in a column with one of them years of two
/// digits are not read.
const YEARS_OF_TWO_DIGITS: std::ops::RangeInclusive<i32> = 1969..=2039;

/// The form in which all values are dates from 1850 to 2150; `None` where there is none.
pub(super) fn detect(values: &[&str]) -> Option<DateForm> {
    let year = |value: &str, form: &str| parse_day(value.trim(), form).map(|day| day.year());
    let is_form = |form: &str| {
        let years = if form.ends_with("%y") { YEARS_OF_TWO_DIGITS } else { 1850..=2150 };
        let is_date = |value: &&str| year(value, form).is_some_and(|year| years.contains(&year));
        values.iter().all(is_date)
    };
    let mut fitting = FORMS.into_iter().filter(|form| is_form(form));
    let form = fitting.next()?;
    Some(DateForm {
        format: (form != ISO).then_some(form),
        is_ambiguous: fitting.next().is_some(),
        has_times: values.iter().any(|value| value.contains(':')),
    })
}

/// Whether nearly all values are three numbers between two signs, as dates are.
pub(super) fn look_like_dates(values: &[&str]) -> bool {
    let is_one = |value: &&&str| {
        let mut parts = value.trim().split(['.', '/', '-']);
        let is_number =
            |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.clone().count() == 3 && parts.all(is_number)
    };
    values.iter().filter(is_one).count() * 10 >= values.len() * 9
}
