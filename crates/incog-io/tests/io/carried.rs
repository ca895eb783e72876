//! What a written table may hold: the rows that are written, and nothing else of the table they
//! came from.

use crate::{output, values};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_schema::{DataType, Field, Schema};
use incog_data::NarrowCodes;
use incog_io::{OutputColumn, ReadOptions, TableFile, WriteOptions, read_table, write_table};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::column::page::Page;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A value of a record that is not written.
const SUPPRESSED: &str = "Yersinia-pestis";
/// A value of records that are written.
const KEPT: &str = "influenza-common";

/// Three records, the second of which is to be left out, with values of every type that can hold
/// text.
fn with_metadata() -> RecordBatch {
    let texts = [KEPT, SUPPRESSED, KEPT];
    let arrays: [(&str, ArrayRef); 5] = [
        ("plain", Arc::new(StringArray::from(texts.to_vec()))),
        ("large", Arc::new(LargeStringArray::from(texts.to_vec()))),
        ("view", Arc::new(StringViewArray::from(texts.to_vec()))),
        ("coded", Arc::new(texts.into_iter().collect::<DictionaryArray<Int32Type>>())),
        ("__index_level_0__", Arc::new(Int64Array::from(vec![70001, 70002, 70003]))),
    ];
    let note = |text: &str| HashMap::from([("comment".to_owned(), text.to_owned())]);
    let fields = arrays.iter().map(|(name, array)| {
        Field::new(*name, array.data_type().clone(), true).with_metadata(note("of-the-field"))
    });
    let pandas = "{\"index_columns\": [\"__index_level_0__\"], \"creator\": \"of-the-schema\"}";
    let metadata = HashMap::from([
        ("pandas".to_owned(), pandas.to_owned()),
        ("patient".to_owned(), SUPPRESSED.to_owned()),
    ]);
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata);
    RecordBatch::try_new(Arc::new(schema), arrays.map(|(_, array)| array).to_vec()).unwrap()
}

