//! The groups that middles of bounds may be of.
//!
//! A middle tells neither of its bounds, and which groups are published at all depends on records
//! that may be suppressed. Middles are in the order of their groups, each has a group that has at
//! least its records, and a group of one published value is written as the value. All ways that
//! meet this are told, the likely ones first.

use std::cmp::Reverse;

/// Steps of a search for all ways, and groups that all steps look at together, at most.
const MOST_STEPS: usize = 200_000;
const MOST_LOOKS: usize = 50_000_000;

/// Numbers that all ways that were found have together, at most.
const MOST_NUMBERS: usize = 1 << 20;

/// A label: a middle or a value.
#[derive(Debug, Clone)]
pub(super) struct Middle {
    /// The number.
    pub number: f64,
    /// Rows of the release that have it.
    pub rows: u64,
    /// The group of the value that is written like this, by its place.
    pub of_value: Option<usize>,
    /// Groups of which it is the middle when all their values are published, by their places.
    pub likely: Vec<usize>,
}

/// A group of the level, in the order of the values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// Different values of the whole column.
    pub values: usize,
    /// Rows that may have its label.
    pub rows: u64,
}

/// The place of the group of each label, in up to `most` ways; labels are given in ascending order
/// of their numbers.
pub(super) fn ways(labels: &[Middle], groups: &[Candidate], most: usize) -> Vec<Vec<usize>> {
    let mut found = Search { labels, groups, only_likely: true }.ways();
    found.extend(Search { labels, groups, only_likely: false }.ways());
    found.sort_unstable();
    found.dedup();
    // Most groups are published with all their records.
    let is_likely = |(label, place): &(&Middle, &usize)| label.likely.contains(place);
    let is_whole = |(label, place): &(&Middle, &usize)| groups[**place].rows == label.rows;
    found.sort_by_cached_key(|way| {
        let pairs = || labels.iter().zip(way);
        let count = |is_it: &dyn Fn(&(&Middle, &usize)) -> bool| Reverse(pairs().filter(is_it).count());
        (count(&is_likely), !way.is_sorted(), count(&is_whole))
    });
    found.truncate(most);
    found
}

struct Search<'s> {
    labels: &'s [Middle],
    groups: &'s [Candidate],
    /// Whether a label that is likely the middle of some group is of one of these.
    only_likely: bool,
}

/// What was decided of one label: which place is tried next, and behind which one.
#[derive(Debug, Clone, Copy)]
struct Step {
    tried: usize,
    after: usize,
}

impl Search<'_> {
    /// All ways, as far as there is room; labels are decided one after the other.
    fn ways(&self) -> Vec<Vec<usize>> {
        let most = MOST_NUMBERS / self.labels.len().max(1);
        let most_steps = MOST_STEPS.min(MOST_LOOKS / self.groups.len().max(1));
        let mut found = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        let mut is_taken = vec![false; self.groups.len()];
        let mut steps = vec![Step { tried: 0, after: 0 }];
        for _ in 0..most_steps {
            let Some(&step) = steps.last() else { break };
            if places.len() == steps.len()
                && let Some(place) = places.pop()
            {
                is_taken[place] = false;
            }
            let at = steps.len() - 1;
            if at == self.labels.len() {
                found.push(places.clone());
                steps.pop();
                if found.len() >= most {
                    break;
                }
                continue;
            }
            let Some((tried, place, after)) = self.next(at, step, &is_taken) else {
                steps.pop();
                continue;
            };
            steps[at].tried = tried;
            is_taken[place] = true;
            places.push(place);
            steps.push(Step { tried: 0, after });
        }
        found
    }

    /// The next place of a label, with how many were tried then, and behind which place the next
    /// label is. A value has its own group, wherever that is.
    fn next(&self, label: usize, step: Step, is_taken: &[bool]) -> Option<(usize, usize, usize)> {
        let Middle { rows, of_value, ref likely, .. } = self.labels[label];
        let has_room = |place: usize| !is_taken[place] && self.groups[place].rows >= rows;
        if step.tried == 0
            && let Some(place) = of_value.filter(|place| has_room(*place))
        {
            return Some((1, place, step.after));
        }
        let is_narrow = self.only_likely && !likely.is_empty();
        let first = step.after + step.tried.saturating_sub(1);
        let mut places = first..self.groups.len();
        let may_be = |place: &usize| {
            let is_group = self.groups[*place].values > 1;
            is_group && has_room(*place) && (!is_narrow || likely.contains(place))
        };
        let place = places.find(may_be)?;
        Some((place + 2 - step.after, place, place + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(number: f64, rows: u64, of_value: Option<usize>, likely: &[usize]) -> Middle {
        Middle { number, rows, of_value, likely: likely.to_vec() }
    }

    const GROUPS: [Candidate; 3] = [
        Candidate { values: 2, rows: 5 },
        Candidate { values: 3, rows: 3 },
        Candidate { values: 2, rows: 9 },
    ];

    #[test]
    fn ways_keep_the_order_and_the_rows() {
        let two = [label(10.0, 2, None, &[]), label(20.0, 2, None, &[])];
        assert_eq!(ways(&two, &GROUPS, 9), [[0, 1], [0, 2], [1, 2]]);
        let whole = [label(10.0, 3, None, &[]), label(20.0, 9, None, &[])];
        assert_eq!(ways(&whole, &GROUPS, 9), [[1, 2], [0, 2]]);
        let many = [label(10.0, 2, None, &[]), label(20.0, 8, None, &[])];
        assert_eq!(ways(&many, &GROUPS, 9), [[0, 2], [1, 2]]);
        assert_eq!(ways(&many, &GROUPS, 1), [[0, 2]]);
        assert!(ways(&[label(10.0, 10, None, &[])], &GROUPS, 9).is_empty());
    }

    #[test]
    fn likely_groups_come_first_and_values_have_their_own() {
        let likely = [label(10.0, 2, None, &[0]), label(20.0, 2, None, &[2])];
        assert_eq!(ways(&likely, &GROUPS, 9)[0], [0, 2]);
        let value = [label(10.0, 2, Some(2), &[]), label(20.0, 2, None, &[])];
        assert_eq!(ways(&value, &GROUPS, 9), [[0, 1], [0, 2], [1, 2], [2, 0], [2, 1]]);
    }
}
