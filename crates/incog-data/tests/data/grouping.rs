//! The fast grouping against the plain one.

use incog_data::{
    Classes, Column, ColumnBuilder, Fanout, Grouper, HierarchySpec, LabelTables, Levels, Order,
    QuasiIdentifier, RolledUpTable, Table, Tuples,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table of numbers, each column with labels of `fanout` neighbours.
fn tuples(columns: &[Vec<u32>], fanout: usize) -> Tuples {
    let columns: Vec<Column> =
        columns.iter().enumerate().map(|(index, values)| column(index, values)).collect();
    let table = Table::new(columns.clone()).unwrap();
    let spec = HierarchySpec::Fanout(Fanout { fanout, order: Order::Natural });
    let quasi_identifier = |column: &Column| {
        QuasiIdentifier::new(column, Arc::new(spec.build(column, &table).unwrap())).unwrap()
    };
    let quasi_identifiers = columns.iter().map(quasi_identifier).collect();
    let references: Vec<&Column> = columns.iter().collect();
    Tuples::new(quasi_identifiers, &references, &[], table.rows()).unwrap()
}

fn column(index: usize, values: &[u32]) -> Column {
    let mut builder = ColumnBuilder::new(format!("column {index}"));
    values.iter().for_each(|value| builder.push(&value.to_string()));
    builder.finish(&[])
}

/// Few columns with few values, whose keys are looked up; more, whose keys are hashed; and so many
/// that 32 or 64 bits do not hold them.
fn tables() -> impl Strategy<Value = (Vec<Vec<u32>>, usize)> {
    let shape = prop_oneof![
        (1..5usize, 1..40usize, Just(6u32)),
        (3..8usize, 1..200usize, Just(40u32)),
        (5..14usize, 100..300usize, Just(100_000u32)),
    ];
    let columns = shape.prop_flat_map(|(width, rows, values)| {
        prop::collection::vec(prop::collection::vec(0..values, rows), width)
    });
    // Rows that are alike are what classes are made of.
    (columns, 2..5usize).prop_map(|(mut columns, fanout)| {
        columns.iter_mut().for_each(|column| column.extend_from_within(..column.len() / 2));
        (columns, fanout)
    })
}

/// Two nodes, the second one above the first.
fn nodes(tables: &LabelTables, seeds: &[u8]) -> (Levels, Levels) {
    let levels = (0..tables.attributes()).map(|attribute| {
        let height = tables.height(attribute);
        let lower = seeds[2 * attribute] % (height + 1);
        (lower, lower + seeds[2 * attribute + 1] % (height + 1 - lower))
    });
    let (lower, upper): (Vec<u8>, Vec<u8>) = levels.unzip();
    (lower.into(), upper.into())
}

/// A table to group, and the size below which its classes are small.
struct GroupingCase<'a> {
    tuples: &'a Tuples,
    tables: &'a LabelTables,
    minimum: u64,
}

/// Classes, their sizes and small ones, seen from a rolled-up table.
fn is_like_plain(
    case: &GroupingCase<'_>,
    rolled_up: &RolledUpTable,
    levels: &Levels,
    grouper: &mut Grouper,
) -> Result<(), TestCaseError> {
    let GroupingCase { tuples, tables, minimum } = *case;
    let plain = Classes::group(tuples, levels);
    let fast = grouper.group(rolled_up, tables, levels);
    let sizes: Vec<u64> = plain.all().iter().map(|class| class.size).collect();
    prop_assert_eq!(fast.sizes.iter().map(|&size| u64::from(size)).collect::<Vec<u64>>(), sizes);
    let class_of = |item: usize| plain.only_class_of(rolled_up.tuples()[item] as usize).unwrap();
    let classes: Vec<u32> = (0..rolled_up.len()).map(class_of).collect();
    prop_assert_eq!(fast.class_of_item, &classes[..]);
    let first = |class: u32| classes.iter().position(|&of_item| of_item == class).unwrap() as u32;
    let representatives: Vec<u32> = (0..plain.all().len() as u32).map(first).collect();
    prop_assert_eq!(fast.representatives, &representatives[..]);
    let is_small = |item: &u32| plain.all()[classes[*item as usize] as usize].size < minimum;
    let small = grouper.small_classes(rolled_up, tables, levels, minimum);
    let items: Vec<u32> = (0..rolled_up.len() as u32).filter(is_small).collect();
    let mut found = small.items.to_vec();
    found.sort_unstable();
    prop_assert_eq!(&found, &items);
    let records: u64 = items.iter().map(|&item| u64::from(rolled_up.counts()[item as usize])).sum();
    prop_assert_eq!(small.records, records);
    Ok(())
}

