//! Hours and weekdays.

use super::super::{HierarchySpec, Publish, Values, column};
use super::DateUnit::{Day, Hour, HourOfDay, HourOfWeek, Month, PartOfDay, Weekday, Weekend};
use super::{DateLevels, DateUnit};

/// The labels of each value, or the refusal.
fn labels(levels: DateLevels, values: &[&str]) -> Result<Vec<String>, String> {
    let column = column(values);
    let spec = HierarchySpec::Date(levels);
    let made = spec.build_from(&Values::from_column(&column)).map_err(|error| error.to_string())?;
    let codes = values.iter().filter_map(|value| made.find(value));
    let rows = codes.map(|code| (1..=made.height()).map(|level| made.label(level, code)).collect::<Vec<_>>());
    Ok(rows.map(|row| row.join("|")).collect())
}

fn units(units: &[DateUnit]) -> DateLevels {
    DateLevels { units: units.to_vec(), ..DateLevels::default() }
}

/// A Friday and a Saturday.
const TIMES: [&str; 2] = ["2024-05-17 08:30", "2024-05-18T23:59:59.5Z"];

#[test]
fn times_by_unit() {
    assert_eq!(
        labels(units(&[Hour, HourOfWeek, HourOfDay, PartOfDay]), &TIMES).unwrap(),
        [
            "2024-05-17 08:00-08:59|Fri 08:00-08:59|08:00-08:59|06:00-11:59|*",
            "2024-05-18 23:00-23:59|Sat 23:00-23:59|23:00-23:59|18:00-23:59|*"
        ]
    );
    assert_eq!(
        labels(units(&[Hour, Day, Weekday, Weekend]), &TIMES).unwrap(),
        [
            "2024-05-17 08:00-08:59|2024-05-17|Fri|Mon-Fri|*",
            "2024-05-18 23:00-23:59|2024-05-18|Sat|Sat-Sun|*"
        ]
    );
    let american = DateLevels { format: Some("%m/%d/%Y".to_owned()), ..units(&[HourOfDay]) };
    let made = labels(american, &["5/17/2024 12:05 AM", "5/17/2024 9:05:10 pm"]);
    assert_eq!(made.unwrap(), ["00:00-00:59|*", "21:00-21:59|*"]);
}

#[test]
fn what_is_told_of_times_must_be_there_and_nest() {
    assert!(labels(units(&[Hour]), &["2024-05-17"]).unwrap_err().contains("no time of day"));
    for wrong in [[PartOfDay, Day], [Weekday, Month], [HourOfDay, Weekday], [Day, HourOfDay]] {
        let refused = labels(units(&wrong), &TIMES).unwrap_err();
        assert!(refused.contains("give units that nest"), "{refused}");
    }
    // Bounds are days.
    let bounds = DateLevels { publish: Publish::Bounds, ..units(&[Hour]) };
    assert_eq!(labels(bounds, &["2024-05-17"]).unwrap(), ["2024-05-17|*"]);
    let bounds = DateLevels { publish: Publish::Bounds, ..units(&[Weekday]) };
    assert!(labels(bounds, &["2024-05-17"]).unwrap_err().contains("has no bounds in days"));
}
