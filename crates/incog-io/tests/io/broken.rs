use crate::read_bytes;
use flate2::write::GzEncoder;
use incog_io::{FileFault, ReadError, ReadOptions, read_table};
use std::io::Write;

fn error(name: &str, bytes: &[u8]) -> ReadError {
    read_bytes(name, bytes).unwrap_err()
}

macro_rules! assert_error {
    ($name:expr, $bytes:expr, $pattern:pat $(if $guard:expr)?) => {{
        let error = error($name, $bytes);
        assert!(matches!(error, $pattern $(if $guard)?), "{error:?}");
        assert!(!error.to_string().ends_with('.'), "{error}");
    }};
}

#[test]
fn places() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| read_table(folder.path().join(name), &ReadOptions::default()).unwrap_err();
    assert!(matches!(read("none.csv"), ReadError::File { fault: FileFault::NotFound, .. }));
    assert!(matches!(read("."), ReadError::File { fault: FileFault::IsFolder, .. }));
    assert_error!("a.xlsb", b"", ReadError::UnknownEnding { .. });
}

#[test]
fn nothing_inside() {
    assert_error!("a.csv", b"", ReadError::Empty { .. });
    assert_error!("a.csv", b"\xef\xbb\xbf\r\n\n", ReadError::Empty { .. });
    assert_error!("a.csv", b"a,b\r\n", ReadError::NoRows { columns: 2, .. });
    assert_error!("a.parquet", b"", ReadError::Empty { .. });
}

#[test]
fn ragged_rows_are_found_on_their_physical_line() {
    let text = b"a,b\n1,\"x\ny\"\n\n1,2,3\n";
    assert_error!("a.csv", text, ReadError::Ragged { line: 5, found: 3, expected: 2, .. });
    assert_error!("a.csv", b"a,b\r\n1,2\r\n1\r\n", ReadError::Ragged { line: 3, found: 1, expected: 2, .. });
    let mut long = b"a,b\n".to_vec();
    long.extend(b"1,2\n".repeat(700_000));
    long.extend(b"1\n");
    assert_error!("a.csv", &long, ReadError::Ragged { line: 700_002, found: 1, .. });
}

#[test]
fn bytes_that_are_no_text() {
    assert_error!("a.csv", b"a,b\n1,\0\n", ReadError::NotText { line: 2, .. });
    assert_error!("a.csv", b"PAR1....", ReadError::OtherFormat { found: "Parquet", .. });
}

#[test]
fn quotes() {
    assert_error!("a.csv", b"a,b\n1,2\n1,\"2\n3,4\n", ReadError::UnterminatedQuote { line: 3, .. });
    assert_error!("a.csv", b"a,a\n1,2\n", ReadError::Table { .. });
}

#[test]
fn truncated_compression() {
    let text = b"a,b\n1,2\n".repeat(1000);
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&text).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(text.as_slice(), 3).unwrap();
    assert_error!("a.csv.gz", &gzip[..gzip.len() - 9], ReadError::Compressed { compression: "gzip", .. });
    assert_error!("a.csv.zst", &zstd[..zstd.len() - 5], ReadError::Compressed { compression: "zstd", .. });
    assert_error!("a.csv.gz", &text, ReadError::Compressed { .. });
    assert_error!("a.parquet", &text, ReadError::Columnar { format: "Parquet", .. });
    assert_error!("a.arrow", &text, ReadError::Columnar { format: "Arrow IPC", .. });
}
