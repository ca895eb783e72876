//! Sensitive attributes as codes that the audited table and the original share.

use super::distance::Reference;
use super::{AuditError, SensitiveRequest};
use incog_data::{Column, Dictionary, Hierarchy};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Q of a sensitive column: its value counts in the original where there is one, else its own.
///
/// Value codes are those of `column`; values that only the original has follow behind.
pub(super) fn reference(
    column: &Column,
    original: Option<&Column>,
    request: &SensitiveRequest,
) -> Result<Reference, AuditError> {
    let mut values: Vec<&str> = column.dictionary.iter().collect();
    let mut missing: Vec<bool> = (0u32..).zip(&values).map(|(code, _)| column.is_missing(code)).collect();
    let mut counts = vec![0u64; values.len()];
    match original {
        None => column.codes.iter().for_each(|&code| counts[code as usize] += 1),
        Some(original) => {
            let mut known: HashMap<&str, usize> = HashMap::new();
            values.iter().enumerate().for_each(|(code, value)| _ = known.insert(value, code));
            let mut in_original = vec![0u64; original.dictionary.len()];
            original.codes.iter().for_each(|&code| in_original[code as usize] += 1);
            for ((code, value), count) in (0u32..).zip(original.dictionary.iter()).zip(in_original) {
                let slot = *known.entry(value).or_insert_with(|| {
                    values.push(value);
                    missing.push(original.is_missing(code));
                    counts.push(0);
                    values.len() - 1
                });
                counts[slot] += count;
            }
        }
    }
    let tree = match &request.hierarchy {
        None => None,
        Some(hierarchy) => Some((&**hierarchy, leaves(&column.name, &values, hierarchy)?)),
    };
    Ok(Reference::new(counts, ranks(&values, &missing), tree))
}

fn leaves(column: &str, values: &[&str], hierarchy: &Hierarchy) -> Result<Vec<u32>, AuditError> {
    let labels: &Dictionary = hierarchy.labels(0);
    let known: HashMap<&str, u32> = labels.iter().zip(0..).collect();
    let found: Vec<u32> = values.iter().filter_map(|value| known.get(value).copied()).collect();
    if found.len() < values.len() {
        let values = values.len() - found.len();
        return Err(AuditError::NotInHierarchy { column: column.to_owned(), values });
    }
    Ok(found)
}

/// Places in the order of values: numbers by size if all are, else by text; missing ones last.
fn ranks(values: &[&str], missing: &[bool]) -> Vec<u32> {
    let numbers: Vec<Option<f64>> = values.iter().map(|value| value.trim().parse().ok()).collect();
    let numeric = numbers.iter().zip(missing).all(|(number, &missing)| missing || number.is_some());
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| {
        let by_number = match (numbers[a], numbers[b]) {
            (Some(a), Some(b)) if numeric => a.total_cmp(&b),
            _ => Ordering::Equal,
        };
        missing[a].cmp(&missing[b]).then(by_number).then(values[a].cmp(values[b]))
    });
    let mut rank = vec![0; values.len()];
    (0u32..).zip(order).for_each(|(place, value)| rank[value] = place);
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_size_and_missing_ones_last() {
        assert_eq!(ranks(&["10", "?", "9", "-1"], &[false, true, false, false]), [2, 3, 1, 0]);
        assert_eq!(ranks(&["10", "9", "b"], &[false; 3]), [0, 1, 2]);
    }
}