fn write_parquet(path: &Path, batch: &RecordBatch) {
    // As pandas writes it: beside the Arrow schema, not only in it.
    let pairs = batch
        .schema()
        .metadata()
        .iter()
        .map(|(key, value)| KeyValue::new(key.clone(), value.clone()))
        .collect();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(pairs)).build();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn write_arrow(path: &Path, batch: &RecordBatch) {
    let mut writer =
        arrow_ipc::writer::FileWriter::try_new(File::create(path).unwrap(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

/// All bytes of a file, and for a Parquet file every page after decompression, too.
fn bytes_of(path: &Path) -> Vec<u8> {
    let mut bytes = std::fs::read(path).unwrap();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("parquet") => {
            let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
            for group in 0..reader.num_row_groups() {
                let group = reader.get_row_group(group).unwrap();
                for column in 0..group.num_columns() {
                    let mut pages = group.get_column_page_reader(column).unwrap();
                    while let Some(page) = pages.get_next_page().unwrap() {
                        bytes.extend_from_slice(page.buffer());
                    }
                }
            }
        }
        Some("gz") => {
            let mut text = Vec::new();
            flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut text).unwrap();
            bytes.extend(text);
        }
        Some("zst") => bytes.extend(zstd::decode_all(bytes.clone().as_slice()).unwrap()),
        _ => {}
    }
    bytes
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

fn write_without_second(read: &TableFile, path: &Path) {
    let options = WriteOptions { schema: read.format.schema.clone(), ..WriteOptions::default() };
    write_table(path, &output(&read.table), Some(&[0, 2]), &options).unwrap();
}

#[test]
fn nothing_of_the_input_is_carried_but_the_rows_written() {
    let folder = tempfile::tempdir().unwrap();
    for source in ["s.parquet", "s.arrow"] {
        let source = folder.path().join(source);
        match source.extension().unwrap().to_str() {
            Some("parquet") => write_parquet(&source, &with_metadata()),
            _ => write_arrow(&source, &with_metadata()),
        }
        assert!(holds(&bytes_of(&source), SUPPRESSED) && holds(&bytes_of(&source), "of-the-schema"));
        let read = read_table(&source, &ReadOptions::default()).unwrap();
        // The index of pandas is a column like any other.
        assert_eq!(values(&read.table, "__index_level_0__"), ["70001", "70002", "70003"]);
        for name in ["o.parquet", "o.arrow", "o.csv", "o.csv.gz", "o.tsv.zst"] {
            let path = folder.path().join(name);
            write_without_second(&read, &path);
            let bytes = bytes_of(&path);
            assert!(holds(&bytes, KEPT), "{name}: the search finds what is there");
            for gone in [SUPPRESSED, "of-the-schema", "of-the-field", "70002"] {
                assert!(!holds(&bytes, gone), "{name} from {} holds {gone}", source.display());
            }
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn the_schema_of_an_output_has_no_metadata_and_the_types_of_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("s.arrow");
    write_arrow(&source, &with_metadata());
    let read = read_table(&source, &ReadOptions::default()).unwrap();
    let like = read.format.schema.clone().unwrap();
    assert!(like.metadata().is_empty() && like.fields().iter().all(|field| field.metadata().is_empty()));
    for name in ["o.parquet", "o.arrow"] {
        let path = folder.path().join(name);
        write_without_second(&read, &path);
        let again = read_table(&path, &ReadOptions::default()).unwrap().format.schema.unwrap();
        let types = |schema: &Schema| -> Vec<DataType> {
            schema.fields().iter().map(|field| field.data_type().clone()).collect()
        };
        assert_eq!(types(&again), types(&like), "{name}");
        let file = File::open(&path).unwrap();
        let metadata = match name {
            "o.arrow" => {
                arrow_ipc::reader::FileReader::try_new(file, None).unwrap().schema().metadata().clone()
            }
            _ => ParquetRecordBatchReaderBuilder::try_new(file).unwrap().schema().metadata().clone(),
        };
        assert!(metadata.is_empty(), "{name}: {metadata:?}");
    }
}

/// Values 31, 33 and 36 are generalized, and a dictionary has their labels.
#[test]
fn keys_of_a_dictionary_do_not_tell_values_of_one_label_apart() {
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let schema = Arc::new(Schema::new(vec![Field::new("age", dictionary, true)]));
    let folder = tempfile::tempdir().unwrap();
    let written = |codes: &NarrowCodes, labels: Vec<&'static str>, name: &str| {
        let path = folder.path().join(name);
        let options = WriteOptions { schema: Some(schema.clone()), force: true, ..WriteOptions::default() };
        write_table(&path, &[OutputColumn { name: "age", codes, labels }], None, &options).unwrap();
        path
    };
    let path = written(&[0, 1, 2, 0, 1].into(), vec!["35-39", "30-34", "35-39"], "keys.arrow");
    let reader = arrow_ipc::reader::FileReader::try_new(File::open(&path).unwrap(), None).unwrap();
    for batch in reader {
        let column = batch.unwrap().column(0).clone();
        let column = column.as_any().downcast_ref::<DictionaryArray<Int32Type>>().unwrap();
        let values = column.values().as_any().downcast_ref::<StringArray>().unwrap();
        assert_eq!(values.iter().flatten().collect::<Vec<_>>(), ["30-34", "35-39"]);
        assert_eq!(column.keys().values(), &[1, 0, 1, 1, 0]);
    }
    // Equal cells give equal bytes, whatever codes and rows they came from.
    let other = written(&[1, 2, 1, 1, 0].into(), vec!["30-34", "35-39", "30-34", "nobody"], "other.arrow");
    assert_eq!(bytes_of(&path), bytes_of(&other));
}

/// The rule behind that: the bytes of a file follow from the cells in it, in whatever type they
/// are. Labels that several codes have, that no row has or that stand in another order, and codes
/// in another number, change none of them.
#[test]
fn bytes_follow_from_the_cells() {
    let texts = [DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View];
    let keys = [
        DataType::Int8,
        DataType::UInt8,
        DataType::Int16,
        DataType::UInt16,
        DataType::UInt32,
        DataType::Int64,
    ];
    let coded = keys.iter().flat_map(|keys| {
        texts.iter().map(|values| DataType::Dictionary(Box::new(keys.clone()), Box::new(values.clone())))
    });
    let numbers = [
        DataType::Int16,
        DataType::UInt64,
        DataType::Float32,
        DataType::Float64,
        DataType::Decimal128(9, 0),
        DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Int64)),
    ];
    let words = ["Northern Germany", "Southern Germany", "", "somewhere else, where nobody is"];
    let texts = texts.iter().cloned().chain(coded).map(|one| (one, words));
    let numbers = numbers.into_iter().map(|one| (one, ["20", "7", "", "100000"]));
    let days =
        [DataType::Date32, DataType::Date64].map(|one| (one, ["2024-05-06", "2024-05-01", "", "1931-01-01"]));
    let all = texts.chain(numbers).chain(days).chain([(DataType::Boolean, ["true", "false", "", "true"])]);
    let folder = tempfile::tempdir().unwrap();
    for (data_type, [first, second, empty, unused]) in all {
        for nullable in [true, false] {
            let schema = Arc::new(Schema::new(vec![Field::new("a", data_type.clone(), nullable)]));
            let options = WriteOptions { schema: Some(schema), force: true, ..WriteOptions::default() };
            for name in ["o.parquet", "o.arrow", "o.jsonl", "o.csv"] {
                let path = folder.path().join(name);
                let written = |codes: NarrowCodes, labels: Vec<&str>| {
                    write_table(&path, &[OutputColumn { name: "a", codes: &codes, labels }], None, &options)
                        .unwrap();
                    bytes_of(&path)
                };
                let few = written([0, 1, 0, 0, 1].into(), vec![first, second]);
                let others = vec![empty, second, first, unused, second, first, first];
                let many = written([5, 4, 2, 6, 1].into(), others);
                assert_eq!(few, many, "{data_type:?}, nullable {nullable}, {name}");
            }
        }
    }
}

/// The minimum, maximum and counts that Parquet keeps are those of the rows written.
#[test]
fn statistics_are_those_of_the_rows_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.parquet");
    let columns = [OutputColumn { name: "age", codes: &[0, 1, 0].into(), labels: vec!["50", "99"] }];
    let schema = Arc::new(Schema::new(vec![Field::new("age", DataType::Int64, true)]));
    let options = WriteOptions { schema: Some(schema), ..WriteOptions::default() };
    write_table(&path, &columns, Some(&[0, 2]), &options).unwrap();
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let group = reader.metadata().row_group(0);
    let statistics = group.column(0).statistics().unwrap();
    assert_eq!(statistics.max_bytes_opt(), Some(50_i64.to_le_bytes().as_slice()));
    let mut pages = reader.get_row_group(0).unwrap().get_column_page_reader(0).unwrap();
    while let Some(page) = pages.get_next_page().unwrap() {
        assert!(matches!(
            page,
            Page::DictionaryPage { num_values: 1, .. } | Page::DataPage { num_values: 2, .. }
        ));
    }
}

