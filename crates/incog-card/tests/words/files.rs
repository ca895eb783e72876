//! The files that are read, and what can be said of them without their text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold nothing written by hand.
const SKIPPED: [&str; 5] = ["target", ".git", "node_modules", "corpus", "artifacts"];

/// A file's path below the repository, and its text.
pub type Files = BTreeMap<String, String>;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust sources of the repository.
pub fn rust_sources() -> Files {
    let mut found = Files::new();
    read_folder(&repository(), "", "rs", &mut found);
    assert!(found.len() > 500, "the sources are looked for in the wrong place");
    found
}

/// All pages but those of the experiments, the changelog and the design of tests.
pub fn pages() -> Files {
    let mut found = Files::new();
    read_folder(&repository(), "", "md", &mut found);
    found.retain(|path, _| {
        let is_page = path.starts_with("docs/") || !path.contains('/');
        is_page && path != "docs/experiments.md" && path != "CHANGELOG.md"
    });
    assert!(found.len() > 20, "the pages are looked for in the wrong place");
    found
}

fn read_folder(folder: &Path, below: &str, extension: &str, found: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_symlink() || SKIPPED.contains(&name) {
            continue;
        }
        if path.is_dir() {
            read_folder(&path, &format!("{below}{name}/"), extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.insert(format!("{below}{name}"), fs::read_to_string(&path).unwrap());
        }
    }
}

/// Folders with more than 15 Rust files.
pub fn crowded_folders(sources: &Files) -> Vec<String> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for path in sources.keys() {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *sizes.entry(folder).or_default() += 1;
    }
    let crowded = sizes.into_iter().filter(|(_, files)| *files > 15);
    crowded.map(|(folder, files)| format!("{folder}: {files} files")).collect()
}

/// Rust files of more than 200 lines of code: comments and empty lines do not count.
pub fn long_files(sources: &Files) -> Vec<String> {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines = sources.iter().map(|(path, text)| (path, text.lines().filter(is_code).count()));
    lines.filter(|(_, lines)| *lines > 200).map(|(path, lines)| format!("{path}: {lines} lines")).collect()
}
