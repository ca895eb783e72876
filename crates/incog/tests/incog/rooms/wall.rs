//! Whoever verifies reaches no room that publishes, by the manifests.

use super::known_to;
use std::collections::BTreeSet;

/// The rooms that decide, search, recode or publish: whoever verifies must know none of them, or a
/// mistake there would be in the expectation as well as in the release.
const PUBLISHING: [&str; 7] =
    ["incog", "incog-flows", "incog-local", "incog-plan", "incog-search", "incog-trajectory", "incog-trips"];

/// All rooms that a room knows, directly or through others.
fn reached_from(room: &str) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![room.to_owned()]);
    while let Some(room) = open.pop() {
        open.extend(known_to(&room).into_iter().filter(|known| reached.insert(known.clone())));
    }
    reached
}

#[test]
fn whoever_verifies_knows_no_room_that_publishes() {
    let reached = reached_from("incog-verify");
    let publishing: Vec<&str> = PUBLISHING.into_iter().filter(|room| reached.contains(*room)).collect();
    assert!(publishing.is_empty(), "incog-verify reaches {publishing:?}");
    // Of the façade, which publishes, the same walk finds them all.
    let reached = reached_from("incog");
    assert!(PUBLISHING.iter().all(|room| *room == "incog" || reached.contains(*room)));
}
