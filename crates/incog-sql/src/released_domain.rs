//! What a release shows of counted rows, column by column.

use incog_data::{Column, ValueType};

/// A column of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleasedColumn {
    /// Its name.
    pub name: String,
    /// Where its cells come from.
    pub shown: Shown,
}

/// Where the cells of a published column come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The counted table has them; the type stays what it is there.
    Kept,
    /// The counted table has them, but all that stands for "missing" is `NULL`. A label says of
    /// which cells that is so.
    KeptUnlessMissing,
    /// They are labels of this type.
    Labels(LabelType),
}

/// The type of a column of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelType {
    /// Texts.
    Text,
    /// Whole numbers of 64 bits.
    Whole,
    /// Numbers of 64 bits.
    Number,
    /// Days.
    Date,
    /// `true` and `false`.
    Truth,
}

impl Shown {
    /// Where the cells of a released column come from, which stands in `rows` of the counted table.
    ///
    /// They are kept where each of them is the value of its row, so that a column of which nothing
    /// was generalized has the type it had.
    pub(crate) fn new(released: &Column, counted: Option<&Column>, rows: &[u32]) -> Self {
        let is_value = |counted: &Column| {
            let pairs = released.codes.iter().zip(rows);
            pairs.into_iter().all(|(label, &row)| {
                let value = counted.codes.at(row as usize);
                match (released.is_missing(label), counted.is_missing(value)) {
                    (false, false) => released.dictionary.get(label) == counted.dictionary.get(value),
                    (label, value) => label && value,
                }
            })
        };
        match counted.filter(|counted| is_value(counted)) {
            Some(counted) if counted.missing.is_empty() => Self::Kept,
            Some(_) => Self::KeptUnlessMissing,
            None => Self::Labels(LabelType::from_column(released)),
        }
    }

    /// The type of the labels it needs.
    pub(crate) fn labels(self) -> Option<LabelType> {
        match self {
            Self::Kept => None,
            Self::KeptUnlessMissing => Some(LabelType::Truth),
            Self::Labels(labels) => Some(labels),
        }
    }

    /// The label of a code of the released column; `None` is written as `NULL`.
    pub(crate) fn label(self, released: &Column, code: u32) -> Option<&str> {
        match self {
            Self::Kept => None,
            Self::KeptUnlessMissing => Some(if released.is_missing(code) { "true" } else { "false" }),
            Self::Labels(_) => Some(released.dictionary.get(code)).filter(|_| !released.is_missing(code)),
        }
    }
}

impl LabelType {
    /// The type of which each label is the plain text. The labels `007` and `7.10` are texts: as
    /// numbers, they would be others.
    fn from_column(column: &Column) -> Self {
        let used = column.used();
        let labels = || {
            let codes = (0u32..).zip(column.dictionary.iter()).zip(&used);
            let shown = codes.filter(|((code, _), used)| **used && !column.is_missing(*code));
            shown.map(|((_, label), _)| label)
        };
        let is_plain = |label: &str| match ValueType::infer([label]) {
            ValueType::Integer => label.parse::<i64>().is_ok_and(|number| number.to_string() == label),
            ValueType::Decimal => label.parse::<f64>().is_ok_and(|number| number.to_string() == label),
            ValueType::Date => label.len() == 10,
            ValueType::Text => true,
        };
        match ValueType::infer(labels()) {
            ValueType::Integer if labels().all(is_plain) => Self::Whole,
            ValueType::Decimal if labels().all(is_plain) => Self::Number,
            ValueType::Date if labels().all(is_plain) => Self::Date,
            _ => Self::Text,
        }
    }
}
