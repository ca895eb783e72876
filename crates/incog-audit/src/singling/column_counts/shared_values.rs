//! People who are found by a value that stays the same in all of their rows, though others share it.

use incog_data::RecordCounts;
use std::collections::{BTreeMap, BTreeSet};

/// Some records of a person with the same values in the columns looked at.
struct Part {
    group: u32,
    person: u32,
    records: u64,
}

/// The records of each class of labels, by their values in columns that stay the same.
pub(super) struct SharedValues<'a> {
    /// Ascending by group in each class.
    of_class: Vec<Vec<Part>>,
    class_of: &'a [u32],
    group_of: &'a [u32],
    counts: RecordCounts<'a>,
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
        Self { of_class, class_of, group_of, counts }
    }

    /// Whether the classes of a person's rows leave fewer than `least` people in one of them.
    ///
    /// An attacker knows that her value is the same everywhere. So it is a value with enough records
    /// in all of her classes, and in each class her records are among those with such a value.
    pub fn leave_few(&self, rows: &[u32], least: u64) -> bool {
        let mut groups = rows.iter().map(|row| self.group_of[*row as usize]);
        let own = groups.next();
        if !groups.all(|group| Some(group) == own) {
            return false;
        }
        let needed = self.records_by_class(rows);
        let Some(fewest) = needed.keys().min_by_key(|class| self.of_class[**class as usize].len()) else {
            return false;
        };
        let values = self.of_class[*fewest as usize].chunk_by(|one, other| one.group == other.group);
        let has_enough =
            |group| needed.iter().all(|(class, records)| self.records(*class, group) >= *records);
        let possible: Vec<u32> =
            values.map(|parts| parts[0].group).filter(|group| has_enough(*group)).collect();
        needed.keys().any(|class| {
            self.has_people(*class, least, |_| true)
                && !self.has_people(*class, least, |group| possible.binary_search(&group).is_ok())
        })
    }

    /// How many of a person's records are in each class.
    fn records_by_class(&self, rows: &[u32]) -> BTreeMap<u32, u64> {
        let mut records = BTreeMap::new();
        for row in rows.iter().map(|row| *row as usize) {
            *records.entry(self.class_of[row]).or_default() += self.counts.at(row);
        }
        records
    }

    /// The records of a class in a group.
    fn records(&self, class: u32, group: u32) -> u64 {
        let parts = &self.of_class[class as usize];
        let first = parts.partition_point(|part| part.group < group);
        parts[first..].iter().take_while(|part| part.group == group).map(|part| part.records).sum()
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
