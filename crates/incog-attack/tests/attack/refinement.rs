//! Combinatorial refinement, with answers known by hand.

use crate::{only, request, table, tried};
use incog_attack::{AttackReport, Attacked};
use incog_data::Hierarchy;
use std::sync::Arc;

fn rows(records: &[(&str, usize)]) -> Vec<Vec<String>> {
    let each = records.iter().flat_map(|&(row, count)| vec![row; count]);
    each.map(|row| row.split(' ').map(str::to_owned).collect()).collect()
}

fn attacked(original: &[(&str, usize)], release: &[(&str, usize)]) -> AttackReport {
    let names = ["place", "age"];
    let (original, release) = (table(&names, &rows(original)), table(&names, &rows(release)));
    let places =
        Hierarchy::new([["a", "north", "*"], ["b", "north", "*"], ["c", "south", "*"], ["d", "south", "*"]]);
    let ages = Hierarchy::new([["1", "*"], ["2", "*"], ["3", "*"]]);
    let hierarchies = [("place", places), ("age", ages)];
    let hierarchies = hierarchies.map(|(name, hierarchy)| (name.to_owned(), Arc::new(hierarchy.unwrap())));
    let attacked =
        Attacked { hierarchies: hierarchies.into_iter().collect(), ..Attacked::new(&original, &release) };
    tried(&attacked, &only(&["combinatorial-refinement"], request(&names, &[])))
}

/// Successes and attempts of the attacker, and successes of the naive one.
fn found(report: &AttackReport) -> (u64, u64, u64) {
    let finding = &report.findings[0];
    (finding.original.successes, finding.original.attempts, finding.baseline.successes)
}

/// k is 3. `a 1` is published as it is, so of the four in `north *` none is in `a 1`, and at most
/// two are in each other cell: of age 1 two at most. The attacker says age 2, the naive one the
/// first age.
#[test]
fn who_is_left_is_in_no_published_cell() {
    let original = [("a 1", 3), ("a 2", 2), ("b 2", 1), ("b 1", 1)];
    assert_eq!(found(&attacked(&original, &[("a 1", 3), ("north *", 4)])), (3, 4, 1));
}

/// In `south 2` five lie in two cells that have two at most: so it was not made in rounds, and
/// nothing follows.
#[test]
fn what_no_rounds_have_made_tells_nothing() {
    let original = [("a 1", 3), ("c 2", 3), ("d 2", 2)];
    assert_eq!(found(&attacked(&original, &[("a 1", 3), ("south 2", 5)])), (0, 0, 0));
}

/// With four in `south 2` there are two in each cell, and the guess is no better than the naive
/// one.
#[test]
fn full_cells_leave_no_choice() {
    let original = [("a 1", 3), ("c 2", 2), ("d 2", 2)];
    assert_eq!(found(&attacked(&original, &[("a 1", 3), ("south 2", 4)])), (2, 4, 2));
}

/// One level a column for all records tells nothing.
#[test]
fn one_round_tells_nothing() {
    let original = [("a 1", 3), ("c 2", 2), ("d 3", 2)];
    assert_eq!(found(&attacked(&original, &[("north *", 3), ("south *", 4)])), (0, 0, 0));
}
