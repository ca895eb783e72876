//! Dates shifted by a secret number of days for each person.

use crate::chance::{DayShift, day_tests};
use crate::computed_column::{Cell, by_row};
use crate::written_day::{DayForm, FORMAT, NO_DAY, WrittenDay};
use crate::{
    ChanceTest, NeededKey, Subject, TreatedGroup, Treatment, TreatmentContext, TreatmentEntry, TreatmentError,
};
use chrono::TimeDelta;
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal, Value};
use incog_data::Column;

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "shift-days",
        audience: CardAudience::Product,
        summary: "shifts all dates of a person by the same secret number of days, which keeps their order \
            and distances",
        reference: "Hripcsak et al., Preserving temporal relations in clinical data while maintaining privacy, JAMIA 23(6), 2016, \
                    doi:10.1093/jamia/ocw001",
        parameters: &[
            Parameter::new(
                "shift_days",
                "the file of the key, made with incog key new; columns of one key are moved together",
                Range::Text,
                ParameterDefault::Nothing,
            ),
            Parameter::new(
                "most",
                "the largest shift in days, back or forth; every date is shifted",
                Range::Whole(1, 36_500),
                ParameterDefault::Value(Value::Whole(365)),
            ),
            Parameter::new(
                "weeks",
                "whether to shift by whole weeks, which keeps weekdays, so that weekends without events do \
                 not reveal the shift",
                Range::Switch,
                ParameterDefault::Value(Value::Switch(false)),
            ),
            FORMAT,
        ],
        caveat: Some(
            "Dates that are shifted together keep their distances: anybody who knows the number of days \
             between two events of a person can look for it, and one true date of a person reveals all \
             others. Days without events, such as weekends, rule out most shifts for people with many \
             dates (weeks = true shifts by whole weeks, which keeps weekdays, but allows fewer shifts). An \
             exact age at a shifted date usually leaves one shift for a known birthday. Seasons, holidays \
             and the end of the data can narrow it down, too. Records that name nobody lose their dates.",
        ),
    },
    subject: Subject::Uncounted,
    key: |_| NeededKey::File("shift_days"),
    withheld: &["shift_days"],
    becomes: None,
    read: |parameters| {
        let (most, weeks) = (parameters.whole("most")?, parameters.is_on("weeks"));
        if weeks && most < WEEK {
            let expected = "7 days or more, since dates are moved by whole weeks".into();
            return Err(Refusal::OutOfRange { parameter: "most", found: most as f64, expected });
        }
        Ok(Box::new(ShiftDays { most, weeks, form: DayForm::parse(parameters.column("format"))? }))
    },
};

/// Days of a week.
const WEEK: u64 = 7;

#[derive(Debug)]
struct ShiftDays {
    most: u64,
    /// Whether by whole weeks.
    weeks: bool,
    form: DayForm,
}

impl Treatment for ShiftDays {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        let people = with.people.ok_or_else(|| TreatmentError::NoPeople { column: column.name.clone() })?;
        let step = if self.weeks { WEEK } else { 1 };
        let by = if self.weeks { ", by weeks" } else { "" };
        let purpose = format!("days shifted, at most {}{by}", self.most);
        let steps = |name: &str| shift(key.number(&purpose, &(with.spelling)(name)), self.most / step);
        let days = |name: &str| steps(name) * step as i64;
        let of_person: Vec<i64> = people.dictionary.iter().map(days).collect();
        by_row(column, NO_DAY, |row, value| {
            let person = people.codes.at(row);
            if people.is_missing(person) {
                return Cell::Missing;
            }
            let moved = |written: WrittenDay<'_>| {
                let whose = if is_planted("dates are shifted by record") { row } else { person as usize };
                let day =
                    written.day.checked_add_signed(TimeDelta::days(of_person[whose % of_person.len()]))?;
                Some(written.with_day(day)? + written.time)
            };
            self.form.read(value).and_then(moved).map_or(Cell::Unfit, Cell::Is)
        })
    }

    fn chance_tests(&self, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        let step = if self.weeks { WEEK } else { 1 };
        let shift = DayShift { step: step as i64, steps: (self.most / step) as i64 };
        day_tests(shift, groups, |text| self.form.read(text).map(|written| written.day))
    }
}

/// A number from -`most` to `most` without 0.
fn shift(chance: u64, most: u64) -> i64 {
    let place = (chance % (2 * most)) as i64;
    let most = most as i64;
    if place < most { place - most } else { place - most + 1 }
}
