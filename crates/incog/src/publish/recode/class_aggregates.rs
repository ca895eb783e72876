//! Columns of which a release has one value for each class.

use crate::job::Role;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::ReleaseColumn;
use incog_card::is_planted;
use incog_data::{Aggregate, Column, DictionaryBuilder, Publish, RecordCounts, ValueType};
use incog_plan::RecodingSettings;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Puts the aggregate of its class in the place of each value, in the columns of which the terms
/// ask for one.
///
/// A class is what looks alike in all quasi-identifiers as they are written, and its aggregate is
/// made of its published records alone. Where groups of the plan have one value in each
/// quasi-identifier, they are the classes: `group_of_row` says which row is in which.
pub(in crate::publish) fn aggregate(
    input: &BoundTable,
    columns: &mut [ReleaseColumn<'_>],
    rows: &[u32],
    group_of_row: &[u32],
) {
    let wanted = |column: &ReleaseColumn<'_>| input.terms.aggregate_of(&column.name);
    if !columns.iter().any(|column| wanted(column).is_some()) {
        return;
    }
    let classes = match input.terms.recoding {
        RecodingSettings::Microaggregation => numbered(rows.iter().map(|&row| group_of_row[row as usize])),
        RecodingSettings::Global | RecodingSettings::Local(_) => classes(input, columns, rows),
    };
    for column in columns {
        let (Some(aggregate), Some(original)) = (wanted(column), input.table.column(&column.name)) else {
            continue;
        };
        *column = aggregated(aggregate, original, input.counts(), &classes, rows);
    }
}

/// For each published row the number of its class.
fn classes(input: &BoundTable, columns: &[ReleaseColumn<'_>], rows: &[u32]) -> Vec<u32> {
    let made_by = |column: &&ReleaseColumn<'_>| input.role(&column.name) == Role::QuasiIdentifier;
    let made_by: Vec<&ReleaseColumn<'_>> = columns.iter().filter(made_by).collect();
    let cells = |&row: &u32| -> Vec<u32> {
        made_by.iter().map(|column| column.label_of[column.codes.at(row as usize) as usize]).collect()
    };
    numbered(rows.iter().map(cells))
}

/// Equal things have equal numbers, from 0 as they appear.
fn numbered<T: Eq + Hash>(things: impl Iterator<Item = T>) -> Vec<u32> {
    let mut known: HashMap<T, u32> = HashMap::new();
    let number = |thing| {
        let next = known.len() as u32;
        *known.entry(thing).or_insert(next)
    };
    things.map(number).collect()
}

/// A column with the aggregates of classes as its values, numbered as the classes are.
fn aggregated<'a>(
    aggregate: Aggregate,
    original: &Column,
    counts: RecordCounts<'_>,
    classes: &[u32],
    rows: &[u32],
) -> ReleaseColumn<'a> {
    let count = classes.iter().max().map_or(0, |last| *last as usize + 1);
    let mut values: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); count];
    let mut codes = vec![0; original.codes.len()];
    for (&class, &row) in classes.iter().zip(rows) {
        *values[class as usize].entry(original.codes.at(row as usize)).or_default() +=
            counts.at(row as usize);
        codes[row as usize] = class;
    }
    let mut labels = DictionaryBuilder::default();
    let label_of = values.iter().map(|values| labels.insert(&label(aggregate, original, values))).collect();
    ReleaseColumn {
        name: Cow::Owned(original.name.clone()),
        publish: Publish::Label,
        value_type: match aggregate {
            Aggregate::Mean | Aggregate::Median => Some(ValueType::Decimal),
            Aggregate::Mode => None,
            Aggregate::Range => Some(ValueType::Text),
        },
        codes: Cow::Owned(codes.into()),
        labels: labels.finish(),
        label_of,
    }
}

/// The aggregate of a class; where all values are missing, what stands for that, or the empty cell
/// among numbers.
fn label(aggregate: Aggregate, original: &Column, values: &BTreeMap<u32, u64>) -> String {
    let known = values.iter().filter(|(code, _)| !original.is_missing(**code));
    let known = known.map(|(&code, &count)| (original.dictionary.get(code), count));
    let missing = original.missing.first().filter(|_| aggregate == Aggregate::Mode);
    let missing = || missing.map_or("", |&code| original.dictionary.get(code)).to_owned();
    let most = if is_planted("the mean is one member's value") { 1 } else { usize::MAX };
    let known = known.take(most);
    aggregate.apply(known).unwrap_or_else(missing)
}
