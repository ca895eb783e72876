//! Which crate may know which, and no circles inside of one: the rules of ARCHITECTURE.md, read
//! from manifests and sources.

mod circles;
mod floors;
mod lexer;
mod sources;
mod wall;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each room and all that it may know, from the bottom upwards.
const ROOMS: [(&str, &[&str]); 30] = [
    // Nothing: whoever doubts a release reads it alone.
    ("incog-check", &[]),
    ("incog-card", &[]),
    ("incog-data", &[]),
    // Trees of a library: of tables and privacy it knows nothing.
    ("incog-learn", &[]),
    // Bytes from one process to another: of a search it knows nothing.
    ("incog-transport", &[]),
    ("incog-search", &["incog-card", "incog-transport"]),
    ("incog-io", &["incog-card", "incog-data"]),
    ("incog-roles", &["incog-data"]),
    // One record, its person and a key: never a job, nor other records.
    ("incog-treatment", &["incog-card", "incog-data", "incog-roles"]),
    // Neither jobs nor connections: only what is said to an engine.
    ("incog-sql", &["incog-data"]),
    // A connection, and nothing of what is said on it.
    ("incog-engine", &["incog-io"]),
    ("incog-privacy", &["incog-card", "incog-data"]),
    ("incog-utility", &["incog-card", "incog-data"]),
    // What is asked of a search; nothing here searches.
    ("incog-request", &["incog-card", "incog-privacy", "incog-utility"]),
    ("incog-trajectory", &["incog-card", "incog-search"]),
    (
        "incog-local",
        &["incog-card", "incog-data", "incog-privacy", "incog-request", "incog-search", "incog-utility"],
    ),
    (
        "incog-plan",
        &[
            "incog-card",
            "incog-data",
            "incog-local",
            "incog-privacy",
            "incog-request",
            "incog-search",
            "incog-utility",
        ],
    ),
    // Never the search, nor the plan: what they decide is measured here.
    (
        "incog-audit",
        &["incog-card", "incog-data", "incog-learn", "incog-privacy", "incog-roles", "incog-utility"],
    ),
    // As somebody who has a release and nothing of how it was made.
    ("incog-attack", &["incog-audit", "incog-card", "incog-data", "incog-learn"]),
    ("incog-report", &["incog-audit", "incog-io"]),
    ("incog-trips", &["incog-card", "incog-data", "incog-io", "incog-report", "incog-trajectory"]),
    ("incog-flows", &["incog-data", "incog-io", "incog-report", "incog-trips"]),
    // What both who publishes and who verifies must know: neither searches, nor decides.
    (
        "incog-disclosure",
        &[
            "incog-attack",
            "incog-audit",
            "incog-card",
            "incog-data",
            "incog-engine",
            "incog-io",
            "incog-privacy",
            "incog-report",
            "incog-request",
            "incog-roles",
            "incog-sql",
            "incog-transport",
            "incog-treatment",
            "incog-utility",
        ],
    ),
    (
        "incog-verify",
        &[
            "incog-attack",
            "incog-audit",
            "incog-card",
            "incog-data",
            "incog-disclosure",
            "incog-engine",
            "incog-io",
            "incog-privacy",
            "incog-report",
            "incog-request",
            "incog-roles",
            "incog-sql",
            "incog-treatment",
            "incog-utility",
        ],
    ),
    (
        "incog",
        &[
            "incog-attack",
            "incog-audit",
            "incog-card",
            "incog-data",
            "incog-disclosure",
            "incog-engine",
            "incog-flows",
            "incog-io",
            "incog-plan",
            "incog-privacy",
            "incog-report",
            "incog-request",
            "incog-roles",
            "incog-search",
            "incog-sql",
            "incog-treatment",
            "incog-trips",
            "incog-utility",
            "incog-verify",
        ],
    ),
    ("incog-page", &["incog", "incog-data", "incog-io"]),
    // The page may be left out.
    ("incog-cli", &["incog", "incog-data", "incog-io", "incog-page"]),
    // The command line again, with another way from process to process.
    ("incog-mpi", &["incog", "incog-cli"]),
    // The package brings the command.
    ("incog-py", &["incog", "incog-cli"]),
    (
        "incog-lab",
        &[
            "incog",
            "incog-card",
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

/// Small faults are planted by `tests/oracle/planted.py` alone: no feature that is on by default
/// has them, nor does a dependency ask for them.
#[test]
fn no_build_has_planted_faults_unless_it_asks() {
    for (room, _) in ROOMS {
        let manifest = fs::read_to_string(crates().join(room).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let asks = |value: &toml::Value| value.to_string().contains("planted-faults");
        let features = manifest.get("features").and_then(|features| features.as_table());
        let is_own = |(name, value): (&String, &toml::Value)| name == "planted-faults" || !asks(value);
        assert!(features.is_none_or(|features| features.iter().all(is_own)), "{room}: features");
        assert!(!asks(&manifest["dependencies"]), "{room}: dependencies");
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

/// A circle, with a place for each of its arrows.
fn described(room: &str, circle: &BTreeSet<String>, arrows: &BTreeMap<sources::Arrow, String>) -> String {
    let inside = arrows.iter().filter(|((from, to), _)| circle.contains(from) && circle.contains(to));
    let lines = inside.map(|((from, to), place)| format!("    {from} -> {to}: {place}\n"));
    format!("{room}: these know each other in a circle: {circle:?}\n{}", lines.collect::<String>())
}

#[test]
fn no_modules_of_a_crate_know_each_other_in_a_circle() {
    let mut wrong = String::new();
    for (room, _) in ROOMS {
        let arrows = sources::arrows(&crates().join(room));
        let found = circles::circles(&arrows);
        found.iter().for_each(|circle| wrong += &described(room, circle, &arrows));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
