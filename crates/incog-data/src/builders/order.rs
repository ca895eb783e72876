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
        NaturalOrder::Number => values.sort_by_cached_key(|value| NumberKey::parse(value)),
        NaturalOrder::Time | NaturalOrder::Text => values.sort_unstable(),
        NaturalOrder::Band => values.sort_by(|a, b| band_order(a, b)),
    }
}

/// What values are sorted by when an order is not given. Of fewer values the order may be one that
/// stands further up here, never one further down.
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
    /// The order of these values.
    pub(super) fn from_values(values: &[&str]) -> Self {
        Self::of_typed(ValueType::infer(values.iter().copied()), values)
    }

    fn of_typed(value_type: ValueType, values: &[&str]) -> Self {
        match value_type {
            ValueType::Integer | ValueType::Decimal => Self::Number,
            ValueType::Date => Self::Time,
            ValueType::Text if values.iter().all(|value| first_number(value).is_some()) => Self::Band,
            ValueType::Text => Self::Text,
        }
    }

    /// Whether values can have this order.
    pub(super) fn holds(self, values: [&str; 3]) -> bool {
        match self {
            Self::Number => ValueType::infer(values).is_number(),
            Self::Time => ValueType::infer(values) == ValueType::Date,
            Self::Band => values.iter().all(|value| first_number(value).is_some()),
            Self::Text => true,
        }
    }

    /// Which of two values comes first in it.
    pub(super) fn compare(self, a: &str, b: &str) -> Ordering {
        match self {
            Self::Number => NumberKey::parse(a).cmp(&NumberKey::parse(b)),
            Self::Time | Self::Text => a.cmp(b),
            Self::Band => band_order(a, b),
        }
    }
}

#[derive(PartialEq)]
struct NumberKey(f64, String);

impl NumberKey {
    fn parse(value: &str) -> Self {
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
