//! Rows joined by person, and who has some given rows.

use crate::exposure::{days, rows_by_name};
use crate::grouping::{Codes, Grouping};
use crate::singling::{Blur, PublishedColumn};
use incog_data::{Column, NarrowCodes};
use std::collections::HashMap;

/// The rows of each person, by what is known of them.
pub(super) struct JoinedRows {
    /// The rows of each person, ascending; rows without a name are nobody's.
    pub rows_of: Vec<Vec<u32>>,
    /// The code of each row.
    code_of: Vec<u32>,
    /// The published days of each column whose dates are moved by person.
    days: Vec<Vec<Option<i64>>>,
    /// The people who have a row of each code, ascending.
    people_with: Vec<Vec<u32>>,
}

impl JoinedRows {
    pub fn new(person: &Column, known: &[&Column], moved: &[&PublishedColumn<'_>]) -> Self {
        let rows = person.codes.len();
        let days: Vec<Vec<Option<i64>>> = moved.iter().map(|one| days(one.column)).collect();
        let spans: Vec<NarrowCodes> = spans(moved, &days);
        let spans = spans.iter().map(|of_row| Codes { of_row, values: rows + 1 });
        let codes: Vec<Codes<'_>> = known.iter().copied().map(Codes::from).chain(spans).collect();
        let groups = Grouping::by(&codes, rows);
        let rows_of = rows_by_name(person);
        let mut people_with = vec![Vec::new(); groups.len()];
        for (person, rows) in (0u32..).zip(&rows_of) {
            rows.iter().for_each(|&row| people_with[groups.of_row[row as usize] as usize].push(person));
        }
        people_with.iter_mut().for_each(Vec::dedup);
        Self { rows_of, code_of: groups.of_row, days, people_with }
    }

    /// How many people have rows like all of these, with as many days between them; counted no
    /// further than `most`.
    pub fn people_with(&self, rows: &[u32], most: u64) -> u64 {
        let with = |row: &u32| &self.people_with[self.code_of[*row as usize] as usize];
        let Some(rarest) = rows.iter().min_by_key(|row| with(row).len()) else { return 0 };
        let have = with(rarest).iter().filter(|person| self.has(**person, *rarest, rows));
        have.take(most as usize).count() as u64
    }

    /// Whether a person has rows like these, each another one, as many days from one like the
    /// anchor.
    fn has(&self, person: u32, anchor: u32, rows: &[u32]) -> bool {
        let own = &self.rows_of[person as usize];
        let starts = own.iter().filter(|row| self.code_of[**row as usize] == self.code_of[anchor as usize]);
        starts.copied().any(|start| {
            let mut taken = vec![start];
            rows.iter().filter(|row| **row != anchor).all(|&row| {
                let (wanted, since) = (self.code_of[row as usize], self.days_between(anchor, row));
                let fits =
                    |own: u32| self.code_of[own as usize] == wanted && self.days_between(start, own) == since;
                let found = own.iter().copied().find(|own| !taken.contains(own) && fits(*own));
                taken.extend(found);
                found.is_some()
            })
        })
    }

    /// The days from one row to another in each moved column; none where a date is missing.
    fn days_between(&self, from: u32, to: u32) -> Vec<Option<i64>> {
        self.days.iter().map(|days| Some(days[to as usize]? - days[from as usize]?)).collect()
    }
}

/// For each moved column but the first of those that are moved together, the days from that one in
/// the row, as codes: 0 where they are not known.
fn spans(moved: &[&PublishedColumn<'_>], days: &[Vec<Option<i64>>]) -> Vec<NarrowCodes> {
    let key = |place: usize| match moved[place].blur {
        Blur::Days { key, .. } => Some(key),
        _ => None,
    };
    let first = |place: usize| (0..place).find(|&first| key(first) == key(place));
    let pairs = (0..moved.len()).filter_map(|place| Some((first(place)?, place)));
    pairs.map(|(first, place)| coded_spans(&days[first], &days[place])).collect()
}

fn coded_spans(from: &[Option<i64>], to: &[Option<i64>]) -> NarrowCodes {
    let mut known: HashMap<i64, u32> = HashMap::new();
    let spans = from.iter().zip(to).map(|(from, to)| Some((*to)? - (*from)?));
    let code = |span: Option<i64>| {
        let next = known.len() as u32 + 1;
        span.map_or(0, |span| *known.entry(span).or_insert(next))
    };
    spans.map(code).collect()
}
