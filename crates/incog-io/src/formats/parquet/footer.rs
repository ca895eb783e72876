//! The footer of a Parquet file, checked before it is decoded.
//!
//! <https://parquet.apache.org/docs/file-format/metadata/>. The footer is a Thrift structure (compact
//! protocol). The decoder of the schema in it calls itself for every level of nesting and allocates what
//! each level declares, so the depth and the numbers of children are bounded here first.

use crate::ReadError;
use crate::columnar::Origin;
use crate::damage::Damage;
use crate::limits::MOST_COLUMNS;
use crate::table_file::check_columns;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// The length of the footer and the four bytes `PAR1`.
const TRAILER: u64 = 8;
/// Deepest nesting of Thrift structures, and of groups in the schema.
const DEEPEST: usize = 32;
/// The number of the schema in the footer, and of `num_children` in an element of it.
const SCHEMA: i16 = 2;
const CHILDREN: i16 = 5;

/// Checks the footer of a file.
pub(super) fn check(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let footer = read(origin, file)?;
    let elements = Footer { rest: &footer }.check().map_err(|what| match what {
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

const CUT: Fault = Fault::Damage(Damage::Beyond { part: "a field of the footer" });

fn inconsistent(what: &'static str) -> Fault {
    Fault::Damage(Damage::Inconsistent { what })
}

/// What is left of the footer.
struct Footer<'a> {
    rest: &'a [u8],
}

/// Types of the compact protocol.
mod kind {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const I16: u8 = 4;
    pub const I32: u8 = 5;
    pub const I64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const MAP: u8 = 11;
    pub const STRUCT: u8 = 12;
    pub const UUID: u8 = 13;
}

impl Footer<'_> {
    /// The number of elements of the schema.
    fn check(mut self) -> Result<usize, Fault> {
        let (mut field, mut elements) = (0, 0);
        while let Some(found) = self.field(&mut field)? {
            if (field, found) == (SCHEMA, kind::LIST) {
                elements = self.schema()?;
            } else {
                self.skip(found, 0)?;
            }
        }
        Ok(elements)
    }

    fn schema(&mut self) -> Result<usize, Fault> {
        let (element, size) = self.list()?;
        if element != kind::STRUCT {
            return Err(inconsistent("the schema is no list of structures"));
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
            let children = self.children()?;
            if children > size - index {
                return Err(inconsistent("a group of the schema has more children than there are"));
            }
            open.push(children);
            if open.len() > DEEPEST {
                return Err(inconsistent("the schema is nested too deep"));
            }
        }
        Ok(size)
    }

    /// The number of children of an element of the schema.
    fn children(&mut self) -> Result<usize, Fault> {
        let (mut field, mut children) = (0, 0);
        while let Some(found) = self.field(&mut field)? {
            if (field, found) == (CHILDREN, kind::I32) {
                let negative = |_| inconsistent("a group of the schema has a negative number of children");
                children = usize::try_from(zigzag(self.varint()?)).map_err(negative)?;
            } else {
                self.skip(found, 1)?;
            }
        }
        Ok(children)
    }

    /// The type of the next field, whose number goes to `number`; `None` at the end of the structure.
    fn field(&mut self, number: &mut i16) -> Result<Option<u8>, Fault> {
        let head = self.byte()?;
        let found = head & 0x0f;
        if found == 0 {
            return Ok(None);
        }
        *number = match head >> 4 {
            0 => zigzag(self.varint()?) as i16,
            step => number.checked_add(step.into()).ok_or_else(|| inconsistent("a field has no number"))?,
        };
        Ok(Some(found))
    }

    fn skip(&mut self, found: u8, depth: usize) -> Result<(), Fault> {
        if depth > DEEPEST {
            return Err(inconsistent("the footer is nested too deep"));
        }
        match found {
            kind::TRUE | kind::FALSE => Ok(()),
            kind::BYTE => self.take(1),
            kind::I16 | kind::I32 | kind::I64 => self.varint().map(|_| ()),
            kind::DOUBLE => self.take(8),
            kind::UUID => self.take(16),
            kind::BINARY => {
                let length = self.varint()?;
                self.take(usize::try_from(length).map_err(|_| CUT)?)
            }
            kind::STRUCT => {
                let mut field = 0;
                while let Some(inner) = self.field(&mut field)? {
                    self.skip(inner, depth + 1)?;
                }
                Ok(())
            }
            kind::LIST | kind::SET => {
                let (element, size) = self.list()?;
                (0..size).try_for_each(|_| self.skip_element(element, depth + 1))
            }
            kind::MAP => {
                let size = self.varint()?;
                let kinds = if size > 0 { self.byte()? } else { 0 };
                (0..size).try_for_each(|_| {
                    self.skip_element(kinds >> 4, depth + 1)?;
                    self.skip_element(kinds & 0x0f, depth + 1)
                })
            }
            _ => Err(inconsistent("a field of the footer has an unknown type")),
        }
    }

    /// Every element that is skipped takes at least one byte, so no number of them goes beyond the footer.
    /// The metadata of Parquet has no collections of booleans, on whose length readers disagree.
    fn skip_element(&mut self, element: u8, depth: usize) -> Result<(), Fault> {
        match element {
            kind::TRUE | kind::FALSE => Err(inconsistent("the footer has a list of truth values")),
            other => self.skip(other, depth),
        }
    }

    /// Type and number of the elements of a list.
    fn list(&mut self) -> Result<(u8, usize), Fault> {
        let head = self.byte()?;
        let size = match head >> 4 {
            15 => self.varint()?,
            size => size.into(),
        };
        let size = usize::try_from(size).ok().filter(|size| *size <= self.rest.len()).ok_or(CUT)?;
        Ok((head & 0x0f, size))
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let (&byte, rest) = self.rest.split_first().ok_or(CUT)?;
        self.rest = rest;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<(), Fault> {
        self.rest = self.rest.get(length..).ok_or(CUT)?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(inconsistent("a number of the footer is too long"))
    }
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
