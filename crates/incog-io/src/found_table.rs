//! Tables of which nobody has said how their files are laid out.

use crate::decimal_mark::{DecimalMark, detect_decimal_mark};
use crate::dialect::Dialect;
use crate::formats::{table_ending, table_format};
use crate::table_file::{ReadOptions, TableFile};
use crate::table_place::find_table;
use crate::{ReadError, TableFormat, TextEncoding, read_table};
use incog_data::Table;
use std::path::Path;

/// How a file was found to be laid out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundLayout {
    /// What says it to [`read_table`].
    pub options: ReadOptions,
    /// The columns whose numbers show the decimal mark.
    pub decimal_columns: Vec<String>,
}

/// Looks for lines above the header and below a table, and in its first records for numbers with a
/// decimal comma or with separators between thousands; what the options say is not looked for. Only
/// texts with delimiters are looked at.
///
/// # Errors
/// See [`ReadError`].
pub fn find_layout(path: impl AsRef<Path>, options: &ReadOptions) -> Result<FoundLayout, ReadError> {
    let path = path.as_ref();
    let mut options = options.clone();
    let is_delimited = table_format(path).is_some_and(TableFormat::is_delimited);
    if !is_delimited || options.fixed_width.is_some() {
        return Ok(FoundLayout { options, decimal_columns: Vec::new() });
    }
    let place = find_table(path, &options)?;
    if (options.skip_rows, options.skip_footer) == (0, 0) {
        (options.skip_rows, options.skip_footer) = (place.skip_rows, place.skip_footer);
        options.delimiter = options.delimiter.or(place.delimiter);
    }
    options.encoding = options.encoding.or(place.encoding);
    let mut found = FoundLayout { options, decimal_columns: Vec::new() };
    let of_ending = table_ending(path).and_then(|ending| ending.delimiter);
    if let Some(table) = first_records(&place.head, of_ending, &found.options) {
        found.find_decimal_mark(&table);
    }
    Ok(found)
}

/// Reads a table in the layout that [`find_layout`] finds; looks at all of its records for numbers.
///
/// # Errors
/// See [`ReadError`].
pub fn read_found_table(
    path: impl AsRef<Path>,
    options: &ReadOptions,
) -> Result<(TableFile, FoundLayout), ReadError> {
    let path = path.as_ref();
    let mut found = find_layout(path, options)?;
    let file = read_table(path, &found.options)?;
    let is_delimited = table_format(path).is_some_and(TableFormat::is_delimited);
    if is_delimited && found.options.decimal.is_none() && found.find_decimal_mark(&file.table) {
        return Ok((read_table(path, &found.options)?, found));
    }
    Ok((file, found))
}

/// The first records of a text that have as many fields as its header.
fn first_records(head: &[u8], of_ending: Option<u8>, options: &ReadOptions) -> Option<Table> {
    let lines: Vec<&[u8]> = head.splitn(options.skip_rows + 1, |&byte| byte == b'\n').collect();
    let text = lines.get(options.skip_rows)?;
    let dialect = Dialect::detect(text, of_ending, options).ok()?;
    let mut records = dialect.reader(text).into_records().filter_map(Result::ok);
    let names = records.next()?;
    let rows: Vec<csv::StringRecord> = records.filter(|record| record.len() == names.len()).collect();
    let markers: Vec<&str> = options.missing_markers.iter().map(String::as_str).collect();
    Table::from_rows(names.iter().map(str::trim), rows.iter().map(|record| record.iter()), &markers).ok()
}

impl FoundLayout {
    /// Looks for the decimal mark of a table, unless it is known; whether it was found.
    fn find_decimal_mark(&mut self, table: &Table) -> bool {
        let found = if self.options.decimal.is_none() { detect_decimal_mark(table) } else { None };
        let Some((mark, columns)) = found else { return false };
        self.options.decimal = Some(mark);
        self.decimal_columns = columns.into_iter().map(str::to_owned).collect();
        true
    }

    /// What was found, in one line; `None` where nothing has to be said.
    pub fn summary(&self) -> Option<String> {
        let encoding = self.options.encoding.filter(|encoding| *encoding != TextEncoding::UTF_8);
        let lines = |count: usize, place: &str| {
            let plural = if count == 1 { "line" } else { "lines" };
            (count > 0).then(|| format!("skipped {count} {plural} {place}"))
        };
        let parts = [
            encoding.map(|encoding| format!("encoding {encoding}")),
            lines(self.options.skip_rows, "above the header"),
            lines(self.options.skip_footer, "below the table"),
            self.about_numbers(),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn about_numbers(&self) -> Option<String> {
        const MOST: usize = 4;
        let what = match self.options.decimal? {
            DecimalMark::Comma => "decimal comma",
            DecimalMark::Point => "separators between thousands",
        };
        let (names, others) = self.decimal_columns.split_at(self.decimal_columns.len().min(MOST));
        let others = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        (!names.is_empty()).then(|| format!("{what} in {}{others}, read as numbers", names.join(", ")))
    }
}
