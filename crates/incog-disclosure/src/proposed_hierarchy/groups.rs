//! Groups of words that have no order: frequent ones stay, rare ones are joined as `other`.

use incog_data::{Column, Values};
use std::collections::{BTreeMap, BTreeSet};

/// The share of the records that a word has at least to stay, level by level, and what the others
/// are called there.
const LEVELS: [(f64, &str); 2] = [(0.02, "other"), (0.1, "other or less frequent")];

/// A word with fewer records never stays.
const LEAST_RECORDS: u64 = 10;

/// Columns with more values are not grouped: nobody would read the list.
const MOST_VALUES: usize = 250;

/// For each value the group it belongs to, and for each group the one above; `None` where nothing
/// is gained.
///
/// Words that few records have say `other`, so no label joins words that have nothing in common.
/// A level is left out where it joins fewer than two words, or leaves fewer than two labels.
pub(super) fn rare_words_joined(column: &Column) -> Option<BTreeMap<String, String>> {
    let counts = column.counts();
    let values = Values::from_column(column);
    let present: BTreeSet<&str> = values.present().iter().copied().collect();
    // Above a value that reads like the root there is nothing.
    if !(3..=MOST_VALUES).contains(&present.len()) || present.contains("*") {
        return None;
    }
    let words = (0u32..).zip(column.dictionary.iter()).filter(|(_, value)| present.contains(value));
    let mut frequent: Vec<(&str, u64)> = words.map(|(code, value)| (value, counts[code as usize])).collect();
    let rows: u64 = frequent.iter().map(|(_, records)| records).sum();
    let mut names: BTreeSet<String> = present.iter().map(|value| (*value).to_owned()).collect();
    let mut tree = BTreeMap::new();
    let mut below: Option<String> = None;
    for (share, name) in LEVELS {
        let least = ((rows as f64 * share) as u64).max(LEAST_RECORDS);
        let (stay, rare): (Vec<_>, Vec<_>) =
            frequent.iter().copied().partition(|(_, records)| *records >= least);
        let joined = rare.len() + usize::from(below.is_some());
        if joined < 2 || rare.is_empty() || stay.is_empty() {
            continue;
        }
        let name = free_name(name, &mut names);
        tree.extend(rare.iter().map(|(value, _)| ((*value).to_owned(), name.clone())));
        tree.extend(below.replace(name.clone()).map(|below| (below, name)));
        frequent = stay;
    }
    let last = below?;
    tree.extend(frequent.into_iter().map(|(value, _)| (value.to_owned(), "*".to_owned())));
    tree.insert(last, "*".to_owned());
    Some(tree)
}

/// The name, with a number where it is taken.
fn free_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut free = std::iter::once(name.to_owned()).chain(numbered).filter(|name| !taken.contains(name));
    let free = free.next().unwrap_or_default();
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn grouped(counts: &[(&str, usize)]) -> Option<BTreeMap<String, String>> {
        let mut builder = ColumnBuilder::new("c");
        for (value, records) in counts {
            (0..*records).for_each(|_| builder.push(value));
        }
        rare_words_joined(&builder.finish(&["?"]))
    }

    #[test]
    fn rare_words_are_other_and_frequent_ones_stay() {
        let status = [
            ("Married", 500),
            ("Single", 330),
            ("Divorced", 100),
            ("Separated", 35),
            ("Widowed", 15),
            ("Abroad", 12),
            ("?", 40),
        ];
        let tree = grouped(&status).unwrap_or_default();
        let above = |value: &str| tree.get(value).map(String::as_str);
        assert_eq!((above("Widowed"), above("Abroad")), (Some("other"), Some("other")));
        let wide = Some("other or less frequent");
        assert_eq!((above("other"), above("Separated"), above("Divorced")), (wide, wide, Some("*")));
        assert_eq!((above("Married"), above("Single"), above("?")), (Some("*"), Some("*"), None));
    }

    #[test]
    fn no_label_names_several_words_or_a_rare_one() {
        let tree =
            grouped(&[("a", 500), ("b", 400), ("c", 30), ("secret", 1), ("hidden", 2)]).unwrap_or_default();
        assert_eq!(tree.get("secret").map(String::as_str), Some("other"));
        assert!(tree.values().all(|name| !name.contains('|') && name != "hidden"), "{tree:?}");
    }

    #[test]
    fn a_word_that_is_called_other_keeps_its_name() {
        let tree = grouped(&[("a", 500), ("b", 400), ("other", 3), ("c", 2)]).unwrap_or_default();
        assert_eq!(tree.get("other").map(String::as_str), Some("other (2)"));
    }

    #[test]
    fn nothing_is_gained_where_words_are_few_or_all_frequent_or_all_rare() {
        assert_eq!(grouped(&[("a", 50), ("b", 50)]), None);
        assert_eq!(grouped(&[("a", 50), ("b", 50), ("c", 50)]), None);
        let rare: Vec<String> = (0..100).map(|n| format!("w{n}")).collect();
        assert_eq!(grouped(&rare.iter().map(|word| (word.as_str(), 5)).collect::<Vec<_>>()), None);
    }
}
