//! Whether a part of a block may come or go alone, whatever its values are.

use std::collections::BTreeMap;

/// What each group of people has at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartLimits {
    /// People.
    pub k: u64,
    /// Values in each sensitive column; a missing value is none.
    pub l: u64,
    /// How many columns are sensitive: the first of what is known of a person.
    pub sensitive: usize,
}

impl PartLimits {
    /// Whether *any* `part` of the people with these cells meets the limits. So the answer follows
    /// from what is published of all of them. If it were about the values of the part, an attacker
    /// who knows who has left would learn from it.
    pub(super) fn are_met_by_any(&self, part: usize, all: &[&Vec<Option<String>>]) -> bool {
        part as u64 >= self.k
            && (self.l <= 1 || (0..self.sensitive).all(|column| fewest_values(part, column, all) >= self.l))
    }
}

/// The fewest values that so many of some people have: those with none and with the most frequent
/// ones come first.
fn fewest_values(part: usize, column: usize, all: &[&Vec<Option<String>>]) -> u64 {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    all.iter().filter_map(|cells| cells[column].as_ref()).for_each(|value| {
        *counts.entry(value).or_default() += 1;
    });
    let mut counts: Vec<usize> = counts.into_values().collect();
    let mut left = part.saturating_sub(all.len() - counts.iter().sum::<usize>());
    counts.sort_unstable();
    let mut values = 0;
    while let Some(count) = counts.pop().filter(|_| left > 0) {
        left = left.saturating_sub(count);
        values += 1;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(values: &[&str]) -> Vec<Vec<Option<String>>> {
        values.iter().map(|value| vec![Some((*value).to_owned()).filter(|value| !value.is_empty())]).collect()
    }

    fn may_part(part: usize, values: &[&str]) -> bool {
        let all = cells(values);
        PartLimits { k: 3, l: 2, sensitive: 1 }.are_met_by_any(part, &all.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_part_may_go_if_all_parts_of_its_size_have_k_people_and_l_values() {
        assert!(may_part(3, &["flu", "flu", "gout", "gout", "asthma", "asthma"]));
        assert!(!may_part(2, &["flu", "flu", "gout", "gout", "asthma", "asthma"]), "too few people");
        assert!(!may_part(3, &["flu", "flu", "flu", "gout", "asthma", "asthma"]), "three have the flu");
        assert!(!may_part(3, &["flu", "flu", "", "gout", "asthma", "gout"]), "one has no value");
        assert!(may_part(4, &["flu", "flu", "flu", "gout", "asthma", "gout"]));
    }

    /// Against all parts of all small blocks.
    #[test]
    fn no_part_of_that_size_has_fewer_values() {
        for code in 0..4usize.pow(6) {
            let names = ["", "a", "b", "c"];
            let values: Vec<&str> = (0..6u32).map(|place| names[code / 4usize.pow(place) % 4]).collect();
            let all = cells(&values);
            let all: Vec<&Vec<Option<String>>> = all.iter().collect();
            for part in 0..=6usize {
                let of_mask = |mask: u32| {
                    let chosen = (0..6).filter(|place| mask >> place & 1 == 1).map(|place| values[place]);
                    let mut chosen: Vec<&str> = chosen.filter(|value| !value.is_empty()).collect();
                    chosen.sort_unstable();
                    chosen.dedup();
                    chosen.len() as u64
                };
                let masks = (0..64u32).filter(|mask| mask.count_ones() as usize == part);
                assert_eq!(Some(fewest_values(part, 0, &all)), masks.map(of_mask).min(), "{values:?} {part}");
            }
        }
    }
}
