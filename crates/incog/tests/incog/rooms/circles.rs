//! Circles among the arrows between modules.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::Arrow;

/// The largest sets of modules of which each can be reached from every other.
pub fn circles(arrows: &BTreeMap<Arrow, String>) -> Vec<BTreeSet<String>> {
    let modules: BTreeSet<&String> = arrows.keys().flat_map(|(from, to)| [from, to]).collect();
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        modules.iter().map(|module| (*module, reached_from(module, arrows))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for module in modules {
        let circle: BTreeSet<String> = reached[module]
            .iter()
            .filter(|other| reached[*other].contains(module))
            .map(|other| (*other).clone())
            .collect();
        if !circle.is_empty() && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

fn reached_from<'a>(module: &'a String, arrows: &'a BTreeMap<Arrow, String>) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module];
    while let Some(from) = open.pop() {
        for (_, to) in arrows.keys().filter(|(start, _)| start == from) {
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

#[test]
fn a_circle_is_found_whatever_its_length() {
    let arrows = |pairs: &[(&str, &str)]| {
        pairs
            .iter()
            .map(|(from, to)| (((*from).to_owned(), (*to).to_owned()), String::new()))
            .collect::<BTreeMap<_, _>>()
    };
    assert!(circles(&arrows(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = circles(&arrows(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "f"), ("f", "e")]));
    let expected = [vec!["a", "b", "c"], vec!["e", "f"]];
    assert_eq!(found.len(), 2);
    for (circle, names) in found.iter().zip(expected) {
        assert!(circle.iter().eq(names.iter()), "{circle:?}");
    }
}
