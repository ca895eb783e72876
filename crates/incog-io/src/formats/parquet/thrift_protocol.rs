//! The compact protocol of Thrift, in which the metadata of Parquet are written, walked without
//! decoding them.
//!
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>

use crate::decode_error::Damage;

/// Deepest nesting of structures.
pub(super) const DEEPEST: usize = 32;

/// Types of the compact protocol.
pub(super) mod kind {
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

/// Bytes of metadata that are still to be read.
pub(super) struct Thrift<'a> {
    pub rest: &'a [u8],
}

pub(super) fn inconsistent(what: &'static str) -> Damage {
    Damage::Inconsistent { what }
}

impl Thrift<'_> {
    /// The bytes end before the metadata do.
    const CUT: Damage = Damage::Beyond { part: "a field of the metadata" };

    /// The type of the next field, whose number goes to `number`; `None` at the end of the
    /// structure.
    pub fn field(&mut self, number: &mut i16) -> Result<Option<u8>, Damage> {
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

    /// Passes over a value, `depth` levels below the whole.
    pub fn skip(&mut self, found: u8, depth: usize) -> Result<(), Damage> {
        if depth > DEEPEST {
            return Err(inconsistent("the metadata is nested too deeply"));
        }
        match found {
            kind::TRUE | kind::FALSE => Ok(()),
            kind::BYTE => self.take(1),
            kind::I16 | kind::I32 | kind::I64 => self.varint().map(|_| ()),
            kind::DOUBLE => self.take(8),
            kind::UUID => self.take(16),
            kind::BINARY => {
                let length = self.varint()?;
                self.take(usize::try_from(length).map_err(|_| Self::CUT)?)
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
            _ => Err(inconsistent("a field of the metadata has an unknown type")),
        }
    }

    /// Every element that is skipped takes at least one byte, so no number of them goes beyond the
    /// bytes. The metadata of Parquet has no collections of booleans, on whose length readers
    /// disagree.
    fn skip_element(&mut self, element: u8, depth: usize) -> Result<(), Damage> {
        match element {
            kind::TRUE | kind::FALSE => Err(inconsistent("the metadata has a list of booleans")),
            other => self.skip(other, depth),
        }
    }

    /// Type and number of the elements of a list.
    pub fn list(&mut self) -> Result<(u8, usize), Damage> {
        let head = self.byte()?;
        let size = match head >> 4 {
            15 => self.varint()?,
            size => size.into(),
        };
        let size = usize::try_from(size).ok().filter(|size| *size <= self.rest.len()).ok_or(Self::CUT)?;
        Ok((head & 0x0f, size))
    }

    /// The next whole number.
    pub fn number(&mut self) -> Result<i64, Damage> {
        self.varint().map(zigzag)
    }

    fn byte(&mut self) -> Result<u8, Damage> {
        let (&byte, rest) = self.rest.split_first().ok_or(Self::CUT)?;
        self.rest = rest;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<(), Damage> {
        self.rest = self.rest.get(length..).ok_or(Self::CUT)?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, Damage> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(inconsistent("a number in the metadata is too long"))
    }
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
