//! Writing a workbook with one sheet.
//!
//! Rows are written as they come; no library that we know of does that without temporary files of
//! its own, or writes an empty text, without which a record that has nothing is no row. An empty
//! label is always an empty text.

use super::cell_text::{LONGEST, day_text, number_text, push_escaped};
use super::parts::{PARTS, SHEET, SHEET_BEGIN, SHEET_END};
use crate::WriteError;
use crate::atomic::{Target, io_error};
use crate::column_form::Form;
use crate::encoded_rows::EncodedRows;
use crate::output::{Output, OutputColumn};
use calamine::{ExcelDateTime, ExcelDateTimeType};
use std::io::{self, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Most rows of a sheet, the names among them.
const MOST_ROWS: usize = 1 << 20;
/// Most columns of a sheet.
const MOST_COLUMNS: usize = 1 << 14;
/// The days from the first of January of the year 1 to that of which Excel counts; it takes 1900
/// for a leap year, so this holds from March 1900 on.
const FIRST_DAY: i64 = 693_593;

/// Writes the names of the columns and the rows.
pub(super) fn write(output: &Output<'_>, target: &mut Target) -> Result<(), WriteError> {
    check(output)?;
    let last = output.columns.len().saturating_sub(1);
    let form = |(column, used): (&OutputColumn<'_>, &Vec<bool>)| Form::choose(output, column, used, can);
    let forms: Vec<Form> = output.columns.iter().zip(output.used).map(form).collect();
    let line = |text: &mut Vec<u8>, index: usize, form: Form, label: &str| {
        let begin = if index == 0 { "<row>" } else { "" };
        let end = if index == last { "</row>\n" } else { "" };
        // Labels in use were checked, others are never written.
        let cell = cell(form, label).unwrap_or_default();
        text.extend_from_slice(format!("{begin}{cell}{end}").as_bytes());
    };
    let mut names = Vec::new();
    if output.options.header {
        let name = |(index, column): (usize, &OutputColumn<'_>)| {
            line(&mut names, index, Form::Text { null: false }, column.name);
        };
        output.columns.iter().enumerate().for_each(name);
    }
    let rows = EncodedRows::new(output.columns, output.rows, |text, index, label| {
        line(text, index, forms[index], label);
    });
    pack(target, &names, &rows).map_err(|source| io_error(output.path, source))
}

/// Refuses what no sheet can hold.
fn check(output: &Output<'_>) -> Result<(), WriteError> {
    let (rows, columns) = (output.rows.len(), output.columns.len());
    let most_rows = MOST_ROWS - usize::from(output.options.header);
    if rows > most_rows || columns > MOST_COLUMNS {
        let path = output.path.into();
        return Err(WriteError::LargerThanSheet {
            path,
            rows,
            columns,
            most_rows,
            most_columns: MOST_COLUMNS,
        });
    }
    let fits = |label: &str| cell(Form::Text { null: false }, label).is_some();
    let holds = |(column, used): &(&OutputColumn<'_>, &Vec<bool>)| {
        fits(column.name) && column.labels.iter().zip(*used).all(|(label, &used)| !used || fits(label))
    };
    match output.columns.iter().zip(output.used).find(|both| !holds(both)) {
        None => Ok(()),
        Some((column, _)) => {
            Err(WriteError::NoCell { path: output.path.into(), column: column.name.into(), most: LONGEST })
        }
    }
}

fn pack(target: &mut Target, names: &[u8], rows: &EncodedRows<'_>) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(target);
    // No clock: the same rows give the same file.
    let options = SimpleFileOptions::default().large_file(true);
    for (name, text) in PARTS {
        archive.start_file(name, options)?;
        archive.write_all(text.as_bytes())?;
    }
    archive.start_file(SHEET, options)?;
    archive.write_all(SHEET_BEGIN.as_bytes())?;
    archive.write_all(names)?;
    rows.write(&mut archive)?;
    archive.write_all(SHEET_END.as_bytes())?;
    archive.finish()?;
    Ok(())
}

/// Whether a label can be a cell of this form, and is read back from it unchanged.
fn can(form: Form, label: &str) -> bool {
    match form {
        Form::Number => {
            label.parse::<f64>().is_ok_and(|number| number_text(number) == label && number.is_finite())
        }
        Form::Truth => matches!(label, "true" | "false"),
        Form::Day => serial(label).is_some(),
        Form::Text { .. } => false,
    }
}

/// The cell; `None` where a text has no place in it.
fn cell(form: Form, label: &str) -> Option<String> {
    Some(match form {
        Form::Number if !label.is_empty() => format!("<c><v>{label}</v></c>"),
        Form::Truth if !label.is_empty() => format!("<c t=\"b\"><v>{}</v></c>", u8::from(label == "true")),
        Form::Day if !label.is_empty() => format!("<c s=\"1\"><v>{}</v></c>", serial(label)?),
        _ => {
            let mut xml = String::from("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">");
            push_escaped(&mut xml, label)?;
            xml + "</t></is></c>"
        }
    })
}

/// The number under which Excel knows a day of the form 2001-02-03, from March 1900 on.
fn serial(label: &str) -> Option<i64> {
    let (year, rest) = label.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let (year, month, day): (i64, i64, i64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    if !(1900..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days of the proleptic Gregorian calendar, of years that begin in March (E. G. Richards,
    // Mapping Time, 1998).
    let (march_year, march_month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = 365 * march_year + march_year / 4 - march_year / 100 + march_year / 400;
    let serial = before + (153 * march_month + 2) / 5 + day - 307 - FIRST_DAY;
    let time = ExcelDateTime::new(serial as f64, ExcelDateTimeType::DateTime, false);
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    (serial > 60 && day_text(year, month, day) == label).then_some(serial)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_as_excel_counts_them() {
        // As Excel shows them.
        for (label, number) in
            [("1900-03-01", 61), ("2000-01-01", 36_526), ("2024-02-29", 45_351), ("9999-12-31", 2_958_465)]
        {
            assert_eq!(serial(label), Some(number), "{label}");
        }
        for label in ["1900-02-28", "2023-02-29", "2024-13-01", "2024-1-1", "x", "", "2024-02-29T10:00:00"] {
            assert_eq!(serial(label), None, "{label}");
        }
    }
}
