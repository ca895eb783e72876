use crate::excel::workbook;
use crate::{read_bytes, values};
use incog_io::{ReadError, ReadOptions, read_table};
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

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
