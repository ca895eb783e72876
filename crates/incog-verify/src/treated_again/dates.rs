//! Ages out of two dates, and dates that are moved by person.

use super::TreatedColumn;
use chrono::{Datelike, NaiveDate};
use incog_data::clear_date_form;
use std::collections::HashMap;

/// The day at the beginning of a text, in the form that the job says or in any clear one.
fn day(column: &TreatedColumn<'_>, text: &str) -> Option<NaiveDate> {
    let form = match column.treatment.spec.parameters().column("format") {
        Some(form) => form,
        None => clear_date_form(text)?,
    };
    NaiveDate::parse_and_remainder(text.trim(), form).ok().map(|(day, _)| day)
}

/// As many birthdays as there were: year by year.
fn birthdays(born: NaiveDate, event: NaiveDate) -> usize {
    let has_birthday =
        |&year: &i32| year < event.year() || (born.month(), born.day()) <= (event.month(), event.day());
    (born.year() + 1..=event.year()).filter(has_birthday).count()
}

/// Cells that are not the whole years from the one date to the other.
pub(super) fn wrong_ages(column: &TreatedColumn<'_>) -> Option<usize> {
    let events = column.original(column.treatment.spec.parameters().column("age_at")?)?;
    let mut wrong = 0;
    for cell in column.cells(true) {
        let (born, event) = (day(column, cell.was), day(column, events.value(cell.row)));
        let Some((born, event)) = born.zip(event) else { continue };
        wrong += usize::from(cell.is.trim() != birthdays(born, event).to_string());
    }
    Some(wrong)
}

/// Cells that are not the whole years from the date to a fixed day.
pub(super) fn wrong_ages_on(column: &TreatedColumn<'_>) -> Option<usize> {
    let event = column.treatment.spec.parameters().column("age_on")?;
    let event = NaiveDate::parse_from_str(event, "%Y-%m-%d").ok()?;
    let cells = column.cells(false);
    let born = cells.iter().filter_map(|cell| Some((cell, day(column, cell.was)?)));
    Some(born.filter(|(cell, born)| cell.is.trim() != birthdays(*born, event).to_string()).count())
}

/// Cells that are not moved by as many days as the first of the same person, or by more than may
/// be, or not at all.
pub(super) fn wrong_shifts(column: &TreatedColumn<'_>) -> Option<usize> {
    let parameters = column.treatment.spec.parameters();
    let most = parameters.whole("most").ok()? as i64;
    let step = if parameters.is_on("weeks") { 7 } else { 1 };
    let people = column.premises.input.column(column.premises.job.terms.people()?)?;
    let mut moved_by: HashMap<u32, i64> = HashMap::new();
    let mut wrong = 0;
    for cell in column.cells(true) {
        let Some((was, is)) = day(column, cell.was).zip(day(column, cell.is)) else { continue };
        let days = (is - was).num_days();
        let person = people.codes.at(cell.row);
        let is_same = *moved_by.entry(person).or_insert(days) == days;
        wrong += usize::from(!is_same || days == 0 || days.abs() > most || days % step != 0);
    }
    Some(wrong)
}
