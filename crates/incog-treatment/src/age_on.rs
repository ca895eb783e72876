//! Age on a fixed day in the place of a date of birth.

use crate::age_at::years;
use crate::computed_column::{Cell, by_row};
use crate::unfit_value::Unfit;
use crate::written_day::{DayForm, FORMAT};
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use chrono::NaiveDate;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal, Value};
use incog_data::{Column, ValueType};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "age-on",
        audience: CardAudience::Product,
        summary: "replaces a date of birth by the age in whole years on a fixed day",
        reference: "US Department of Health and Human Services, Guidance regarding methods for de-identification of protected health \
                    information, 2012, https://www.hhs.gov/hipaa/for-professionals/special-topics/de-identification/",
        parameters: &[
            Parameter::new(
                "age_on",
                "the day, in the form 2024-12-31",
                Range::Text,
                ParameterDefault::Required,
            ),
            FORMAT,
            Parameter::new(
                "impossible",
                "what becomes of the age of somebody who was born later: the job is refused, or the age is \
                 missing",
                Range::Words(&["refuse", "missing"]),
                ParameterDefault::Value(Value::word("refuse")),
            ),
        ],
        caveat: Some(
            "The age on a known day leaves one year for the date of birth. High ages are rare: use open-ended \
             intervals in a quasi-identifier, and a top code in other columns.",
        ),
    },
    subject: Subject::ValuesAndQuasiIdentifiers,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: Some(ValueType::Integer),
    read: |parameters| {
        let day = parameters.column("age_on").unwrap_or_default();
        let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").map_err(|_| Refusal::WrongType {
            parameter: "age_on",
            found: format!("{day:?}"),
            expected: "a day such as 2024-12-31".to_owned(),
        })?;
        Ok(Box::new(AgeOn {
            day,
            form: DayForm::parse(parameters.column("format"))?,
            may_lack: parameters.choice("impossible", &[("refuse", false), ("missing", true)])?,
        }))
    },
};

const NO_AGE: Unfit = Unfit {
    what: "not dates of that form, or after the day of the age",
    advice: "set their form (format = \"%d.%m.%Y\"), list the markers of missing values in csv.missing, \
        correct them, or leave out the ages of those who were born later (impossible = \"missing\")",
};

#[derive(Debug)]
struct AgeOn {
    day: NaiveDate,
    form: DayForm,
    /// Whether a record whose birth is after the day has no age.
    may_lack: bool,
}

impl Treatment for AgeOn {
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        by_row(column, NO_AGE, |_, born| match self.form.read(born).map(|born| years(born.day, self.day)) {
            None => Cell::Unfit,
            Some(Some(age)) => Cell::Is(age.to_string()),
            Some(None) if self.may_lack => Cell::Missing,
            Some(None) => Cell::Unfit,
        })
    }
}
