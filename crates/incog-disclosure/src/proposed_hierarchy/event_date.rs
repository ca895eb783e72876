//! The date of an event at which an age stands for a date of birth.

use super::readings::{Readings, date_levels, day_number};
use incog_data::Table;

/// Nobody is older: 125 years, in days.
const OLDEST: f64 = 125.0 * 365.25;

/// The date at which an age is computed, and the form of both dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventDate {
    /// The place of its column.
    pub place: usize,
    /// In the notation of `strftime`; `None` for ISO 8601.
    pub format: Option<String>,
    /// Records in which it lies before the birth: they have no age.
    pub impossible: u64,
}

/// A date that lies before more births, or 125 years after them, is no event of a life.
const MOST_IMPOSSIBLE: f64 = 0.01;

/// Which of the columns at `dates` is the event of the date of birth at `birth`. Both have one
/// form. The earliest event that is before no birth is taken, or else the one that is before
/// fewest. `None` where there is none.
pub fn event_date(table: &Table, birth: usize, dates: &[usize]) -> Option<EventDate> {
    let born = table.columns().get(birth)?;
    let format = date_levels(born)?.format;
    let births = Readings::from_column(born).filter(|born| born.are_days)?;
    let known = |&place: &usize| {
        let column = table.columns().get(place).filter(|_| place != birth)?;
        let has_form = date_levels(column).is_some_and(|levels| levels.format == format);
        let events = Readings::from_column(column).filter(|events| events.are_days && has_form)?;
        let (impossible, age) = ages(table.rows(), &births, |row| events.at(row))?;
        Some((age, EventDate { place, format: format.clone(), impossible }))
    };
    let by_age = |one: &(f64, EventDate), other: &(f64, EventDate)| {
        let by_faults = one.1.impossible.cmp(&other.1.impossible);
        by_faults.then(one.0.total_cmp(&other.0)).then(one.1.place.cmp(&other.1.place))
    };
    dates.iter().filter_map(known).min_by(by_age).map(|(_, event)| event)
}

/// A day on which ages are computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDay {
    /// The form of the dates of birth, in the notation of `strftime`; `None` for ISO 8601.
    pub format: Option<String>,
    /// Records whose birth lies after it: they have no age.
    pub impossible: u64,
}

/// How the dates of birth at `birth` become ages on a day, written `2024-12-31`; `None` where many
/// have no possible age then.
pub fn age_on_day(table: &Table, birth: usize, day: &str) -> Option<KnownDay> {
    let born = table.columns().get(birth)?;
    let format = date_levels(born)?.format;
    let births = Readings::from_column(born).filter(|born| born.are_days)?;
    let day = day_number(day)?;
    let (impossible, _) = ages(table.rows(), &births, |_| Some(day))?;
    Some(KnownDay { format, impossible })
}

/// How many records have no possible age at an event, and the mean age of the others in days;
/// `None` where many have none.
fn ages(rows: usize, births: &Readings<'_>, event: impl Fn(usize) -> Option<f64>) -> Option<(u64, f64)> {
    let ages = (0..rows).filter_map(|row| Some(event(row)? - births.at(row)?));
    let (mut days, mut possible, mut before, mut after) = (0.0, 0_u64, 0_u64, 0_u64);
    for age in ages {
        match age {
            age if age < 0.0 => before += 1,
            age if age >= OLDEST => after += 1,
            age => (days, possible) = (days + age, possible + 1),
        }
    }
    // An event that most records lack gives them no age.
    let is_known = 10 * possible >= 9 * rows as u64;
    let are_few = before.max(after) as f64 <= MOST_IMPOSSIBLE * rows as f64;
    (is_known && are_few).then(|| (before, days / possible as f64))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn table(second: &str) -> Table {
        let row = |n: usize| {
            let born = format!("{:02}.{:02}.{}", 1 + n % 28, 1 + n % 12, 1930 + n % 60);
            let left = format!("{:02}.12.2023", 1 + n % 28);
            [born, left, second.replace('N', &(1 + n % 9).to_string())]
        };
        let rows: Vec<[String; 3]> = (0..100).map(row).collect();
        let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
        Table::from_rows(["born", "left", "came"], rows, &[""]).unwrap()
    }

    fn place(second: &str) -> Option<usize> {
        event_date(&table(second), 0, &[0, 1, 2]).map(|event| event.place)
    }

    #[test]
    fn the_earliest_date_after_all_births_is_the_event() {
        assert_eq!(place("0N.01.2023"), Some(2));
        // Before some births, and in another form.
        assert_eq!(place("0N.01.1950"), Some(1));
        assert_eq!(place("2023-01-0N"), Some(1));
        assert_eq!(event_date(&table("x"), 0, &[0, 2]), None);
    }

    #[test]
    fn a_few_births_after_the_event_are_counted() {
        let rows: Vec<[String; 2]> = (0..200)
            .map(|n| {
                let year = if n == 7 { 2024 } else { 1950 + n % 60 };
                [format!("{:02}.{:02}.{year}", 1 + n % 28, 1 + n % 12), format!("{:02}.12.2023", 1 + n % 28)]
            })
            .collect();
        let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
        let table = Table::from_rows(["born", "came"], rows, &[""]).unwrap();
        let event = event_date(&table, 0, &[1]).unwrap();
        assert_eq!((event.place, event.impossible), (1, 1));
    }

    #[test]
    fn without_an_event_the_ages_are_those_of_a_day() {
        let found = age_on_day(&table("x"), 0, "2024-06-30");
        assert_eq!(found, Some(KnownDay { format: Some("%d.%m.%Y".to_owned()), impossible: 0 }));
        // Most were born later; the other column is no date.
        assert_eq!(age_on_day(&table("x"), 0, "1935-01-01"), None);
        assert_eq!(age_on_day(&table("x"), 2, "2024-06-30"), None);
    }
}
