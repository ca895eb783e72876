//! Which labels hierarchies have, and which values stand below them.

use crate::values::Values;
use incog_data::Hierarchy;
use std::cell::OnceCell;
use std::collections::HashMap;

/// The hierarchies that say what labels stand for. One that was made of another table has no place
/// for some values; then the next is asked.
pub(crate) struct Places<'a>(Vec<Labels<'a>>);

impl<'a> Places<'a> {
    pub fn new(hierarchies: impl Iterator<Item = &'a Hierarchy>, values: &Values<'_>) -> Self {
        Self(hierarchies.map(|hierarchy| Labels::new(hierarchy, values)).collect())
    }

    /// The values that a text stands for as a label, at the highest level of each hierarchy that
    /// has it, ascending by code; and those of which none of these hierarchies says whether it
    /// does. `None` where no hierarchy has the label.
    pub fn locate(&self, text: &str) -> Option<(Vec<u32>, Vec<u32>)> {
        let asked: Vec<(&Labels<'_>, Place)> = self.having(text).collect();
        match asked[..] {
            [] => None,
            [(labels, place)] => Some((labels.values_below(place).to_vec(), labels.without_place.clone())),
            _ => Some(values_of_first(&asked)),
        }
    }

    /// Whether any of them has a label.
    pub fn have(&self, text: &str) -> bool {
        self.having(text).next().is_some()
    }

    /// Whether a text is a label above the values of any of them.
    pub fn is_group(&self, text: &str) -> bool {
        self.having(text).any(|(_, place)| place.level > 0)
    }

    fn having<'s>(&'s self, text: &'s str) -> impl Iterator<Item = (&'s Labels<'a>, Place)> {
        self.0.iter().filter_map(move |labels| Some((labels, *labels.places.get(text)?)))
    }
}

/// The values that each hierarchy places below a label, and those that none of them places: of each
/// value the first that has it decides.
fn values_of_first(asked: &[(&Labels<'_>, Place)]) -> (Vec<u32>, Vec<u32>) {
    let (mut found, mut unsaid) = (Vec::new(), Vec::new());
    let values = asked.first().map_or(0, |(labels, _)| labels.leaves.len());
    for code in 0..values {
        let is_below = |(labels, place): &(&Labels<'_>, Place)| {
            labels.leaves[code].map(|leaf| labels.hierarchy.label_code(place.level, leaf) == place.label)
        };
        match asked.iter().find_map(is_below) {
            Some(true) => found.push(code as u32),
            Some(false) => {}
            None => unsaid.push(code as u32),
        }
    }
    (found, unsaid)
}

/// Where a label is in a hierarchy: its level, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub level: usize,
    pub label: u32,
}

/// All labels of a hierarchy with their places, from the values up; those that several levels have
/// several times.
pub(crate) fn all_labels(hierarchy: &Hierarchy) -> impl Iterator<Item = (&str, Place)> {
    (0..=hierarchy.height()).flat_map(|level| {
        let labels = (0..).zip(hierarchy.labels(level).iter());
        labels.map(move |(label, text)| (text, Place { level, label }))
    })
}

/// A hierarchy in which labels, and the values below them, are found without a look at all of them.
struct Labels<'a> {
    hierarchy: &'a Hierarchy,
    /// Of each label the place at the highest level that has it.
    places: HashMap<&'a str, Place>,
    /// Of each value its number in the hierarchy, if it is there.
    leaves: Vec<Option<u32>>,
    without_place: Vec<u32>,
    /// Of each level the values below each of its labels.
    below: Vec<OnceCell<Vec<Vec<u32>>>>,
}

impl<'a> Labels<'a> {
    fn new(hierarchy: &'a Hierarchy, values: &Values<'_>) -> Self {
        let leaves: Vec<Option<u32>> = values.texts().map(|(_, text)| hierarchy.find(text)).collect();
        let without_place = (0..).zip(&leaves).filter(|(_, leaf)| leaf.is_none()).map(|(code, _)| code);
        Self {
            hierarchy,
            // Of a label that several levels have, the highest is put in last.
            places: all_labels(hierarchy).collect(),
            without_place: without_place.collect(),
            leaves,
            below: vec![OnceCell::new(); hierarchy.height() + 1],
        }
    }

    fn values_below(&self, place: Place) -> &[u32] {
        let below = self.below[place.level].get_or_init(|| {
            let mut below = vec![Vec::new(); self.hierarchy.labels(place.level).len()];
            for (code, leaf) in (0u32..).zip(&self.leaves) {
                if let Some(leaf) = leaf {
                    below[self.hierarchy.label_code(place.level, *leaf) as usize].push(code);
                }
            }
            below
        });
        &below[place.label as usize]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    /// A plain oracle of the lookup: looks at all labels and all values.
    fn plain(hierarchies: &[Hierarchy], values: &Values<'_>, text: &str) -> Option<(Vec<u32>, Vec<u32>)> {
        let label = |hierarchy: &Hierarchy| {
            (0..=hierarchy.height())
                .rev()
                .find(|&level| hierarchy.labels(level).iter().any(|label| label == text))
        };
        let asked: Vec<(&Hierarchy, usize)> =
            hierarchies.iter().filter_map(|hierarchy| Some((hierarchy, label(hierarchy)?))).collect();
        if asked.is_empty() {
            return None;
        }
        let (mut found, mut unsaid) = (Vec::new(), Vec::new());
        for (code, value) in values.texts() {
            let is_below = |(hierarchy, level): &(&Hierarchy, usize)| {
                hierarchy.find(value).map(|leaf| hierarchy.label(*level, leaf) == text)
            };
            match asked.iter().find_map(is_below) {
                Some(true) => found.push(code),
                Some(false) => {}
                None => unsaid.push(code),
            }
        }
        Some((found, unsaid))
    }

    /// Some of the numbers below 12, in groups whose names some hierarchies share, and others are
    /// values of.
    fn hierarchy(has: &[bool], groups: u32) -> Option<Hierarchy> {
        let rows: Vec<[String; 4]> = (0..12)
            .filter(|value| has[*value as usize])
            .map(|value| {
                let group = value % groups;
                [value.to_string(), format!("g{group}"), (group % 2).to_string(), "*".to_owned()]
            })
            .collect();
        Hierarchy::new(rows.iter().map(|row| row.each_ref().map(String::as_str))).ok()
    }

    proptest! {
        #[test]
        fn places_are_those_that_a_look_at_everything_finds(
            first in proptest::collection::vec(any::<bool>(), 12),
            second in proptest::collection::vec(any::<bool>(), 12),
            groups in 1u32..5,
        ) {
            let hierarchies: Vec<Hierarchy> =
                [hierarchy(&first, groups), hierarchy(&second, 3)].into_iter().flatten().collect();
            let numbers: Vec<String> = (0..14).map(|value| value.to_string()).collect();
            let table = Table::from_rows(["value"], numbers.iter().map(|number| [number.as_str()]), &[]).unwrap();
            let values = Values::new(&table.columns()[0], None);
            let places = Places::new(hierarchies.iter(), &values);
            for text in ["0", "1", "7", "13", "g0", "g1", "g2", "g4", "*", "x"] {
                let plain = plain(&hierarchies, &values, text);
                prop_assert_eq!(places.have(text), plain.is_some());
                let group = |hierarchy: &Hierarchy| {
                    (1..=hierarchy.height()).any(|level| hierarchy.labels(level).iter().any(|label| label == text))
                };
                prop_assert_eq!(places.is_group(text), hierarchies.iter().any(group));
                prop_assert_eq!(places.locate(text), plain, "{}", text);
            }
        }
    }
}
