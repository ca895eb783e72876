//! In which form the dates of a column are written.

use super::super::dates::{parse_day, parse_hour};
use chrono::Datelike;
use std::collections::BTreeSet;

/// The form of a column of dates.
pub(super) struct DateForm {
    /// In the notation of `strftime`; `None` for ISO 8601.
    pub format: Option<&'static str>,
    /// Whether day and month could also be the other way round.
    pub is_ambiguous: bool,
    /// Whether times stand behind the days.
    pub has_times: bool,
    /// Whether all have a time, and not all the same hour: exports write midnight behind dates.
    pub has_hours: bool,
}

const ISO: &str = "%Y-%m-%d";

/// The forms, those that are read in only one way first.
const FORMS: [&str; 22] = [
    ISO,
    "%d.%m.%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d %B %Y",
    "%d-%B-%Y",
    "%B %d, %Y",
    "%d. %B %Y",
    "%d %B, %Y",
    "%d/%B/%Y",
    "%Y-%B-%d",
    "%B %d %Y",
    "%Y. %m. %d.",
    "%Y年%m月%d日",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%m-%d-%Y",
    "%d-%m-%Y",
    "%d.%m.%y",
    "%m/%d/%y",
    "%d/%m/%y",
];

/// How many of the forms are read in only one way.
const CLEAR: usize = 15;

/// The years of dates.
const YEARS: std::ops::RangeInclusive<i32> = 1850..=2150;

/// The years of two digits that are taken as POSIX has it: 69 to 99 are of the twentieth century,
/// 00 to 39 of the next. 40 to 68 may be of either: in a column with one of them years of two
/// digits are not read.
const YEARS_OF_TWO_DIGITS: std::ops::RangeInclusive<i32> = 1969..=2039;

/// The form in which all values are dates from 1850 to 2150; `None` where there is none.
pub(super) fn detect(values: &[&str]) -> Option<DateForm> {
    let year = |value: &str, form: &str| parse_day(value.trim(), form).map(|day| day.year());
    let is_form = |form: &str| {
        let years = if form.ends_with("%y") { YEARS_OF_TWO_DIGITS } else { YEARS };
        values.iter().all(|value: &&str| year(value, form).is_some_and(|year| years.contains(&year)))
    };
    let mut fitting = FORMS.into_iter().filter(|form| is_form(form));
    let form = fitting.next()?;
    let hours: Option<BTreeSet<u32>> = values.iter().map(|value| parse_hour(value, form)).collect();
    Some(DateForm {
        format: (form != ISO).then_some(form),
        is_ambiguous: fitting.next().is_some(),
        has_times: values.iter().any(|value| value.contains(':')),
        has_hours: hours.is_some_and(|hours| hours.len() > 1),
    })
}

/// The form in which all texts are dates, in the notation of `strftime`, and whether day and month
/// could also be the other way round; `None` where there is none.
///
/// ```
/// use incog_data::date_form;
/// assert_eq!(date_form(&["01.03.1990", "24.12.1985"]), Some(("%d.%m.%Y", false)));
/// assert_eq!(date_form(&["01/03/1990"]), Some(("%m/%d/%Y", true)));
/// assert_eq!(date_form(&["ward 3"]), None);
/// ```
pub fn date_form(texts: &[&str]) -> Option<(&'static str, bool)> {
    let found = detect(texts).filter(|_| !texts.is_empty())?;
    Some((found.format.unwrap_or(ISO), found.is_ambiguous))
}

/// The form of one date, where it can be read in only one way: `01.03.1990`, but not `01/03/1990`.
///
/// ```
/// use incog_data::clear_date_form;
/// assert_eq!(clear_date_form("1990-03-01"), Some("%Y-%m-%d"));
/// assert_eq!(clear_date_form("1 Mar 1990"), Some("%d %B %Y"));
/// assert_eq!(clear_date_form("01/03/1990"), None);
/// ```
pub fn clear_date_form(text: &str) -> Option<&'static str> {
    let text = text.trim();
    FORMS[..CLEAR]
        .iter()
        .copied()
        .find(|form: &&str| parse_day(text, form).is_some_and(|day| YEARS.contains(&day.year())))
}

/// A date of a form in ISO 8601, with the time behind it.
///
/// ```
/// assert_eq!(incog_data::iso_date("24.12.1985 10:30", "%d.%m.%Y").as_deref(), Some("1985-12-24 10:30"));
/// ```
pub fn iso_date(text: &str, form: &str) -> Option<String> {
    let text = text.trim();
    let day = parse_day(text, form)?;
    let (_, time) = chrono::NaiveDate::parse_and_remainder(text, form).ok()?;
    Some(format!("{}{time}", day.format(ISO)))
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
