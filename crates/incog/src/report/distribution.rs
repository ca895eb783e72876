//! The values of a column before and after, with rare ones hidden.

use incog_data::{Column, QuasiIdentifier};
use serde::Serialize;
use std::collections::BTreeMap;

/// How often each value (or group of values) of a column occurs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distribution {
    /// The column.
    pub name: String,
    /// In the input.
    pub original: Vec<Share>,
    /// In the release.
    pub released: Vec<Share>,
    /// What the labels of the input are, when not the values themselves.
    pub grouped: bool,
}

/// A label and how many records carry it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Share {
    /// The label.
    pub label: String,
    /// Records.
    pub records: u64,
}

/// Most bars that are drawn for one column.
const MOST_BARS: usize = 14;

/// The distributions of a column: `codes` are the released rows' codes in the input's dictionary.
///
/// Values of fewer than `rare` records of the input are drawn together as "other", so that no value of
/// a suppressed record shows. Columns with many values are grouped by the lowest level of their
/// hierarchy that has few.
pub fn distributions(
    column: &Column,
    hierarchy: Option<(&QuasiIdentifier, u8)>,
    stays: impl Iterator<Item = bool>,
    rare: u64,
) -> Distribution {
    let (mut before, mut after) = (vec![0u64; column.dictionary.len()], vec![0u64; column.dictionary.len()]);
    for (&code, stays) in column.codes.iter().zip(stays) {
        before[code as usize] += 1;
        after[code as usize] += u64::from(stays);
    }
    let Some((qid, level)) = hierarchy else {
        let label = |code: u32| column.dictionary.get(code).to_owned();
        let original = shares(&before, label, rare);
        let shown: Vec<&str> = original.iter().map(|share| share.label.as_str()).collect();
        let released = shares_of(&after, label, &shown);
        return Distribution { name: column.name.clone(), original, released, grouped: false };
    };
    let drawn = (0..=qid.hierarchy.height() as u8).find(|&level| labels_at(qid, level, &before) <= MOST_BARS);
    let drawn = drawn.unwrap_or(level);
    let original = shares(&before, |code| qid.label(drawn, code).to_owned(), rare);
    let higher = drawn.max(level);
    let released = shares(&after, |code| qid.label(higher, code).to_owned(), 1);
    Distribution { name: column.name.clone(), original, released, grouped: drawn > 0 }
}

fn labels_at(qid: &QuasiIdentifier, level: u8, counts: &[u64]) -> usize {
    let codes = (0u32..).zip(counts).filter(|(_, count)| **count > 0);
    let mut labels: Vec<u32> = codes.map(|(code, _)| qid.label_code(level, code)).collect();
    labels.sort_unstable();
    labels.dedup();
    labels.len()
}

/// Records by label, the most frequent ones by name in their natural order, the others together.
fn shares(counts: &[u64], label: impl Fn(u32) -> String, rare: u64) -> Vec<Share> {
    let mut by_label: BTreeMap<String, u64> = BTreeMap::new();
    for (code, &count) in (0u32..).zip(counts).filter(|(_, count)| **count > 0) {
        *by_label.entry(label(code)).or_insert(0) += count;
    }
    let mut by_count: Vec<(u64, &String)> = by_label.iter().map(|(label, count)| (*count, label)).collect();
    by_count.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let named = by_count.iter().take_while(|(count, _)| *count >= rare).take(MOST_BARS).count();
    let named = if by_count.len() - named == 1 && by_count[named].0 >= rare { named + 1 } else { named };
    let mut shown: Vec<&str> = by_count[..named].iter().map(|(_, label)| label.as_str()).collect();
    shown.sort_by(|a, b| number(a).total_cmp(&number(b)).then_with(|| a.cmp(b)));
    shares_of(counts, label, &shown)
}

/// The leading number of a label, so that `5-9` stands before `10-14`.
fn number(label: &str) -> f64 {
    let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-');
    let end = digits
        .char_indices()
        .find(|(place, c)| !(c.is_ascii_digit() || *c == '.' || *c == '-' && *place == 0))
        .map_or(digits.len(), |(place, _)| place);
    digits[..end].trim_end_matches('.').parse().unwrap_or(f64::INFINITY)
}

/// Records of the labels in `shown`, then all others together.
fn shares_of(counts: &[u64], label: impl Fn(u32) -> String, shown: &[&str]) -> Vec<Share> {
    let mut records = vec![0u64; shown.len()];
    let mut other = 0;
    for (code, &count) in (0u32..).zip(counts).filter(|(_, count)| **count > 0) {
        let label = label(code);
        match shown.iter().position(|shown| *shown == label) {
            Some(place) => records[place] += count,
            None => other += count,
        }
    }
    let named = shown.iter().zip(records).filter(|(label, _)| **label != OTHER);
    let mut shares: Vec<Share> =
        named.map(|(label, records)| Share { label: (*label).to_owned(), records }).collect();
    if other > 0 {
        shares.push(Share { label: OTHER.to_owned(), records: other });
    }
    shares
}

/// The label of what is drawn together.
const OTHER: &str = "(other)";

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{ColumnBuilder, HierarchySpec};

    fn column(values: &[(&str, usize)]) -> Column {
        let mut builder = ColumnBuilder::new("c");
        for (value, count) in values {
            (0..*count).for_each(|_| builder.push(value));
        }
        builder.finish(&[])
    }

    fn bars(shares: &[Share]) -> Vec<(&str, u64)> {
        shares.iter().map(|share| (share.label.as_str(), share.records)).collect()
    }

    #[test]
    fn rare_values_are_not_named() {
        let ill = column(&[("flu", 6), ("secret", 2), ("cold", 5), ("odd", 1)]);
        let stays = ill.codes.iter().map(|&code| code == 0);
        let drawn = distributions(&ill, None, stays, 5);
        assert_eq!(bars(&drawn.original), [("cold", 5), ("flu", 6), ("(other)", 3)]);
        assert_eq!(bars(&drawn.released), [("cold", 0), ("flu", 6)]);
    }

    #[test]
    fn many_values_are_grouped_by_their_hierarchy() {
        let mut builder = ColumnBuilder::new("age");
        (0..600).for_each(|n| builder.push(&(n % 60).to_string()));
        let age = builder.finish(&[]);
        let table = incog_data::Table::new(vec![age.clone()]).unwrap();
        let spec = HierarchySpec::Intervals(incog_data::Intervals { widths: vec![5.0, 20.0], origin: 0.0 });
        let hierarchy = spec.build(&age, &table).unwrap();
        let qid = QuasiIdentifier::new(&age, hierarchy.into()).unwrap();
        let drawn = distributions(&age, Some((&qid, 2)), age.codes.iter().map(|_| true), 5);
        assert_eq!(drawn.original.len(), 12);
        assert_eq!(drawn.original[1], Share { label: "5-9".into(), records: 50 });
        assert_eq!(bars(&drawn.released), [("0-19", 200), ("20-39", 200), ("40-59", 200)]);
    }
}
