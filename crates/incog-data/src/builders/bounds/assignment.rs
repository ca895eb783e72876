//! Gives each label a group of its own.

use std::collections::{HashMap, VecDeque};

/// Most ways to give labels their groups that are listed.
const MOST_WAYS: usize = 64;

/// What a label is sorted by in the order of groups; `None` where that is not known.
type Key = Option<(f64, String, f64, String, u64)>;

/// Labels with the groups that each may be the name of.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    labels: Vec<Candidates>,
    group_of: Vec<Option<u32>>,
    label_of: HashMap<u32, usize>,
}

/// The groups that a label may be the name of.
#[derive(Debug)]
struct Candidates {
    key: Key,
    groups: Vec<u32>,
    /// Those of which it would be the name if all their values were published.
    likely: Vec<u32>,
}

impl Assignment {
    /// Adds a label with its groups, ascending, each with whether it is a likely one.
    pub fn add(&mut self, key: Key, groups: impl Iterator<Item = (u32, bool)>) {
        let groups: Vec<(u32, bool)> = groups.collect();
        let likely = groups.iter().filter(|(_, is_likely)| *is_likely).map(|(group, _)| *group);
        self.labels.push(Candidates {
            key,
            likely: likely.collect(),
            groups: groups.into_iter().map(|(group, _)| group).collect(),
        });
    }

    /// The ways to give each label a group of its own, the best one (see [`Self::solve`]) first.
    /// The others are listed only where labels have few candidates.
    pub fn ways(self, place: impl Fn(u32) -> u32) -> Vec<Vec<u32>> {
        let mut ways = self.all_ways();
        let Some(best) = self.solve(place) else { return Vec::new() };
        ways.retain(|way| *way != best);
        ways.insert(0, best);
        ways
    }

    /// All ways, or none where there may be more than are listed.
    fn all_ways(&self) -> Vec<Vec<u32>> {
        let counts = self.labels.iter().map(|label| label.groups.len());
        let count = counts.fold(1_usize, usize::saturating_mul);
        if count > MOST_WAYS {
            return Vec::new();
        }
        let extended = |ways: Vec<Vec<u32>>, label: &Candidates| {
            let with = |way: &Vec<u32>| {
                let free = label.groups.iter().filter(|group| !way.contains(group));
                free.map(|group| way.iter().copied().chain([*group]).collect()).collect::<Vec<_>>()
            };
            ways.iter().flat_map(with).collect()
        };
        self.labels.iter().fold(vec![Vec::new()], extended)
    }

    /// The group of each label: likely ones as far as possible, in the order of the labels where
    /// that is possible; `None` where some label goes without.
    fn solve(mut self, place: impl Fn(u32) -> u32) -> Option<Vec<u32>> {
        self.group_of = vec![None; self.labels.len()];
        let order = self.order();
        for is_likely in [true, false] {
            for &label in &order {
                if self.group_of[label].is_none() {
                    self.augment(label, is_likely);
                }
            }
        }
        let mut found = self.group_of.iter().copied().collect::<Option<Vec<u32>>>()?;
        // Whose name is the one that its group would have is not asked again.
        let open: Vec<usize> = order
            .into_iter()
            .filter(|label: &usize| self.labels[*label].likely.binary_search(&found[*label]).is_err())
            .collect();
        let mut groups: Vec<u32> = open.iter().map(|label| found[*label]).collect();
        groups.sort_by_key(|group| place(*group));
        let is_possible =
            |(label, group): (&usize, &u32)| self.labels[*label].groups.binary_search(group).is_ok();
        if open.iter().zip(&groups).all(is_possible) {
            open.iter().zip(groups).for_each(|(label, group)| found[*label] = group);
        }
        self.sort_ordinals(&mut found, place);
        Some(found)
    }

