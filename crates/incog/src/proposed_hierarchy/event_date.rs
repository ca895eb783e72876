//! The date of an event at which an age stands for a date of birth.

use super::readings::{Readings, date_levels};
use incog_data::Table;

/// Nobody is older: 125 years, in days.
const OLDEST: f64 = 125.0 * 365.25;

/// The date at which an age is computed, and the form of both dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventDate {
    /// The place of its column.
    pub place: usize,
    /// In the notation of `strftime`; `None` for ISO 8601.
    pub format: Option<String>,
}

/// Which of the columns at `dates` is the event of the date of birth at `birth`: the earliest that
/// no record has before its birth or 125 years after it, written in the form of the date of birth.
/// `None` where there is none.
pub(crate) fn event_date(table: &Table, birth: usize, dates: &[usize]) -> Option<EventDate> {
    let born = table.columns().get(birth)?;
    let format = date_levels(born)?.format;
    let births = Readings::from_column(born).filter(|born| born.are_days)?;
    let total = |&place: &usize| {
        let column = table.columns().get(place).filter(|_| place != birth)?;
        let has_form = date_levels(column).is_some_and(|levels| levels.format == format);
        let events = Readings::from_column(column).filter(|events| events.are_days && has_form)?;
        let mut days = 0.0;
        let mut records = 0_u64;
        for (event, born) in (0..table.rows()).filter_map(|row| events.at(row).zip(births.at(row))) {
            if !(0.0..OLDEST).contains(&(event - born)) {
                return None;
            }
            (days, records) = (days + event - born, records + 1);
        }
        // An event that most records lack gives them no age.
        (10 * records >= 9 * table.rows() as u64).then(|| (days / records as f64, place))
    };
    let events = dates.iter().filter_map(total);
    let earliest = events.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    earliest.map(|(_, place)| EventDate { place, format })
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
}
