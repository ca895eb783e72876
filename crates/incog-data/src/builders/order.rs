//! The order in which the values of a column follow each other.

use crate::ValueType;
use std::cmp::Ordering;

/// The order in which a hierarchy groups values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Order {
    /// Numbers by size, dates by time, text by the numbers in it (`9 to 17` before `18 to 29`)
    /// and then by its characters.
    #[default]
    Natural,
    /// The values in this order, which may include values that do not occur in the data.
    Given(Vec<String>),
}

/// Sorts by size, time, or natural order of text; a total order, ties by the characters.
pub(super) fn sort_naturally(value_type: ValueType, values: &mut [&str]) {
    match NaturalOrder::of_typed(value_type, values) {
        NaturalOrder::Number => values.sort_by_cached_key(|value| NumberKey::of(value)),
        NaturalOrder::Time | NaturalOrder::Text => values.sort_unstable(),
        NaturalOrder::Band => values.sort_by(|a, b| band_order(a, b)),
    }
}

/// What values are sorted by when an order is not given. Of fewer values the order may be one that stands further up
/// here, never one further down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NaturalOrder {
    /// By size; all are numbers.
    Number,
    /// By time; all are dates.
    Time,
    /// By the first number in them; all have one.
    Band,
    /// By their characters.
    Text,
}

impl NaturalOrder {
    const ALL: [Self; 4] = [Self::Number, Self::Time, Self::Band, Self::Text];

    /// The order of these values.
    pub(super) fn of(values: &[&str]) -> Self {
        Self::of_typed(ValueType::of(values.iter().copied()), values)
    }

    fn of_typed(value_type: ValueType, values: &[&str]) -> Self {
        match value_type {
            ValueType::Integer | ValueType::Decimal => Self::Number,
            ValueType::Date => Self::Time,
            ValueType::Text if values.iter().all(|value| first_number(value).is_some()) => Self::Band,
            ValueType::Text => Self::Text,
        }
    }

    fn holds(self, values: [&str; 3]) -> bool {
        match self {
            Self::Number => ValueType::of(values).is_number(),
            Self::Time => ValueType::of(values) == ValueType::Date,
            Self::Band => values.iter().all(|value| first_number(value).is_some()),
            Self::Text => true,
        }
    }

    fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Self::Number => NumberKey::of(a).cmp(&NumberKey::of(b)),
            Self::Time | Self::Text => a.cmp(b),
            Self::Band => band_order(a, b),
        }
    }

    /// Whether `value` can stand between `first` and `last`, or be one of them, where some of the values are sorted of
    /// which all together have this order. Which ones is not known, and so the order may be a narrower one.
    pub(super) fn may_be_between(self, first: &str, value: &str, last: &str) -> bool {
        let orders = Self::ALL.into_iter().filter(|order| *order <= self);
        let mut orders = orders.filter(|order| order.holds([first, value, last]));
        let is_between =
            |order: NaturalOrder| order.compare(first, value).is_le() && order.compare(value, last).is_le();
        value == first || value == last || orders.any(is_between)
    }
}

#[derive(PartialEq)]
struct NumberKey(f64, String);

impl NumberKey {
    fn of(value: &str) -> Self {
        Self(value.trim().parse().unwrap_or(f64::NAN), value.to_owned())
    }
}

impl Eq for NumberKey {}

impl Ord for NumberKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then_with(|| self.1.cmp(&other.1))
    }
}

impl PartialOrd for NumberKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the first number; at the same number `<18` and `under 18` go before `18 to 29`, and
/// `18 to 29` before `18 or older`.
fn band_order(a: &str, b: &str) -> Ordering {
    let key = |text: &str| (first_number(text).unwrap_or(f64::NAN), openness(text));
    let ((a_number, a_open), (b_number, b_open)) = (key(a), key(b));
    a_number.total_cmp(&b_number).then(a_open.cmp(&b_open)).then_with(|| a.cmp(b))
}

/// -1 for a band open below, 1 for one open above, 0 for others.
fn openness(text: &str) -> i8 {
    let text = text.trim().to_lowercase();
    let below = ["<", "under", "below", "less", "up to", "younger"];
    let above = ["+", "older", "over", "above", "more", "plus", ">"];
    if below.iter().any(|word| text.starts_with(word)) {
        -1
    } else {
        i8::from(above.iter().any(|word| text.contains(word)))
    }
}

/// The first number in a text, without sign: in `[30-40)` the minus separates.
pub(super) fn first_number(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = &text[start..];
    let end = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
    digits[..end].trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VALUES: [&str; 14] = [
        "3",
        "12",
        "-4",
        "1e3",
        "2024-03-01",
        "2023-12-31",
        "a 0",
        "b 3",
        "<5",
        "5 to 9",
        "9+",
        "z",
        "é",
        "?",
    ];

    proptest! {
        #[test]
        fn what_stands_between_in_some_of_the_values_may_be_between(
            all in proptest::sample::subsequence(&VALUES[..], 1..14),
            hide in 0u32..1 << 14,
        ) {
            let published: Vec<&str> = (0..).zip(&all).filter(|(place, _)| hide >> place & 1 == 0).map(|(_, value)| *value).collect();
            let mut sorted = published.clone();
            sort_naturally(ValueType::of(published.iter().copied()), &mut sorted);
            let order = NaturalOrder::of(&all);
            for (place, value) in sorted.iter().enumerate() {
                for first in &sorted[..=place] {
                    prop_assert!(sorted[place..].iter().all(|last| order.may_be_between(first, value, last)));
                }
            }
        }
    }

    #[test]
    fn what_stands_between_in_no_order_of_them_is_not_between() {
        let numbers = NaturalOrder::of(&["9", "10", "100"]);
        assert!(!numbers.may_be_between("9", "100", "10"));
        let mixed = NaturalOrder::of(&["9", "10", "100", "x"]);
        assert!(!mixed.may_be_between("10", "9", "100"), "by size or by characters: 9 is an end");
        assert!(!mixed.may_be_between("a", "x", "b"));
    }
}
