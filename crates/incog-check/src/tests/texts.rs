//! Every short text is read or refused; none stops the checker.

use super::lists;
use crate::job_terms::job::ReportedJob;
use crate::reading::json::Json;
use crate::reading::sha256::hex_digest;
use crate::reading::table::{CodedTable, split};
use crate::trees::hierarchy::LabelTree;

/// Every text of up to five of these characters.
#[test]
fn every_short_json_is_read_or_refused() {
    let characters: Vec<char> = "{}[]\",:0-1.e\\ut ".chars().collect();
    for length in 0..=5 {
        for text in lists(&characters, length) {
            let text: String = text.into_iter().collect();
            let _ = Json::parse(&text);
        }
    }
}

#[test]
fn json_is_strict() {
    for good in ["0", "-0.5e+3", "[]", "{\"a\":[1,{\"b\":null}]}", " true ", "\"\\u00e4\\ud83d\\ude00\\n\""] {
        assert!(Json::parse(good).is_ok(), "{good}");
    }
    let deep = "[".repeat(100) + &"]".repeat(100);
    for bad in [
        "",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e999",
        "NaN",
        "[1,]",
        "{\"a\":1,\"a\":2}",
        "\"\\ud83d\"",
        "\"\n\"",
        "[1] 2",
        &deep,
    ] {
        assert!(Json::parse(bad).is_err(), "{bad}");
    }
    assert_eq!(Json::parse("1.0").unwrap().count(), None);
    assert_eq!(Json::parse("7").unwrap().count(), Some(7));
    assert_eq!(Json::parse("-1").unwrap().count(), None);
    assert_eq!(Json::parse("\"\\ud83d\\ude00\"").unwrap().text(), Some("\u{1f600}"));
}

/// Every text of up to six of these characters, as a table and as a hierarchy.
#[test]
fn every_short_table_is_read_or_refused() {
    let job = Json::parse(r#"{"columns":{},"privacy":{},"utility":{"objective":"gen-loss"}}"#).unwrap();
    let form = ReportedJob::read(&job).unwrap().form;
    for length in 0..=6 {
        for text in lists(&['a', '1', ',', '"', '\n', '*'], length) {
            let text: String = text.into_iter().collect();
            if let Ok(table) = CodedTable::parse(text.as_bytes(), &form, "table") {
                assert!(table.columns.iter().all(|column| column.codes.len() == table.rows), "{text:?}");
            }
            if let Ok(tree) = LabelTree::from_file("a", text.as_bytes()) {
                assert_eq!(tree.texts[tree.height()].len(), 1, "{text:?}");
            }
        }
    }
}

#[test]
fn quotes_are_read_as_everywhere() {
    let rows = split("a,\"b,\"\"c\"\"\nd\"\r\n\r\n\"\",x\"y\n", ',', '"');
    assert_eq!(rows, [["a", "b,\"c\"\nd"], ["", "x\"y"]]);
}

/// Known digests (FIPS 180-4, and around the length of a block).
#[test]
fn digests_are_those_of_the_standard() {
    let known = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    for (text, digest) in known {
        assert_eq!(hex_digest(text.as_bytes()), digest);
    }
    assert_eq!(
        hex_digest(&[b'a'; 1_000_000]),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    );
}
