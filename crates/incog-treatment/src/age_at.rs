//! Age at an event in the place of a date of birth.

use crate::computed_column::{Cell, by_row};
use crate::unfit_value::Unfit;
use crate::written_day::{DayForm, FORMAT};
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use chrono::{Datelike, NaiveDate};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal, Value};
use incog_data::{Column, ValueType};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "age-at",
        audience: CardAudience::Product,
        summary: "replaces a date of birth by the age in whole years on the date of another column",
        reference: "US Department of Health and Human Services, Guidance regarding methods for de-identification of protected health \
                    information, 2012, https://www.hhs.gov/hipaa/for-professionals/special-topics/de-identification/",
        parameters: &[
            Parameter::new(
                "age_at",
                "the column with the date of the event",
                Range::Column,
                ParameterDefault::Required,
            ),
            FORMAT,
            Parameter::new(
                "impossible",
                "what becomes of the age where the event is before the birth: the job is refused, or the age \
                 is missing",
                Range::Words(&["refuse", "missing"]),
                ParameterDefault::Value(Value::word("refuse")),
            ),
        ],
        caveat: Some(
            "The age at an event together with the date of the event leaves one year for the date of \
             birth, and ages at several events leave less. High ages are rare: use open-ended intervals in \
             a quasi-identifier, and a top code in other columns.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: Some(ValueType::Integer),
    read: |parameters| {
        let Some(event) = parameters.column("age_at") else {
            return Err(Refusal::Missing {
                parameter: "age_at",
                what: "the column with the date of the event",
            });
        };
        Ok(Box::new(AgeAt {
            event: event.to_owned(),
            form: DayForm::parse(parameters.column("format"))?,
            may_lack: parameters.choice("impossible", &[("refuse", false), ("missing", true)])?,
        }))
    },
};

const NO_AGE: Unfit = Unfit {
    what: "not dates of that form, or their event is not a date or before the birth",
    advice: "set their form (format = \"%d.%m.%Y\"), list the markers of missing values in csv.missing, \
        correct them, or leave out the ages before the birth (impossible = \"missing\")",
};

#[derive(Debug)]
struct AgeAt {
    event: String,
    form: DayForm,
    /// Whether a record whose event is before the birth has no age.
    may_lack: bool,
}

impl Treatment for AgeAt {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let events = with.table.column(&self.event).ok_or_else(|| TreatmentError::NoColumn {
            column: column.name.clone(),
            other: self.event.clone(),
        })?;
        by_row(column, NO_AGE, |row, born| {
            if events.is_missing(events.codes.at(row)) {
                return Cell::Missing;
            }
            let Some((born, event)) = self.form.read(born).zip(self.form.read(events.value(row))) else {
                return Cell::Unfit;
            };
            match years(born.day, event.day) {
                Some(age) => Cell::Is(age.to_string()),
                None if self.may_lack => Cell::Missing,
                None => Cell::Unfit,
            }
        })
    }
}

/// Whole years from one day to another; `None` if it is earlier.
pub(crate) fn years(born: NaiveDate, event: NaiveDate) -> Option<i32> {
    let before_birthday = (event.month(), event.day()) < (born.month(), born.day());
    let before_birthday = before_birthday && !is_planted("an age ignores the birthday");
    (event >= born).then(|| event.year() - born.year() - i32::from(before_birthday))
}
