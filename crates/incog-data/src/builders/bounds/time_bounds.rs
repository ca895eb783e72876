//! Months and years around a group of dates.

use super::GroupEnd;
use crate::builders::DateUnit;
use crate::outward_rounding::End;
use chrono::{Datelike, NaiveDate};

/// Units with the days that they have at most, finest first.
const UNITS: [(DateUnit, i64); 5] = [
    (DateUnit::Month, 31),
    (DateUnit::Quarter, 92),
    (DateUnit::Year, 366),
    (DateUnit::Decade, 3_653),
    (DateUnit::Century, 36_525),
];

/// The beginning or the end of the finest unit that is longer than from `outermost` to `reach`, as
/// the month or the year of it.
pub(super) fn bound(end: End, outermost: &str, reach: &str) -> GroupEnd {
    let found = day(outermost).zip(day(reach)).and_then(|(outermost, reach)| {
        let distance = (reach - outermost).num_days().abs();
        let (unit, _) = UNITS.into_iter().find(|(_, days)| *days > distance)?;
        let (first, after) = unit.span(outermost)?;
        let day = match end {
            End::Lower => first,
            End::Upper => after.pred_opt()?,
        };
        let is_of_months = matches!(unit, DateUnit::Month | DateUnit::Quarter);
        Some(if is_of_months {
            format!("{:04}-{:02}", day.year(), day.month())
        } else {
            format!("{:04}", day.year())
        })
    });
    found.map_or(GroupEnd::Open, GroupEnd::Prefix)
}

fn day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text.trim().get(..10)?, "%Y-%m-%d").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finest_unit_that_is_long_enough() {
        let told = |end, outermost, reach| match bound(end, outermost, reach) {
            GroupEnd::Prefix(text) => text,
            other => format!("{other:?}"),
        };
        assert_eq!(told(End::Lower, "2024-02-17", "2024-03-02"), "2024-02");
        assert_eq!(told(End::Upper, "2024-02-17", "2024-01-02"), "2024-03");
        assert_eq!(told(End::Lower, "2024-02-17", "2024-09-02"), "2024");
        assert_eq!(told(End::Upper, "2024-02-17", "2021-09-02"), "2029");
        assert_eq!(told(End::Lower, "1024-02-17", "2021-09-02"), "Open");
    }
}
