//! Reading a workbook.

use super::open_document;
use super::sheet::{Filled, Sheet, filled};
use crate::columnar::{Origin, digest};
use crate::decode_error::{Damage, guarded};
use crate::limits::{MOST_COLUMNS, most_unpacked};
use crate::table_file::{FileFormat, ReadOptions, TableFile, check_columns, finish};
use crate::table_format::Opened;
use crate::{ReadError, SheetFault};
use arrow_schema::Schema;
use calamine::{Reader, SheetType, Xlsx, XlsxError};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::sync::Arc;
use zip::ZipArchive;
use zip::result::ZipError;

type Workbook = Xlsx<BufReader<File>>;

/// Reads the one sheet with cells of an opened file.
pub(super) fn read(opened: Opened<'_>, options: &ReadOptions) -> Result<TableFile, ReadError> {
    let Opened { path, mut file, named, .. } = opened;
    let (sha256, bytes) = digest(&mut file).map_err(|source| ReadError::Io { path: path.into(), source })?;
    if bytes == 0 {
        return Err(ReadError::Empty { path: path.into(), expected: "a workbook" });
    }
    let origin = Origin { path, format: named.format.title, size: Some(bytes) };
    let read_sheet = if named.ending.name == "ods" { open_document::sheet } else { sheet };
    let sheet = unpacked_fits(origin, &mut file).and_then(|()| {
        guarded(|| Ok::<_, Damage>(read_sheet(origin, file, options)))
            .map_err(|damage| origin.damaged(damage))?
    })?;
    if !sheet.has_columns() {
        return Err(ReadError::Empty { path: path.into(), expected: "names in the first row, and rows" });
    }
    let (fields, columns) = sheet.finish();
    check_columns(path, columns.len())?;
    let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
    let table = finish(path, &names, columns, options, true)?;
    let format = FileFormat { schema: Some(Arc::new(Schema::new(fields))), ..FileFormat::default() };
    Ok(TableFile { table, format, sha256, bytes })
}

/// Unpacks all parts once for nothing, since the library that reads them takes what comes.
fn unpacked_fits(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let error = |error: ZipError| match error {
        ZipError::Io(source) if source.raw_os_error().is_some() => origin.io(source),
        _ => origin.damaged(Damage::Inconsistent { what: "it is not a complete zip archive" }),
    };
    let limit = most_unpacked(origin.bytes());
    let mut archive = ZipArchive::new(BufReader::new(&*file)).map_err(error)?;
    let mut left = limit;
    for part in 0..archive.len() {
        let mut part = archive.by_index(part).map_err(error)?;
        let read = io::copy(&mut (&mut part).take(left + 1), &mut io::sink()).map_err(|e| error(e.into()))?;
        left = left.checked_sub(read).ok_or_else(|| ReadError::Unpacks {
            path: origin.path.into(),
            bytes: origin.bytes(),
            limit,
            unit: "bytes",
        })?;
    }
    drop(archive);
    file.rewind().map_err(|source| origin.io(source))
}

/// What the library says is not shown, since it may quote the file.
fn damaged(origin: Origin<'_>, error: &XlsxError) -> ReadError {
    let what = match error {
        XlsxError::Password => "it is protected by a password",
        XlsxError::FileNotFound(_) | XlsxError::RelationshipNotFound => "a part is missing",
        _ => "a part does not follow the format",
    };
    origin.damaged(Damage::Inconsistent { what })
}

/// The sheet that the options name, or the only one that has cells.
fn sheet(origin: Origin<'_>, file: File, options: &ReadOptions) -> Result<Sheet, ReadError> {
    let workbook: Workbook = Xlsx::new(BufReader::new(file)).map_err(|error| damaged(origin, &error))?;
    let sheets = workbook.sheets_metadata().iter();
    let names: Vec<String> =
        sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet).map(|sheet| sheet.name.clone()).collect();
    let workbook = RefCell::new(workbook);
    choose_sheet(origin, &names, options, |name| {
        let mut workbook = workbook.borrow_mut();
        let sheet = rows(origin, &mut workbook, name, options)?;
        let merged = workbook.merge_cells_by_sheet_name(name).map_err(|error| damaged(origin, &error))?;
        if sheet.has_columns() && !merged.is_empty() {
            let what = SheetFault::Merged { areas: merged.len() };
            return Err(ReadError::Sheet { path: origin.path.into(), what });
        }
        Ok(sheet)
    })
}

