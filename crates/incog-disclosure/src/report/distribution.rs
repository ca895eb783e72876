//! The values of a column, before and after.

use incog_data::{Column, QuasiIdentifier, RecordCounts};
use incog_report::LabelShare;
use serde::Serialize;
use std::collections::BTreeMap;

/// How often each value (or group of values) of a column occurs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distribution {
    /// The column.
    pub name: String,
    /// In the input; only in internal reports.
    pub original: Option<Vec<LabelShare>>,
    /// In the release.
    pub released: Vec<LabelShare>,
    /// Whether the labels of the input are groups of its values.
    pub grouped: bool,
}

/// Most bars that are drawn for one column.
const MOST_BARS: usize = 14;

/// The distribution of a released column, the most frequent values by name.
pub fn released(column: &Column, counts: RecordCounts<'_>) -> Distribution {
    let label = |code: u32| column.dictionary.get(code).to_owned();
    Distribution {
        name: column.name.clone(),
        original: None,
        released: shares(&counts.by_value(column), label),
        grouped: false,
    }
}

/// What a column of the input has, for an internal report. Columns with many values are grouped by
/// the lowest level of their hierarchy that has few; says whether they were.
pub fn original(
    column: &Column,
    counts: RecordCounts<'_>,
    hierarchy: Option<&QuasiIdentifier>,
) -> (Vec<LabelShare>, bool) {
    let counts = counts.by_value(column);
    let Some(qid) = hierarchy else {
        return (shares(&counts, |code| column.dictionary.get(code).to_owned()), false);
    };
    let top = qid.hierarchy.height() as u8;
    let drawn = (0..=top).find(|&level| labels_at(qid, level, &counts) <= MOST_BARS).unwrap_or(top);
    (shares(&counts, |code| qid.label(drawn, code).to_owned()), drawn > 0)
}

fn labels_at(qid: &QuasiIdentifier, level: u8, counts: &[u64]) -> usize {
    let codes = (0u32..).zip(counts).filter(|(_, count)| **count > 0);
    let mut labels: Vec<u32> = codes.map(|(code, _)| qid.label_code(level, code)).collect();
    labels.sort_unstable();
    labels.dedup();
    labels.len()
}

/// Records by label, the most frequent ones by name in their natural order, the others together.
fn shares(counts: &[u64], label: impl Fn(u32) -> String) -> Vec<LabelShare> {
    let mut by_label: BTreeMap<String, u64> = BTreeMap::new();
    for (code, &count) in (0u32..).zip(counts).filter(|(_, count)| **count > 0) {
        *by_label.entry(label(code)).or_insert(0) += count;
    }
    let mut by_count: Vec<(u64, &String)> = by_label.iter().map(|(label, count)| (*count, label)).collect();
    by_count.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let named = by_count.len().min(MOST_BARS);
    // One value alone needs no bar for the others.
    let named = if by_count.len() == named + 1 { named + 1 } else { named };
    let mut shown: Vec<&str> = by_count[..named].iter().map(|(_, label)| label.as_str()).collect();
    shown.sort_by(|a, b| number(a).total_cmp(&number(b)).then_with(|| a.cmp(b)));
    shares_of(counts, label, &shown)
}

/// The leading number of a label, so that `5-9` stands before `10-14`.
fn number(label: &str) -> f64 {
    let label = label.split("..").find(|end| !end.is_empty()).unwrap_or(label);
    let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-');
    let end = digits
        .char_indices()
        .find(|(place, c)| !(c.is_ascii_digit() || *c == '.' || *c == '-' && *place == 0))
        .map_or(digits.len(), |(place, _)| place);
    digits[..end].trim_end_matches('.').parse().unwrap_or(f64::INFINITY)
}

/// Records of the labels in `shown`, then all others together.
fn shares_of(counts: &[u64], label: impl Fn(u32) -> String, shown: &[&str]) -> Vec<LabelShare> {
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
    let mut shares: Vec<LabelShare> =
        named.map(|(label, records)| LabelShare { label: (*label).to_owned(), records }).collect();
    if other > 0 {
        shares.push(LabelShare { label: OTHER.to_owned(), records: other });
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

    fn bars(shares: &[LabelShare]) -> Vec<(&str, u64)> {
        shares.iter().map(|share| (share.label.as_str(), share.records)).collect()
    }

    #[test]
    fn the_most_frequent_values_are_named_in_their_order() {
        let drawn = released(&column(&[("10-19", 6), ("5-9", 2), ("*", 5)]), RecordCounts::ONE_EACH);
        assert_eq!(bars(&drawn.released), [("5-9", 2), ("10-19", 6), ("*", 5)]);
        assert_eq!(drawn.original, None);
        let many: Vec<(String, usize)> = (10..30).map(|n| (n.to_string(), 60 - n)).collect();
        let many: Vec<(&str, usize)> = many.iter().map(|(value, count)| (value.as_str(), *count)).collect();
        let drawn = released(&column(&many), RecordCounts::ONE_EACH);
        assert_eq!(drawn.released.len(), MOST_BARS + 1);
        assert_eq!(
            drawn.released[MOST_BARS],
            LabelShare { label: OTHER.into(), records: (24..30).map(|n| 60 - n).sum() }
        );
    }

    #[test]
    fn many_values_are_grouped_by_their_hierarchy() {
        let mut builder = ColumnBuilder::new("age");
        (0..600).for_each(|n| builder.push(&(n % 60).to_string()));
        let age = builder.finish(&[]);
        let table = incog_data::Table::new(vec![age.clone()]).unwrap();
        let spec =
            HierarchySpec::Intervals(incog_data::Intervals { widths: vec![5.0, 20.0], ..Default::default() });
        let hierarchy = spec.build(&age, &table).unwrap();
        let qid = QuasiIdentifier::new(&age, hierarchy.into()).unwrap();
        let (shares, grouped) = original(&age, RecordCounts::ONE_EACH, Some(&qid));
        assert_eq!((shares.len(), grouped), (12, true));
        assert_eq!(shares[1], LabelShare { label: "5-9".into(), records: 50 });
    }
}
