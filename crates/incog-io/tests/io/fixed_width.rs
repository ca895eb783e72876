//! Texts with fields at fixed places.

use crate::values;
use incog_data::Table;
use incog_io::{
    FixedField, OutputColumn, ReadError, ReadOptions, TableFile, WriteError, WriteOptions, read_table,
    write_table,
};

fn read(name: &str, text: &[u8], header: bool) -> Result<TableFile, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let fields = fields(&[("id", 4), ("age", 3), ("", 1), ("town", 6)]);
    read_table(path, &ReadOptions { fixed_width: Some(fields), header, ..ReadOptions::default() })
}

/// Fields, of which those without a name are passed over.
fn fields(named: &[(&str, usize)]) -> Vec<FixedField> {
    let field = |&(name, width): &(&str, usize)| FixedField {
        name: (!name.is_empty()).then(|| name.to_owned()),
        width,
    };
    named.iter().map(field).collect()
}

/// What is written of a table in a file of this name, with the rows in this order.
fn written(
    name: &str,
    table: &Table,
    rows: Option<&[u32]>,
    named: &[(&str, usize)],
) -> Result<(Vec<u8>, TableFile), WriteError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
    let fixed_width = Some(fields(named));
    let options = WriteOptions { fixed_width: fixed_width.clone(), ..WriteOptions::default() };
    write_table(&path, &columns, rows, &options)?;
    let options =
        ReadOptions { fixed_width, header: false, one_missing_value: false, ..ReadOptions::default() };
    Ok((std::fs::read(&path).unwrap(), read_table(&path, &options).unwrap()))
}

#[test]
fn fields_stand_at_their_places() {
    let text = "0001 34x,\"Ulm\r\n\r\n 2   NAxÖrebro\n0003  7\n";
    let file = read("a.txt", text.as_bytes(), false).unwrap();
    assert_eq!(values(&file.table, "id"), ["0001", "2", "0003"]);
    assert_eq!(values(&file.table, "age"), ["34", "NA", "7"]);
    assert_eq!(values(&file.table, "town"), [",\"Ulm", "Örebro", ""]);
    assert!(file.table.column("age").unwrap().is_missing(1));
    assert_eq!(file.table.columns().len(), 3);
    assert_eq!((file.format.delimiter, file.format.schema), (None, None));
    let with_names = format!("id   age  town of birth\n{text}");
    let again = read("a.dat.txt", with_names.as_bytes(), true).unwrap();
    assert_eq!(again.table, file.table);
}

#[test]
fn what_does_not_fit_is_told_with_its_line() {
    let found = |text: &[u8], header| read("a.txt", text, header).unwrap_err().to_string();
    let long = found("0001 34xUlm\n0002 35xVillach\n".as_bytes(), false);
    assert!(
        long.contains("line 2") && long.contains("after the last field") && !long.contains("Vil"),
        "{long}"
    );
    assert!(found("names\n0002 35xVillach\n".as_bytes(), true).contains("line 2"));
    assert!(found(b"0001\x0034xUlm\n", false).contains("NUL byte"));
    assert!(matches!(read("a.txt", b"\n \n", false), Err(ReadError::NoRows { .. })));
    assert!(matches!(read("a.txt", b"", false), Err(ReadError::NoRows { .. })));
}

/// Lines over several pieces of the text are those of one.
#[test]
fn many_lines_are_read_as_few() {
    let line = |row: usize| format!("{row:>4} {:>2}x{:<6}\n", row % 90, ["Ulm", "Wien", "Örebro"][row % 3]);
    let text: String = (0..200_000).map(|row| line(row % 10_000)).collect();
    let file = read("a.txt", text.as_bytes(), false).unwrap();
    assert_eq!(file.table.rows(), 200_000);
    assert_eq!(values(&file.table, "town")[199_999], ["Ulm", "Wien", "Örebro"][9_999 % 3]);
    let broken = text + "   1 34xVillach\n";
    let error = read("a.txt", broken.as_bytes(), false).unwrap_err().to_string();
    assert!(error.contains("line 200001"), "{error}");
}

#[test]
fn what_is_written_stands_at_its_places_and_is_read_back() {
    let rows = [["20-29", "Örebro", ""], ["*", "Ulm", "flu"], ["30-39", "New York", "*"]];
    let table = Table::from_rows(["age", "town", "ill"], rows, &[]).unwrap();
    let places = [("age", 6), ("", 1), ("town", 8), ("ill", 3), ("", 2)];
    let (text, file) = written("out.txt", &table, None, &places).unwrap();
    let lines = "20-29  Örebro       \n*      Ulm     flu  \n30-39  New York*    \n";
    assert_eq!(String::from_utf8(text).unwrap(), lines);
    for column in table.columns() {
        assert_eq!(values(&file.table, &column.name), values(&table, &column.name), "{}", column.name);
    }
    let (text, _) = written("out.dat.txt.gz", &table, Some(&[2, 0]), &places).unwrap();
    assert_eq!(text[..2], [0x1f, 0x8b]);
}

#[test]
fn what_would_not_be_read_back_is_not_written() {
    let table = |cells: [[&str; 2]; 2]| Table::from_rows(["age", "town"], cells, &[]).unwrap();
    let refused =
        |cells, named: &[(&str, usize)]| written("out.txt", &table(cells), None, named).unwrap_err();
    let fine = [["1", "Ulm"], ["2", ""]];
    let wide = refused(fine, &[("age", 1), ("town", 2)]);
    assert!(wide.to_string().contains("{ name = \"town\", width = 3 }"), "{wide}");
    for other in [&[("age", 1)][..], &[("town", 3), ("age", 1)], &[("age", 1), ("town", 3), ("zip", 5)]] {
        let error = refused(fine, other);
        assert!(
            matches!(error, WriteError::OtherFields { .. }) && error.to_string().contains("age, town"),
            "{error}"
        );
    }
    for lost in [" Ulm", "Ulm ", "U\nm", "U\rm", "\u{feff}Ulm", "\u{a0}"] {
        let error = refused([["1", lost], ["2", "Ulm"]], &[("age", 1), ("town", 9)]);
        assert!(matches!(error, WriteError::NoField { .. }) && !error.to_string().contains("Ulm"), "{error}");
    }
    let blank = refused([["", ""], ["2", "Ulm"]], &[("age", 1), ("town", 3)]);
    assert!(matches!(blank, WriteError::BlankLine), "{blank}");
    // A label that no written row has keeps nothing back.
    let unused = table([["1", "Ulm"], ["2", "much too wide "]]);
    assert!(written("out.txt", &unused, Some(&[0]), &[("age", 1), ("town", 3)]).is_ok());
}