/// For each attribute and label of a rolled-up table the records of some items.
fn labels_are_like_plain(
    tuples: &Tuples,
    tables: &LabelTables,
    rolled_up: &RolledUpTable,
) -> Result<(), TestCaseError> {
    let items: Vec<u32> = (0..rolled_up.len() as u32).filter(|item| item % 3 != 1).collect();
    let counted = rolled_up.count_labels(tables, &items);
    for (attribute, counted) in counted.iter().enumerate() {
        let level = rolled_up.levels()[attribute];
        let mut plain = vec![0u64; tables.labels(attribute, level) as usize];
        for &item in &items {
            let code = tuples.codes(rolled_up.tuples()[item as usize] as usize)[attribute];
            let label = tables.label_of_code(attribute, level, code);
            prop_assert_eq!(rolled_up.label(item, attribute), label);
            plain[label as usize] += u64::from(rolled_up.counts()[item as usize]);
        }
        prop_assert_eq!(counted, &plain);
    }
    Ok(())
}

/// Tuples by the texts of their labels, ordered by the first of each.
fn classes_are_those_of_labels(tuples: &Tuples, levels: &Levels) -> Result<(), TestCaseError> {
    let mut by_labels: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
    for tuple in 0..tuples.len() {
        let codes = tuples.codes(tuple).iter().zip(levels.iter());
        let labels =
            tuples.quasi_identifiers().iter().zip(codes).map(|(qid, (&code, &level))| qid.label(level, code));
        by_labels.entry(labels.collect()).or_default().push(tuple);
    }
    let mut groups: Vec<Vec<usize>> = by_labels.into_values().collect();
    groups.sort();
    let wanted = Classes::group(tuples, levels);
    let classes = Classes::group_by_all_threads(tuples, levels);
    prop_assert_eq!(classes.all(), wanted.all());
    let found: Vec<(u32, u64)> = classes.all().iter().map(|class| (class.tuple, class.size)).collect();
    let size = |group: &Vec<usize>| group.iter().map(|&tuple| u64::from(tuples.count(tuple))).sum();
    prop_assert_eq!(found, groups.iter().map(|group| (group[0] as u32, size(group))).collect::<Vec<_>>());
    for (class, group) in (0u32..).zip(&groups) {
        for classes in [&classes, &wanted] {
            prop_assert!(group.iter().all(|&tuple| classes.only_class_of(tuple) == Some(class)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn grouping_is_like_plain_grouping(
        (columns, fanout) in tables(),
        seeds in prop::collection::vec(any::<u8>(), 28),
        minimum in prop_oneof![0..6u64, 250..400u64],
    ) {
        let tuples = tuples(&columns, fanout);
        let tables = LabelTables::new(&tuples);
        let (lower, upper) = nodes(&tables, &seeds);
        let mut grouper = Grouper::default();
        let bottom = RolledUpTable::of_tuples(&tuples, &tables);
        let case = GroupingCase { tuples: &tuples, tables: &tables, minimum };
        for levels in [&lower, &upper] {
            classes_are_those_of_labels(&tuples, levels)?;
            is_like_plain(&case, &bottom, levels, &mut grouper)?;
        }
        labels_are_like_plain(&tuples, &tables, &bottom)?;
        let rolled_up = bottom.coarsen(&tables, &lower, bottom.len(), &mut grouper).unwrap();
        is_like_plain(&case, &rolled_up, &upper, &mut grouper)?;
        labels_are_like_plain(&tuples, &tables, &rolled_up)?;
    }
}

/// More labels in one column than two bytes tell apart.
#[test]
fn columns_of_many_labels_are_grouped() {
    let values: Vec<u32> = (0..120_000).map(|row| row * 7 % 69_000).collect();
    let other: Vec<u32> = (0..120_000).map(|row| row % 3).collect();
    let tuples = tuples(&[values, other], 50);
    let tables = LabelTables::new(&tuples);
    let rolled_up = RolledUpTable::of_tuples(&tuples, &tables);
    let mut grouper = Grouper::default();
    for levels in [vec![0, 0], vec![0, 1], vec![1, 0]] {
        let (levels, sizes) = (Levels::from(levels), |class: &incog_data::Class| class.size);
        let plain = Classes::group(&tuples, &levels);
        let fast: Vec<u64> =
            grouper.group(&rolled_up, &tables, &levels).sizes.iter().map(|&size| size.into()).collect();
        assert_eq!(fast, plain.all().iter().map(sizes).collect::<Vec<u64>>());
        let small: u64 = plain.all().iter().map(sizes).filter(|&size| size < 2).sum();
        assert_eq!(grouper.small_classes(&rolled_up, &tables, &levels, 2).records, small);
    }
}
