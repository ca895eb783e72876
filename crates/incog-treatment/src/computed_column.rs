//! Columns made of columns.

use crate::unfit_value::Unfit;
use crate::written_number::{DECIMAL_COMMA, NO_NUMBER};
use crate::{TreatmentContext, TreatmentError};
use incog_data::decimal::has_decimal_comma;
use incog_data::{Column, ColumnBuilder, DictionaryBuilder, ValueType};

/// The column with each value replaced; what is missing stays as it is.
pub(crate) fn by_value(
    column: &Column,
    unfit: Unfit,
    mut treated: impl FnMut(&str) -> Option<String>,
) -> Result<Column, TreatmentError> {
    let (mut texts, mut refused) = (DictionaryBuilder::default(), 0);
    let mut unfit = unfit;
    let mut code_of = Vec::with_capacity(column.dictionary.len());
    for (code, value) in (0u32..).zip(column.dictionary.iter()) {
        let text = if column.is_missing(code) { Some(value.to_owned()) } else { treated(value) };
        refused += usize::from(text.is_none());
        if text.is_none() && unfit == NO_NUMBER && has_decimal_comma(value) {
            unfit = DECIMAL_COMMA;
        }
        code_of.push(texts.insert(text.as_deref().unwrap_or_default()));
    }
    if refused > 0 {
        return Err(refusal(column, refused, unfit));
    }
    let mut missing: Vec<u32> = column.missing.iter().map(|&code| code_of[code as usize]).collect();
    missing.sort_unstable();
    missing.dedup();
    let dictionary = texts.finish();
    let known = (0u32..).zip(dictionary.iter()).filter(|(code, _)| missing.binary_search(code).is_err());
    let value_type = ValueType::infer(known.map(|(_, text)| text));
    let codes = column.codes.renamed(&code_of);
    Ok(Column { name: column.name.clone(), value_type, dictionary, codes, missing })
}

/// What a row becomes.
pub(crate) enum Cell {
    /// This.
    Is(String),
    /// What stands for a missing value.
    Missing,
    /// Nothing: the value is not of the kind that the treatment is for.
    Unfit,
}

/// The column with the value of each row replaced; what is missing stays missing, all of it as one
/// value.
pub(crate) fn by_row(
    column: &Column,
    unfit: Unfit,
    mut treated: impl FnMut(usize, &str) -> Cell,
) -> Result<Column, TreatmentError> {
    let missing = column.missing.first().map_or("", |&code| column.dictionary.get(code));
    let mut made = ColumnBuilder::new(&column.name);
    let mut refused = vec![false; column.dictionary.len()];
    for (row, code) in column.codes.iter().enumerate() {
        let cell =
            if column.is_missing(code) { Cell::Missing } else { treated(row, column.dictionary.get(code)) };
        match cell {
            Cell::Is(text) => made.push(&text),
            Cell::Missing => made.push(missing),
            Cell::Unfit => refused[code as usize] = true,
        }
    }
    match refused.iter().filter(|refused| **refused).count() {
        0 => Ok(made.finish(&[missing.trim()])),
        refused => Err(refusal(column, refused, unfit)),
    }
}

/// The column with the value of each row replaced by what follows from it and from the person, in
/// one spelling. Records that name nobody lose their values: what is drawn for each of them anew
/// would average away.
pub(crate) fn by_person(
    column: &Column,
    unfit: Unfit,
    with: &TreatmentContext<'_>,
    mut treated: impl FnMut(&str, &str) -> Option<String>,
) -> Result<Column, TreatmentError> {
    let people = with.people.ok_or_else(|| TreatmentError::NobodyToDrawBy { column: column.name.clone() })?;
    let spelled: Vec<String> = people.dictionary.iter().map(with.spelling).collect();
    by_row(column, unfit, |row, value| {
        let person = people.codes.at(row);
        if people.is_missing(person) {
            return Cell::Missing;
        }
        treated(&spelled[person as usize], value).map_or(Cell::Unfit, Cell::Is)
    })
}

fn refusal(column: &Column, values: usize, Unfit { what, advice }: Unfit) -> TreatmentError {
    TreatmentError::Unfit { column: column.name.clone(), values, what, advice }
}
