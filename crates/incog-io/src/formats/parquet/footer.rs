//! The footer of a Parquet file, checked before it is decoded.
//!
//! <https://parquet.apache.org/docs/file-format/metadata/>. The footer is a Thrift structure
//! (compact protocol). The decoder of the schema in it calls itself for every level of nesting and
//! allocates what each level declares, so the depth and the numbers of children are bounded here
//! first.

use super::thrift_protocol::{DEEPEST, Thrift, inconsistent, kind};
use crate::ReadError;
use crate::columnar::Origin;
use crate::decode_error::Damage;
use crate::limits::MOST_COLUMNS;
use crate::table_file::check_columns;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// The length of the footer and the four bytes `PAR1`.
const TRAILER: u64 = 8;
/// The number of the schema in the footer, and of `num_children` in an element of it.
const SCHEMA: i16 = 2;
const CHILDREN: i16 = 5;

/// Checks the footer of a file.
pub(super) fn check(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let footer = read(origin, file)?;
    let elements = elements(&mut Thrift { rest: &footer }).map_err(|what| match what {
        Fault::Damage(damage) => origin.damaged(damage),
        Fault::Columns(found) => ReadError::TooManyColumns { path: origin.path.into(), found },
    })?;
    // The root is not a column.
    check_columns(origin.path, elements.saturating_sub(1))
}

fn read(origin: Origin<'_>, file: &mut File) -> Result<Vec<u8>, ReadError> {
    let beyond = || origin.damaged(Damage::Beyond { part: "the footer" });
    let trailer_start = origin.bytes().checked_sub(TRAILER).ok_or_else(beyond)?;
    let mut trailer = [0; TRAILER as usize];
    let seek = |file: &mut File, at| file.seek(SeekFrom::Start(at)).map_err(|source| origin.io(source));
    seek(file, trailer_start)?;
    file.read_exact(&mut trailer).map_err(|source| origin.io(source))?;
    if trailer[4..] != *b"PAR1" {
        return Err(origin.damaged(Damage::Inconsistent { what: "the file does not end with PAR1" }));
    }
    let length = u32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]);
    seek(file, trailer_start.checked_sub(length.into()).ok_or_else(beyond)?)?;
    let mut footer = Vec::new();
    file.take(length.into()).read_to_end(&mut footer).map_err(|source| origin.io(source))?;
    Ok(footer)
}

enum Fault {
    Damage(Damage),
    Columns(usize),
}

impl From<Damage> for Fault {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

/// The number of elements of the schema.
fn elements(footer: &mut Thrift<'_>) -> Result<usize, Fault> {
    let (mut field, mut elements) = (0, 0);
    while let Some(found) = footer.field(&mut field)? {
        if (field, found) == (SCHEMA, kind::LIST) {
            elements = schema(footer)?;
        } else {
            footer.skip(found, 0)?;
        }
    }
    Ok(elements)
}

fn schema(footer: &mut Thrift<'_>) -> Result<usize, Fault> {
    let (element, size) = footer.list()?;
    if element != kind::STRUCT {
        return Err(inconsistent("the schema is not a list of structures").into());
    }
    // The groups of nested columns are elements, too.
    if size > 2 * MOST_COLUMNS {
        return Err(Fault::Columns(size));
    }
    // For each open group, how many children are still to come.
    let mut open: Vec<usize> = Vec::new();
    for index in 0..size {
        while open.pop_if(|left| *left == 0).is_some() {}
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        let children = children(footer)?;
        if children > size - index {
            return Err(
                inconsistent("a group of the schema has more children than the schema has elements").into()
            );
        }
        open.push(children);
        if open.len() > DEEPEST {
            return Err(inconsistent("the schema is nested too deeply").into());
        }
    }
    Ok(size)
}

/// The number of children of an element of the schema.
fn children(footer: &mut Thrift<'_>) -> Result<usize, Damage> {
    let (mut field, mut children) = (0, 0);
    while let Some(found) = footer.field(&mut field)? {
        if (field, found) == (CHILDREN, kind::I32) {
            let negative = |_| inconsistent("a group of the schema has a negative number of children");
            children = usize::try_from(footer.number()?).map_err(negative)?;
        } else {
            footer.skip(found, 1)?;
        }
    }
    Ok(children)
}
