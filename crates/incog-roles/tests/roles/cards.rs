//! The cards of all detectors as markdown, as they stand in docs/roles.md.

use incog_roles::{DETECTORS, Strength};
use std::fmt::Write;

pub fn cards() -> String {
    let mut text =
        String::from("| what | recognizes | role | decides | reference |\n|---|---|---|---|---|\n");
    for detector in DETECTORS {
        let decides = match detector.strength {
            Strength::Proof => "always",
            Strength::Sign => "where the name says nothing",
            Strength::Support => "with a name or a second column that says the same",
        };
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {decides} | {} |",
            detector.name, detector.recognizes, detector.role, detector.reference
        );
    }
    text
}
