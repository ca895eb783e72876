//! Tables of which nobody has said how their files are laid out.

use crate::decimal_mark::{DecimalMark, detect_decimal_mark};
use crate::dialect::Dialect;
use crate::formats::{table_ending, table_format};
use crate::record_shapes::{RecordShape, shape};
use crate::table_file::{ReadOptions, TableFile};
use crate::table_place::{find_table, footers};
use crate::{ReadError, SheetFault, TableFormat, TextEncoding, read_table};
use incog_data::Table;
use std::path::Path;

/// How a file was found to be laid out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundLayout {
    /// What says it to [`read_table`].
    pub options: ReadOptions,
    /// The columns whose numbers show the decimal mark.
    pub decimal_columns: Vec<String>,
    /// Another sheet that has cells, beside the one that was chosen.
    pub other_sheet: Option<String>,
}

/// Looks for lines above the header and below a table, and in its first records for numbers with a
/// decimal comma or with separators between thousands. Of a spreadsheet, chooses the first sheet
/// with cells. What the options say is not looked for.
///
/// # Errors
/// See [`ReadError`].
pub fn find_layout(path: impl AsRef<Path>, options: &ReadOptions) -> Result<FoundLayout, ReadError> {
    let path = path.as_ref();
    let mut options = options.clone();
    if !is_text(path) {
        return read_sheet(path, &options).map(|(_, found)| found);
    }
    if options.fixed_width.is_some() {
        return Ok(FoundLayout { options, ..FoundLayout::default() });
    }
    let place = find_table(path, &options)?;
    if (options.skip_rows, options.skip_footer) == (0, 0) {
        (options.skip_rows, options.skip_footer) = (place.skip_rows, place.skip_footer);
        options.delimiter = options.delimiter.or(place.delimiter);
    }
    options.encoding = options.encoding.or(place.encoding);
    let mut found = FoundLayout { options, ..FoundLayout::default() };
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
    if !is_text(path) {
        return read_sheet(path, options);
    }
    let mut found = find_layout(path, options)?;
    let file = read_table(path, &found.options)?;
    if options.fixed_width.is_none()
        && found.options.decimal.is_none()
        && found.find_decimal_mark(&file.table)
    {
        return Ok((read_table(path, &found.options)?, found));
    }
    Ok((file, found))
}

fn is_text(path: &Path) -> bool {
    table_format(path).is_none_or(TableFormat::is_delimited)
}

/// Reads a file that is no text; of a spreadsheet, whose options do not say it, the sheet with the
/// larger table of the first two, without titles above its header and sums below it.
fn read_sheet(path: &Path, options: &ReadOptions) -> Result<(TableFile, FoundLayout), ReadError> {
    const MOST_TITLES: usize = 20;
    let mut found = FoundLayout { options: options.clone(), ..FoundLayout::default() };
    loop {
        let what = match read_table(path, &found.options) {
            Err(ReadError::Sheet { what, .. }) => what,
            read => return without_sums(path, read?, found),
        };
        match what {
            SheetFault::Several { first, second } if found.options.sheet.is_none() => {
                return larger_sheet(path, options, [first, second]);
            }
            SheetFault::Outside { is_below_title: true, .. }
                if options.skip_rows == 0 && found.options.skip_rows < MOST_TITLES =>
            {
                found.options.skip_rows += 1;
            }
            what => return Err(ReadError::Sheet { path: path.into(), what }),
        }
    }
}

/// The sheet with the larger table of two; the first one, if there is none.
fn larger_sheet(
    path: &Path,
    options: &ReadOptions,
    names: [String; 2],
) -> Result<(TableFile, FoundLayout), ReadError> {
    let [first, second] = names
        .each_ref()
        .map(|name| read_sheet(path, &ReadOptions { sheet: Some(name.clone()), ..options.clone() }));
    let is_cover = cells(&first) < cells(&second);
    let [first_name, second_name] = names;
    let (chosen, other) = if is_cover { (second, first_name) } else { (first, second_name) };
    chosen.map(|(file, found)| (file, FoundLayout { other_sheet: Some(other), ..found }))
}

fn cells(read: &Result<(TableFile, FoundLayout), ReadError>) -> usize {
    read.as_ref().map_or(0, |(file, _)| file.table.rows() * file.table.columns().len())
}

/// The table of a spreadsheet without sums and notes in its last rows.
fn without_sums(
    path: &Path,
    file: TableFile,
    mut found: FoundLayout,
) -> Result<(TableFile, FoundLayout), ReadError> {
    let is_sheet = table_format(path).is_some_and(|format| format.card.name == "excel");
    let sums = if is_sheet && found.options.skip_footer == 0 { footers_of(&file.table) } else { 0 };
    if sums == 0 {
        return Ok((file, found));
    }
    found.options.skip_footer = sums;
    Ok((read_table(path, &found.options)?, found))
}

/// How many of the last rows of a table are no records.
fn footers_of(table: &Table) -> usize {
    const ROWS: usize = 200;
    let shape = |row: usize| {
        let cells: Vec<&[u8]> = table.columns().iter().map(|column| column.value(row).as_bytes()).collect();
        // No sign of a cell is a quote.
        shape(row, &cells, 0)
    };
    let shapes: Vec<RecordShape> = (table.rows().saturating_sub(ROWS)..table.rows()).map(shape).collect();
    footers(&shapes, table.columns().len())
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
        let sheet = self.other_sheet.as_ref().zip(self.options.sheet.as_ref());
        let parts = [
            sheet.map(|(other, sheet)| {
                format!("read sheet {sheet:?}, not {other:?}; choose another with --sheet NAME")
            }),
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
