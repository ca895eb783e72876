//! A table that a job is proposed for, and how its text was found to be laid out.

use crate::output::{Failure, note};
use incog::IncogError;
use incog::roles::looks_like_data;
use incog_io::{
    DividedLines, FixedField, FixedPlaces, FoundLayout, ReadError, ReadOptions, TableFile, TextEncoding,
    fixed_places, read_found_table, read_table,
};
use std::path::Path;

/// The layout of a table as flags state it.
pub struct ProposalOptions<'a> {
    /// What messages call it.
    pub name: &'a Path,
    /// Whether its first line names the columns; `None` where nobody says.
    pub header: Option<bool>,
    /// The delimiter of its fields, if somebody says.
    pub delimiter: Option<u8>,
    /// Its encoding, if somebody says.
    pub encoding: Option<TextEncoding>,
    /// Its sheet, if somebody says.
    pub sheet: Option<&'a str>,
    /// Where its fields stand, if somebody says.
    pub fields: Option<&'a [FixedField]>,
}

/// Reads a table; where nothing divides its lines into fields, places of fields are looked for.
///
/// What is refused: a first line that looks like a record, whose values would be names in the job
/// file and in what is published.
pub fn look_at(table: &Path, said: &ProposalOptions<'_>) -> Result<(TableFile, ReadOptions), Failure> {
    if let Some(fields) = said.fields {
        let header = said.header.unwrap_or(false);
        let options = ReadOptions {
            header,
            encoding: said.encoding,
            fixed_width: Some(fields.to_vec()),
            ..ReadOptions::default()
        };
        return Ok((read_table(table, &options).map_err(|error| called(error, said))?, options));
    }
    let options = ReadOptions {
        header: said.header.unwrap_or(true),
        delimiter: said.delimiter,
        encoding: said.encoding,
        sheet: said.sheet.map(str::to_owned),
        ..ReadOptions::default()
    };
    let found = read_found_table(table, &options);
    let (file, found) = found.map_err(|error| without_names(table, said, &options, error))?;
    note_layout(said.name, &found);
    let options = found.options;
    let is_one_text = file.table.columns().len() == 1
        && incog_io::table_format(table).is_some_and(incog_io::TableFormat::is_delimited);
    if is_one_text {
        match fixed_places(table, &options).map_err(|error| called(error, said))? {
            Some(FixedPlaces::Divided(lines)) => return at_places(table, said, &options, lines),
            Some(FixedPlaces::Packed(length)) => note(&packed(said.name, length)),
            None => {}
        }
    }
    if said.header.is_none() {
        check_header(said, &file)?;
    }
    Ok((file, options))
}

/// The day on which a table was last written, in the form 2024-12-31, if the system knows it.
pub fn date_of(table: &Path) -> Option<String> {
    let written = std::fs::metadata(table).and_then(|facts| facts.modified()).ok()?;
    Some(chrono::DateTime::<chrono::Utc>::from(written).format("%Y-%m-%d").to_string())
}

/// Says in one line how a table was found to be laid out, where that is worth saying.
pub fn note_layout(name: &Path, found: &FoundLayout) {
    found.summary().iter().for_each(|what| note(&format!("{}: {what}", name.display())));
}

/// What to do about a text of which every line is as long as the others.
fn packed(name: &Path, length: usize) -> String {
    let name = name.display();
    format!(
        "{name}: every line has {length} characters and no delimiter; if the fields are fixed-width, give \
         their widths: incog init {name} --fixed-width id:4,age:3,:1,town:{}",
        length.saturating_sub(8).max(1)
    )
}

/// Reads a table whose fields seem to stand at fixed places; its names are those of the first line,
/// if that is one of names.
fn at_places(
    table: &Path,
    said: &ProposalOptions<'_>,
    found: &ReadOptions,
    lines: DividedLines,
) -> Result<(TableFile, ReadOptions), Failure> {
    let DividedLines { widths, first_line, first_fits } = lines;
    let numbered: Vec<String> = (1..=widths.len()).map(|number| format!("column_{number}")).collect();
    let read = |names: &[String], header: bool| {
        let field = |(name, &width): (&String, &usize)| FixedField { name: Some(name.clone()), width };
        let fields = names.iter().zip(&widths).map(field).collect();
        let options = ReadOptions { header, fixed_width: Some(fields), ..found.clone() };
        read_table(table, &options).map(|file| (file, options)).map_err(|error| called(error, said))
    };
    let (below, options) = read(&numbered, true)?;
    let words = first_line.filter(|words| are_names(words));
    let is_record =
        first_fits && words.as_ref().is_none_or(|words| looks_like_data(words, &below.table).is_some());
    let (file, options) = match (said.header.unwrap_or(!is_record), words) {
        (false, _) => read(&numbered, false)?,
        (true, Some(words)) => read(&words, true)?,
        (true, None) => (below, options),
    };
    note(&format!(
        "{}: the table seems to be fixed-width, with {} fields per line; compare csv.fixed_width in the job \
         with the documentation of the file, or give names and widths: --fixed-width id:4,age:3,:1,town:20",
        said.name.display(),
        widths.len()
    ));
    Ok((file, options))
}

/// Whether texts can be names of columns: all there, and each another one.
fn are_names(words: &[String]) -> bool {
    let mut sorted: Vec<&String> = words.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == words.len() && words.iter().all(|word| !word.is_empty())
}

fn check_header(said: &ProposalOptions<'_>, file: &TableFile) -> Result<(), Failure> {
    let is_typed = file.format.schema.is_some();
    let names: Vec<&str> = file.table.columns().iter().map(|column| column.name.as_str()).collect();
    match looks_like_data(&names, &file.table).filter(|_| !is_typed) {
        None => Ok(()),
        Some(found) => Err(Failure::Header { path: said.name.to_owned(), found }),
    }
}

/// Why there are no names of columns: what occurs twice in the first line may be a value, as in
/// most records.
fn without_names(
    table: &Path,
    said: &ProposalOptions<'_>,
    options: &ReadOptions,
    error: ReadError,
) -> Failure {
    let may_be_a_record = matches!(&error, ReadError::Table { .. }) && said.header.is_none();
    let found = may_be_a_record.then(|| {
        let all = read_table(table, &ReadOptions { header: false, ..options.clone() }).ok()?.table;
        let first: Vec<&str> = all.columns().iter().map(|column| column.value(0)).collect();
        let found = looks_like_data(&first, &all.with_rows(&(1..all.rows()).collect::<Vec<_>>()))?;
        (found.numbers + found.occur_below + found.recognized > 0).then_some(found)
    });
    match found.flatten() {
        Some(found) => Failure::Header { path: said.name.to_owned(), found },
        None => called(error, said),
    }
}

fn called(error: ReadError, said: &ProposalOptions<'_>) -> Failure {
    IncogError::from(error.called(said.name)).into()
}
