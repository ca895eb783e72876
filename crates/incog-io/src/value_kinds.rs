//! What kinds of values the cells of a column are, where each cell says its own.

use arrow_schema::DataType;

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Truth,
    /// A number that is an integer of 64 bits.
    Integer,
    /// Any other number.
    Decimal,
    /// A day without a time.
    Day,
}

impl Kind {
    /// The kind of a number that is written so.
    pub fn of_number(number: &str) -> Self {
        if number.parse::<i64>().is_ok() { Self::Integer } else { Self::Decimal }
    }
}

/// The kinds that a column has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// Notes the kind of a value, which a missing one does not have.
    pub fn note(&mut self, kind: Option<Kind>) {
        self.0 |= kind.map_or(0, |kind| 1 << kind as u8);
    }

    /// Notes the kinds of more values.
    pub fn add(&mut self, more: Self) {
        self.0 |= more.0;
    }

    /// The type that all values have; text where they have none in common, or where there are none.
    pub fn data_type(self) -> DataType {
        let only = |kinds: &[Kind]| {
            let mut allowed = Self::default();
            kinds.iter().for_each(|&kind| allowed.note(Some(kind)));
            self.0 != 0 && self.0 & !allowed.0 == 0
        };
        if only(&[Kind::Integer]) {
            DataType::Int64
        } else if only(&[Kind::Integer, Kind::Decimal]) {
            DataType::Float64
        } else if only(&[Kind::Truth]) {
            DataType::Boolean
        } else if only(&[Kind::Day]) {
            DataType::Date32
        } else {
            DataType::Utf8
        }
    }
}
