//! Releases attacked by hand, and the attack against an enumeration of all combinations of values.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::Original;
use incog_data::{Column, ColumnBuilder, Hierarchy, RecordCounts};
use proptest::prelude::*;

/// 20 to 39 one by one, in tens, and all together.
fn ages() -> Hierarchy {
    let row = |age: u32| vec![age.to_string(), format!("{0}0-{0}9", age / 10), "*".to_owned()];
    let rows: Vec<Vec<String>> = (20..40).map(row).collect();
    Hierarchy::new(rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>())).unwrap()
}

fn sexes() -> Hierarchy {
    Hierarchy::new([["f", "*"], ["m", "*"]]).unwrap()
}

fn column(values: impl IntoIterator<Item = impl AsRef<str>>) -> Column {
    let mut builder = ColumnBuilder::new("c");
    values.into_iter().for_each(|value| builder.push(value.as_ref()));
    builder.finish(&[])
}

/// Attacks classes of the same size; each has a label for each hierarchy. A class is one row that
/// stands for its records, which must not matter.
fn attack(hierarchies: &[Hierarchy], classes: &[&[&str]], size: usize) -> Narrowing {
    let narrowing = |rows: usize, counts: RecordCounts<'_>| {
        let cells = |attribute: usize| {
            classes.iter().flat_map(move |class| std::iter::repeat_n(class[attribute], rows))
        };
        let columns: Vec<Column> = (0..hierarchies.len()).map(|attribute| column(cells(attribute))).collect();
        let attributes = hierarchies.iter().zip(&columns);
        let attributes: Vec<Attribute<'_>> = attributes
            .map(|(hierarchy, column)| Attribute::by_label(1.0, hierarchy, column).with_counts(counts))
            .collect();
        Narrowing::measure(&attributes, classes.len() * rows, counts, "precision")
    };
    let sizes = vec![size as u32; classes.len()];
    let (each, counted) =
        (narrowing(size, RecordCounts::ONE_EACH), narrowing(1, RecordCounts::of_rows(&sizes)));
    let facts = |narrowing| NarrowingFacts::new(narrowing, Some(4), None);
    assert_eq!((facts(&each), each.records()), (facts(&counted), counted.records()));
    each
}

/// For each class the share that is left.
fn left(narrowing: &Narrowing) -> Vec<f64> {
    let mut left = vec![1.0; narrowing.classes()];
    narrowing.narrowed().for_each(|class| left[class.class as usize] = class.left);
    left
}

#[test]
fn a_cheaper_class_inside_another_narrows_it() {
    let hierarchies = [ages(), sexes()];
    // Men of any age: those in their twenties would be in the second class. Women have no other
    // class.
    let found = attack(&hierarchies, &[&["*", "m"], &["20-29", "m"], &["*", "f"]], 5);
    assert_eq!(left(&found), [0.5, 1.0, 1.0]);
    let twenty = hierarchies[0].find("20").unwrap();
    assert!(!found.is_left(0, 0, twenty) && found.is_left(1, 0, twenty) && found.is_left(2, 0, twenty));
    let facts = NarrowingFacts::new(&found, Some(4), None);
    assert_eq!(
        facts.guessed,
        NarrowedShare { classes: 1.0 / 3.0, records: 1.0 / 3.0, left: Some(0.5), right: None }
    );
    assert_eq!(facts.certain, Some(facts.guessed));
    // Where the models leave no record to spare, nothing is certain.
    let facts = NarrowingFacts::new(&found, Some(5), None);
    assert_eq!(facts.certain, Some(NarrowedShare { classes: 0.0, records: 0.0, left: None, right: None }));
    assert_eq!(NarrowingFacts::new(&found, None, None).certain, None);
}

#[test]
fn a_class_that_stands_for_some_combinations_only_rules_out_no_value() {
    // Somebody of 25 may be a woman, who has no other class.
    let found = attack(&[ages(), sexes()], &[&["*", "*"], &["25", "m"]], 5);
    assert_eq!(left(&found), [1.0, 1.0]);
}

#[test]
fn a_dearer_class_rules_out_nothing() {
    // Both stand for men in their twenties; the second class is the cheaper one, so they are in
    // that.
    let found = attack(&[ages(), sexes()], &[&["20-29", "*"], &["*", "m"]], 5);
    assert_eq!(left(&found), [0.5, 1.0]);
}

#[test]
fn what_is_ruled_out_lets_others_rule_out_more() {
    // Without the men, those in their thirties are out, as women of that age have a class of their
    // own.
    let found = attack(&[ages(), sexes()], &[&["*", "*"], &["*", "m"], &["30-39", "f"]], 5);
    assert_eq!(left(&found), [0.25, 1.0, 1.0]);
}

#[test]
fn reasoning_that_contradicts_itself_tells_nothing() {
    // Everybody would be in the second or in the third class.
    let found = attack(&[ages(), sexes()], &[&["*", "*"], &["*", "m"], &["*", "f"]], 5);
    assert_eq!(left(&found), [1.0, 1.0, 1.0]);
    assert_eq!(NarrowingFacts::new(&found, None, None).guessed.left, None);
}

