//! Rows as a text whose fields stand at fixed places of each line.

use crate::WriteError;
use crate::atomic::Target;
use crate::encoded_rows::EncodedRows;
use crate::output::Output;
use crate::packed_text::write_text;
use crate::table_file::FixedField;
use crate::table_format::Named;

/// Where a column stands in a line.
struct Place {
    /// Blanks before it.
    before: usize,
    /// Characters that it takes.
    width: usize,
    /// Blanks behind it, up to the end of the line; of the last column only.
    behind: usize,
}

/// Writes the rows, without a line of names, all lines of the same length: each label at the left
/// of its field, filled up with blanks. What would not be read back the same is refused.
pub(crate) fn write(
    output: &Output<'_>,
    fields: &[FixedField],
    named: Named,
    target: &mut Target,
) -> Result<(), WriteError> {
    let places = places(output, fields)?;
    check_labels(output, &places)?;
    check_lines(output)?;
    let rows = EncodedRows::new(output.columns, output.rows, |text, index, label| {
        let Place { before, width, behind } = places[index];
        let line_end = if index + 1 == places.len() { "\n" } else { "" };
        text.extend_from_slice(format!("{:before$}{label:<width$}{:behind$}{line_end}", "", "").as_bytes());
    });
    write_text(output.path, named, target, &|target| rows.write(target))
}

/// Where each column stands; the fields with names are the columns, in their order.
fn places(output: &Output<'_>, fields: &[FixedField]) -> Result<Vec<Place>, WriteError> {
    let names = || fields.iter().filter_map(|field| field.name.as_deref());
    if !names().eq(output.columns.iter().map(|column| column.name)) {
        let expected: Vec<&str> = output.columns.iter().map(|column| column.name).collect();
        return Err(WriteError::OtherFields { expected: expected.join(", ") });
    }
    let (mut places, mut blanks) = (Vec::<Place>::new(), 0);
    for field in fields {
        match field.name {
            Some(_) => {
                places.push(Place { before: std::mem::take(&mut blanks), width: field.width, behind: 0 })
            }
            None => blanks += field.width,
        }
    }
    places.last_mut().into_iter().for_each(|place| place.behind = blanks);
    Ok(places)
}

/// Refuses labels that do not fit into their fields, or would be read as others.
fn check_labels(output: &Output<'_>, places: &[Place]) -> Result<(), WriteError> {
    for ((column, used), place) in output.columns.iter().zip(output.used).zip(places) {
        let labels = || column.labels.iter().zip(used).filter(|(_, used)| **used).map(|(label, _)| *label);
        let is_lost = |label: &str| {
            label.trim() != label || label.starts_with('\u{feff}') || label.chars().any(char::is_control)
        };
        if labels().any(is_lost) {
            let column = column.name.to_owned();
            return Err(WriteError::NoField { column });
        }
        let widest = labels().map(|label| label.chars().count()).max().unwrap_or(0);
        if widest > place.width {
            let column = column.name.to_owned();
            return Err(WriteError::WiderThanField { column, width: place.width, widest });
        }
    }
    Ok(())
}

/// Refuses a record without any value, whose line would be a blank one.
fn check_lines(output: &Output<'_>) -> Result<(), WriteError> {
    let is_empty = |row: usize| {
        output.columns.iter().all(|column| column.labels[column.codes.at(row) as usize].is_empty())
    };
    let has_empty = |(column, used): (&crate::OutputColumn<'_>, &Vec<bool>)| {
        column.labels.iter().zip(used).any(|(label, used)| *used && label.is_empty())
    };
    let may_be = output.columns.iter().zip(output.used).all(has_empty);
    if may_be && (0..output.rows.len()).any(|place| is_empty(output.rows.get(place))) {
        return Err(WriteError::BlankLine);
    }
    Ok(())
}
