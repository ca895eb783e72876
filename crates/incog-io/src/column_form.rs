//! What the labels of a column are written as, where each cell says what it is: JSON lines,
//! spreadsheets.

use crate::output::{Output, OutputColumn};
use arrow_schema::DataType;
use incog_data::ValueType;

/// How the labels of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As text; `null` where the empty text stands for what is missing.
    Text {
        null: bool,
    },
    Number,
    Truth,
    Day,
}

impl Form {
    /// The form of a column: that of its type, as long as each of its labels in use can be written
    /// in it.
    pub fn choose(
        output: &Output<'_>,
        column: &OutputColumn<'_>,
        used: &[bool],
        can: impl Fn(Self, &str) -> bool,
    ) -> Self {
        let options = output.options;
        let asked = options.types.get(column.name);
        let field = output.field(column.name);
        let candidates: &[Self] = match (asked, field) {
            _ if options.labels.contains(column.name) => &[],
            (Some(ValueType::Integer | ValueType::Decimal), _) => &[Self::Number],
            (Some(ValueType::Date), _) => &[Self::Day],
            (Some(ValueType::Text), _) => &[],
            (None, Some(field)) => of_type(field.data_type()),
            (None, None) if options.infer_types => of_type(&DataType::Null),
            (None, None) => &[],
        };
        let in_use = || column.labels.iter().zip(used).filter(|&(label, &used)| used && !label.is_empty());
        let fits = |form: &&Self| in_use().next().is_some() && in_use().all(|(label, _)| can(**form, label));
        let null = asked.is_some() || field.is_some_and(|field| field.is_nullable());
        candidates.iter().find(fits).copied().unwrap_or(Self::Text { null })
    }
}

fn of_type(data_type: &DataType) -> &'static [Form] {
    match data_type {
        DataType::Dictionary(_, values) => of_type(values),
        DataType::Null => &[Form::Number, Form::Day, Form::Truth],
        DataType::Boolean => &[Form::Truth],
        DataType::Date32 => &[Form::Day],
        other if other.is_numeric() => &[Form::Number],
        _ => &[],
    }
}
