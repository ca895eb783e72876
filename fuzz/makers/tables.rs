//! Small tables in every format; the first byte of a text tells the target which ending it has.

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int32Array,
    NullArray, RecordBatch, StringArray, StringViewArray, TimestampMicrosecondArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use std::sync::Arc;

const TEXT: &str =
    "age;zip;\"ill; or not\"\r\n31;11323;flu\r\n?;11324;\"co\"\"ld\"\r\n\r\n42;;\"go\nut\"\r\n";

/// Delimited text, plain and packed.
pub fn text() -> Vec<Vec<u8>> {
    let marked = |kind: u8, bytes: &[u8]| [&[kind], bytes].concat();
    vec![
        marked(0, TEXT.as_bytes()),
        marked(0, b"\xef\xbb\xbfa,b\n1,2\n"),
        marked(1, b"a\tb\n1\tNA\n"),
        marked(2, &stored_gzip(TEXT.as_bytes())),
        marked(3, &raw_zstd(TEXT.as_bytes())),
    ]
}

/// gzip with one stored block (RFC 1952, RFC 1951).
fn stored_gzip(text: &[u8]) -> Vec<u8> {
    let length = text.len() as u16;
    let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    let sizes = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
    let tail = [crc32(text).to_le_bytes(), u32::from(length).to_le_bytes()].concat();
    [&head[..], &sizes, text, &tail].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// zstd with one raw block (RFC 8878).
fn raw_zstd(text: &[u8]) -> Vec<u8> {
    let block = ((text.len() as u32) << 3 | 1).to_le_bytes();
    // A single segment whose size stands in one byte.
    let head = [0x28, 0xb5, 0x2f, 0xfd, 0x20, text.len() as u8];
    [&head[..], &block[..3], text].concat()
}

const LINES: [&str; 3] = [
    "{\"age\":31,\"bmi\":22.50,\"smokes\":true,\"zip\":\"02139\"}\n{\"age\":null,\"bmi\":-1e-3,\"smokes\":false,\"zip\":null}\n",
    "{\"b\": \"x\\u0041\", \"a\": 1}\r\n\r\n{\"a\": \"1\", \"c\": \"\\ud83d\\ude00\"}\n{}\n",
    "\u{feff}{\"a\":12345678901234567890123}",
];

/// JSON lines.
pub fn json_lines() -> Vec<Vec<u8>> {
    LINES.map(|lines| lines.as_bytes().to_vec()).into()
}

/// Workbooks of what the texts say, as incog writes them.
pub fn workbooks() -> Vec<Vec<u8>> {
    let folder = std::env::temp_dir().join(format!("incog-workbooks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let (read, write) = (incog_io::ReadOptions::default(), incog_io::WriteOptions::default());
    let made = [("a.csv", TEXT), ("b.jsonl", LINES[0]), ("c.jsonl", LINES[1])].map(|(name, text)| {
        let (from, to) = (folder.join(name), folder.join(name).with_extension("xlsx"));
        std::fs::write(&from, text).expect("a file can be written");
        let table = incog_io::read_table(from, &read).expect("the text is a table").table;
        let columns: Vec<_> = table.columns().iter().map(incog_io::OutputColumn::from).collect();
        incog_io::write_table(&to, &columns, None, &write).expect("a workbook can be written");
        std::fs::read(to).expect("the workbook was written")
    });
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    made.into()
}

fn batch() -> RecordBatch {
    let every = |n: i32| (n % 3 != 0).then_some(n);
    let texts = || (0..8).map(|n| every(n).map(|n| format!("text {}", n % 4)));
    let decimals = (0..8).map(|n| every(n).map(i128::from)).collect::<Decimal128Array>();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("number", Arc::new((0..8).map(every).collect::<Int32Array>())),
        ("fraction", Arc::new((0..8).map(|n| Some(f64::from(n) / 8.0)).collect::<Float64Array>())),
        ("truth", Arc::new((0..8).map(|n| Some(n % 2 == 0)).collect::<BooleanArray>())),
        ("day", Arc::new((0..8).map(every).collect::<Date32Array>())),
        ("instant", Arc::new(TimestampMicrosecondArray::from_iter((0..8).map(|n| every(n).map(i64::from))))),
        (
            "amount",
            Arc::new(decimals.with_precision_and_scale(9, 2).expect("nine digits, two behind the point")),
        ),
        ("text", Arc::new(texts().collect::<StringArray>())),
        ("view", Arc::new(texts().collect::<StringViewArray>())),
        ("word", Arc::new((0..8).map(|n| ["a", "b", "c"][n % 3]).collect::<DictionaryArray<Int32Type>>())),
        ("nothing", Arc::new(NullArray::new(8))),
    ];
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).expect("the columns are equally long")
}

/// Parquet, plain and packed in each way that is read.
pub fn parquet() -> Vec<Vec<u8>> {
    let packed = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::LZ4_RAW,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ];
    let whole = batch();
    let mut files: Vec<Vec<u8>> = packed.map(|compression| write_parquet(&whole, compression)).into();
    let narrow = whole.project(&[0, 6]).expect("the columns are there");
    files.push(write_parquet(&narrow, Compression::UNCOMPRESSED));
    files
}

/// With pages of data of the second form where they are packed with zstd.
fn write_parquet(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let version = match compression {
        Compression::ZSTD(_) => WriterVersion::PARQUET_2_0,
        _ => WriterVersion::PARQUET_1_0,
    };
    let properties =
        WriterProperties::builder().set_compression(compression).set_writer_version(version).build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a good schema");
    writer.write(batch).expect("memory can be written to");
    writer.into_inner().expect("memory can be written to")
}

/// Arrow IPC, as files and streams, plain and packed in each way that is read.
pub fn arrow() -> Vec<Vec<u8>> {
    let whole = batch();
    let narrow = whole.project(&[0, 6]).expect("the columns are there");
    let packed = [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)];
    let files = |batch| packed.map(|packed| [arrow_file(batch, packed), arrow_stream(batch, packed)]);
    [&whole, &narrow].into_iter().flat_map(files).flatten().collect()
}

fn arrow_file(batch: &RecordBatch, packed: Option<CompressionType>) -> Vec<u8> {
    let mut writer = FileWriter::try_new_with_options(Vec::new(), batch.schema_ref(), options(packed))
        .expect("a good schema");
    (0..2).for_each(|_| writer.write(batch).expect("memory can be written to"));
    writer.into_inner().expect("memory can be written to")
}

fn arrow_stream(batch: &RecordBatch, packed: Option<CompressionType>) -> Vec<u8> {
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), batch.schema_ref(), options(packed))
        .expect("a good schema");
    (0..2).for_each(|_| writer.write(batch).expect("memory can be written to"));
    writer.into_inner().expect("memory can be written to")
}

fn options(packed: Option<CompressionType>) -> IpcWriteOptions {
    IpcWriteOptions::default().try_with_compression(packed).expect("the newest version has compression")
}
