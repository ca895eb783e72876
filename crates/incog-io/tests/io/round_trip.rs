use crate::{column, output, read_bytes, shared, values};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int64Array, ListArray, RecordBatch, StringViewArray,
};
use arrow_schema::DataType;
use incog_data::{Table, ValueType};
use incog_io::{
    COMPRESSIONS, FORMATS, OutputColumn, ReadError, ReadOptions, WriteOptions, read_table, write_table,
};
use proptest::prelude::*;
use std::sync::Arc;

/// A file name for every format, ending and compression, with the delimiter that goes with it.
fn names() -> Vec<(String, u8)> {
    let mut names = Vec::new();
    for format in FORMATS {
        for ending in format.endings.iter().filter(|ending| ending.is_written) {
            let name = format!("t.{}", ending.name);
            let packed = COMPRESSIONS.iter().filter(|_| format.can_be_compressed);
            let all = packed.map(|packed| format!("{name}.{}", packed.ending)).chain([name.clone()]);
            names.extend(all.map(|name| (name, ending.delimiter.unwrap_or(b','))));
        }
    }
    names
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("?".to_owned()),
        "[0-9]{1,3}",
        " [a-z] ",
        "[\",;|\t\n\r'a ]{0,6}",
        "[äλ\u{feff}😀x]{0,3}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_format_gives_the_table_back(rows in (1usize..4).prop_flat_map(|width|
        prop::collection::vec(prop::collection::vec(cell(), width), 1..12)))
    {
        let columns = (0..rows[0].len()).map(|at| {
            let cells: Vec<String> = rows.iter().map(|row| row[at].clone()).collect();
            column(["a b", "c", "d"][at], &cells)
        });
        let table = Table::new(columns.collect()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for (name, delimiter) in names() {
            let path = folder.path().join(&name);
            let written = write_table(&path, &output(&table), None, &WriteOptions::default()).unwrap();
            // As it stands: a marker of missing values is read back as the text it is.
            let options = ReadOptions { delimiter: Some(delimiter), one_missing_value: false, ..ReadOptions::default() };
            let read = read_table(&path, &options).unwrap();
            prop_assert_eq!(&read.table, &table, "{}", name);
            prop_assert_eq!(read.bytes, written.bytes);
        }
    }
}

