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
fn workbook(sheets: &[(&str, &str)]) -> Vec<u8> {
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

/// A workbook with a title above the header, and notes in another sheet.
#[test]
fn a_table_is_found_in_a_workbook() {
    let cell =
        |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |number: u32, texts: &[&str]| {
        let cells = ["A", "B", "C"].iter().zip(texts);
        let cells: String = cells.map(|(column, text)| cell(&format!("{column}{number}"), text)).collect();
        format!("<row r=\"{number}\">{cells}</row>")
    };
    let rows = [
        row(1, &["Ward 3"]),
        row(3, &["id", "sex", "town"]),
        row(4, &["1", "f", "Ulm"]),
        row(5, &["2", "m", "Hof"]),
    ];
    let data = format!("<sheetData>{}</sheetData>", rows.concat());
    let notes = format!("<sheetData>{}</sheetData>", row(1, &["who", "asked"]) + &row(2, &["me", "you"]));
    let bytes = workbook(&[("Data", &data), ("Notes", &notes)]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xlsx");
    std::fs::write(&path, bytes).unwrap();
    assert!(read_table(&path, &ReadOptions::default()).is_err(), "nobody has said which sheet");
    let (file, found) = incog_io::read_found_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(values(&file.table, "town"), ["Ulm", "Hof"]);
    assert_eq!((found.options.sheet.as_deref(), found.options.skip_rows), (Some("Data"), 1));
    assert!(found.summary().unwrap().contains("read sheet \"Data\", not \"Notes\""), "{:?}", found.summary());
    assert_eq!(read_table(&path, &found.options).unwrap().table, file.table);
    let other = ReadOptions { sheet: Some("Notes".into()), ..ReadOptions::default() };
    assert_eq!(values(&read_table(&path, &other).unwrap().table, "asked"), ["you"]);
    let unknown = ReadOptions { sheet: Some("Notice".into()), ..ReadOptions::default() };
    let error = read_table(&path, &unknown).unwrap_err().to_string();
    assert!(error.contains("no sheet \"Notice\"") && error.contains("Data, Notes"), "{error}");
}

/// A spreadsheet as LibreOffice writes it, with a repeated cell and a repeated blank row.
#[test]
fn an_open_document_is_read_and_not_written() {
    let text = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let number =
        |number: f64| format!("<table:table-cell office:value-type=\"float\" office:value=\"{number}\"/>");
    let day = "<table:table-cell office:value-type=\"date\" office:date-value=\"2001-02-03\"/>";
    let row = |cells: &[String]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let rows = [
        row(&[text("id"), text("born"), text("weight"), text("town")]),
        row(&[number(1.0), day.to_owned(), number(71.5), text("Köln")]),
        row(&[number(2.0), day.to_owned(), number(66.0), text("Hof")]),
        "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>".to_owned(),
    ];
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content \
         xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:spreadsheet>\
         <table:table table:name=\"Data\">{}</table:table></office:spreadsheet></office:body></office:document-content>",
        rows.concat()
    );
    let document = |content: &str| {
        let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let parts = [
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            (
                "META-INF/manifest.xml",
                "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"/>",
            ),
            ("content.xml", content),
        ];
        for (name, text) in parts {
            archive.start_file(name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    };
    let file = read_bytes("a.ods", &document(&content)).unwrap();
    assert_eq!(values(&file.table, "town"), ["Köln", "Hof"]);
    assert_eq!(values(&file.table, "born"), ["2001-02-03"; 2]);
    assert_eq!(values(&file.table, "weight"), ["71.5", "66"]);
    assert_eq!(values(&file.table, "id"), ["1", "2"]);
    let bomb = content.replace("table:number-rows-repeated=\"1048000\"><table:table-cell", "table:number-rows-repeated=\"1048000\"><table:table-cell office:value-type=\"float\" office:value=\"1\"");
    let found = read_bytes("a.ods", &document(&bomb));
    assert!(matches!(found, Err(ReadError::Unpacks { unit: "cells", .. })), "{found:?}");
    assert!(matches!(read_bytes("a.ods", b"PK\x03\x04 and nothing"), Err(ReadError::Columnar { .. })));
    assert!(incog_io::check_ending("a.ods").is_err());
    for end in (0..document(&content).len()).step_by(37) {
        assert!(read_bytes("a.ods", &document(&content)[..end]).is_err());
    }
}
