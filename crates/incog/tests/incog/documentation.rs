//! What the documentation says of the cards is what they say.

use incog::catalogue::with_cards;
use incog::python::{PYTHON_FILES, with_python_parts};
use std::path::Path;

#[test]
fn the_documentation_of_the_job_file_follows_from_the_cards() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/job-file.md");
    let text = std::fs::read_to_string(path).unwrap();
    let again = "to write it again: cargo run -p incog --example job-file-docs";
    assert!(with_cards(&text).as_deref() == Some(text.as_str()), "{again}");
}

#[test]
fn the_python_package_follows_from_the_cards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../incog-py/python/incog");
    for file in PYTHON_FILES {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let again = "to write it again: cargo run -p incog --example python-names";
        assert!(with_python_parts(file, &text).as_deref() == Some(text.as_str()), "{file}: {again}");
    }
}