    /// Labels that differ in their ordinals alone are in the order of their groups.
    fn sort_ordinals(&self, found: &mut [u32], place: impl Fn(u32) -> u32) {
        let order = self.order();
        let is_alike = |one: &usize, other: &usize| match (&self.labels[*one].key, &self.labels[*other].key) {
            (Some(one), Some(other)) => {
                (one.0, &one.1, one.2, &one.3) == (other.0, &other.1, other.2, &other.3)
            }
            _ => false,
        };
        for alike in order.chunk_by(is_alike) {
            let mut groups: Vec<u32> = alike.iter().map(|label| found[*label]).collect();
            groups.sort_by_key(|group| place(*group));
            let is_possible =
                |(label, group): (&usize, &u32)| self.labels[*label].groups.binary_search(group).is_ok();
            if alike.iter().zip(&groups).all(is_possible) {
                alike.iter().zip(groups).for_each(|(label, group)| found[*label] = group);
            }
        }
    }

    /// The labels in the order of their keys, those without one as they stand.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.labels.len()).collect();
        order.sort_by(|&a, &b| match (&self.labels[a].key, &self.labels[b].key) {
            (Some(a), Some(b)) => (a.0.total_cmp(&b.0))
                .then_with(|| a.1.cmp(&b.1))
                .then_with(|| a.2.total_cmp(&b.2))
                .then_with(|| a.3.cmp(&b.3))
                .then_with(|| a.4.cmp(&b.4)),
            (a, b) => a.is_none().cmp(&b.is_none()),
        });
        order
    }

    fn groups(&self, label: usize, is_likely: bool) -> &[u32] {
        let candidates = &self.labels[label];
        if is_likely { &candidates.likely } else { &candidates.groups }
    }

    /// Gives a label a group, for which others may take other groups of theirs.
    fn augment(&mut self, label: usize, is_likely: bool) {
        let mut came_from: HashMap<u32, usize> = HashMap::new();
        let mut queue = VecDeque::from([label]);
        while let Some(at) = queue.pop_front() {
            let new: Vec<u32> = self
                .groups(at, is_likely)
                .iter()
                .copied()
                .filter(|group| !came_from.contains_key(group))
                .collect();
            for group in new {
                came_from.insert(group, at);
                match self.label_of.get(&group) {
                    Some(&holder) => queue.push_back(holder),
                    None => return self.hand_on(group, &came_from),
                }
            }
        }
    }

    /// Goes back the way on which a free group was found: each label on it takes the group that was
    /// found from it.
    fn hand_on(&mut self, free: u32, came_from: &HashMap<u32, usize>) {
        let mut group = Some(free);
        while let Some((taken, &label)) = group.and_then(|group| Some((group, came_from.get(&group)?))) {
            group = self.group_of[label].replace(taken);
            self.label_of.insert(taken, label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(labels: &[(f64, &[u32])]) -> Option<Vec<u32>> {
        let mut assignment = Assignment::default();
        for (key, groups) in labels {
            let key = Some((*key, String::new(), *key, String::new(), 0));
            assignment.add(key, groups.iter().map(|group| (*group, false)));
        }
        assignment.solve(|group| group)
    }

    #[test]
    fn each_label_has_a_group_of_its_own() {
        assert_eq!(solved(&[(1.0, &[0, 1]), (2.0, &[0])]), Some(vec![1, 0]));
        assert_eq!(solved(&[(1.0, &[0, 1, 2]), (2.0, &[0, 1]), (3.0, &[0])]), Some(vec![2, 1, 0]));
        assert_eq!(solved(&[(1.0, &[0]), (2.0, &[0])]), None);
    }

    #[test]
    fn other_ways_follow_the_best_one() {
        let ways = |labels: &[&[u32]]| {
            let mut assignment = Assignment::default();
            labels.iter().for_each(|groups| assignment.add(None, groups.iter().map(|group| (*group, false))));
            assignment.ways(|group| group)
        };
        assert_eq!(ways(&[&[0, 1], &[0]]), [[1, 0]]);
        assert_eq!(ways(&[&[3, 4], &[3, 4]]), [[3, 4], [4, 3]]);
        assert_eq!(ways(&[&[3], &[3]]), [[0; 0]; 0]);
        let many: Vec<u32> = (0..9).collect();
        assert_eq!(ways(&[&many, &many]).len(), 1, "81 ways are too many to list");
    }

    #[test]
    fn labels_are_in_the_order_of_their_groups_where_that_is_possible() {
        assert_eq!(solved(&[(2.0, &[3, 4]), (1.0, &[3, 4])]), Some(vec![4, 3]));
    }
}
