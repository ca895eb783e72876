//! Which crate may know which: the rules of ARCHITECTURE.md, read from the manifests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Each room and all that it may know, from the bottom upwards.
const ROOMS: [(&str, &[&str]); 11] = [
    ("incog-data", &[]),
    ("incog-search", &[]),
    ("incog-io", &["incog-data"]),
    ("incog-privacy", &["incog-data"]),
    ("incog-utility", &["incog-data"]),
    ("incog-trajectory", &["incog-search"]),
    ("incog-plan", &["incog-data", "incog-privacy", "incog-search", "incog-utility"]),
    // Never the search, nor the plan: what they decide is measured here.
    ("incog-audit", &["incog-data", "incog-privacy", "incog-utility"]),
    (
        "incog",
        &[
            "incog-audit",
            "incog-data",
            "incog-io",
            "incog-plan",
            "incog-privacy",
            "incog-search",
            "incog-trajectory",
            "incog-utility",
        ],
    ),
    ("incog-cli", &["incog", "incog-data", "incog-io"]),
    (
        "incog-lab",
        &[
            "incog",
            "incog-data",
            "incog-io",
            "incog-plan",
            "incog-privacy",
            "incog-search",
            "incog-trajectory",
            "incog-utility",
        ],
    ),
];

fn crates() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rooms that a manifest names as dependencies; those of tests do not count.
fn known_to(room: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(crates().join(room).join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    dependencies.keys().filter(|name| name.starts_with("incog")).cloned().collect()
}

#[test]
fn every_crate_knows_what_stands_below_it_and_no_more() {
    for (place, (room, may_know)) in ROOMS.iter().enumerate() {
        for known in known_to(room) {
            assert!(may_know.contains(&known.as_str()), "{room} must not know {known}");
            let below = ROOMS[..place].iter().any(|(lower, _)| *lower == known);
            assert!(below, "{known} does not stand below {room}");
        }
    }
}

#[test]
fn every_crate_has_its_rule() {
    let ruled: BTreeSet<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    for entry in fs::read_dir(crates()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(ruled.contains(name.as_str()), "{name} is in no list of {}", file!());
    }
}