/// The sheet that the options name, or the only one of these that has cells.
pub(super) fn choose_sheet(
    origin: Origin<'_>,
    names: &[String],
    options: &ReadOptions,
    read: impl Fn(&str) -> Result<Sheet, ReadError>,
) -> Result<Sheet, ReadError> {
    if let Some(name) = &options.sheet {
        return if names.contains(name) { read(name) } else { Err(unknown_sheet(origin, name, names)) };
    }
    let mut found: Option<(&String, Result<Sheet, ReadError>)> = None;
    for name in names {
        // What is no table has cells, too.
        let sheet = read(name);
        if sheet.as_ref().is_ok_and(|sheet| !sheet.has_columns()) {
            continue;
        }
        if let Some((first, _)) = found {
            let what = SheetFault::Several { first: first.clone(), second: name.clone() };
            return Err(ReadError::Sheet { path: origin.path.into(), what });
        }
        let is_table_fault = matches!(sheet, Ok(_) | Err(ReadError::Sheet { .. }));
        found = Some((name, sheet));
        if !is_table_fault {
            break;
        }
    }
    found.map_or_else(|| Ok(Sheet::default()), |(_, sheet)| sheet)
}

fn unknown_sheet(origin: Origin<'_>, name: &str, names: &[String]) -> ReadError {
    let (name, known) = (name.to_owned(), names.join(", "));
    ReadError::Sheet { path: origin.path.into(), what: SheetFault::Unknown { name, known } }
}

/// All rows of a sheet in which a cell has something in it.
fn rows(
    origin: Origin<'_>,
    workbook: &mut Workbook,
    name: &str,
    options: &ReadOptions,
) -> Result<Sheet, ReadError> {
    let mut cells = workbook.worksheet_cells_reader(name).map_err(|error| damaged(origin, &error))?;
    let (mut sheet, mut row): (Sheet, Vec<Filled>) = (Sheet::default(), Vec::new());
    let mut at = (0, 0);
    loop {
        let cell = cells.next_cell().map_err(|error| damaged(origin, &error))?;
        let place = cell.as_ref().map(calamine::Cell::get_position);
        if place.is_none_or(|(number, _)| number != at.0) {
            take(origin, &mut sheet, at.0, &row, options)?;
            row.clear();
        } else if place < Some(at) {
            let what = "its cells are not in the order of the sheet";
            return Err(origin.damaged(Damage::Inconsistent { what }));
        }
        let (Some(cell), Some(place)) = (cell, place) else { return Ok(sheet) };
        if place.0 < at.0 {
            let what = "its rows are not in the order of the sheet";
            return Err(origin.damaged(Damage::Inconsistent { what }));
        }
        row.extend(filled(place.1, cell.get_value()));
        at = (place.0, place.1 + 1);
    }
}

/// Takes a row: the first one begins the columns, blank ones do not count.
pub(super) fn take(
    origin: Origin<'_>,
    sheet: &mut Sheet,
    number: u32,
    row: &[Filled],
    options: &ReadOptions,
) -> Result<(), ReadError> {
    if row.is_empty() || (number as usize) < options.skip_rows {
        return Ok(());
    }
    if !sheet.has_columns() {
        if row.len() > MOST_COLUMNS {
            return Err(ReadError::TooManyColumns { path: origin.path.into(), found: row.len() });
        }
        sheet.begin(row, options.header);
        if options.header {
            return Ok(());
        }
    }
    origin.check_cells(sheet.cells())?;
    sheet
        .hold(number, row, options.skip_footer)
        .map_err(|what| ReadError::Sheet { path: origin.path.into(), what })
}
