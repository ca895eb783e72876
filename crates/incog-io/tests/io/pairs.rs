//! From every format to every other: names, order, values, what is missing, and types.

use crate::output;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int16Array,
    Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray, TimestampMillisecondArray,
};
use arrow_schema::DataType;
use incog_data::Table;
use incog_io::{ReadOptions, TableFile, WriteOptions, read_table, write_table};
use std::path::Path;
use std::sync::Arc;

const FORMATS: [&str; 5] = ["csv", "jsonl", "parquet", "arrow", "xlsx"];

/// A column of every type that people have, each with a missing value; names are in no order.
fn typed() -> RecordBatch {
    let category: DictionaryArray<Int8Type> = [Some("b"), None, Some("a")].into_iter().collect();
    let decimal =
        Decimal128Array::from(vec![Some(150), None, Some(-2000)]).with_precision_and_scale(12, 2).unwrap();
    let instant = TimestampMillisecondArray::from(vec![Some(1_711_845_000_000), None, Some(0)])
        .with_timezone("Europe/Paris");
    let arrays: [(&str, ArrayRef); 10] = [
        ("whole", Arc::new(Int64Array::from(vec![Some(-3), None, Some(70_000)]))),
        ("small", Arc::new(Int16Array::from(vec![Some(1), None, Some(0)]))),
        ("number", Arc::new(Float64Array::from(vec![Some(34.0), None, Some(0.1)]))),
        ("amount", Arc::new(decimal)),
        ("day", Arc::new(Date32Array::from(vec![Some(19_783), None, Some(19_784)]))),
        (
            "clock",
            Arc::new(TimestampMicrosecondArray::from(vec![
                Some(1_711_845_000_000_000),
                None,
                Some(1_500_000),
            ])),
        ),
        ("instant", Arc::new(instant)),
        ("truth", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false)]))),
        ("category", Arc::new(category)),
        ("text", Arc::new(StringArray::from(vec![Some("007"), None, Some("=1+1; \"x\"")]))),
    ];
    RecordBatch::try_from_iter_with_nullable(arrays.map(|(name, array)| (name, array, true))).unwrap()
}

/// Writes a table as a job does that reads it from one file and publishes it in another.
fn copy(from: &TableFile, folder: &Path, name: &str) -> TableFile {
    let path = folder.join(name);
    let options = WriteOptions {
        schema: from.format.schema.clone(),
        infer_types: from.format.schema.is_none(),
        ..WriteOptions::default()
    };
    write_table(&path, &output(&from.table), None, &options).unwrap();
    read_table(&path, &ReadOptions::default()).unwrap()
}

/// What kind of type each column has.
fn kinds(file: &TableFile) -> Vec<&'static str> {
    let schema = file.format.schema.as_ref().unwrap();
    let kind = |data_type: &DataType| match data_type {
        DataType::Boolean => "truth",
        DataType::Date32 => "day",
        DataType::Timestamp(_, None) => "clock",
        DataType::Timestamp(_, Some(zone)) if &**zone == "UTC" => "instant",
        DataType::Decimal128(..) => "decimal",
        DataType::Dictionary(..) => "category",
        whole if whole.is_integer() => "whole",
        number if number.is_floating() => "number",
        _ => "text",
    };
    schema.fields().iter().map(|field| kind(field.data_type())).collect()
}

fn contents(table: &Table) -> Vec<(String, Vec<String>, Vec<bool>)> {
    let column = |column: &incog_data::Column| {
        let cells = (0..table.rows()).map(|row| column.value(row).to_owned()).collect();
        let missing = column.codes.iter().map(|code| column.is_missing(code)).collect();
        (column.name.clone(), cells, missing)
    };
    table.columns().iter().map(column).collect()
}

#[test]
fn every_pair_keeps_order_values_and_what_is_missing_and_types_as_far_as_formats_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.parquet");
    let batch = typed();
    let mut writer =
        parquet::arrow::ArrowWriter::try_new(std::fs::File::create(&source).unwrap(), batch.schema(), None)
            .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let source = read_table(&source, &ReadOptions::default()).unwrap();
    let texts = contents(&source.table);
    assert_eq!(texts[2].1, ["34", "", "0.1"]);
    assert_eq!(texts[3].1, ["1.50", "", "-20.00"]);
    assert_eq!(texts[6].1[0], "2024-03-31T00:30:00Z");
    for first in FORMATS {
        let one = copy(&source, folder.path(), &format!("one.{first}"));
        assert_eq!(contents(&one.table), texts, "{first}");
        // What a text says of types follows from its cells; JSON and workbooks have numbers, truth
        // values, and workbooks days.
        let expected = match first {
            "parquet" | "arrow" => [
                "whole", "whole", "number", "decimal", "day", "clock", "instant", "truth", "category", "text",
            ],
            "csv" => ["whole", "whole", "number", "decimal", "day", "clock", "text", "truth", "text", "text"],
            "jsonl" => {
                ["whole", "whole", "number", "decimal", "text", "text", "text", "truth", "text", "text"]
            }
            _ => ["whole", "whole", "number", "text", "day", "text", "text", "truth", "text", "text"],
        };
        for second in FORMATS {
            let two = copy(&one, folder.path(), &format!("{first}.{second}"));
            assert_eq!(contents(&two.table), texts, "{first} to {second}");
            if ["parquet", "arrow"].contains(&second) {
                assert_eq!(kinds(&two), expected, "{first} to {second}");
            }
        }
    }
}

/// Labels are coarser than values: what is no number any more is a text, and what is a number of
/// another kind stays a number.
#[test]
fn a_number_of_another_kind_is_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [["3", "1.50", "true"], ["4", "20.25", "true"]];
    let table = Table::from_rows(["whole", "amount", "truth"], rows, &[""]).unwrap();
    let schema = arrow_schema::Schema::new(vec![
        arrow_schema::Field::new("whole", DataType::Int64, true),
        arrow_schema::Field::new("amount", DataType::Float64, true),
        arrow_schema::Field::new("truth", DataType::Boolean, true),
    ]);
    let mut columns = output(&table);
    columns[0].labels = vec!["3.5", "*"];
    let options = WriteOptions { schema: Some(Arc::new(schema)), ..WriteOptions::default() };
    for (labels, expected) in [(vec!["3.5", "4"], "number"), (vec!["3.5", "*"], "text")] {
        columns[0].labels = labels;
        let path = folder.path().join(format!("{expected}.parquet"));
        write_table(&path, &columns, None, &options).unwrap();
        let read = read_table(&path, &ReadOptions::default()).unwrap();
        assert_eq!(kinds(&read), [expected, "decimal", "truth"]);
        assert_eq!(contents(&read.table)[1].1, ["1.50", "20.25"]);
    }
}
