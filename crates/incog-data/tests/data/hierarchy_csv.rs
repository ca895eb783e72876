//! Hierarchy files: what is read, what is refused and where, what is written.

use incog_data::{
    Hierarchy, HierarchyCsvOptions, HierarchyFileError, RowProblem, read_hierarchy_csv, write_hierarchy_csv,
};
use std::io::Read;
use std::path::{Path, PathBuf};

fn read(text: &str) -> Result<Hierarchy, HierarchyFileError> {
    read_hierarchy_csv(text.as_bytes(), "h.csv", HierarchyCsvOptions::default())
}

fn row(hierarchy: &Hierarchy, value: &str) -> Vec<String> {
    let code = hierarchy.find(value).unwrap();
    (0..=hierarchy.height()).map(|level| hierarchy.label(level, code).to_owned()).collect()
}

#[test]
fn detects_the_delimiter() {
    assert_eq!(row(&read("1;[0, 10[;*\n2;[0, 10[;*\n").unwrap(), "1"), ["1", "[0, 10[", "*"]);
    assert_eq!(row(&read("1,\"[0; 10[\",*\n2,\"[0; 10[\",*\n").unwrap(), "2"), ["2", "[0; 10[", "*"]);
    assert_eq!(row(&read("a\tx, y\t*\nb\tx, y\t*\n").unwrap(), "b"), ["b", "x, y", "*"]);
    assert_eq!(row(&read("a;\"say \"\"hi\"\";\";*").unwrap(), "a"), ["a", "say \"hi\";", "*"]);
}

#[test]
fn reads_what_editors_leave() {
    let plain = read("a;x;*\nb;x;*\n").unwrap();
    assert_eq!(read("\u{feff}a;x;*\r\nb;x;*").unwrap(), plain);
    assert_eq!(read("\n\na;x;*\r\n\r\nb;x;*\r\n\r\n").unwrap(), plain);
    assert_eq!(read("a;x;*\rb;x;*\r").unwrap(), plain);
}

#[test]
fn detects_headers() {
    let plain = read("31;30-39;*\n35;30-39;*\n").unwrap();
    assert_eq!(read("age;decade;all\n31;30-39;*\n35;30-39;*\n").unwrap(), plain);
    assert_eq!(read("0;1;2\n31;30-39;*\n35;30-39;*\n").unwrap(), plain);
    // Not a header: it shares a label with the rows, so its root is wrong.
    let error = read("29;30-39;+\n31;30-39;*\n35;30-39;*\n").unwrap_err();
    assert!(matches!(error, HierarchyFileError::Invalid { line: 2, .. }), "{error}");
    // Two rows of two roots are no header and a row.
    assert!(read("a;x\nb;y\n").is_err());
    let said = HierarchyCsvOptions { header: Some(true), ..Default::default() };
    assert_eq!(read_hierarchy_csv(b"a;*\nb;*\n", "h.csv", said).unwrap().values(), 1);
    let denied = HierarchyCsvOptions { header: Some(false), ..Default::default() };
    assert!(read_hierarchy_csv(b"v;top\nb;*\nc;*\n", "h.csv", denied).is_err());
}

