//! Timestamps with a time zone are instants, whatever the zone is called.

use crate::{output, values};
use arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, RecordBatch, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, TimestampSecondArray,
};
use arrow_schema::{DataType, TimeUnit};
use incog_data::ValueType;
use incog_io::{ReadOptions, WriteOptions, read_table, write_table};
use parquet::arrow::ArrowWriter;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// 2024-03-31 00:30 UTC, half an hour before clocks in Paris go forward.
const INSTANT: i64 = 1_711_845_000;

fn write_source(path: &Path, array: ArrayRef) {
    let batch = RecordBatch::try_from_iter_with_nullable([("at", array, true)]).unwrap();
    let file = File::create(path).unwrap();
    if path.extension().is_some_and(|ending| ending == "parquet") {
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    } else {
        let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch.schema()).unwrap();
        writer.write(&batch).unwrap();
        writer.finish().unwrap();
    }
}

#[test]
fn every_zone_is_read_as_universal_time() {
    let folder = tempfile::tempdir().unwrap();
    for zone in ["Europe/Paris", "UTC", "Z", "+02:00", "America/Argentina/Buenos_Aires", "no/such zone"] {
        let times = TimestampMillisecondArray::from(vec![Some(INSTANT * 1000), None]).with_timezone(zone);
        for name in ["s.parquet", "s.arrow"] {
            let path = folder.path().join(name);
            write_source(&path, Arc::new(times.clone()));
            let read =
                read_table(&path, &ReadOptions::default()).unwrap_or_else(|error| panic!("{zone}: {error}"));
            assert_eq!(values(&read.table, "at"), ["2024-03-31T00:30:00Z", ""], "{zone} {name}");
            assert_eq!(read.table.column("at").unwrap().value_type, ValueType::Date);
        }
    }
}

#[test]
fn a_timestamp_without_a_zone_stays_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    write_source(&path, Arc::new(TimestampSecondArray::from(vec![INSTANT])));
    let read = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(values(&read.table, "at"), ["2024-03-31T00:30:00"]);
}

#[test]
fn instants_are_written_as_instants_in_their_unit() {
    let folder = tempfile::tempdir().unwrap();
    let zone = "Europe/Paris";
    let arrays: [(TimeUnit, ArrayRef); 4] = [
        (TimeUnit::Second, Arc::new(TimestampSecondArray::from(vec![INSTANT]).with_timezone(zone))),
        (
            TimeUnit::Millisecond,
            Arc::new(TimestampMillisecondArray::from(vec![INSTANT * 1000 + 7]).with_timezone(zone)),
        ),
        (TimeUnit::Microsecond, Arc::new(TimestampMicrosecondArray::from(vec![-7]).with_timezone(zone))),
        (
            TimeUnit::Nanosecond,
            Arc::new(TimestampNanosecondArray::from(vec![1_711_845_000_123_456_789]).with_timezone(zone)),
        ),
    ];
    for (unit, array) in arrays {
        let source = folder.path().join("s.arrow");
        write_source(&source, array);
        let read = read_table(&source, &ReadOptions::default()).unwrap();
        for name in ["o.arrow", "o.parquet"] {
            let path = folder.path().join(name);
            let options =
                WriteOptions { force: true, schema: read.format.schema.clone(), ..WriteOptions::default() };
            write_table(&path, &output(&read.table), None, &options).unwrap();
            let again = read_table(&path, &ReadOptions::default()).unwrap();
            assert_eq!(values(&again.table, "at"), values(&read.table, "at"), "{unit:?} {name}");
            let found = again.format.schema.unwrap().field(0).data_type().clone();
            assert_eq!(found, DataType::Timestamp(unit, Some("UTC".into())), "{name}");
        }
    }
}

#[test]
fn a_dictionary_of_instants() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.arrow");
    let times = TimestampMillisecondArray::from(vec![INSTANT * 1000]).with_timezone("Asia/Tokyo");
    let coded = DictionaryArray::new(Int32Array::from(vec![Some(0), None, Some(0)]), Arc::new(times));
    write_source(&path, Arc::new(coded));
    let read = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(values(&read.table, "at"), ["2024-03-31T00:30:00Z", "", "2024-03-31T00:30:00Z"]);
}
