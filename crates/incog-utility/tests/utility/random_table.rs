//! Small random tables with hierarchies, weights and a sensitive attribute.

use incog_data::{
    CellCount, ClassView, Classes, Column, ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier, Tuples,
};
use proptest::prelude::*;
use std::sync::Arc;

/// A random attribute: `values` original values, each level joins `fanout` neighbours of the one
/// below.
#[derive(Debug, Clone)]
struct Attribute {
    numeric: bool,
    values: usize,
    fanout: usize,
    height: usize,
    weight: f64,
}

/// A random table; its quasi-identifiers are what [`Attribute`] says.
pub fn tables() -> impl Strategy<Value = Tuples> {
    let attribute = (any::<bool>(), 1..7usize, 2..4usize, 1..4usize, 0.0..3.0f64).prop_map(
        |(numeric, values, fanout, height, weight)| Attribute { numeric, values, fanout, height, weight },
    );
    (proptest::collection::vec(attribute, 1..4), 1..14usize).prop_flat_map(|(attributes, rows)| {
        let cells = proptest::collection::vec((0..1_000usize, 0..3usize), rows * attributes.len());
        cells.prop_map(move |cells| table(&attributes, &cells))
    })
}

/// Levels drawn with `choices`, one an attribute; at least those of `above`.
pub fn levels(tuples: &Tuples, above: Option<&Levels>, choices: &[u8]) -> Levels {
    let qids = tuples.quasi_identifiers().iter().enumerate();
    let drawn = qids.map(|(attribute, qid)| {
        let least = above.map_or(0, |levels| levels[attribute]);
        least + choices[attribute] % (qid.hierarchy.height() as u8 + 1 - least)
    });
    Levels::from(drawn.collect::<Vec<_>>())
}

/// Suppresses whole classes where `choices` (repeated) are odd, and those smaller than `k`.
pub fn retain_whole<'a>(classes: Classes<'a>, choices: &[u8], k: u64) -> Classes<'a> {
    let mut choices = choices.iter().cycle();
    classes.retain(|class| {
        let drawn = choices.next().is_some_and(|choice| choice % 2 == 0);
        if drawn && class.size >= k { Kept::All } else { Kept::Nothing }
    })
}

/// Suppresses a part of each class as `choices` (repeated) say, and parts smaller than `k`.
pub fn retain_parts<'a>(classes: Classes<'a>, choices: &[u8], k: u64) -> Classes<'a> {
    let mut choices = choices.iter().cycle();
    classes.retain(|class| part(class, &mut choices, k))
}

fn part<'c>(class: &ClassView<'_>, choices: &mut impl Iterator<Item = &'c u8>, k: u64) -> Kept {
    let cells = class.cells.iter().map(|cell| {
        let choice = choices.next().map_or(0, |choice| u32::from(*choice));
        CellCount { cell: cell.cell, count: choice % (cell.count + 1) }
    });
    let cells: Vec<_> = cells.filter(|cell| cell.count > 0).collect();
    let kept = Kept::Part(cells);
    if kept.count(class) >= k.max(1) { kept } else { Kept::Nothing }
}

fn table(attributes: &[Attribute], cells: &[(usize, usize)]) -> Tuples {
    let rows: Vec<_> = cells.chunks(attributes.len()).collect();
    let columns: Vec<Column> = attributes
        .iter()
        .enumerate()
        .map(|(index, attribute)| {
            let values = rows.iter().map(|row| attribute.original(row[index].0 % attribute.values));
            column(&format!("attribute {index}"), values)
        })
        .collect();
    let sensitive = column("sensitive", rows.iter().map(|row| row[0].1.to_string()));
    let qids = columns.iter().zip(attributes).map(|(column, attribute)| {
        let mut qid = QuasiIdentifier::new(column, Arc::new(attribute.hierarchy())).unwrap();
        qid.weight = attribute.weight;
        qid
    });
    let qids = qids.collect();
    Tuples::new(qids, &columns.iter().collect::<Vec<_>>(), &[&sensitive], rows.len()).unwrap()
}

fn column(name: &str, values: impl Iterator<Item = String>) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.for_each(|value| builder.push(&value));
    builder.finish(&[])
}

impl Attribute {
    fn original(&self, value: usize) -> String {
        // Unequal gaps, so that widths and counts of leaves differ.
        if self.numeric { format!("{}", value * value) } else { format!("value {value}") }
    }

    fn hierarchy(&self) -> Hierarchy {
        let rows: Vec<Vec<String>> = (0..self.values).map(|value| self.row(value)).collect();
        Hierarchy::new(rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>())).unwrap()
    }

    fn row(&self, value: usize) -> Vec<String> {
        let between = (1..self.height).map(|level| format!("{}", value / self.fanout.pow(level as u32)));
        [self.original(value)].into_iter().chain(between).chain(["*".to_owned()]).collect()
    }
}
