//! Sensitive attributes as codes that the audited table and the original share.

use super::distance::Reference;
use super::units::counts_in_table;
use super::{AuditError, SensitiveRequest};
use incog_data::{Column, CountedTable, Dictionary, Hierarchy, ValueType};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Q of a sensitive column of a table: its value counts in the original if there is one, otherwise
/// its own.
///
/// Where people are counted, `unit` is who they are in the original, or in the table where there is
/// none. Value codes are those of `column`; values that only the original has come after them.
pub(super) fn reference(
    column: &Column,
    table: CountedTable<'_>,
    original: Option<(&Column, CountedTable<'_>)>,
    unit: Option<&Column>,
    request: &SensitiveRequest,
) -> Result<Reference, AuditError> {
    let mut values: Vec<&str> = column.dictionary.iter().collect();
    let mut missing: Vec<bool> = (0u32..).zip(&values).map(|(code, _)| column.is_missing(code)).collect();
    let in_table = counts_in_table(column, table, unit.filter(|_| original.is_none()));
    // Values that no row has any more, because rows were taken out of a table, do not count.
    let mut occurs: Vec<bool> = in_table.iter().map(|&count| count > 0).collect();
    let mut counts = vec![0u64; values.len()];
    match original {
        None => counts = in_table,
        Some((original, whole)) => {
            // All missing values are one value, whatever their marker in either table.
            let mut known: HashMap<Option<&str>, usize> = HashMap::new();
            for (code, value) in (0u32..).zip(column.dictionary.iter()) {
                let value = (!column.is_missing(code)).then_some(value);
                known.entry(value).or_insert(column.one_missing(code) as usize);
            }
            for ((code, value), count) in
                (0u32..).zip(original.dictionary.iter()).zip(counts_in_table(original, whole, unit))
            {
                let is_missing = original.is_missing(code);
                let slot = *known.entry((!is_missing).then_some(value)).or_insert_with(|| {
                    values.push(value);
                    missing.push(is_missing);
                    counts.push(0);
                    occurs.push(false);
                    values.len() - 1
                });
                counts[slot] += count;
                occurs[slot] |= count > 0;
            }
        }
    }
    let tree = match &request.hierarchy {
        None => None,
        Some(hierarchy) => Some((&**hierarchy, leaves(&column.name, &values, &occurs, hierarchy)?)),
    };
    Ok(Reference::new(counts, ranks(&values, &missing, &occurs), tree))
}

fn leaves(
    column: &str,
    values: &[&str],
    occurs: &[bool],
    hierarchy: &Hierarchy,
) -> Result<Vec<u32>, AuditError> {
    let labels: &Dictionary = hierarchy.labels(0);
    let known: HashMap<&str, u32> = labels.iter().zip(0..).collect();
    let outside = values.iter().zip(occurs).filter(|(value, occurs)| **occurs && !known.contains_key(*value));
    match outside.count() {
        0 => Ok(values.iter().map(|value| known.get(value).copied().unwrap_or(0)).collect()),
        values => Err(AuditError::NotInHierarchy { column: column.to_owned(), values }),
    }
}

/// Places in the order of values: numbers by size, dates by time; missing ones last. `None` for
/// texts. Values that do not occur have the place `u32::MAX`.
fn ranks(values: &[&str], missing: &[bool], occurs: &[bool]) -> Option<Vec<u32>> {
    let mut order: Vec<usize> = (0..values.len()).filter(|&value| occurs[value]).collect();
    let known = order.iter().filter(|&&value| !missing[value]).map(|&value| values[value]);
    let value_type = ValueType::infer(known);
    if value_type == ValueType::Text {
        return None;
    }
    let numbers: Vec<Option<f64>> = values.iter().map(|value| value.trim().parse().ok()).collect();
    order.sort_by(|&a, &b| {
        let by_number = match (numbers[a], numbers[b]) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => Ordering::Equal,
        };
        // ISO dates sort like their texts.
        missing[a].cmp(&missing[b]).then(by_number).then(values[a].cmp(values[b]))
    });
    let mut rank = vec![u32::MAX; values.len()];
    (0u32..).zip(order).for_each(|(place, value)| rank[value] = place);
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_size_and_missing_ones_last() {
        assert_eq!(
            ranks(&["10", "?", "9", "-1"], &[false, true, false, false], &[true; 4]),
            Some(vec![2, 3, 1, 0])
        );
        assert_eq!(ranks(&["2024-10-01", "2024-09-30"], &[false; 2], &[true; 2]), Some(vec![1, 0]));
        assert_eq!(ranks(&["10", "9", "b"], &[false; 3], &[true; 3]), None);
        let gone = [true, true, false];
        assert_eq!(ranks(&["10", "9", "b"], &[false; 3], &gone), Some(vec![1, 0, u32::MAX]));
    }
}
