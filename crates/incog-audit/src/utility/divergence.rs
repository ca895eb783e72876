//! The Kullback-Leibler divergence of a release from its own records.

use super::Attribute;
use incog_data::RecordCounts;
use incog_utility::KlSum;
use std::collections::HashMap;

/// `sum of p * log2(p / q)` over the released records alone: `p` the share of a combination of
/// original values, `q` the share of its class spread evenly over the combinations below the labels
/// of the class. `None` where it is not known which record became which.
pub(super) fn divergence(
    attributes: &[Attribute<'_>],
    rows: &[u32],
    counts: RecordCounts<'_>,
    over: KlSum,
) -> Option<f64> {
    let records = counts.sum(rows.len()) as f64;
    let class = |record: usize| -> Vec<u32> {
        attributes.iter().map(|attribute| attribute.codes.at(record)).collect()
    };
    let mut of_tuple: HashMap<Vec<u32>, u64> = HashMap::new();
    let mut of_class: HashMap<Vec<u32>, u64> = HashMap::new();
    // The records of a tuple in a class, and the first of them.
    let mut of_part: HashMap<(Vec<u32>, Vec<u32>), (u64, usize)> = HashMap::new();
    for (record, &row) in rows.iter().enumerate() {
        let tuple: Option<Vec<u32>> = attributes.iter().map(|attribute| attribute.leaf(row)).collect();
        let tuple = tuple?;
        let count = counts.at(record);
        *of_tuple.entry(tuple.clone()).or_insert(0) += count;
        *of_class.entry(class(record)).or_insert(0) += count;
        of_part.entry((tuple, class(record))).or_insert((0, record)).0 += count;
    }
    let mut terms: Vec<(usize, f64)> = of_part
        .iter()
        .map(|((tuple, class), &(part, record))| {
            let (part, count) = (part as f64, of_tuple[tuple] as f64);
            let below: f64 = attributes.iter().map(|attribute| attribute.leaves(record).log2()).sum();
            let released = (of_class[class] as f64 / records).log2() - below;
            let weight = match over {
                KlSum::Records => part * count / records,
                KlSum::Tuples => part / records,
            };
            (record, weight * ((count / records).log2() - released))
        })
        .collect();
    // Sums of floating-point numbers depend on their order, and hash maps have none.
    terms.sort_by_key(|(record, _)| *record);
    // Without loss the sum is 0, up to rounding.
    let sum: f64 = terms.into_iter().map(|(_, term)| term).sum();
    Some(if sum < 1e-12 { 0.0 } else { sum })
}