#[test]
fn dialects() {
    let file = read_bytes("a.csv", b"\xef\xbb\xbf age ;\"x;y\"\r\n 1;\"a\"\"b\"\r\n?;c").unwrap();
    assert_eq!(file.format.delimiter, Some(b';'));
    assert_eq!(values(&file.table, "age"), [" 1", "?"]);
    assert_eq!(values(&file.table, "x;y"), ["a\"b", "c"]);
    let age = file.table.column("age").unwrap();
    assert_eq!((age.value_type, &age.missing), (ValueType::Integer, &vec![1]));
    assert_eq!(values(&read_bytes("a.csv", b"a\rx\ry\r").unwrap().table, "a"), ["x", "y"]);
    let file = read_bytes("a.data", b"A11 6 \"new car\"\nA12 48 radio\nA14 12 \"new car\"\n").unwrap();
    assert_eq!(file.format.delimiter, Some(b' '));
    assert_eq!(values(&file.table, "A11"), ["A12", "A14"]);
    assert_eq!(values(&file.table, "new car"), ["radio", "new car"]);
    // A tab is what .tsv stands for; three words may then be one value.
    let file = read_bytes("a.tsv", b"12 Main Street\n7 Park Lane\n3 Hill Road\n").unwrap();
    assert_eq!((file.format.delimiter, file.table.columns().len()), (Some(b'\t'), 1));
    // The example of FIPS 180-4: the digest is that of the very bytes.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    std::fs::write(&path, "abc").unwrap();
    let file = read_table(&path, &ReadOptions { header: false, ..ReadOptions::default() }).unwrap();
    assert_eq!(file.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(values(&file.table, "column_1"), ["abc"]);
}

#[test]
fn codes_follow_first_appearance_over_many_chunks() {
    let cells: Vec<String> = (0..400_000u64).map(|row| format!("v{}", row * row % 7919)).collect();
    let text =
        format!("a,b\n{}", cells.iter().map(|cell| format!("{cell},\"{cell},\"\n")).collect::<String>());
    let read = read_bytes("a.csv", text.as_bytes()).unwrap();
    assert_eq!(read.table.column("a").unwrap(), &column("a", &cells));
    assert_eq!(read.table.column("b").unwrap().codes, column("a", &cells).codes);
}

#[test]
fn selection_order_and_labels() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let columns = [OutputColumn { name: "a", codes: &[0, 1, 2].into(), labels: vec!["*", "x", "*"] }];
    write_table(&path, &columns, Some(&[2, 1, 1]), &WriteOptions::default()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a\n*\nx\nx\n");
    let force = WriteOptions { force: true, ..WriteOptions::default() };
    assert!(write_table(&path, &columns, Some(&[3]), &force).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a\n*\nx\nx\n");
}

#[test]
fn types_stay_where_the_labels_allow() {
    let arrays: [(&str, ArrayRef); 5] = [
        ("int", Arc::new(Int64Array::from(vec![Some(-3), None, Some(7)]))),
        ("date", Arc::new(Date32Array::from(vec![0, 19783, 0]))),
        ("bool", Arc::new(BooleanArray::from(vec![true, false, true]))),
        ("float", Arc::new(Float64Array::from(vec![0.1, 1e300, -2.0]))),
        ("view", Arc::new(StringViewArray::from(vec!["a", "", "c"]))),
    ];
    let batch =
        RecordBatch::try_from_iter_with_nullable(arrays.map(|(name, array)| (name, array, true))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("s.arrow");
    let mut writer =
        arrow_ipc::writer::StreamWriter::try_new(std::fs::File::create(&source).unwrap(), &batch.schema())
            .unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let read = read_table(&source, &ReadOptions::default()).unwrap();
    assert_eq!(values(&read.table, "int"), ["-3", "", "7"]);
    assert_eq!(values(&read.table, "date"), ["1970-01-01", "2024-03-01", "1970-01-01"]);
    assert_eq!(read.table.column("date").unwrap().value_type, ValueType::Date);
    assert_eq!(values(&read.table, "bool"), ["true", "false", "true"]);
    let mut columns = output(&read.table);
    columns[1].labels = vec!["1970", "2024"];
    for name in ["o.parquet", "o.arrow"] {
        let path = folder.path().join(name);
        let options = WriteOptions { schema: read.format.schema.clone(), ..WriteOptions::default() };
        write_table(&path, &columns, None, &options).unwrap();
        let again = read_table(&path, &ReadOptions::default()).unwrap();
        let types: Vec<DataType> =
            again.format.schema.unwrap().fields().iter().map(|field| field.data_type().clone()).collect();
        use DataType::{Boolean, Float64, Int64, Utf8};
        assert_eq!(types, [Int64, Utf8, Boolean, Float64, Utf8], "{name}");
        assert_eq!(again.table.column("int"), read.table.column("int"));
        assert_eq!(values(&again.table, "date"), ["1970", "2024", "1970"]);
        assert_eq!(values(&again.table, "float"), values(&read.table, "float"));
    }
}

#[test]
fn nested_types_are_refused_by_name() {
    let list: ArrayRef =
        Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(vec![Some(vec![Some(1)])]));
    let batch = RecordBatch::try_from_iter([("visits", list)]).unwrap();
    let mut bytes = Vec::new();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let error = read_bytes("a.ipc", &bytes).unwrap_err();
    assert!(
        matches!(error, ReadError::UnsupportedType { ref column, .. } if column == "visits"),
        "{error:?}"
    );
}

#[test]
fn adult() {
    let Some(path) = shared("adult/adult_30162.csv") else { return };
    let file = read_table(path, &ReadOptions::default()).unwrap();
    assert_eq!((file.table.rows(), file.table.columns().len()), (30_162, 9));
    // Beside the file, in ../shared/data/README.md.
    assert_eq!(file.sha256, "c700df9304fbf3c4d4db5938bffc510561bd4a2dfad285a3feef9a20619391c5");
    assert_eq!(file.table.column("age").unwrap().value_type, ValueType::Integer);
    assert_eq!(file.table.columns()[0].dictionary.iter().collect::<Vec<_>>(), ["Male", "Female"]);
}

#[test]
fn all_that_is_missing_is_one_value_unless_asked_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let labels = vec!["flu", "", "NA", " ? ", "?"];
    let columns = [OutputColumn { name: "a", codes: &[0, 1, 2, 3, 4].into(), labels }];
    let one = |path: &str, rows: &[u32], options: &ReadOptions| {
        let path = folder.path().join(path);
        write_table(&path, &columns, Some(rows), &WriteOptions::default()).unwrap();
        let table = read_table(&path, options).unwrap().table;
        table.columns()[0].dictionary.iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let usual = ReadOptions::default();
    let cases: [(&str, &[u32], [&str; 2]); 6] = [
        ("several.csv", &[0, 2, 1, 4], ["flu", ""]),
        ("one.csv", &[0, 2, 2], ["flu", "NA"]),
        ("spaces.csv", &[0, 3, 3], ["flu", " ? "]),
        ("both.csv", &[0, 3, 4], ["flu", "?"]),
        ("typed.parquet", &[0, 2, 4], ["flu", ""]),
        ("typed.arrow", &[0, 4, 4], ["flu", ""]),
    ];
    for (path, rows, expected) in cases {
        assert_eq!(one(path, rows, &usual), expected, "{path}");
    }
    let markers = ReadOptions { missing_markers: vec!["?".into(), "NA".into()], ..ReadOptions::default() };
    assert_eq!(one("own.csv", &[0, 2, 4], &markers), ["flu", "?"]);
    let as_it_stands = ReadOptions { one_missing_value: false, ..ReadOptions::default() };
    assert_eq!(one("raw.csv", &[0, 2, 4], &as_it_stands), ["flu", "NA", "?"]);
}
