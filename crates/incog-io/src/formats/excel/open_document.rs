//! Reading the spreadsheets of LibreOffice and OpenOffice.

use super::read::{choose_sheet, take};
use super::sheet::{Filled, Sheet, filled};
use crate::ReadError;
use crate::columnar::Origin;
use crate::decode_error::Damage;
use crate::limits::most_unpacked;
use crate::table_file::ReadOptions;
use calamine::{Data, DataRef, Ods, OdsError, Reader};
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use zip::ZipArchive;

/// Most rows and columns that the library makes of one element.
const MOST_REPEATS: u64 = 1 << 20;

/// The sheet that the options name, or the only one that has cells.
pub(super) fn sheet(origin: Origin<'_>, mut file: File, options: &ReadOptions) -> Result<Sheet, ReadError> {
    check_repeats(origin, &mut file)?;
    let workbook = Ods::new(BufReader::new(file)).map_err(|error| damaged(origin, &error))?;
    let workbook = std::cell::RefCell::new(workbook);
    let names = workbook.borrow().sheet_names();
    choose_sheet(origin, &names, options, |name| {
        let range = workbook.borrow_mut().worksheet_range(name).map_err(|error| damaged(origin, &error))?;
        let (top, left) = range.start().unwrap_or_default();
        let mut sheet = Sheet::default();
        for (number, cells) in (top..).zip(range.rows()) {
            let row: Vec<Filled> =
                (left..).zip(cells).filter_map(|(place, cell)| filled(place, &as_in_excel(cell))).collect();
            take(origin, &mut sheet, number, &row, options)?;
        }
        Ok(sheet)
    })
}

/// A cell as the reader of Excel has it.
fn as_in_excel(cell: &Data) -> DataRef<'_> {
    match cell {
        Data::Int(number) => DataRef::Int(*number),
        Data::Float(number) => DataRef::Float(*number),
        Data::String(text) => DataRef::String(text.clone()),
        Data::Bool(truth) => DataRef::Bool(*truth),
        Data::DateTime(time) => DataRef::DateTime(*time),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    }
}

/// What the library says is not shown, since it may quote the file.
fn damaged(origin: Origin<'_>, error: &OdsError) -> ReadError {
    let what = match error {
        OdsError::Password => "it is protected by a password",
        OdsError::CellLimitExceeded { .. } => "it repeats too many cells",
        _ => "a part is not as the format demands",
    };
    origin.damaged(Damage::Inconsistent { what })
}

/// Refuses a file of which a few bytes stand for many cells, since the library writes out what is
/// repeated.
fn check_repeats(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let no_zip = || origin.damaged(Damage::Inconsistent { what: "it is no whole zip archive" });
    let mut archive = ZipArchive::new(BufReader::new(&*file)).map_err(|_| no_zip())?;
    let mut content = Vec::new();
    let limit = most_unpacked(origin.bytes());
    let part = archive.by_name("content.xml").map_err(|_| no_zip())?;
    part.take(limit).read_to_end(&mut content).map_err(|_| no_zip())?;
    drop(archive);
    origin.check_cells(repeated_cells(&content))?;
    file.rewind().map_err(|source| origin.io(source))
}

/// At most how many cells the elements of a sheet stand for, where they have something in them.
fn repeated_cells(content: &[u8]) -> u64 {
    let (mut cells, mut rows) = (0u64, 1);
    for element in content.split(|&byte| byte == b'<') {
        let end = memchr::memchr(b'>', element).unwrap_or(element.len());
        let tag = &element[..end];
        if tag.starts_with(b"table:table-row") {
            rows = number_of(tag, b"number-rows-repeated=");
        }
        let is_cell = tag.starts_with(b"table:table-cell") || tag.starts_with(b"table:covered-table-cell");
        let is_blank = tag.ends_with(b"/") && memchr::memmem::find(tag, b"value").is_none();
        if is_cell && !is_blank {
            cells = cells.saturating_add(rows.saturating_mul(number_of(tag, b"number-columns-repeated=")));
        }
    }
    cells
}

/// The number of repetitions that an attribute says.
fn number_of(tag: &[u8], attribute: &[u8]) -> u64 {
    let Some(at) = memchr::memmem::find(tag, attribute) else { return 1 };
    let digits = tag[at + attribute.len()..].iter().skip(1).take_while(|byte| byte.is_ascii_digit());
    let number =
        digits.fold(0u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    number.clamp(1, MOST_REPEATS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_counted() {
        let row = br#"<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="5"/><table:table-cell table:number-columns-repeated="9"/></table:table-row>"#;
        assert_eq!(repeated_cells(row), 15);
    }
}