/// RFC 1952: flags 0 (no name, no comment), modification time 0.
#[test]
fn a_gzip_header_says_neither_name_nor_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.csv.gz");
    let columns = [OutputColumn { name: "a", codes: &[0].into(), labels: vec!["x"] }];
    write_table(&path, &columns, None, &WriteOptions::default()).unwrap();
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(bytes[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
}

/// A dictionary grows from batch to batch of a file; each batch has its own.
#[test]
fn many_batches_of_a_coded_column() {
    let folder = tempfile::tempdir().unwrap();
    let labels: Vec<String> = (0..300).map(|label| format!("v{label}")).collect();
    let codes: NarrowCodes = (0..150_000_u32).map(|row| row / 1000).collect();
    let columns =
        [OutputColumn { name: "a", codes: &codes, labels: labels.iter().map(String::as_str).collect() }];
    let coded = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let schema = Arc::new(Schema::new(vec![Field::new("a", coded, true)]));
    let options = WriteOptions { schema: Some(schema), ..WriteOptions::default() };
    for name in ["o.parquet", "o.arrow"] {
        let path = folder.path().join(name);
        write_table(&path, &columns, None, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read = read_table(&path, &ReadOptions::default()).unwrap();
        assert_eq!(read.table.column("a").unwrap().codes, codes);
    }
}
