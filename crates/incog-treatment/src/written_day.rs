//! Days as they are written.

use crate::unfit_value::Unfit;
use chrono::NaiveDate;
use incog_card::{Parameter, ParameterDefault, Range, Refusal};
use std::fmt::Write;

/// The parameter that says so.
pub(crate) const FORMAT: Parameter = Parameter::new(
    "format",
    "the form of the dates, in strftime notation; default ISO 8601",
    Range::Text,
    ParameterDefault::Nothing,
);

/// What a text is that is no day.
pub(crate) const NO_DAY: Unfit = Unfit {
    what: "not dates of that form, or outside the calendar",
    advice: "set their form (format = \"%d.%m.%Y\"), list the markers of missing values in csv.missing, or \
        correct them",
};

/// How days are written, in the notation of `strftime`.
#[derive(Debug, Clone)]
pub(crate) struct DayForm(String);

impl DayForm {
    /// That of ISO 8601 when none is said.
    ///
    /// # Errors
    /// When it does not say a day, so that what is written in it could not be read again.
    pub fn parse(format: Option<&str>) -> Result<Self, Refusal> {
        let form = Self(format.unwrap_or("%Y-%m-%d").to_owned());
        let day = NaiveDate::from_ymd_opt(1987, 11, 23);
        let again = day.and_then(|day| form.write(day)).and_then(|text| Some(form.read(&text)?.0));
        if again == day {
            return Ok(form);
        }
        let expected =
            "a form with year, month and day, such as %d.%m.%Y; a time after the day is ignored".to_owned();
        Err(Refusal::WrongType { parameter: "format", found: format!("{:?}", form.0), expected })
    }

    /// The day at the beginning of a text, and the time behind it.
    pub fn read<'t>(&self, text: &'t str) -> Option<(NaiveDate, &'t str)> {
        let (day, rest) = NaiveDate::parse_and_remainder(text.trim(), &self.0).ok()?;
        let is_time = rest.starts_with([' ', 'T']) && rest.contains(':');
        (rest.is_empty() || is_time).then_some((day, rest))
    }

    /// A day as it is written.
    pub fn write(&self, day: NaiveDate) -> Option<String> {
        let mut text = String::new();
        // Fails where the format asks for more than a day has.
        write!(text, "{}", day.format(&self.0)).ok()?;
        Some(text)
    }
}
