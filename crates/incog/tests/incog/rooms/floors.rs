//! The steps of publishing: a folder names no later one.

use super::crates;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `incog/src/publish` from the bottom upwards, and what each may name.
const FLOORS: [(&str, &[&str]); 7] = [
    ("prepare", &[]),
    ("recode", &["prepare"]),
    ("release", &["prepare", "recode"]),
    ("source", &["prepare", "recode"]),
    ("decide", &["prepare", "recode", "source"]),
    ("sink", &["decide", "prepare", "recode", "release", "source"]),
    ("runs", &["decide", "prepare", "recode", "release", "sink", "source"]),
];

/// What the text of a file in a folder of `publish` names that the folder may not name.
fn named_above(text: &str, floor: &str, may_name: &[&str]) -> Vec<String> {
    let named = text.split("crate::publish::").skip(1).filter_map(|rest| rest.split("::").next());
    let floors = named.filter(|name| FLOORS.iter().any(|(floor, _)| floor == name));
    floors.filter(|name| *name != floor && !may_name.contains(name)).map(str::to_owned).collect()
}

/// The files of a folder and of those in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn the_steps_from_a_job_to_a_release_name_no_later_ones() {
    assert_eq!(named_above("use crate::publish::sink::file_sink;", "prepare", &[]), ["sink"]);
    for (floor, may_name) in FLOORS {
        for path in sources(&crates().join("incog/src/publish").join(floor)) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("super::super::"), "{}: name the path from the root", path.display());
            let above = named_above(&text, floor, may_name);
            assert!(above.is_empty(), "{} names {above:?}", path.display());
        }
    }
}
