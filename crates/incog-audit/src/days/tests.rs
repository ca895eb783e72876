//! Dates in the forms of people.

use super::{day_of, days_of};

#[test]
fn a_day_is_read_however_it_is_written() {
    let day = day_of("2024-03-01").expect("a date");
    for same in ["1.3.2024", "2024-03-01T10:00", "2024-03-01 10:00", "01/03/2024", "1.3.24", "01/03/24"] {
        assert_eq!(day_of(same), Some(day), "{same}");
    }
    for same in [
        "1 Mar 2024",
        "01MAR2024",
        "01-Mar-24",
        "March 1, 2024",
        "Fri, 01 Mar 2024 10:00:00",
        "1. März 2024",
        "2024 mars 1",
        "2024-W09-5",
        "2024W095",
        "2024-061",
        "Freitag, 1. Maerz 2024",
    ] {
        assert_eq!(day_of(same), Some(day), "{same}");
    }
    assert_eq!((day_of("29.2.2024"), day_of("2023-03-01")), (Some(day - 1.0), Some(day - 366.0)));
    assert_eq!((day_of("3/31/2024"), day_of("3/31/24")), (Some(day + 30.0), Some(day + 30.0)));
    assert_eq!((day_of("2024-12-30"), day_of("2 juin 1995")), (day_of("2025-W01-1"), day_of("1995-06-02")));
    assert_eq!(day_of("1.3.74"), day_of("1974-03-01"));
}

#[test]
fn a_column_has_the_month_first_where_it_must() {
    let read = |texts: [&'static str; 3]| days_of(&texts);
    let iso = |texts: [&str; 3]| texts.map(day_of).to_vec();
    assert_eq!(read(["01/05/2024", "01/15/2024", "x"]), iso(["2024-01-05", "2024-01-15", "x"]));
    assert_eq!(read(["01/05/24", "01/15/24", "x"]), iso(["2024-01-05", "2024-01-15", "x"]));
    assert_eq!(read(["01/05/2024", "15/01/2024", "x"]), iso(["2024-05-01", "2024-01-15", "x"]));
    assert_eq!(read(["01.05.2024", "2024-01-15", "x"]), iso(["2024-05-01", "2024-01-15", "x"]));
}

#[test]
fn other_texts_are_no_days() {
    for other in [
        "2024",
        "1.5",
        "2024-13-01",
        "2024-01",
        "1.2.3.4",
        "a-b-c",
        "",
        "12-34-5678",
        "12-34-56",
        "10.20.30",
        "Mar",
        "Mar 2024",
        "3 May",
        "ward 3 May 1",
        "2024-W54-1",
        "2024-367",
        "8 Maple Street 12",
        "é1",
        "1.3.024",
    ] {
        assert_eq!(day_of(other), None, "{other}");
    }
}
