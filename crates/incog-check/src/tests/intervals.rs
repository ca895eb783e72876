//! Intervals against a search for the interval that holds a number.

use crate::numbers::Decimal;
use crate::trees::intervals::{IntervalRule, labels};

fn decimal(number: i64) -> Decimal {
    Decimal::parse(&number.to_string()).unwrap()
}

/// The interval `[begin, begin + width)` of the grid through `origin` that holds a number, found by
/// trying; open where it holds `top` or lies above, or lies below the first that begins at or above
/// `bottom`.
fn expected(number: i64, width: i64, origin: i64, bottom: Option<i64>, top: Option<i64>) -> String {
    let begins = || (-100..100).map(|step| origin + step * width);
    let holding = |number: i64| begins().find(|begin| (*begin..begin + width).contains(&number)).unwrap();
    let begin = holding(number);
    let is_negative = (-4..=4).any(|number| {
        let below =
            bottom.is_some_and(|bottom| holding(number) < begins().find(|begin| *begin >= bottom).unwrap());
        let own = holding(number);
        let own = top.map_or(own, |top| own.min(holding(top)));
        !below && own < 0
    });
    if let Some(top) = top.filter(|top| begin >= holding(*top)) {
        return format!("{}+", holding(top));
    }
    let first = bottom.map(|bottom| begins().find(|begin| *begin >= bottom).unwrap());
    if let Some(first) = first.filter(|first| begin < *first) {
        return format!("<{first}");
    }
    match (width, is_negative) {
        (1, _) => begin.to_string(),
        (_, true) => format!("{begin}..{}", begin + width - 1),
        (_, false) => format!("{begin}-{}", begin + width - 1),
    }
}

/// Every width up to 4, origin from -3 to 3, and open ends from -2 to 3, for all numbers from -4 to 4.
#[test]
fn every_number_is_in_its_interval() {
    let numbers: Vec<i64> = (-4..=4).collect();
    let values: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let ends = || [None].into_iter().chain((-2..=3).map(Some));
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
                    let expected = expected(*number, width, origin, bottom, top);
                    assert_eq!(labels, [expected], "{number} {width} {origin} {bottom:?} {top:?}");
                }
            }
        }
    }
}
