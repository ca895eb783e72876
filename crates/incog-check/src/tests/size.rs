//! The crate stays small enough to be read.

use std::path::Path;

/// Lines of code below a folder, without comments, empty lines and tests.
fn lines_of_code(folder: &Path) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let of_path = |path: &Path| match path.is_dir() {
        true if path.ends_with("tests") => 0,
        true => lines_of_code(path),
        false => std::fs::read_to_string(path).unwrap().lines().filter(is_code).count(),
    };
    std::fs::read_dir(folder).unwrap().map(|entry| of_path(&entry.unwrap().path())).sum()
}

#[test]
fn all_code_can_be_read_in_an_afternoon() {
    let lines = lines_of_code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!((1_000..=3_000).contains(&lines), "{lines} lines of code, at most 3,000 allowed");
}
