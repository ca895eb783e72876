//! Writing JSON lines.

use crate::WriteError;
use crate::atomic::Target;
use crate::column_form::Form;
use crate::encoded_rows::EncodedRows;
use crate::output::{Output, OutputColumn};
use crate::packed_text::write_text;
use crate::table_format::Named;
use serde_json::value::RawValue;

/// Writes an object for each row, compressed as the name says.
pub(super) fn write(output: &Output<'_>, named: Named, target: &mut Target) -> Result<(), WriteError> {
    let last = output.columns.len().saturating_sub(1);
    let form = |(column, used): (&OutputColumn<'_>, &Vec<bool>)| Form::choose(output, column, used, can);
    let forms: Vec<Form> = output.columns.iter().zip(output.used).map(form).collect();
    let keys: Vec<String> = output.columns.iter().map(|column| quoted(column.name)).collect();
    let rows = EncodedRows::new(output.columns, output.rows, |text, index, label| {
        let value = match forms[index] {
            Form::Text { null: false } => quoted(label),
            _ if label.is_empty() => "null".to_owned(),
            Form::Text { .. } => quoted(label),
            Form::Number | Form::Truth | Form::Day => label.to_owned(),
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

/// Whether a label can stand in a line in this form.
fn can(form: Form, label: &str) -> bool {
    match form {
        Form::Number => is_number(label),
        Form::Truth => is_truth(label),
        // JSON has no days.
        Form::Text { .. } | Form::Day => false,
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
