use crate::{read_bytes, values};
use encoding_rs::{Encoding, ISO_8859_2, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use incog_io::{EncodingFault, ReadError, ReadOptions, TextEncoding, read_found_table, read_table};
use std::path::Path;

const GERMAN: &str = "name;ort;straße\nMüller;Köln;Große Straße\nSchäfer;Gießen;Am Dom\nJürgens;Lübeck;Weg\n";
const POLISH: &str = "nazwisko;miasto\nŚwiątek;Łódź\nŻuławski;Kraków\nGąsior;Częstochowa\n";
const RUSSIAN: &str = "фамилия;город\nИванов;Москва\nПетрова;Санкт-Петербург\n";
const JAPANESE: &str = "名前;都市\n山田太郎;東京都\n佐藤花子;大阪府\n";

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, has_unmappable) = encoding.encode(text);
    assert!(!has_unmappable);
    bytes.into_owned()
}

fn utf16(text: &str, is_big_endian: bool, mark: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
    units.flat_map(bytes).collect()
}

fn fault(bytes: &[u8]) -> EncodingFault {
    match read_bytes("a.csv", bytes).unwrap_err() {
        ReadError::Encoding { fault, .. } => fault,
        other => panic!("{other:?}"),
    }
}

fn with_options<T>(bytes: &[u8], read: impl Fn(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    std::fs::write(&path, bytes).unwrap();
    read(&path)
}

fn named(bytes: &[u8], label: &str) -> Result<incog_io::TableFile, ReadError> {
    let options = ReadOptions { encoding: TextEncoding::from_label(label), ..ReadOptions::default() };
    with_options(bytes, |path| read_table(path, &options))
}

#[test]
fn texts_of_many_encodings_are_the_table_in_utf_8() {
    for (text, encoding) in [
        (GERMAN, WINDOWS_1252),
        (POLISH, ISO_8859_2),
        (POLISH, WINDOWS_1250),
        (RUSSIAN, WINDOWS_1251),
        (JAPANESE, SHIFT_JIS),
    ] {
        let plain = read_bytes("a.csv", text.as_bytes()).unwrap();
        assert_eq!(plain.format.encoding, None);
        let bytes = encoded(text, encoding);
        let found = read_bytes("a.csv", &bytes).unwrap();
        assert_eq!(found.table, plain.table, "{}", encoding.name());
        assert_eq!(found.format.encoding.unwrap().name(), encoding.name().to_lowercase());
        assert_eq!(found.sha256, incog_io::sha256_of_bytes(&bytes), "the digest is that of the file");
        assert_eq!(named(&bytes, encoding.name()).unwrap().table, plain.table);
    }
}

#[test]
fn utf_16_needs_no_byte_order_mark() {
    let plain = read_bytes("a.csv", GERMAN.as_bytes()).unwrap();
    for is_big_endian in [false, true] {
        for mark in [false, true] {
            let bytes = utf16(GERMAN, is_big_endian, mark);
            assert_eq!(read_bytes("a.csv", &bytes).unwrap().table, plain.table, "{is_big_endian} {mark}");
            assert!(matches!(fault(&bytes[..bytes.len() - 1]), EncodingFault::Malformed { line: 4, .. }));
        }
    }
}

/// The first special character stands behind all that is looked at first, and behind the first
/// pieces that are read.
#[test]
fn one_special_character_at_the_end_is_enough() {
    let mut text = "id;town\n".to_owned() + &"1;Bonn\n".repeat(400_000);
    text.push_str("2;Köln\n");
    let file = read_bytes("a.csv", &encoded(&text, WINDOWS_1252)).unwrap();
    assert_eq!(file.table.rows(), 400_001);
    assert_eq!(file.table.columns()[1].value(400_000), "Köln");
    let packed = zstd::encode_all(encoded(&text, WINDOWS_1252).as_slice(), 1).unwrap();
    assert_eq!(read_bytes("a.csv.zst", &packed).unwrap().table, file.table);
}

#[test]
fn mixed_cut_off_and_mislabeled_texts_are_refused() {
    let mut mixed = GERMAN.as_bytes().to_vec();
    mixed.extend_from_slice(b"M\xfcller;Bonn;Weg\n");
    assert_eq!(fault(&mixed), EncodingFault::Mixed { line: 5, utf8_lines: 4 });
    let cut_off = &"ort\nKöln\nKö".as_bytes()[..12];
    assert_eq!(fault(cut_off), EncodingFault::CutOff { line: 3 });
    let error = named(GERMAN.as_bytes(), "latin1").unwrap_err().to_string();
    assert!(error.contains("is UTF-8, not windows-1252"), "{error}");
    // Bytes of an old DOS text are no characters of Windows.
    let error = named(b"ort\nM\x81nchen\nK\x94ln\n", "cp1252").unwrap_err().to_string();
    assert!(error.contains("line 2") && !error.contains("nchen"), "{error}");
    let error = named(&encoded(GERMAN, WINDOWS_1252), "utf-8").unwrap_err().to_string();
    assert!(error.contains("line 1") && error.contains("not UTF-8"), "{error}");
    assert!(named(b"ort\nBonn\n", "latin1").is_ok(), "ASCII is a part of it");
}

#[test]
fn bytes_at_random_do_no_harm() {
    let mut state = 7u64;
    for length in [1, 3, 10, 100, 1000, 100_000] {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        let _ = read_bytes("a.csv", &bytes);
        let _ = with_options(&bytes, |path| read_found_table(path, &ReadOptions::default()));
    }
}

/// What a hospital in Germany exports.
#[test]
fn a_table_is_found_between_titles_and_sums() {
    let text = "Entlassungen 2024, Station 3;;;\n\nid;ort;gewicht;kosten\n1;Köln;71,5;1.234,50\n2;Gießen;80,25;987\n\
        3;Bonn;66;12.000,00\n4;Jena;;NA\nSumme;;217,75;\n\nQuelle: KIS\n";
    for encoding in [UTF_8, WINDOWS_1252] {
        let bytes = encoded(text, encoding);
        let found = with_options(&bytes, |path| read_found_table(path, &ReadOptions::default()));
        let (file, found) = found.unwrap();
        let table = &file.table;
        assert_eq!(values(table, "ort"), ["Köln", "Gießen", "Bonn", "Jena"]);
        assert_eq!(values(table, "gewicht"), ["71.5", "80.25", "66", ""]);
        assert_eq!(values(table, "kosten"), ["1234.50", "987", "12000.00", "NA"]);
        assert_eq!((found.options.skip_rows, found.options.skip_footer), (2, 2));
        let summary = found.summary().unwrap();
        assert_eq!(summary.contains("windows-1252"), encoding == WINDOWS_1252);
        assert!(summary.contains("decimal comma in gewicht, kosten"), "{summary}");
        let again = with_options(&bytes, |path| read_table(path, &found.options)).unwrap();
        assert_eq!(again.table, *table);
    }
    let plain =
        with_options(b"id;town\n1;Ulm\n2;Bonn\n", |path| read_found_table(path, &ReadOptions::default()));
    assert_eq!(plain.unwrap().1.summary(), None);
}

#[test]
fn lines_of_errors_are_those_of_the_file() {
    let options = ReadOptions { skip_rows: 2, ..ReadOptions::default() };
    let error = with_options(b"x\ny\na;b\n1;2\n1\n", |path| read_table(path, &options)).unwrap_err();
    assert!(matches!(error, ReadError::Ragged { line: 5, .. }), "{error}");
}
