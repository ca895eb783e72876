//! Columns of labels: their type does not depend on the labels.

use crate::{output, read_bytes, values};
use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};
use arrow_schema::DataType;
use incog_io::{ReadOptions, WriteOptions, read_table, write_table};
use std::sync::Arc;

/// A column of labels is text whichever labels it has, and texts keep the type they had.
#[test]
fn labels_are_text_at_every_level() {
    let coded: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), None, Some("b")]));
    let coded_type = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    let arrays: [(&str, ArrayRef); 4] = [
        ("int", Arc::new(Int64Array::from(vec![Some(-3), None, Some(7)]))),
        ("bool", Arc::new(BooleanArray::from(vec![true, false, true]))),
        ("coded", arrow_cast::cast(&coded, &coded_type).unwrap()),
        ("kept", Arc::new(Int64Array::from(vec![1, 2, 3]))),
    ];
    let batch =
        RecordBatch::try_from_iter_with_nullable(arrays.map(|(name, array)| (name, array, true))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("s.arrow");
    let file = std::fs::File::create(&source).unwrap();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(file, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    let read = read_table(&source, &ReadOptions::default()).unwrap();
    let mut types = Vec::new();
    for level in ["value", "label"] {
        let mut columns = output(&read.table);
        if level == "label" {
            columns[0].labels = vec!["0-9", "", "0-9"];
            columns[2].labels = vec!["*", "", "*"];
        }
        for ending in ["parquet", "arrow"] {
            let path = folder.path().join(format!("{level}.{ending}"));
            let labels = ["int", "bool", "coded"].map(str::to_owned).into();
            let options =
                WriteOptions { schema: read.format.schema.clone(), labels, ..WriteOptions::default() };
            write_table(&path, &columns, None, &options).unwrap();
            let again = read_table(&path, &ReadOptions::default()).unwrap();
            let schema = again.format.schema.unwrap();
            types.push(schema.fields().iter().map(|field| field.data_type().clone()).collect::<Vec<_>>());
            let shown = if level == "label" { ["0-9", "", "0-9"] } else { ["-3", "", "7"] };
            assert_eq!(values(&again.table, "int"), shown, "{level} {ending}");
            assert!(
                again.table.column("int").unwrap().is_missing(again.table.column("int").unwrap().codes.at(1))
            );
        }
    }
    assert_eq!(types[0], [DataType::Utf8, DataType::Utf8, coded_type, DataType::Int64]);
    assert!(types.iter().all(|of_file| *of_file == types[0]), "{types:?}");
}

/// A number is a text in a column of labels, so that each level has the same type.
#[test]
fn numbers_among_labels_are_texts() {
    let file = read_bytes("a.ndjson", b"{\"age\":34,\"pay\":22}\n{\"age\":null,\"pay\":23}\n").unwrap();
    let labels = ["age".to_owned()].into();
    let options = WriteOptions { schema: file.format.schema.clone(), labels, ..WriteOptions::default() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.jsonl");
    write_table(&path, &output(&file.table), None, &options).unwrap();
    let expected = "{\"age\":\"34\",\"pay\":22}\n{\"age\":null,\"pay\":23}\n";
    assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
}
