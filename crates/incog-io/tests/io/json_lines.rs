use crate::{output, read_bytes, values, written_types};
use arrow_schema::DataType;
use incog_io::{JsonFault, OutputColumn, ReadError, ReadOptions, WriteOptions, read_table, write_table};
use std::fmt::Write as _;

#[test]
fn keys_may_come_late_or_be_left_out() {
    let text = b"{\"age\": 34, \"zip\": \"02139\"}\r\n\n {\"zip\": null, \"smokes\": true, \"bmi\": 22.50}\n{\"age\": 51}";
    let file = read_bytes("a.jsonl", text).unwrap();
    let columns: Vec<(&str, Vec<&str>)> = file
        .table
        .columns()
        .iter()
        .map(|column| (&*column.name, values(&file.table, &column.name)))
        .collect();
    // No order of keys is that of two lines.
    let expected = [
        ("age", vec!["34", "", "51"]),
        ("bmi", vec!["", "22.50", ""]),
        ("smokes", vec!["", "true", ""]),
        ("zip", vec!["02139", "", ""]),
    ];
    assert_eq!(columns, expected);
    assert_eq!(file.table.column("age").unwrap().missing.len(), 1);
    let amount = DataType::Decimal128(18, 2);
    assert_eq!(written_types(&file), [DataType::Int64, amount, DataType::Boolean, DataType::Utf8]);
}

/// One record is not written: what it says of its cells, and in what order, changes nothing of the
/// others, nor of the columns.
#[test]
fn types_follow_from_what_is_written() {
    const KEPT: [&str; 2] =
        ["{\"a\":5,\"b\":\"5\",\"c\":true,\"d\":null}", "{\"a\":6,\"b\":\"6\",\"c\":null,\"d\":null}"];
    let folder = tempfile::tempdir().unwrap();
    let written = |lines: [&str; 3], rows: [u32; 2], name: &str| {
        let file = read_bytes("a.jsonl", lines.join("\n").as_bytes()).unwrap();
        let options =
            WriteOptions { schema: file.format.schema.clone(), force: true, ..WriteOptions::default() };
        let path = folder.path().join(name);
        write_table(&path, &output(&file.table), Some(&rows), &options).unwrap();
        std::fs::read(path).unwrap()
    };
    for name in ["o.jsonl", "o.parquet", "o.arrow", "o.xlsx"] {
        let found = written([KEPT[0], KEPT[1], "{\"a\":7,\"b\":\"7\",\"c\":false,\"d\":null}"], [0, 1], name);
        for other in [
            "{\"a\":\"007\",\"b\":7,\"c\":\"unknown\",\"d\":true}",
            "{\"a\":1.5,\"b\":null,\"c\":0,\"d\":\"HIV\"}",
            "{\"a\":\"NA\",\"b\":\"\",\"c\":\"true\",\"d\":1}",
            "{\"d\":null,\"c\":true,\"b\":\"5\",\"a\":5}",
        ] {
            assert!(written([KEPT[0], KEPT[1], other], [0, 1], name) == found, "{name}: {other} last");
            assert!(written([other, KEPT[0], KEPT[1]], [1, 2], name) == found, "{name}: {other} first");
        }
    }
}

#[test]
fn types_are_written_as_they_were_read() {
    let text = "{\"age\":34,\"bmi\":22.50,\"smokes\":true,\"zip\":\"02139\"}\n\
                {\"age\":null,\"bmi\":-1e-3,\"smokes\":false,\"zip\":null}\n";
    let file = read_bytes("a.ndjson", text.as_bytes()).unwrap();
    let options = WriteOptions { schema: file.format.schema.clone(), ..WriteOptions::default() };
    let folder = tempfile::tempdir().unwrap();
    let again = |name: &str, columns: &[OutputColumn<'_>]| {
        let path = folder.path().join(name);
        write_table(&path, columns, None, &options).unwrap();
        std::fs::read_to_string(path).unwrap()
    };
    let whole = output(&file.table);
    assert_eq!(again("same.jsonl", &whole), text);
    // One label that is no number makes texts of all of its column.
    let mut coarser = whole;
    coarser[0].labels = vec!["[30, 40[", "*"];
    let first = "{\"age\":\"[30, 40[\",\"bmi\":22.50,\"smokes\":true,\"zip\":\"02139\"}";
    assert_eq!(again("coarser.jsonl", &coarser).lines().next().unwrap(), first);
}

