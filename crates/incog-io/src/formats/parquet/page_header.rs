//! The header of one page of a Parquet file.

use super::thrift_protocol::{Thrift, inconsistent, kind};
use crate::decode_error::Damage;
use parquet::basic::{Compression, Type};
use parquet::file::metadata::ColumnChunkMetaData;

/// What a header says of the sizes of its page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    kind: i64,
    unpacked: i64,
    packed: i64,
    /// Values of the page as data, of the first and of the second form, and as a dictionary.
    data: Option<i64>,
    data_v2: Option<i64>,
    dictionary: Option<i64>,
}

/// A page whose header was checked.
pub(super) struct Page {
    pub values: u64,
    pub bytes: u64,
    pub unpacked: u64,
}

impl Header {
    const DATA: i64 = 0;
    const DATA_V2: i64 = 3;

    /// Reads a header. Each field has the type that the format gives it, or else a decoder that
    /// does not look at types would go on at another place.
    pub fn read(thrift: &mut Thrift<'_>) -> Result<Self, Damage> {
        let (mut field, mut header) = (0, Self::default());
        while let Some(found) = thrift.field(&mut field)? {
            match (field, found) {
                (1, kind::I32) => header.kind = thrift.number()?,
                (2, kind::I32) => header.unpacked = thrift.number()?,
                (3, kind::I32) => header.packed = thrift.number()?,
                (4, kind::I32) => thrift.skip(found, 0)?,
                (5, kind::STRUCT) => header.data = Some(values(thrift, &DATA, 1)?),
                (6, kind::STRUCT) => thrift.skip(found, 0)?,
                (7, kind::STRUCT) => header.dictionary = Some(values(thrift, &DICTIONARY, 1)?),
                (8, kind::STRUCT) => header.data_v2 = Some(values(thrift, &DATA_V2, 1)?),
                (..=8, _) => return Err(OTHER_TYPE),
                _ => thrift.skip(found, 0)?,
            }
        }
        Ok(header)
    }

    /// Refuses sizes that no page of this column can have.
    pub fn checked(&self, column: &ColumnChunkMetaData, values_left: u64) -> Result<Page, Damage> {
        let size = |size: i64| {
            i32::try_from(size).ok().and_then(|size| u64::try_from(size).ok()).ok_or(inconsistent(SIZE))
        };
        let (bytes, unpacked) = (size(self.packed)?, size(self.unpacked)?);
        if let Some(values) = self.dictionary {
            let room = if column.compression() == Compression::UNCOMPRESSED { bytes } else { unpacked };
            if size(values)? > room / least_bytes(column) {
                return Err(inconsistent("a dictionary has more values than bytes"));
            }
        }
        for values in [self.data, self.data_v2].into_iter().flatten() {
            if size(values)? > values_left {
                return Err(inconsistent("the pages of a column have more values than the column"));
            }
        }
        let values = match self.kind {
            Self::DATA => self.data,
            Self::DATA_V2 => self.data_v2,
            _ => None,
        };
        Ok(Page { values: values.map_or(Ok(0), size)?, bytes, unpacked })
    }
}

const SIZE: &str = "a page has a negative size, or one of more than 31 bits";

const OTHER_TYPE: Damage = Damage::Inconsistent { what: "a field in the header of a page has a wrong type" };

/// The types of the fields of a page of data, from the first on; a statistic is a structure, the
/// word for compression is a truth value.
const DATA: [u8; 5] = [kind::I32, kind::I32, kind::I32, kind::I32, kind::STRUCT];
const DATA_V2: [u8; 8] =
    [kind::I32, kind::I32, kind::I32, kind::I32, kind::I32, kind::I32, kind::TRUE, kind::STRUCT];
/// The types of the fields of a page with a dictionary.
const DICTIONARY: [u8; 3] = [kind::I32, kind::I32, kind::TRUE];
/// The types of the fields of statistics.
const STATISTICS: [u8; 8] =
    [kind::BINARY, kind::BINARY, kind::I64, kind::I64, kind::BINARY, kind::BINARY, kind::TRUE, kind::TRUE];

/// Walks a structure whose fields have these types, from the first on; gives the number of values,
/// which is the first field of each header within a header. A structure in it is one of statistics.
fn values(thrift: &mut Thrift<'_>, types: &[u8], depth: usize) -> Result<i64, Damage> {
    let (mut field, mut values) = (0, 0);
    while let Some(found) = thrift.field(&mut field)? {
        match place(field).and_then(|place| types.get(place).copied()) {
            Some(wanted) if !is_of(found, wanted) => return Err(OTHER_TYPE),
            Some(kind::I32) if field == 1 => values = thrift.number()?,
            Some(kind::STRUCT) => _ = self::values(thrift, &STATISTICS, depth + 1)?,
            _ => thrift.skip(found, depth)?,
        }
    }
    Ok(values)
}

/// The place of a field among those that are listed, whose numbers begin with 1.
fn place(field: i16) -> Option<usize> {
    usize::try_from(field).ok()?.checked_sub(1)
}

/// Whether a value is of the wanted type; the two truth values are types of their own.
fn is_of(found: u8, wanted: u8) -> bool {
    found == wanted || (wanted, found) == (kind::TRUE, kind::FALSE)
}

/// The fewest bytes that a value takes in a dictionary.
fn least_bytes(column: &ColumnChunkMetaData) -> u64 {
    match column.column_type() {
        Type::BOOLEAN => 1,
        Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
        Type::FIXED_LEN_BYTE_ARRAY => u64::try_from(column.column_descr().type_length()).unwrap_or(0).max(1),
    }
}
