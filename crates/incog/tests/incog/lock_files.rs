//! The Python package is a workspace of its own, and is built of the same libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The versions of each package in a lock file.
fn versions(path: &str) -> BTreeMap<String, BTreeSet<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let lock: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().unwrap() {
        let text = |key: &str| package[key].as_str().unwrap().to_owned();
        versions.entry(text("name")).or_default().insert(text("version"));
    }
    versions
}

#[test]
fn the_python_package_has_the_versions_of_the_workspace() {
    let (workspace, python) = (versions("Cargo.lock"), versions("crates/incog-py/Cargo.lock"));
    for (name, found) in &python {
        let known = workspace.get(name).unwrap_or(found);
        assert!(
            found.is_subset(known),
            "{name} is {found:?} in crates/incog-py/Cargo.lock and {known:?} in Cargo.lock; copy the latter over the \
             former, and let cargo leave out what is not needed: cargo metadata --manifest-path crates/incog-py/Cargo.toml"
        );
    }
    // Some dependencies take several versions of Arrow, and rows of one are not those of another.
    for (name, found) in
        workspace.iter().chain(&python).filter(|(name, _)| name.starts_with("arrow") || *name == "parquet")
    {
        assert_eq!(found.len(), 1, "{name} is linked in versions {found:?}");
    }
}
