//! Damaged and oversized files: an error that says what is wrong, never a panic, an abort or a
//! bloated process.

use crate::read_bytes;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, Int32Array, NullArray, RecordBatch,
    StringArray, StringViewArray, TimestampMillisecondArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::Schema;
use incog_io::limits::{EXPANSION_FREE, MOST_COLUMNS};
use incog_io::{Damage, ReadError};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io::Write;
use std::sync::Arc;

/// A batch with a column of every kind that is read.
fn batch(rows: i32) -> RecordBatch {
    let every = |n: i32| (n % 7 != 0).then_some(n);
    let texts = || (0..rows).map(|n| every(n).map(|n| format!("text {}", n % 11)));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("number", Arc::new((0..rows).map(every).collect::<Int32Array>())),
        ("fraction", Arc::new((0..rows).map(|n| Some(f64::from(n) / 8.0)).collect::<Float64Array>())),
        ("truth", Arc::new((0..rows).map(|n| Some(n % 2 == 0)).collect::<BooleanArray>())),
        ("day", Arc::new((0..rows).map(every).collect::<Date32Array>())),
        (
            "instant",
            Arc::new(TimestampMillisecondArray::from_iter((0..rows).map(|n| every(n).map(i64::from)))),
        ),
        ("text", Arc::new(texts().collect::<StringArray>())),
        ("view", Arc::new(texts().collect::<StringViewArray>())),
        (
            "word",
            Arc::new(
                (0..rows).map(|n| ["a", "b", "c"][n as usize % 3]).collect::<DictionaryArray<Int32Type>>(),
            ),
        ),
        ("nothing", Arc::new(NullArray::new(rows as usize))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn arrow_file(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    writer.write(batch).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn arrow_stream(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    writer.write(batch).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn parquet_file(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// A file and a stream whose buffers are packed; those that would not get shorter are left as they
/// are.
fn packed_arrow(batch: &RecordBatch, compression: CompressionType) -> [Vec<u8>; 2] {
    let options = IpcWriteOptions::default().try_with_compression(Some(compression)).unwrap();
    let mut file = FileWriter::try_new_with_options(Vec::new(), batch.schema_ref(), options.clone()).unwrap();
    let mut stream = StreamWriter::try_new_with_options(Vec::new(), batch.schema_ref(), options).unwrap();
    for _ in 0..2 {
        file.write(batch).unwrap();
        stream.write(batch).unwrap();
    }
    [file.into_inner().unwrap(), stream.into_inner().unwrap()]
}

/// Changes a few places: one byte, or eight bytes to a number that may well be taken for a length.
fn damage(bytes: &mut Vec<u8>, random: &mut impl Rng) {
    const LENGTHS: [u64; 7] = [0, 1, u64::MAX, i64::MAX as u64, 1 << 31, 1 << 40, 1 << 62];
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..bytes.len());
        match random.random_range(0..5) {
            0 | 1 => bytes[at] = random.random(),
            2 => bytes[at] ^= 1 << random.random_range(0..8),
            3 => {
                let length = LENGTHS[random.random_range(0..LENGTHS.len())].to_le_bytes();
                let room = (bytes.len() - at).min([4, 8][random.random_range(0..2)]);
                bytes[at..at + room].copy_from_slice(&length[..room]);
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
}

/// How many damaged files of each kind are tried; `HOSTILE_CASES` sets it.
fn cases() -> usize {
    std::env::var("HOSTILE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1500)
}

/// Random damage, the same in every run: nothing may panic, and whatever is read is a table.
#[test]
fn damaged_columnar_files_are_refused_or_read() {
    let batch = batch(50);
    let [lz4, lz4_stream] = packed_arrow(&batch, CompressionType::LZ4_FRAME);
    let [zstd, zstd_stream] = packed_arrow(&batch, CompressionType::ZSTD);
    let files = [
        ("a.arrow", arrow_file(&batch)),
        ("b.arrow", arrow_stream(&batch)),
        ("c.parquet", parquet_file(&batch)),
        ("d.arrow", lz4),
        ("e.arrow", lz4_stream),
        ("f.arrow", zstd),
        ("g.arrow", zstd_stream),
    ];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for (name, whole) in files {
        assert_eq!(read_bytes(name, &whole).unwrap().table.columns().len(), 9, "{name}");
        let mut refused = 0;
        let cases = cases();
        for _ in 0..cases {
            let mut bytes = whole.clone();
            damage(&mut bytes, &mut random);
            match read_bytes(name, &bytes) {
                Ok(file) => assert!(file.table.rows() > 0),
                Err(error) => {
                    assert!(error.to_string().contains(name), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(3 * refused > cases, "{name}: damage is noticed, {refused} of {cases}");
    }
}

#[test]
fn lengths_beyond_the_file_are_refused_before_they_are_allocated() {
    let whole = arrow_stream(&batch(20));
    // The second message: its head follows the first one, which has no body.
    let head = 8 + i32::from_le_bytes(whole[4..8].try_into().unwrap()) as usize;
    let mut long = whole.clone();
    long[head + 4..head + 8].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = read_bytes("a.arrow", &long).unwrap_err();
    assert!(matches!(error, ReadError::Columnar { what: Damage::Beyond { .. }, .. }), "{error:?}");
    let mut cut = arrow_file(&batch(20));
    let length = cut.len();
    cut[length - 10..length - 6].copy_from_slice(&i32::MAX.to_le_bytes());
    let error = read_bytes("a.arrow", &cut).unwrap_err();
    assert!(
        matches!(error, ReadError::Columnar { what: Damage::Beyond { part: "the footer" }, .. }),
        "{error:?}"
    );
}

/// Fields 1 to 3 of the header of a page: its kind and its sizes, all below 64.
fn header(kind: u8, unpacked: u8, packed: u8) -> [u8; 6] {
    [0x15, 2 * kind, 0x15, 2 * unpacked, 0x15, 2 * packed]
}

/// A page of a dictionary of five numbers, and what follows its sizes in the header.
fn dictionary() -> (Vec<u8>, usize) {
    let numbers: ArrayRef = Arc::new((0..40).map(|n| n % 5).collect::<Int32Array>());
    let whole = parquet_file(&RecordBatch::try_from_iter([("number", numbers)]).unwrap());
    let head = header(2, 20, 20);
    let at = whole.windows(head.len()).position(|bytes| bytes == head).unwrap() + head.len();
    // A structure, whose first number is that of the values.
    assert_eq!(whole[at..at + 3], [0x4c, 0x15, 2 * 5]);
    (whole, at)
}

/// Found by fuzzing: such files took gigabytes, or minutes, before they were refused.
#[test]
fn pages_are_not_believed() {
    let refused = |change: &dyn Fn(&mut Vec<u8>, usize)| {
        let (mut bytes, at) = dictionary();
        change(&mut bytes, at);
        match read_bytes("a.parquet", &bytes).unwrap_err() {
            ReadError::Columnar { what: Damage::Inconsistent { what }, .. } => what,
            ReadError::Columnar { what: Damage::Beyond { part }, .. } => part,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&|bytes, at| bytes[at + 2] = 2 * 6), "a dictionary has more values than bytes");
    assert_eq!(refused(&|bytes, at| bytes[at + 2] = 1), SIZE);
    assert_eq!(refused(&|bytes, at| bytes[at - 1] = 1), SIZE);
    assert_eq!(refused(&|bytes, at| bytes[at - 3] = 1), SIZE);
    // A list, a set, a number in the place of the structure; a structure in the place of a number.
    for kind in [9, 10, 5] {
        assert_eq!(refused(&|bytes, at| bytes[at] = 0x40 | kind), TYPE);
    }
    assert_eq!(refused(&|bytes, at| bytes[at + 1] = 0x1c), TYPE);
    // A field that is not known, as a list of more elements than there are bytes.
    assert_eq!(
        refused(&|bytes, at| bytes[at..at + 4].copy_from_slice(&[0xa9, 0xf5, 0xff, 0x7f])),
        "a field of the metadata"
    );
    assert_eq!(refused(&|bytes, at| bytes[at - 1] = 2 * 63), "a page");
}

/// Found by fuzzing: a decoder that has all values of a column still reads the header that follows,
/// and took minutes over it.
#[test]
fn pages_after_all_values_are_not_believed() {
    let numbers: ArrayRef = Arc::new((0..8).collect::<Int32Array>());
    let batch = RecordBatch::try_from_iter([("number", numbers)]).unwrap();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_data_page_row_count_limit(4)
        .set_write_batch_size(4)
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    let mut bytes = writer.into_inner().unwrap();
    let head = header(0, 16, 16);
    let pages: Vec<_> = bytes.windows(6).enumerate().filter(|(_, found)| *found == head).collect();
    let places: Vec<_> = pages.into_iter().map(|(at, _)| at).collect();
    let [first, second] = places[..] else { panic!("two pages of four numbers: {places:?}") };
    assert_eq!(bytes[first + 6..first + 9], [0x2c, 0x15, 2 * 4]);
    bytes[first + 8] = 2 * 8;
    // A number, where the structure of the page must be.
    bytes[second + 6] = 0x25;
    let error = read_bytes("a.parquet", &bytes).unwrap_err();
    assert!(
        matches!(error, ReadError::Columnar { what: Damage::Inconsistent { what: TYPE }, .. }),
        "{error:?}"
    );
}

const SIZE: &str = "a page has a negative size, or one of more than 31 bits";
const TYPE: &str = "a field in the header of a page has a wrong type";

#[test]
fn parquet_is_read_however_it_is_packed() {
    let batch = batch(3_000);
    let plain = read_bytes("a.parquet", &parquet_file(&batch)).unwrap().table;
    let packed = [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
    ];
    for compression in packed {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for page in [64, 1 << 20] {
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .set_writer_version(version)
                    .set_data_page_row_count_limit(page)
                    .set_write_batch_size(page)
                    .set_max_row_group_row_count(Some(1_000))
                    .build();
                let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
                writer.write(&batch).unwrap();
                let found = read_bytes("a.parquet", &writer.into_inner().unwrap()).unwrap().table;
                assert_eq!(found, plain, "{compression} {version:?} {page}");
            }
        }
    }
}

#[test]
fn a_few_bytes_do_not_stand_for_any_number_of_rows() {
    let rows = EXPANSION_FREE as usize + 1;
    let nothing: ArrayRef = Arc::new(NullArray::new(rows));
    let batch = RecordBatch::try_from_iter([("nothing", nothing)]).unwrap();
    for bytes in [arrow_file(&batch), arrow_stream(&batch)] {
        let error = read_bytes("a.arrow", &bytes).map(drop).unwrap_err();
        assert!(matches!(error, ReadError::Unpacks { unit: "cells", .. }), "{error:?}");
    }
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
    let block = b"a,b\n".repeat(1 << 16);
    for _ in 0..=EXPANSION_FREE / block.len() as u64 {
        gzip.write_all(&block).unwrap();
        zstd.write_all(&block).unwrap();
    }
    for (name, bytes) in [("a.csv.gz", gzip.finish().unwrap()), ("a.csv.zst", zstd.finish().unwrap())] {
        let error = read_bytes(name, &bytes).map(drop).unwrap_err();
        assert!(matches!(error, ReadError::Unpacks { unit: "bytes", .. }), "{error:?}");
        assert!(error.to_string().contains("use the unpacked file"), "{error}");
    }
}

fn wide_text(columns: usize) -> Vec<u8> {
    let names: Vec<String> = (0..columns).map(|column| format!("c{column}")).collect();
    let row = vec!["1"; columns].join(",");
    format!("{}\n{row}\n{row}\n{row}\n", names.join(",")).into_bytes()
}

#[test]
fn tables_have_a_largest_number_of_columns() {
    assert_eq!(read_bytes("a.csv", &wide_text(MOST_COLUMNS)).unwrap().table.rows(), 3);
    let one_more = MOST_COLUMNS + 1;
    let found = |name: &str, bytes: &[u8]| match read_bytes(name, bytes) {
        Err(ReadError::TooManyColumns { found, .. }) => found,
        other => panic!("{:?}", other.map(drop)),
    };
    assert_eq!(found("a.csv", &wide_text(one_more)), one_more);
    let ones: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let names = (0..one_more).map(|column| (format!("c{column}"), ones.clone()));
    let wide = RecordBatch::try_from_iter(names).unwrap();
    assert_eq!(found("a.arrow", &arrow_file(&wide)), one_more);
    assert_eq!(found("a.arrow", &arrow_stream(&wide)), one_more);
    assert_eq!(found("a.parquet", &parquet_file(&wide)), one_more);
}

/// A Parquet file that is only a footer: elements of the schema, each with this many children.
fn footer_only(children: &[i32]) -> Vec<u8> {
    let mut footer = vec![0x15, 2, 0x19, 0xfc];
    varint(children.len() as u64, &mut footer);
    for &count in children {
        // repetition, name, children, end
        footer.extend([0x35, 0, 0x18, 1, b'a', 0x15]);
        varint((i64::from(count) << 1) as u64, &mut footer);
        footer.push(0);
    }
    footer.push(0);
    let length = (footer.len() as u32).to_le_bytes();
    [b"PAR1".as_slice(), &footer, &length, b"PAR1"].concat()
}

fn varint(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[test]
fn schemas_of_parquet_are_neither_deep_nor_boundless() {
    let refused = |children: &[i32], text: &str| {
        let error = read_bytes("a.parquet", &footer_only(children)).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    };
    refused(&[1; 15_000], "nested too deep");
    refused(&[1; 1_000_000], "at most 10000 are possible");
    refused(&[i32::MAX, 0, 0], "more children than the schema");
    let mut many = parquet_file(&batch(5));
    let end = many.len() - 8;
    // The footer says that it is longer than the file.
    many[end..end + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = read_bytes("a.parquet", &many).unwrap_err();
    assert!(
        matches!(error, ReadError::Columnar { what: Damage::Beyond { part: "the footer" }, .. }),
        "{error:?}"
    );
}

#[test]
fn columns_that_are_no_text_are_refused_by_name_however_they_are_nested() {
    let list = arrow_array::ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1)])]);
    let batch = RecordBatch::try_from_iter([("visits", Arc::new(list) as ArrayRef)]).unwrap();
    for (name, bytes) in [
        ("a.arrow", arrow_file(&batch)),
        ("a.arrow", arrow_stream(&batch)),
        ("a.parquet", parquet_file(&batch)),
    ] {
        let error = read_bytes(name, &bytes).unwrap_err();
        assert!(
            matches!(&error, ReadError::UnsupportedType { column, .. } if column == "visits"),
            "{error:?}"
        );
    }
    let empty = RecordBatch::new_empty(Arc::new(Schema::empty()));
    assert!(matches!(read_bytes("a.arrow", &arrow_file(&empty)), Err(ReadError::NoRows { .. })));
}

/// Feather files of pandas and R are packed with LZ4 unless asked otherwise.
#[test]
fn arrow_is_read_however_it_is_packed() {
    let batch = batch(3_000);
    let plain = read_bytes("a.arrow", &arrow_file(&batch)).unwrap().table;
    for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        for (name, bytes) in ["a.feather", "b.arrow"].into_iter().zip(packed_arrow(&batch, compression)) {
            assert!(bytes.len() < arrow_file(&batch).len(), "{name} is packed");
            assert_eq!(read_bytes(name, &bytes).unwrap().table, plain, "{compression:?} {name}");
        }
    }
}

/// What a packed buffer says of its length is allocated before it is unpacked.
#[test]
fn lengths_of_packed_arrow_are_not_believed() {
    const LENGTH: u64 = 4 * 5_000;
    let numbers: ArrayRef = Arc::new(std::iter::repeat_n(7, 5_000).collect::<Int32Array>());
    let batch = RecordBatch::try_from_iter([("number", numbers)]).unwrap();
    for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        for bytes in packed_arrow(&batch, compression) {
            let at = bytes.windows(8).position(|found| found == LENGTH.to_le_bytes()).unwrap();
            let with = |length: i64| {
                let mut bytes = bytes.clone();
                bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
                read_bytes("a.arrow", &bytes).unwrap_err()
            };
            let error = with(EXPANSION_FREE as i64 + 1);
            assert!(matches!(error, ReadError::Unpacks { unit: "bytes", .. }), "{error:?}");
            for length in [-2, i64::MIN] {
                let what = "packed values have a negative length";
                let error = with(length);
                let found = matches!(&error, ReadError::Columnar { what: Damage::Inconsistent { what: found }, .. } if *found == what);
                assert!(found, "{error:?}");
            }
            // Within the limit it is for the decoder to see that it is wrong.
            for length in [0, 1, 4 * 4_999, 4 * 5_001] {
                assert!(matches!(with(length), ReadError::Columnar { .. }), "{length}");
            }
        }
    }
}
