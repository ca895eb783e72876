use super::*;
use crate::{Column, ColumnBuilder, Hierarchy, PopulationError, QuasiIdentifier};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Ages in tens, or in groups named by what is there.
fn column(name: &str, values: &[String]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&[])
}

/// Values of two digits: the value, its first digit, `*`.
fn by_digits(column: &Column) -> Arc<Hierarchy> {
    let row = |value: &str| [value.to_owned(), format!("{}x", &value[..1]), "*".to_owned()];
    let rows: Vec<[String; 3]> = column.dictionary.iter().map(row).collect();
    Hierarchy::new(rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>())).unwrap().into()
}

fn tuples(rows: &[(u32, u32)]) -> Tuples {
    let text = |number: u32| format!("{number:02}");
    let columns = [
        column("age", &rows.iter().map(|row| text(row.0)).collect::<Vec<_>>()),
        column("zip", &rows.iter().map(|row| text(row.1)).collect::<Vec<_>>()),
    ];
    let qids = columns.iter().map(|column| QuasiIdentifier::new(column, by_digits(column)).unwrap());
    Tuples::new(qids.collect(), &columns.iter().collect::<Vec<_>>(), &[], rows.len()).unwrap()
}

fn label(number: u32, level: u8) -> String {
    match level {
        0 => format!("{number:02}"),
        1 => format!("{}x", number / 10),
        _ => "*".to_owned(),
    }
}

proptest! {
    /// Every count by its definition: people are compared with each record, label by label.
    #[test]
    fn counts_are_those_of_a_comparison_with_everybody(
        people in proptest::collection::vec((0u32..25, 0u32..25), 1..60),
        chosen in proptest::collection::vec(any::<bool>(), 60),
        levels in (0u8..3, 0u8..3),
    ) {
        let mut table: Vec<(u32, u32)> =
            people.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(person, _)| *person).collect();
        if table.is_empty() {
            table.push(people[0]);
        }
        let records = tuples(&table);
        let records = records.within(tuples(&people)).unwrap();
        let population = RolledUpPopulation::new(&records).unwrap();
        let found = population.counts(&Levels::from(vec![levels.0, levels.1]), &mut Grouper::default());
        let labels = |person: &(u32, u32)| (label(person.0, levels.0), label(person.1, levels.1));
        let mut by_labels: BTreeMap<_, u64> = BTreeMap::new();
        people.iter().for_each(|person| *by_labels.entry(labels(person)).or_default() += 1);
        for (tuple, &count) in found.of_tuple.iter().enumerate() {
            let codes = records.codes(tuple).iter().zip(records.quasi_identifiers());
            let values: Vec<u32> = codes.map(|(&code, qid)| qid.label(0, code).parse().unwrap()).collect();
            prop_assert_eq!(count, by_labels[&labels(&(values[0], values[1]))]);
        }
        let in_table: Vec<_> = table.iter().map(labels).collect();
        let elsewhere = people.iter().filter(|person| !in_table.contains(&labels(person))).count() as u64;
        prop_assert_eq!(found.elsewhere, elsewhere);
    }
}

#[test]
fn a_population_covers_its_table() {
    let table = tuples(&[(11, 1), (11, 1), (12, 1)]);
    let refused = |people: &[(u32, u32)]| table.clone().within(tuples(people)).unwrap_err();
    let missing = |records| PopulationError::NotCovered { records, of: 3 };
    assert_eq!(refused(&[(11, 1), (12, 1)]), missing(1));
    assert_eq!(refused(&[(11, 1), (11, 2)]), missing(2));
    assert_eq!(refused(&[(40, 40)]), missing(3));
    assert!(table.clone().within(tuples(&[(12, 1), (11, 1), (11, 1)])).is_ok());
    assert!(!refused(&[(40, 40)]).to_string().contains("11"), "no value is shown");
}

#[test]
fn values_have_the_same_labels_in_both() {
    let one = |rows: &[&[&str]], value: &str| {
        let column = column("age", &[value.to_owned()]);
        let hierarchy = Hierarchy::new(rows.iter().copied()).unwrap();
        let qid = QuasiIdentifier::new(&column, hierarchy.into()).unwrap();
        Tuples::new(vec![qid], &[&column], &[], 1).unwrap()
    };
    let table = one(&[&["11", "1x", "*"]], "11");
    let refused = |rows: &[&[&str]]| table.clone().within(one(rows, "11")).unwrap_err();
    let column = || "age".to_owned();
    assert_eq!(
        refused(&[&["11", "*"]]),
        PopulationError::OtherLevels { column: column(), table: 3, population: 2 }
    );
    let other = PopulationError::OtherLabels { column: column(), level: 1, values: 1 };
    assert_eq!(refused(&[&["11", "10-19", "*"]]), other);
    // Of both levels `1x` is the label of 11, and of the second also that of 12.
    let table = one(&[&["11", "1x", "1x", "*"]], "11");
    let people = one(&[&["11", "1x", "1x", "*"], &["12", "12", "1x", "*"]], "11");
    assert_eq!(table.within(people).unwrap_err(), PopulationError::AmbiguousLabel { column: column() });
}