#[test]
fn names_the_line_in_every_error() {
    for (text, message) in [
        ("", "h.csv: the hierarchy has no values; write one row per value and one column per level"),
        (
            "a;x;*\r\n\r\nb;*\r\n",
            "h.csv, line 3: this row has 2 levels, and the first row has 3; the first is in line 1",
        ),
        (
            "v;l;t\na;x;*\nb;x;*\na;y;*\n",
            "h.csv, line 4: its value is repeated, with different labels at level 1; the first is in line 2",
        ),
        (
            "a;x;p;*\nb;x;q;*\n",
            "h.csv, line 2: its label at level 1 is generalized to both its label and that of an earlier row at \
             level 2; the first is in line 1",
        ),
        (
            "a;*\nb;*\nc;+\n",
            "h.csv, line 3: the top level has two labels, and must have one; \
             the first is in line 1",
        ),
        ("a;\"x\nb;y\n", "h.csv, line 1: the quote that opens here is never closed; close it"),
        ("a;x;*\nb;\"x;*\nc;x;*\n", "h.csv, line 2: the quote that opens here is never closed; close it"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }
    let error = read_hierarchy_csv(b"a;*\nb\xff;*\n", "h.csv", HierarchyCsvOptions::default()).unwrap_err();
    assert!(matches!(error, HierarchyFileError::Encoding { line: 2, .. }));
    let wide = vec!["x"; 300].join(";");
    let HierarchyFileError::Invalid { line: 1, problem, .. } = read(&wide).unwrap_err() else { panic!() };
    assert_eq!(problem, RowProblem::TooManyLevels { found: 300 });
}

/// Whatever is wrong with it, no message and no part of an error has a piece of its text.
#[test]
fn errors_hold_nothing_of_the_file() {
    for text in [
        "alice:secret1:x\nbob:secret2:y\n",
        "alice;secret1\nbob;secret1;secret2\n",
        "alice;secret1;*\nalice;secret2;*\n",
        "alice;secret1;one;*\nbob;secret1;two;*\n",
        "alice;\"secret1\nbob;secret2\n",
        "alice,secret1\nbob,secret2\n",
        "alice;secret1\n\n\nbob;\"secret2\"secret3\"\n",
    ] {
        let error = read(text).unwrap_err();
        let shown = format!("{error} {error:?}");
        for piece in ["alice", "bob", "secret"] {
            assert!(!shown.contains(piece), "{shown}");
        }
    }
}

#[test]
fn writes_what_it_reads() {
    let hierarchy = read("1;\"[0; 10[\";*\n\"a\"\"b\";,;*\n;\"line\nbreak\";*\n").unwrap();
    for delimiter in *b";,\t" {
        let mut bytes = Vec::new();
        write_hierarchy_csv(&hierarchy, delimiter, &mut bytes).unwrap();
        let options = HierarchyCsvOptions { delimiter: Some(delimiter), header: Some(false) };
        assert_eq!(read_hierarchy_csv(&bytes, "h.csv", options).unwrap(), hierarchy);
    }
}

#[test]
fn reads_all_real_files_but_the_two_broken_ones() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let files = ["adult/hierarchies_arx", "adult/hierarchies_arx_15col", "adult/hierarchies_anjana"]
        .iter()
        .chain(&["creditcard/hierarchies_arx"])
        .filter_map(|folder| std::fs::read_dir(data.join(folder)).ok())
        .flat_map(|folder| folder.map(|entry| entry.unwrap().path()))
        .collect::<Vec<PathBuf>>();
    if files.is_empty() {
        eprintln!("skipped: no hierarchies in {}", data.display());
        return;
    }
    let mut refused = Vec::new();
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(file).unwrap();
        let mut plain = Vec::new();
        match name.ends_with(".gz") {
            true => drop(flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap()),
            false => plain = bytes,
        }
        match read_hierarchy_csv(&plain, name, HierarchyCsvOptions::default()) {
            Ok(hierarchy) => {
                let distinct = std::collections::HashSet::<&[u8]>::from_iter(
                    plain
                        .split(|&b| b == b'\n')
                        .map(|line| line.trim_ascii())
                        .filter(|line| !line.is_empty()),
                );
                assert_eq!(hierarchy.values(), distinct.len(), "{name}");
            }
            Err(error) => refused.push(error.to_string()),
        }
    }
    refused.sort();
    // Line 72 of both contradicts line 1, as `awk -F';' '$1 == 72 {print NR, $0}'` shows.
    assert_eq!(
        refused,
        [
            "adult_full_hierarchy_age.csv, line 72: its value is repeated, with different labels at level 1; the \
             first is in line 1",
            "creditcard_hierarchy_AGE.csv, line 72: its value is repeated, with different labels at level 1; the \
             first is in line 1",
        ]
    );
    eprintln!("{} files read", files.len());
}

#[test]
fn quotation_marks_inside_a_label_are_text() {
    for (text, label) in [("a;b\"c;*\n", "b\"c"), ("a;\"b\"\"c\";*", "b\"c"), ("a;\"b\";*\n\n", "b")] {
        assert_eq!(read(text).unwrap().label(1, 0), label, "{text:?}");
    }
}

/// A value that begins with a byte order mark, in a file that begins with one: the value keeps its
/// own.
#[test]
fn a_byte_order_mark_in_a_value_is_written_and_read() {
    let options = |delimiter| HierarchyCsvOptions { delimiter: Some(delimiter), header: Some(false) };
    let text = "\u{feff}\u{feff}\u{feff}a,*\nb,*\n";
    let hierarchy = read_hierarchy_csv(text.as_bytes(), "h.csv", options(b',')).unwrap();
    let mut written = Vec::new();
    write_hierarchy_csv(&hierarchy, b';', &mut written).unwrap();
    assert_eq!(read_hierarchy_csv(&written, "h.csv", options(b';')).unwrap(), hierarchy);
    assert!(hierarchy.label(0, 0).starts_with('\u{feff}'), "one mark belongs to the file");
}
