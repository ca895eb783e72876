//! Intervals against a search for the interval that holds a number.

use crate::numbers::Decimal;
use crate::trees::intervals::{IntervalRule, labels};

fn decimal(number: i64) -> Decimal {
    Decimal::parse(&number.to_string()).unwrap()
}

/// The label of the interval of a grid that holds a number, found by
/// trying; open where it holds `top` or lies above, or lies below the first that begins at or above
/// `bottom`.
fn expected(number: i64, grid: Grid, bottom: Option<i64>, top: Option<i64>) -> String {
    let begin = grid.holding(number);
    let is_negative = (-4..=4).any(|number| {
        let own = top.map_or(grid.holding(number), |top| grid.holding(number).min(grid.holding(top)));
        own < 0 && bottom.is_none_or(|bottom| grid.holding(number) >= grid.first_from(bottom))
    });
    if let Some(top) = top.map(|top| grid.holding(top)).filter(|top| begin >= *top) {
        return format!("{top}+");
    }
    if let Some(first) = bottom.map(|bottom| grid.first_from(bottom)).filter(|first| begin < *first) {
        return format!("<{first}");
    }
    match (grid.width, is_negative) {
        (1, _) => begin.to_string(),
        (width, true) => format!("{begin}..{}", begin + width - 1),
        (width, false) => format!("{begin}-{}", begin + width - 1),
    }
}

#[derive(Clone, Copy)]
struct Grid {
    width: i64,
    origin: i64,
}

impl Grid {
    fn begins(self) -> impl Iterator<Item = i64> {
        (-100..100).map(move |step| self.origin + step * self.width)
    }

    fn holding(self, number: i64) -> i64 {
        self.begins().find(|begin| (*begin..begin + self.width).contains(&number)).unwrap()
    }

    fn first_from(self, bottom: i64) -> i64 {
        self.begins().find(|begin| *begin >= bottom).unwrap()
    }
}

/// No end, and all from -2 to 3.
fn ends() -> impl Iterator<Item = Option<i64>> {
    [None].into_iter().chain((-2..=3).map(Some))
}

/// Every width up to 4, origin from -3 to 3, and open ends from -2 to 3, for numbers from -4 to 4.
#[test]
fn every_number_is_in_its_interval() {
    let numbers: Vec<i64> = (-4..=4).collect();
    let values: Vec<String> = numbers.iter().map(i64::to_string).collect();
    for width in 1..=4 {
        for origin in -3..=3 {
            for (bottom, top) in ends().flat_map(|bottom| ends().map(move |top| (bottom, top))) {
                if bottom.zip(top).is_some_and(|(bottom, top)| bottom > top) {
                    continue;
                }
                let rule = IntervalRule {
                    widths: vec![decimal(width)],
                    origin: decimal(origin),
                    bottom: bottom.map(decimal),
                    top: top.map(decimal),
                    is_interval: false,
                };
                let found = labels(&rule, &values).unwrap();
                for (number, labels) in numbers.iter().zip(found) {
                    let expected = expected(*number, Grid { width, origin }, bottom, top);
                    assert_eq!(labels, [expected], "{number} {width} {origin} {bottom:?} {top:?}");
                }
            }
        }
    }
}
