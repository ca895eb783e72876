//! The crate stays small enough to be read.

use std::path::Path;

/// Lines of code below a folder, without comments, empty lines and tests.
fn lines_of_code(folder: &Path) -> usize {
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            lines += if path.ends_with("tests") { 0 } else { lines_of_code(&path) };
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        lines += text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
            .count();
    }
    lines
}

#[test]
fn all_code_can_be_read_in_an_afternoon() {
    let lines = lines_of_code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!((1_000..=3_000).contains(&lines), "{lines} lines of code, at most 3,000 allowed");
}
