//! Finds the nearest records of a row, and how many of them are right.

use super::NearestRequest;
use super::moved::Moved;
use crate::grouping::Grouping;
use incog_data::{Column, RecordCounts};
use std::collections::HashMap;

/// Distances that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// The rows of a table, by the class of what is known exactly, each class in the order of the first
/// column of numbers.
pub(super) struct Search<'a> {
    moved: Vec<Moved>,
    /// The place of the first column of numbers.
    first: Option<usize>,
    class_of: Vec<u32>,
    rows_of: Vec<Vec<u32>>,
    people: Option<&'a Column>,
    counts: RecordCounts<'a>,
    /// The records of each class, and of each person in it.
    of_class: Vec<u64>,
    of_person: HashMap<(u32, u32), u64>,
}

/// The nearest records so far.
struct Nearest {
    distance: f64,
    rows: Vec<u32>,
}

impl<'a> Search<'a> {
    pub fn new(moved: Vec<Moved>, classes: Grouping, request: &NearestRequest<'a>) -> Self {
        let mut rows_of = vec![Vec::new(); classes.len()];
        (0u32..).zip(&classes.of_row).for_each(|(row, class)| rows_of[*class as usize].push(row));
        let first = moved.iter().position(|column| matches!(column, Moved::Numbers { .. }));
        if let Some(Moved::Numbers { published, .. }) = first.map(|first| &moved[first]) {
            rows_of.iter_mut().for_each(|rows| {
                rows.sort_by(|one, other| published[*one as usize].total_cmp(&published[*other as usize]));
            });
        }
        let (people, counts) = (request.people, request.counts);
        let mut of_class = vec![0; classes.len()];
        let mut of_person = HashMap::new();
        for (row, &class) in classes.of_row.iter().enumerate() {
            of_class[class as usize] += counts.at(row);
            if let Some(people) = people {
                *of_person.entry((class, people.codes.at(row))).or_insert(0) += counts.at(row);
            }
        }
        Self { moved, first, class_of: classes.of_row, rows_of, people, counts, of_class, of_person }
    }

    /// Whether the attacker knows something of a row that chance has changed.
    pub fn is_known(&self, row: usize) -> bool {
        self.moved.iter().any(|column| column.is_known(row))
    }

    /// The chance that a record of the class of a row is right.
    pub fn by_guessing(&self, row: usize) -> f64 {
        let class = self.class_of[row];
        let person = self.people.and_then(|people| self.of_person.get(&(class, people.codes.at(row))));
        person.copied().unwrap_or(1) as f64 / self.of_class[class as usize].max(1) as f64
    }

    /// The chance that the nearest record of a row is right.
    pub fn by_nearest(&self, row: usize) -> f64 {
        let rows = self.nearest(row);
        let all: u64 = rows.iter().map(|&other| self.counts.at(other as usize)).sum();
        let right: u64 = match self.people {
            Some(people) => rows
                .iter()
                .filter(|other: &&u32| people.codes.at(**other as usize) == people.codes.at(row))
                .map(|&other| self.counts.at(other as usize))
                .sum(),
            None => u64::from(rows.contains(&(row as u32))),
        };
        right as f64 / all.max(1) as f64
    }

    /// The rows that are nearest: several where they are equally near, none where none can be it.
    fn nearest(&self, row: usize) -> Vec<u32> {
        let rows = &self.rows_of[self.class_of[row] as usize];
        let mut nearest = Nearest { distance: f64::INFINITY, rows: Vec::new() };
        let sorted = self.first.map(|first| &self.moved[first]).filter(|first| first.is_known(row));
        let Some(first @ Moved::Numbers { original, published, .. }) = sorted else {
            rows.iter().for_each(|&other| nearest.add(other, self.distance(row, other)));
            return nearest.rows;
        };
        // From the known number outwards, until one column alone is farther than the nearest.
        let start = rows.partition_point(|other| published[*other as usize] < original[row]);
        let (mut below, mut above) = (rows[..start].iter().rev().peekable(), rows[start..].iter().peekable());
        loop {
            let distance = |other: Option<&&u32>| other.map(|other| first.distance(row, **other as usize));
            let (low, high) = (distance(below.peek()), distance(above.peek()));
            let (next, far) = match (low, high) {
                (None, None) => return nearest.rows,
                (Some(low), high) if high.is_none_or(|high| low < high) => (below.next(), low),
                (_, high) => (above.next(), high.unwrap_or(f64::INFINITY)),
            };
            if far > nearest.distance * (1.0 + EQUAL) || far == f64::INFINITY {
                return nearest.rows;
            }
            next.into_iter().for_each(|&other| nearest.add(other, self.distance(row, other)));
        }
    }

    fn distance(&self, row: usize, other: u32) -> f64 {
        self.moved.iter().map(|column| column.distance(row, other as usize)).sum()
    }
}

impl Nearest {
    fn add(&mut self, row: u32, distance: f64) {
        if distance == f64::INFINITY || distance > self.distance * (1.0 + EQUAL) {
            return;
        }
        if distance < self.distance * (1.0 - EQUAL) {
            *self = Self { distance, rows: vec![row] };
        } else {
            self.rows.push(row);
        }
    }
}
