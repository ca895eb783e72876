//! Middles of bounds, read as groups of a level.

use super::super::middles::{Candidate, Middle, ways};
use super::LabelReader;
use crate::builders::{Publish, ReleasedLabels};
use std::collections::HashMap;

/// The groups of a level in the order of their values.
struct Groups {
    /// The group of each place, with its values.
    in_order: Vec<(u32, Vec<u32>)>,
    /// The place of each group.
    place_of: HashMap<u32, usize>,
    /// The groups that have a name when all their values are published, by their places.
    likely: HashMap<String, Vec<usize>>,
}

impl LabelReader<'_> {
    /// The groups of `level` that middles may be of, in up to `most` ways, the likely ones first;
    /// none where the labels are no middles.
    pub fn groups_of_middles(
        &self,
        level: usize,
        released: &ReleasedLabels<'_>,
        most: usize,
    ) -> Vec<Vec<u32>> {
        if self.publish != Publish::Midpoint {
            return Vec::new();
        }
        let groups = self.groups_in_order(level);
        let missing = |label: &str| self.missing.get(label).map(|&leaf| self.made.label_code(level, leaf));
        let mut of_label: Vec<u32> =
            released.labels.iter().map(|label| missing(label).unwrap_or(0)).collect();
        let mut middles: Vec<(usize, Middle)> = Vec::new();
        for (at, (label, &rows)) in released.labels.iter().zip(released.rows).enumerate() {
            if missing(label).is_none() {
                let Some(middle) = self.middle(level, &groups, label, rows) else { return Vec::new() };
                middles.push((at, middle));
            }
        }
        middles.sort_by(|(_, one), (_, other)| one.number.total_cmp(&other.number));
        let (places, middles): (Vec<usize>, Vec<Middle>) = middles.into_iter().unzip();
        let candidates = self.candidates(&groups, released.invented);
        let read = |way: Vec<usize>| {
            places.iter().zip(way).for_each(|(&at, place)| of_label[at] = groups.in_order[place].0);
            of_label.clone()
        };
        ways(&middles, &candidates, most).into_iter().map(read).collect()
    }

    /// What a label says of its group; `None` where it is no number.
    fn middle(&self, level: usize, groups: &Groups, label: &str, rows: u64) -> Option<Middle> {
        let of_value = self.made.find(label).map(|leaf| self.made.label_code(level, leaf));
        Some(Middle {
            number: label.parse().ok()?,
            rows,
            of_value: of_value.and_then(|group| groups.place_of.get(&group).copied()),
            likely: groups.likely.get(label).cloned().unwrap_or_default(),
        })
    }

    fn candidates(&self, groups: &Groups, invented: u64) -> Vec<Candidate> {
        let candidate = |(_, leaves): &(u32, Vec<u32>)| {
            let rows: u64 = leaves.iter().map(|leaf| self.rows[*leaf as usize]).sum();
            Candidate { values: leaves.len(), rows: rows.saturating_add(invented) }
        };
        groups.in_order.iter().map(candidate).collect()
    }

    fn groups_in_order(&self, level: usize) -> Groups {
        let mut groups = Groups { in_order: Vec::new(), place_of: HashMap::new(), likely: HashMap::new() };
        for leaf in self.in_order() {
            let group = self.made.label_code(level, leaf);
            let place = *groups.place_of.entry(group).or_insert(groups.in_order.len());
            if place == groups.in_order.len() {
                groups.in_order.push((group, Vec::new()));
            }
            groups.in_order[place].1.push(leaf);
        }
        for (place, (_, leaves)) in groups.in_order.iter().enumerate() {
            if let Some(name) = self.whole_name(leaves) {
                groups.likely.entry(name).or_default().push(place);
            }
        }
        groups
    }

    /// The name of a group of these values, were all of them published. That of a single value is
    /// the value.
    fn whole_name(&self, leaves: &[u32]) -> Option<String> {
        let mut members: Vec<&str> = leaves.iter().map(|leaf| self.made.labels(0).get(*leaf)).collect();
        self.names.sort(&mut members);
        (members.len() > 1).then(|| self.names.text(&self.names.bounds(&members)))
    }
}
