//! People who are found by a value that mostly stays the same in their rows, though others share
//! it.

use incog_data::RecordCounts;
use std::collections::{BTreeMap, BTreeSet};

/// Some records of a person with the same values in the columns looked at.
struct Part {
    group: u32,
    person: u32,
    records: u64,
}

/// The records of each class of labels, by their values in columns that mostly stay the same.
pub(super) struct SharedValues<'a> {
    /// Ascending by group in each class.
    of_class: Vec<Vec<Part>>,
    /// The groups of each class with their records, ascending.
    groups_of_class: Vec<Vec<(u32, u64)>>,
    class_of: &'a [u32],
    group_of: &'a [u32],
    counts: RecordCounts<'a>,
}

/// What an attacker makes of the classes of a person who is left with few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guess {
    Right,
    Wrong,
}

/// What leaves an attacker with few.
#[derive(Clone, Copy)]
pub(super) struct Few {
    /// Fewer people than this.
    pub people: u64,
    /// Or fewer values than this, where each class has as many.
    pub values: u64,
}

impl<'a> SharedValues<'a> {
    pub fn new(
        rows_of: &[Vec<u32>],
        classes: (&'a [u32], usize),
        group_of: &'a [u32],
        counts: RecordCounts<'a>,
    ) -> Self {
        let (class_of, classes) = classes;
        let mut of_class: Vec<Vec<Part>> = (0..classes).map(|_| Vec::new()).collect();
        for (person, rows) in (0u32..).zip(rows_of) {
            for row in rows.iter().map(|row| *row as usize) {
                let part = Part { group: group_of[row], person, records: counts.at(row) };
                of_class[class_of[row] as usize].push(part);
            }
        }
        of_class.iter_mut().for_each(|parts| parts.sort_by_key(|part| part.group));
        let groups_of_class = of_class.iter().map(|parts| records_of_groups(parts)).collect();
        Self { of_class, groups_of_class, class_of, group_of, counts }
    }

    /// What an attacker guesses who knows all classes of a person, and that her value mostly stays
    /// the same; `None` where the guess leaves more than few.
    ///
    /// It is one of the values with the most of her records in her classes, and in each class her
    /// records are among those with such a value. The guess is right if one of these values is in
    /// more of her records than any other.
    pub fn guess(&self, rows: &[u32], few: Few) -> Option<Guess> {
        let needed = self.records_by_class(rows);
        let possible = self.likeliest_groups(&needed);
        let is_known = (possible.len() as u64) < few.values
            && needed.keys().all(|class| self.groups_of_class[*class as usize].len() as u64 >= few.values);
        let leaves_few = needed.keys().any(|class| {
            self.has_people(*class, few.people, |_| true)
                && !self.has_people(*class, few.people, |group| possible.binary_search(&group).is_ok())
        });
        (is_known || leaves_few).then(|| self.judged(rows, &possible))
    }

    fn judged(&self, rows: &[u32], possible: &[u32]) -> Guess {
        let mut of_group: BTreeMap<u32, u64> = BTreeMap::new();
        for row in rows.iter().map(|row| *row as usize) {
            *of_group.entry(self.group_of[row]).or_default() += self.counts.at(row);
        }
        let most = of_group.values().copied().max();
        let mut usual = of_group.iter().filter(|(_, records)| Some(**records) == most);
        match (usual.next(), usual.next()) {
            (Some((group, _)), None) if possible.binary_search(group).is_ok() => Guess::Right,
            _ => Guess::Wrong,
        }
    }

    /// The groups with the most records in these classes, counted no further than she has in each;
    /// ascending.
    fn likeliest_groups(&self, needed: &BTreeMap<u32, u64>) -> Vec<u32> {
        let mut covered: BTreeMap<u32, u64> = BTreeMap::new();
        for (class, own) in needed {
            for (group, records) in &self.groups_of_class[*class as usize] {
                *covered.entry(*group).or_default() += records.min(own);
            }
        }
        let most = covered.values().copied().max();
        covered.into_iter().filter(|(_, records)| Some(*records) == most).map(|(group, _)| group).collect()
    }

    /// How many of a person's records are in each class.
    fn records_by_class(&self, rows: &[u32]) -> BTreeMap<u32, u64> {
        let mut records = BTreeMap::new();
        for row in rows.iter().map(|row| *row as usize) {
            *records.entry(self.class_of[row]).or_default() += self.counts.at(row);
        }
        records
    }

    /// Whether at least so many people have records of these groups in a class.
    fn has_people(&self, class: u32, least: u64, is_possible: impl Fn(u32) -> bool) -> bool {
        let mut people = BTreeSet::new();
        let parts = self.of_class[class as usize].iter().filter(|part| is_possible(part.group));
        parts.map(|part| part.person).any(|person| {
            people.insert(person);
            people.len() as u64 >= least
        })
    }
}

/// The groups of a class with their records.
fn records_of_groups(parts: &[Part]) -> Vec<(u32, u64)> {
    let groups = parts.chunk_by(|one, other| one.group == other.group);
    groups.map(|parts| (parts[0].group, parts.iter().map(|part| part.records).sum())).collect()
}
