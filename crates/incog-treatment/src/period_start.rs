//! Dates as the first day of a period.

use crate::computed_column::by_value;
use crate::written_day::{DayForm, FORMAT, NO_DAY};
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use chrono::{Datelike, NaiveDate};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range};
use incog_data::{Column, ValueType};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "first-of",
        audience: CardAudience::Product,
        summary: "replaces a date by the first day of its month, quarter or year, without the time of day",
        reference: "Hundepool et al., Statistical disclosure control, Wiley, 2012, section 3.4.2 (global recoding)",
        parameters: &[
            Parameter::new(
                "first_of",
                "the period",
                Range::Words(&["month", "quarter", "year"]),
                ParameterDefault::Required,
            ),
            FORMAT,
        ],
        caveat: Some(
            "A period may still have few records. No model counts them unless the column is a \
             quasi-identifier.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: Some(ValueType::Date),
    read: |parameters| {
        let months = parameters.choice("first_of", &[("month", 1), ("quarter", 3), ("year", 12)])?;
        Ok(Box::new(FirstOf { months, form: DayForm::parse(parameters.column("format"))? }))
    },
};

#[derive(Debug)]
struct FirstOf {
    /// Months of the period.
    months: u32,
    form: DayForm,
}

impl Treatment for FirstOf {
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        by_value(column, NO_DAY, |value| {
            let written = self.form.read(value)?;
            let day = written.day;
            let month = day.month0() / self.months * self.months;
            written.with_day(NaiveDate::from_ymd_opt(day.year(), month + 1, 1)?)
        })
    }
}
