//! Rows of a person that continue each other: a balance before a payment is that after the last.

use super::{alone_or_together, linked};
use crate::exposure::rows_by_name;
use crate::lint::Finding;
use crate::singling::FEWEST_SHARED;
use incog_data::Column;
use rayon::prelude::*;
use std::collections::HashMap;

/// Columns that are compared, at most: those with the most values.
const MOST_COLUMNS: usize = 24;

/// So much of what is to be continued goes on in another row of the person.
const CONTINUED: f64 = 0.9;

/// So much of what chance would not continue, too.
const BEYOND_CHANCE: f64 = 0.5;

/// The dangers that one column of a person's row goes on in another column of another row.
///
/// An attacker who knows the classes of a person joins those rows that continue each other, as a
/// pseudonym would. A pair of columns counts where nine in ten rows of a person go on in another
/// one, and where that closes half of the gap between chance and all rows. Columns that stay nearly
/// the same are left out; they are judged by what they tell.
///
/// ```
/// let rows: Vec<[String; 3]> = (0..400)
///     .map(|row| [row / 4, row * 37, row * 37 + 37].map(|number| number.to_string()))
///     .collect();
/// let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
/// let table = incog_data::Table::from_rows(["who", "before", "after"], rows, &[])?;
/// let [who, before, after] = table.columns() else { unreachable!("three columns") };
/// let found = incog_audit::continued_rows(who, &[before, after]);
/// assert_eq!(found[0].key(), "before + after: linked rows");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn continued_rows(person: &Column, columns: &[&Column]) -> Vec<Finding> {
    let rows_of = rows_by_name(person);
    if (rows_of.len() as u64) < FEWEST_SHARED {
        return Vec::new();
    }
    let mut columns: Vec<&Column> = columns.to_vec();
    columns.retain(|column| column.dictionary.len() > 1 && changes(column, &rows_of));
    columns.sort_by_key(|column| std::cmp::Reverse(column.dictionary.len()));
    columns.truncate(MOST_COLUMNS);
    // What goes on from one column to another comes from there, so the order does not matter.
    let pairs = (0..columns.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
    let pairs: Vec<[&Column; 2]> = pairs.map(|pair| pair.map(|place| columns[place])).collect();
    let pairs: Vec<[&Column; 2]> =
        pairs.into_par_iter().filter(|[begin, end]| goes_on(begin, end, &rows_of)).collect();
    alone_or_together(&pairs).iter().map(|columns| finding(columns)).collect()
}

/// Whether some of the other rows of people, one in ten, have another value than the first.
fn changes(column: &Column, rows_of: &[Vec<u32>]) -> bool {
    let (mut others, mut different) = (0, 0);
    for rows in rows_of.iter().filter(|rows| rows.len() > 1) {
        let mut codes: Vec<u32> = rows.iter().map(|row| column.codes.at(*row as usize)).collect();
        codes.sort_unstable();
        codes.dedup();
        others += rows.len() - 1;
        different += codes.len() - 1;
    }
    10 * different > others
}

/// Whether the rows of people go on in other rows of theirs, and more than by chance.
fn goes_on(begin: &Column, end: &Column, rows_of: &[Vec<u32>]) -> bool {
    let ends = Ends::new(begin, end);
    let all: usize = rows_of.iter().map(|rows| rows.len() - 1).sum();
    let (mut own, mut strange, mut missed) = (0, 0, 0);
    for (rows, others) in
        rows_of.iter().zip(rows_of.iter().cycle().skip(1)).filter(|(rows, _)| rows.len() > 1)
    {
        let going_on = ends.continued(rows, rows);
        missed += rows.len() - 1 - going_on;
        // Of most pairs a part of the people says that too many rows go on nowhere.
        if share(all - missed, all) < CONTINUED {
            return false;
        }
        own += going_on;
        strange += ends.continued(rows, others);
    }
    let (own, strange) = (share(own, all), share(strange, all));
    own >= CONTINUED && own - strange >= BEYOND_CHANCE * (1.0 - strange)
}

fn share(rows: usize, all: usize) -> f64 {
    rows as f64 / all.max(1) as f64
}

/// Two columns, of which one may say how a row begins and the other how it ends.
struct Ends<'a> {
    begin: &'a Column,
    end: &'a Column,
    /// For each code of the end, the code of the beginning with the same text.
    begins_as: Vec<Option<u32>>,
}

impl<'a> Ends<'a> {
    fn new(begin: &'a Column, end: &'a Column) -> Self {
        let place: HashMap<&str, u32> =
            (0u32..).zip(begin.dictionary.iter()).map(|(code, text)| (text, code)).collect();
        let begins_as = (0u32..)
            .zip(end.dictionary.iter())
            .map(|(code, text)| place.get(text).copied().filter(|_| !end.is_missing(code)))
            .collect();
        Self { begin, end, begins_as }
    }

    /// How many rows end as one of the others begins, all but one at most: the last goes on
    /// nowhere. No row goes on in itself.
    fn continued(&self, rows: &[u32], others: &[u32]) -> usize {
        let mut begins: Vec<(u32, u32)> =
            others.iter().map(|&other| (self.begin.codes.at(other as usize), other)).collect();
        begins.sort_unstable();
        let goes_on = rows.iter().filter(|row| {
            let Some(wanted) = self.begins_as[self.end.codes.at(**row as usize) as usize] else {
                return false;
            };
            let first = begins.partition_point(|(code, _)| *code < wanted);
            let mut found = begins[first..].iter().take_while(|(code, _)| *code == wanted);
            found.any(|(_, other)| other != *row)
        });
        goes_on.count().min(rows.len() - 1)
    }
}

fn finding(columns: &[&Column]) -> Finding {
    let message = "one row of a person continues another: its value in one column is that of another row in \
         another column. An attacker who knows the quasi-identifiers of all rows joins them by that, as by a \
         pseudonym, and no model counts it; leave one column of each pair out, or publish one row per person";
    linked(columns, message.to_owned())
}