#[test]
fn disjoint_classes_tell_nothing_of_each_other() {
    let found = attack(&[ages(), sexes()], &[&["20-29", "*"], &["30-39", "m"], &["30-39", "f"]], 5);
    assert_eq!(left(&found), [1.0, 1.0, 1.0]);
    assert_eq!(NarrowingFacts::new(&attack(&[ages()], &[], 5), Some(5), None).guessed.classes, 0.0);
}

#[test]
fn whether_the_reasoning_is_right_is_told_by_the_original() {
    let (age, labels) = (column(["31", "32", "25", "26", "27"]), column(["*", "*", "*", "20-29", "20-29"]));
    let hierarchy = ages();
    let mut attribute = Attribute::by_label(1.0, &hierarchy, &labels);
    let rows = [0, 1, 2, 3, 4];
    attribute.original = Some(Original::new(&age, RecordCounts::ONE_EACH, &hierarchy));
    let attributes = [attribute];
    let found = Narrowing::measure(&attributes, 5, RecordCounts::ONE_EACH, "gen-loss");
    let right = found.right(&attributes, &rows, RecordCounts::ONE_EACH);
    assert_eq!(right, [1, 1, 0, 1, 1]);
    let facts = NarrowingFacts::new(&found, Some(2), Some(&right));
    assert_eq!((facts.guessed.right, facts.certain.unwrap().right), (Some(2.0 / 3.0), Some(2.0 / 3.0)));
    assert_eq!(NarrowingFacts::new(&found, Some(3), Some(&right)).certain.unwrap().right, None);
}

/// Four values one by one, two by two and all together.
fn binary() -> Hierarchy {
    Hierarchy::new([["0", "01", "*"], ["1", "01", "*"], ["2", "23", "*"], ["3", "23", "*"]]).unwrap()
}

const LABELS: [&str; 7] = ["0", "1", "2", "3", "01", "23", "*"];

fn has(label: &str, value: u32) -> bool {
    label == "*" || label.contains(&value.to_string())
}

/// What each label costs by precision.
fn cost(class: &[&str]) -> usize {
    class.iter().map(|label| [0, 1, 2][if *label == "*" { 2 } else { label.len() - 1 }]).sum()
}

/// The definition, over all combinations of values: those of a class that are left, from which a
/// value goes as long as some cheaper class has all of them that have it. `None` where nothing
/// goes, or all.
fn by_enumeration(classes: &[Vec<&str>], class: usize) -> Option<Vec<Vec<u32>>> {
    let own = &classes[class];
    let combinations = (0..64u32).map(|number| [number / 16, number / 4 % 4, number % 4]);
    let is_in =
        |class: &[&str], values: &[u32; 3]| class.iter().zip(values).all(|(label, &of)| has(label, of));
    let all: Vec<[u32; 3]> = combinations.filter(|values| is_in(own, values)).collect();
    let mut left = all.clone();
    loop {
        let cheaper = || classes.iter().filter(|other| cost(other) < cost(own));
        let is_out = |&(attribute, value): &(usize, u32)| {
            let with = || left.iter().filter(|values| values[attribute] == value);
            with().next().is_some() && cheaper().any(|other| with().all(|values| is_in(other, values)))
        };
        let pairs = (0..3).flat_map(|attribute| (0..4).map(move |value| (attribute, value)));
        let Some((attribute, value)) = pairs.into_iter().find(is_out) else { break };
        left.retain(|values| values[attribute] != value);
    }
    let of =
        |attribute: usize| (0..4).filter(|value| left.iter().any(|all| all[attribute] == *value)).collect();
    (left.len() < all.len() && !left.is_empty()).then(|| (0..3).map(of).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn as_an_enumeration_of_all_combinations(
        drawn in proptest::collection::btree_set(proptest::collection::vec(0usize..7, 3), 1..12)
    ) {
        let classes: Vec<Vec<&str>> =
            drawn.iter().map(|class| class.iter().map(|&label| LABELS[label]).collect()).collect();
        let hierarchies = [binary(), binary(), binary()];
        let found = attack(&hierarchies, &classes.iter().map(Vec::as_slice).collect::<Vec<_>>(), 2);
        for class in 0..classes.len() {
            let expected = by_enumeration(&classes, class);
            prop_assert_eq!(found.left[class].is_some(), expected.is_some(), "{:?}", classes[class]);
            let Some(expected) = expected else { continue };
            for (attribute, values) in expected.iter().enumerate() {
                for value in 0..4 {
                    prop_assert_eq!(found.is_left(class as u32, attribute, value), values.contains(&value));
                }
            }
        }
    }

    /// Classes without a combination in common tell nothing of each other.
    #[test]
    fn disjoint_classes_are_never_narrowed(
        drawn in proptest::collection::vec(proptest::collection::vec(0usize..7, 3), 1..12)
    ) {
        let mut classes: Vec<Vec<&str>> = Vec::new();
        for class in drawn {
            let class: Vec<&str> = class.iter().map(|&label| LABELS[label]).collect();
            let meets = |one: &str, other: &str| (0..4).any(|value| has(one, value) && has(other, value));
            if !classes.iter().any(|other: &Vec<&str>| other.iter().zip(&class).all(|(one, other)| meets(one, other))) {
                classes.push(class);
            }
        }
        let found = attack(&[binary(), binary(), binary()], &classes.iter().map(Vec::as_slice).collect::<Vec<_>>(), 2);
        prop_assert_eq!(found.narrowed().count(), 0);
    }
}
