//! Writing JSON lines.

use crate::WriteError;
use crate::atomic::Target;
use crate::compression::write_text;
use crate::encoded_rows::EncodedRows;
use crate::output::{Output, OutputColumn};
use crate::table_format::Named;
use arrow_schema::DataType;
use incog_data::ValueType;
use serde_json::value::RawValue;

/// How the labels of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In quotes; the empty text is null where the input could have null.
    Text { null: bool },
    /// As they stand, the empty text as null.
    Plain,
}

/// Writes an object for each row, compressed as the name says.
pub(super) fn write(output: &Output<'_>, named: Named, target: &mut Target) -> Result<(), WriteError> {
    let last = output.columns.len().saturating_sub(1);
    let forms: Vec<Form> =
        output.columns.iter().zip(output.used).map(|(column, used)| form(output, column, used)).collect();
    let keys: Vec<String> = output.columns.iter().map(|column| quoted(column.name)).collect();
    let rows = EncodedRows::new(output.columns, output.rows, |text, index, label| {
        let value = match forms[index] {
            Form::Plain | Form::Text { null: true } if label.is_empty() => "null".to_owned(),
            Form::Plain => label.to_owned(),
            Form::Text { .. } => quoted(label),
        };
        let begin = if index == 0 { '{' } else { ',' };
        let end = if index == last { "}\n" } else { "" };
        text.extend_from_slice(format!("{begin}{}:{value}{end}", keys[index]).as_bytes());
    });
    write_text(output.path, named, target, &|target| rows.write(target))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Numbers and truth values stay what they are, as long as all labels of the column are.
fn form(output: &Output<'_>, column: &OutputColumn<'_>, used: &[bool]) -> Form {
    let asked = output.options.types.get(column.name);
    let schema = output.options.schema.as_ref();
    let field =
        schema.and_then(|schema| schema.fields().iter().find(|field| field.name().trim() == column.name));
    let is_plain: Option<fn(&str) -> bool> = match (asked, field.map(|field| values_of(field.data_type()))) {
        (Some(ValueType::Integer | ValueType::Decimal), _) => Some(is_number),
        (Some(_), _) => None,
        (None, Some(DataType::Boolean)) => Some(is_truth),
        (None, Some(values)) if values.is_numeric() => Some(is_number),
        (None, _) => None,
    };
    let mut in_use = column.labels.iter().zip(used).filter(|&(label, &used)| used && !label.is_empty());
    match is_plain {
        Some(is_plain) if in_use.all(|(label, _)| is_plain(label)) => Form::Plain,
        _ => Form::Text { null: asked.is_some() || field.is_some_and(|field| field.is_nullable()) },
    }
}

/// The type of the values behind a dictionary.
fn values_of(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => values,
        other => other,
    }
}

fn is_truth(label: &str) -> bool {
    matches!(label, "true" | "false")
}

/// Whether the label is a number of JSON, with nothing around it.
fn is_number(label: &str) -> bool {
    label.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && serde_json::from_str::<&RawValue>(label).is_ok_and(|raw| raw.get() == label)
}
