//! Among how many somebody hides whom an attacker looks up in all releases.

use super::class_histories::{ClassHistories, ClassHistory};
use std::collections::{BTreeMap, BTreeSet};

/// The fewest people who may be in the same classes of all releases, and how many people hide among
/// fewer than `k`.
pub(super) fn crowds(histories: &ClassHistories, k: u64) -> (Option<u64>, u64) {
    let mut by_class: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, history) in histories.0.iter().enumerate() {
        history.classes[0].iter().for_each(|&class| by_class.entry(class).or_default().push(place));
    }
    let (mut smallest, mut below) = (None, BTreeSet::<u32>::new());
    for history in &histories.0 {
        // A larger crowd changes neither figure.
        let enough = smallest.map_or(u64::MAX, |smallest: u64| smallest.max(k));
        let crowd = crowd_of(history, histories, &by_class, enough);
        smallest = Some(smallest.map_or(crowd, |least: u64| least.min(crowd)));
        if crowd < k {
            below.extend(&history.people);
        }
    }
    (smallest, below.len() as u64)
}

/// How many people share a class with these in every release; no more than `enough` are counted.
fn crowd_of(
    history: &ClassHistory,
    histories: &ClassHistories,
    by_class: &BTreeMap<u32, Vec<usize>>,
    enough: u64,
) -> u64 {
    let mut near: Vec<usize> =
        history.classes[0].iter().filter_map(|class| by_class.get(class)).flatten().copied().collect();
    near.sort_unstable();
    near.dedup();
    let mut people: BTreeSet<u32> = history.people.iter().copied().collect();
    for other in near.into_iter().map(|place| &histories.0[place]) {
        if people.len() as u64 >= enough {
            break;
        }
        if share(history, other) {
            people.extend(&other.people);
        }
    }
    people.len() as u64
}

/// Whether two may be the same in every release: they share a class, or both are not in it.
fn share(one: &ClassHistory, other: &ClassHistory) -> bool {
    one.classes.iter().zip(&other.classes).all(|(one, other)| match (one.is_empty(), other.is_empty()) {
        (true, true) => true,
        (false, false) => one.iter().any(|class| other.binary_search(class).is_ok()),
        _ => false,
    })
}