#[test]
fn mistakes_are_told_with_their_line() {
    let many = |last: &str| {
        // More than one piece of the text.
        let mut text = String::new();
        (0..200_000).for_each(|row| writeln!(text, "{{\"a\": {row}}}").unwrap());
        text + last
    };
    let cases: [(&str, JsonFault); 6] = [
        ("{\"a\": }", JsonFault::Syntax { character: 7 }),
        ("[1, 2]", JsonFault::NotAnObject),
        ("{\"a\": 1, \"a\": 2}", JsonFault::Twice { column: "a".into() }),
        ("{\"a\": {\"b\": 1}}", JsonFault::Nested { column: "a".into() }),
        ("{\"a\": \0}", JsonFault::NotText),
        ("{\"a\": 1} x", JsonFault::Syntax { character: 10 }),
    ];
    for (last, expected) in cases {
        for (text, place) in [(last.to_owned(), 1), (many(last), 200_001)] {
            match read_bytes("a.jsonl", text.as_bytes()) {
                Err(ReadError::JsonLine { line, what, .. }) => {
                    assert_eq!((line, what), (place, expected.clone()))
                }
                other => panic!("{last:?}: {other:?}"),
            }
        }
    }
    let found = read_bytes("a.jsonl", b"{\"a\": \"\xff\"}");
    assert!(matches!(found, Err(ReadError::JsonLine { line: 1, what: JsonFault::NotUtf8, .. })), "{found:?}");
    assert!(matches!(read_bytes("a.jsonl", b"\n\n"), Err(ReadError::Empty { .. })));
    assert!(matches!(read_bytes("a.jsonl", b"{}\n{}\n"), Err(ReadError::NoRows { columns: 0, .. })));
}

/// Ten thousand keys once, and lines of two bytes after them: each would have ten thousand cells.
#[test]
fn few_bytes_do_not_become_many_cells() {
    let keys: Vec<String> = (0..10_000).map(|key| format!("\"k{key}\": 1")).collect();
    let mut text = format!("{{{}}}\n", keys.join(","));
    text += &"{}\n".repeat(100_000);
    for text in [text.clone(), "{}\n".repeat(100_000) + &text] {
        let found = read_bytes("a.jsonl", text.as_bytes());
        assert!(matches!(found, Err(ReadError::Unpacks { unit: "cells", .. })), "{found:?}");
    }
}

#[test]
fn a_text_becomes_typed_where_every_label_is_read_back() {
    let text = b"id,zip,born,bmi,rest,none\n1,02139,2001-02-03,1.5,1.50,\n,10115,,2.25,2,\n";
    let file = read_bytes("a.csv", text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let options = WriteOptions { infer_types: true, ..WriteOptions::default() };
    write_table(&path, &output(&file.table), None, &options).unwrap();
    let read = read_table(&path, &ReadOptions::default()).unwrap();
    let schema = read.format.schema.unwrap();
    let types: Vec<&DataType> = schema.fields().iter().map(|field| field.data_type()).collect();
    let (whole, text, day, number) =
        (&DataType::Int64, &DataType::Utf8, &DataType::Date32, &DataType::Float64);
    assert_eq!(types, [whole, text, day, number, text, text]);
    for column in file.table.columns() {
        assert_eq!(values(&read.table, &column.name), values(&file.table, &column.name), "{}", column.name);
    }
}
