//! Days as they are written.

use crate::unfit_value::Unfit;
use chrono::NaiveDate;
use incog_card::{Parameter, ParameterDefault, Range, Refusal};
use incog_data::clear_date_form;
use std::fmt::Write;

/// The parameter that says so.
pub(crate) const FORMAT: Parameter = Parameter::new(
    "format",
    "the form of the dates, in strftime notation; default: that of each date, where it is unambiguous",
    Range::Text,
    ParameterDefault::Nothing,
);

/// What a text is that is no day.
pub(crate) const NO_DAY: Unfit = Unfit {
    what: "not dates of that form, or outside the calendar",
    advice: "set their form (format = \"%d.%m.%Y\"), list the markers of missing values in csv.missing, or \
        correct them",
};

/// How days are written, in the notation of `strftime`; `None` for any form that can be read in
/// only one way.
#[derive(Debug, Clone)]
pub(crate) struct DayForm(Option<String>);

/// A day as it is written in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WrittenDay<'t> {
    /// The day.
    pub day: NaiveDate,
    /// The time behind it.
    pub time: &'t str,
    /// Its form.
    form: &'t str,
}

impl WrittenDay<'_> {
    /// Another day in the same form, without a time.
    pub fn with_day(&self, day: NaiveDate) -> Option<String> {
        write(day, self.form)
    }
}

impl DayForm {
    /// The form that is said, or any that is clear.
    ///
    /// # Errors
    /// When it does not say a day, so that what is written in it could not be read again.
    pub fn parse(format: Option<&str>) -> Result<Self, Refusal> {
        let form = Self(format.map(str::to_owned));
        let day = NaiveDate::from_ymd_opt(1987, 11, 23);
        let Some(format) = format else { return Ok(form) };
        let again = day.and_then(|day| write(day, format)).and_then(|text| Some(form.read(&text)?.day));
        if again == day {
            return Ok(form);
        }
        let expected =
            "a form with year, month and day, such as %d.%m.%Y; a time after the day is ignored".to_owned();
        Err(Refusal::WrongType { parameter: "format", found: format!("{format:?}"), expected })
    }

    /// The day at the beginning of a text, and the time behind it.
    pub fn read<'t>(&'t self, text: &'t str) -> Option<WrittenDay<'t>> {
        let form = match &self.0 {
            Some(form) => form.as_str(),
            None => clear_date_form(text)?,
        };
        let (day, time) = NaiveDate::parse_and_remainder(text.trim(), form).ok()?;
        let is_time = time.starts_with([' ', 'T']) && time.contains(':');
        (time.is_empty() || is_time).then_some(WrittenDay { day, time, form })
    }
}

fn write(day: NaiveDate, form: &str) -> Option<String> {
    let mut text = String::new();
    // Fails where the format asks for more than a day has.
    write!(text, "{}", day.format(form)).ok()?;
    Some(text)
}
