//! The workbooks here are made part by part, since what is read is what other programs write.

use crate::{column, output, read_bytes, values, written_types};
use arrow_schema::DataType;
use incog_data::Table;
use incog_io::{ReadError, ReadOptions, SheetFault, WriteError, WriteOptions, read_table, write_table};
use std::io::Write as _;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const STRINGS: &str = "<si><t>age</t></si><si><t>born</t></si><si><r><t>Li</t></r><r><t>&amp;sa_x000D_</t></r></si><si><t>seen</t></si>";

/// A workbook of these sheets, each by its name and what stands in its `worksheet`.
pub fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
    let head = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
    let main = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#;
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let numbered = || sheets.iter().zip(1..);
    let listed: String = numbered()
        .map(|((name, _), id)| format!(r#"<sheet name="{name}" sheetId="{id}" r:id="rId{id}"/>"#))
        .collect();
    let related: String = numbered()
        .map(|(_, id)| format!(r#"<Relationship Id="rId{id}" Type="{relation}/worksheet" Target="worksheets/sheet{id}.xml"/>"#))
        .collect();
    let mut parts = vec![
        (
            "xl/workbook.xml".to_owned(),
            format!(r#"{head}<workbook {main} xmlns:r="{relation}"><sheets>{listed}</sheets></workbook>"#),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!(
                r#"{head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{related}<Relationship Id="s" Type="{relation}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="{relation}/styles" Target="styles.xml"/></Relationships>"#
            ),
        ),
        (
            "_rels/.rels".to_owned(),
            format!(
                r#"{head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        ("xl/sharedStrings.xml".to_owned(), format!("{head}<sst {main}>{STRINGS}</sst>")),
        (
            "xl/styles.xml".to_owned(),
            format!(
                r#"{head}<styleSheet {main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#
            ),
        ),
    ];
    parts.extend(numbered().map(|((_, sheet), id)| {
        (format!("xl/worksheets/sheet{id}.xml"), format!("{head}<worksheet {main}>{sheet}</worksheet>"))
    }));
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const PATIENTS: &str = r#"<sheetData>
<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="E2" t="s"><v>3</v></c></row>
<row r="3"><c r="B3"><v>34</v></c><c r="C3" s="1"><v>45351</v></c><c r="E3" t="s"><v>2</v></c></row>
<row r="4"><c r="B4" s="1"/><c r="C4" s="1"/></row>
<row r="5" hidden="1"><c r="B5"><f>B3+0.5</f><v>34.5</v></c><c r="E5" t="b"><v>1</v></c></row>
<row r="9"><c r="D9" s="1"/></row>
</sheetData>"#;

#[test]
fn a_sheet_as_other_programs_write_it() {
    let file = read_bytes("a.xlsx", &workbook(&[("empty", "<sheetData/>"), ("Patients", PATIENTS)])).unwrap();
    let names: Vec<&str> = file.table.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["age", "born", "seen"]);
    assert_eq!(values(&file.table, "age"), ["34", "34.5"]);
    assert_eq!(values(&file.table, "born"), ["2024-02-29", ""]);
    assert_eq!(values(&file.table, "seen"), ["Li&sa\r", "true"]);
    assert_eq!(written_types(&file), [DataType::Float64, DataType::Date32, DataType::Utf8]);
}

#[test]
fn what_is_no_plain_table_is_refused() {
    let sheet = |sheets: &[(&str, &str)]| match read_bytes("a.xlsx", &workbook(sheets)) {
        Err(ReadError::Sheet { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    let two = sheet(&[("2023", PATIENTS), ("2024", PATIENTS)]);
    assert_eq!(two, SheetFault::Several { first: "2023".into(), second: "2024".into() });
    let merged = format!(r#"{PATIENTS}<mergeCells count="1"><mergeCell ref="B3:B5"/></mergeCells>"#);
    assert_eq!(sheet(&[("a", &merged)]), SheetFault::Merged { areas: 1 });
    for (cell, found) in [("D6", "D"), ("A6", "A"), ("AB6", "AB")] {
        let beside = PATIENTS.replace(
            r#"<row r="9"><c r="D9" s="1"/></row>"#,
            &format!(r#"<row r="6"><c r="{cell}"><v>1</v></c></row>"#),
        );
        assert_eq!(
            sheet(&[("a", &beside)]),
            SheetFault::Outside { row: 6, column: found.into(), is_below_title: false }
        );
    }
    let shuffled =
        PATIENTS.replace(r#"<row r="9"><c r="D9" s="1"/></row>"#, r#"<row r="3"><c r="B3"/></row>"#);
    let found = read_bytes("a.xlsx", &workbook(&[("a", &shuffled)]));
    assert!(matches!(found, Err(ReadError::Columnar { .. })), "{found:?}");
    assert!(matches!(
        read_bytes("a.xlsx", &workbook(&[("a", "<sheetData/>")])),
        Err(ReadError::Empty { .. })
    ));
    assert!(matches!(read_bytes("a.xlsx", b"PK\x03\x04 and nothing"), Err(ReadError::Columnar { .. })));
}

#[test]
fn a_few_bytes_do_not_unpack_to_many() {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file("xl/workbook.xml", SimpleFileOptions::default()).unwrap();
    let blanks = vec![b' '; 1 << 20];
    (0..80).for_each(|_| archive.write_all(&blanks).unwrap());
    let found = read_bytes("a.xlsx", archive.finish().unwrap().get_ref());
    assert!(matches!(found, Err(ReadError::Unpacks { unit: "bytes", .. })), "{found:?}");
}

#[test]
fn types_come_back() {
    let text = b"id,zip,born,bmi,mark\n1,02139,2001-02-03,1.5,__x0041__x00_\n,10115,,2,\" <&>\"\n";
    let file = read_bytes("a.csv", text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [path, again] = ["a.xlsx", "b.xlsx"].map(|name| folder.path().join(name));
    let options = WriteOptions { infer_types: true, ..WriteOptions::default() };
    write_table(&path, &output(&file.table), None, &options).unwrap();
    write_table(&again, &output(&file.table), None, &options).unwrap();
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&again).unwrap(), "no clock, no name");
    let read = read_table(&path, &ReadOptions::default()).unwrap();
    let (whole, text, day, number) = (DataType::Int64, DataType::Utf8, DataType::Date32, DataType::Float64);
    assert_eq!(written_types(&read), [whole, text.clone(), day, number, text]);
    for column in file.table.columns() {
        assert_eq!(values(&read.table, &column.name), values(&file.table, &column.name), "{}", column.name);
    }
}

#[test]
fn what_no_sheet_can_hold_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let write = |values: &[String]| {
        let table = Table::new(vec![column("a", values)]).unwrap();
        write_table(folder.path().join("a.xlsx"), &output(&table), None, &WriteOptions::default())
    };
    for label in ["\u{1}".to_owned(), "a".repeat(32_768)] {
        assert!(matches!(write(&[label]), Err(WriteError::NoCell { .. })));
    }
    let rows: Vec<String> = vec!["x".to_owned(); 1 << 20];
    assert!(matches!(write(&rows), Err(WriteError::LargerThanSheet { rows: 1_048_576, .. })));
    assert!(folder.path().read_dir().unwrap().next().is_none());
}
