//! Groups of words that have no order: small ones are joined until each has weight.

use incog_data::{Column, Values};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The share of the records that a group has at least, level by level.
const LEAST_SHARES: [f64; 2] = [0.02, 0.1];

/// A value with fewer records is never named in the label of a group.
const LEAST_RECORDS: u64 = 10;

/// Columns with more values are not grouped: nobody would read the list.
const MOST_VALUES: usize = 250;

/// Longest label of a group, in characters.
const LONGEST_LABEL: usize = 48;

/// For each value the group it belongs to, and for each group the one above; `None` where nothing
/// is gained.
///
/// The two smallest groups are joined until every group has its share of the records, as in
/// Huffman's code: that moves the fewest records. So frequent values stay what they are, and levels
/// nest. A group is named by its most frequent members, never by one with fewer than
/// [`LEAST_RECORDS`] records.
pub(super) fn grouped_by_weight(column: &Column) -> Option<BTreeMap<String, String>> {
    let counts = column.counts();
    let values = Values::from_column(column);
    let present: BTreeSet<&str> = values.present().iter().copied().collect();
    let mut groups: Vec<Group<'_>> = (0u32..)
        .zip(column.dictionary.iter())
        .filter(|(_, value)| present.contains(value))
        .map(|(code, value)| Group { members: vec![(counts[code as usize], value)], name: value.to_owned() })
        .collect();
    // Above a value that reads like the root there is nothing.
    if !(3..=MOST_VALUES).contains(&groups.len()) || present.contains("*") {
        return None;
    }
    let mut names: BTreeSet<String> = present.iter().map(|value| (*value).to_owned()).collect();
    let mut tree = BTreeMap::new();
    let rows: u64 = groups.iter().map(Group::weight).sum();
    for share in LEAST_SHARES {
        let before = groups.clone();
        groups = joined(groups, ((rows as f64 * share) as u64).max(LEAST_RECORDS));
        if groups.len() < 2 {
            groups = before;
            break;
        }
        for group in &mut groups {
            let joins: Vec<&Group<'_>> = before.iter().filter(|part| group.holds(part)).collect();
            if joins.len() > 1 {
                group.name = free_name(group.label(), &mut names);
                tree.extend(joins.iter().map(|part| (part.name.clone(), group.name.clone())));
            }
        }
    }
    let singles = groups.iter().map(|group| (group.name.clone(), "*".to_owned()));
    (!tree.is_empty()).then(|| tree.clone().into_iter().chain(singles).collect())
}

#[derive(Debug, Clone)]
struct Group<'a> {
    /// Each with its records.
    members: Vec<(u64, &'a str)>,
    name: String,
}

impl Group<'_> {
    fn weight(&self) -> u64 {
        self.members.iter().map(|(records, _)| records).sum()
    }

    fn holds(&self, part: &Group<'_>) -> bool {
        part.members.first().is_some_and(|first| self.members.contains(first))
    }

    /// The most frequent members, as many as fit.
    fn label(&self) -> String {
        let mut members = self.members.clone();
        members.sort_unstable_by_key(|&(records, value)| (Reverse(records), value));
        let may_be_named = |member: &&(u64, &str)| member.0 >= LEAST_RECORDS;
        let mut label = String::new();
        let mut named = 0;
        for (_, value) in members.iter().take_while(may_be_named) {
            let longer = if label.is_empty() { (*value).to_owned() } else { format!("{label}|{value}") };
            if named > 0 && longer.chars().count() > LONGEST_LABEL {
                break;
            }
            (label, named) = (longer, named + 1);
        }
        match (named, members.len() - named) {
            (0, _) => "others".to_owned(),
            (_, 0) => label,
            (_, _) => format!("{label}|others"),
        }
    }
}

/// The two smallest joined until each has at least `least` records.
fn joined(mut groups: Vec<Group<'_>>, least: u64) -> Vec<Group<'_>> {
    let order = |group: &Group<'_>| (Reverse(group.weight()), group.name.clone());
    groups.sort_by_cached_key(order);
    while groups.len() > 1 && groups.last().is_some_and(|smallest| smallest.weight() < least) {
        let (Some(smallest), Some(mut next)) = (groups.pop(), groups.pop()) else { break };
        next.members.extend(smallest.members);
        let place = groups.partition_point(|group| order(group) < order(&next));
        groups.insert(place, next);
    }
    groups
}

/// The name, with a number where it is taken.
fn free_name(name: String, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let free =
        std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name);
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
        grouped_by_weight(&builder.finish(&["?"]))
    }

    #[test]
    fn small_categories_are_joined() {
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
        assert_eq!(above("Widowed"), Some("Widowed|Abroad"));
        // 27 records are a fiftieth of 992; with Separated they are not yet a tenth.
        let all = "Divorced|Separated|Widowed|Abroad";
        assert_eq!(above("Widowed|Abroad"), Some(all), "{tree:?}");
        assert_eq!((above("Separated"), above("Divorced"), above(all)), (Some(all), Some(all), Some("*")));
        assert_eq!((above("Married"), above("?")), (Some("*"), None));
    }

    #[test]
    fn rare_values_are_not_named() {
        let tree =
            grouped(&[("a", 500), ("b", 400), ("c", 30), ("secret", 1), ("hidden", 2)]).unwrap_or_default();
        assert!(tree.values().all(|name| !name.contains("secret") && !name.contains("hidden")), "{tree:?}");
        assert_eq!(tree.get("secret").map(String::as_str), Some("c|others"));
    }

    #[test]
    fn nothing_is_gained_where_values_are_few_or_all_large() {
        assert_eq!(grouped(&[("a", 50), ("b", 50)]), None);
        assert_eq!(grouped(&[("a", 50), ("b", 50), ("c", 50)]), None);
    }
}
