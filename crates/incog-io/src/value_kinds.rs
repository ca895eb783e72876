//! What kinds of values the cells of a column are, where each cell says its own: JSON lines,
//! spreadsheets.

use arrow_schema::DataType;

/// What a cell says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// That it is text.
    Text,
    /// That it is a number, a day or a truth.
    Other,
}

/// How many cells of a column say that they are text, and how many that they are something else.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds {
    text: u64,
    other: u64,
}

impl Kinds {
    /// Notes the kind of a value, which a missing one does not have.
    pub fn note(&mut self, kind: Option<Kind>) {
        match kind {
            None => {}
            Some(Kind::Text) => self.text += 1,
            Some(Kind::Other) => self.other += 1,
        }
    }

    /// Notes the kinds of more values.
    pub fn add(&mut self, more: Self) {
        self.text += more.text;
        self.other += more.other;
    }

    /// Text where more cells say that they are text than that they are not, and otherwise the type
    /// of nothing: one of numbers, days or truths is found when labels are written, among those
    /// that are. A column that had the type of all its cells would tell of a suppressed record that
    /// its cell is of another.
    pub fn data_type(self) -> DataType {
        if self.text > self.other { DataType::Utf8 } else { DataType::Null }
    }
}
