//! Texts with fields at fixed places.

use crate::values;
use incog_io::{FixedField, ReadError, ReadOptions, TableFile, read_table};

fn read(name: &str, text: &[u8], header: bool) -> Result<TableFile, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let field = |(name, width): (&str, usize)| FixedField {
        name: (!name.is_empty()).then(|| name.to_owned()),
        width,
    };
    let fields = [("id", 4), ("age", 3), ("", 1), ("town", 6)].map(field).to_vec();
    read_table(path, &ReadOptions { fixed_width: Some(fields), header, ..ReadOptions::default() })
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
        long.contains("line 2") && long.contains("behind the last field") && !long.contains("Vil"),
        "{long}"
    );
    assert!(found("names\n0002 35xVillach\n".as_bytes(), true).contains("line 2"));
    assert!(found(b"0001 34xUlm\n\xff\n", false).contains("line 2: not UTF-8"));
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
