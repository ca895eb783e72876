//! Dates of an original and of its release in one form.

use incog_data::{Column, ColumnBuilder, Table, TableError, date_form, iso_date};

const ISO: &str = "%Y-%m-%d";

/// Writes the dates of an original in ISO 8601, and those of the same form in the same columns of
/// other tables, so that dates are compared and not texts. Columns of which `is_kept` says so stay
/// as they are, since a hierarchy file has their values.
///
/// # Errors
/// None but those of a table whose columns do not fit together, which these do.
pub fn write_iso_dates(
    original: &mut Table,
    others: &mut [&mut Table],
    is_kept: impl Fn(&str) -> bool,
) -> Result<(), TableError> {
    let forms: Vec<(String, &str)> = original
        .columns()
        .iter()
        .filter(|column| !is_kept(&column.name))
        .filter_map(|column| Some((column.name.clone(), form_of(column)?)))
        .collect();
    if forms.is_empty() {
        return Ok(());
    }
    rewrite(original, &forms)?;
    others.iter_mut().try_for_each(|table| rewrite(table, &forms))
}

/// The form of a column of dates that are not in ISO 8601.
fn form_of(column: &Column) -> Option<&'static str> {
    let present: Vec<&str> = (0..)
        .zip(column.dictionary.iter())
        .filter(|(code, _)| !column.missing.contains(code))
        .map(|(_, text)| text)
        .collect();
    date_form(&present).map(|(form, _)| form).filter(|form| *form != ISO)
}

fn rewrite(table: &mut Table, forms: &[(String, &str)]) -> Result<(), TableError> {
    let columns =
        table.columns().iter().map(|column| match forms.iter().find(|(name, _)| *name == column.name) {
            Some((_, form)) => in_iso(column, form),
            None => column.clone(),
        });
    *table = Table::new(columns.collect())?;
    Ok(())
}

/// A column with its dates of a form in ISO 8601; other texts stay.
fn in_iso(column: &Column, form: &str) -> Column {
    let new: Vec<String> = column
        .dictionary
        .iter()
        .map(|text| iso_date(text, form).unwrap_or_else(|| text.to_owned()))
        .collect();
    let mut builder = ColumnBuilder::new(column.name.as_str());
    column.codes.iter().for_each(|code| builder.push(&new[code as usize]));
    builder.finish(&column.missing_texts())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_both_tables_are_in_one_form() {
        let rows = [["01.03.1990", "x"], ["24.12.1985", "y"], ["NA", "01.01.2000"]];
        let mut original = Table::from_rows(["born", "note"], rows, &["NA"]).unwrap();
        let mut release = Table::from_rows(["born"], [["1990-03-01"], ["24.12.1985"], ["*"]], &[]).unwrap();
        write_iso_dates(&mut original, &mut [&mut release], |_| false).unwrap();
        let values = |table: &Table| -> Vec<String> {
            (0..3).map(|row| table.columns()[0].value(row).to_owned()).collect()
        };
        assert_eq!(values(&original), ["1990-03-01", "1985-12-24", "NA"]);
        assert_eq!(values(&release), ["1990-03-01", "1985-12-24", "*"]);
        assert_eq!(original.columns()[1].value(2), "01.01.2000", "one date does not make a column of dates");
        assert_eq!(original.columns()[0].missing.len(), 1);
    }
}
