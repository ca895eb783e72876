//! docs/roles.md says what the cards say.

use super::cards::cards;

#[test]
fn the_documentation_has_every_card() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/roles.md");
    let text = std::fs::read_to_string(page).unwrap();
    assert!(
        text.contains(&cards()),
        "put what `cargo run -p incog-roles --example score -- cards` prints into docs/roles.md"
    );
}
