//! An attacker who knows a few rows of somebody, where a release says which rows are one person's.

use super::linked;
use super::rows_by_person::JoinedRows;
use crate::lint::Finding;
use crate::singling::{Blur, FEWEST_SHARED, KNOWN, PublishedColumn, is_hidden, lookalikes};
use incog_data::{Column, RecordCounts};
use rayon::prelude::*;

/// The rows of somebody that the attacker knows: three purchases, three visits.
const KNOWN_ROWS: usize = 3;

/// People who are looked for, evenly spaced. Where 5 % of all people are found, the share of these
/// is within 1.4 percentage points of it in 19 of 20 tables.
const LOOKED_FOR: usize = 1_000;

/// A table whose rows a pseudonym joins, and the columns that others may know rows by.
#[derive(Debug, Clone)]
pub struct KnownRowsRequest<'a> {
    /// Says which rows are one person's.
    pub person: &'a Column,
    /// The columns that are published value by value.
    pub columns: Vec<PublishedColumn<'a>>,
    /// How many records each row stands for.
    pub counts: RecordCounts<'a>,
    /// The largest k that a model asks for; 1 where none does.
    pub k: u64,
}

/// People who are found by rows that somebody knows of them.
struct FoundPeople {
    /// Those of the people looked for who have several rows and few lookalikes.
    found: u64,
    looked_for: u64,
    people: u64,
    /// They have fewer lookalikes than this, themselves included.
    fewer_than: u64,
}

/// The danger that whoever knows three rows of somebody finds the pseudonym that has them, if it is
/// one.
///
/// A row is known by the values of the columns that others may know; of dates that a treatment
/// moves by person, the days between rows are known. The finding is made where that leaves fewer
/// than k people for more than one person in twenty, before any record is suppressed.
///
/// ```
/// use incog_audit::{Blur, KnownRowsRequest, PublishedColumn, known_rows};
/// use incog_privacy::Role;
/// let rows: Vec<[String; 2]> =
///     (0..600).map(|row| [format!("P{}", row % 200), format!("shop {}", row * row % 97 % 25)]).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["who", "shop"], rows, &[])?;
/// let [who, shop] = table.columns() else { unreachable!("two columns") };
/// let shop = PublishedColumn { column: shop, role: Role::Insensitive, blur: Blur::None };
/// let request = KnownRowsRequest {
///     person: who, columns: vec![shop], counts: Default::default(), k: 5,
/// };
/// assert_eq!(known_rows(&request).map(|found| found.key()), Some("who: linked rows".to_owned()));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn known_rows(request: &KnownRowsRequest<'_>) -> Option<Finding> {
    let known: Vec<&Column> =
        request.columns.iter().filter(|one| is_known(one, request.counts)).map(column).collect();
    let moved: Vec<&PublishedColumn<'_>> =
        request.columns.iter().filter(|one| matches!(one.blur, Blur::Days { .. })).collect();
    let joined = JoinedRows::new(request.person, &known, &moved);
    let people = joined.rows_of.len() as u64;
    if people < FEWEST_SHARED || known.is_empty() && moved.is_empty() {
        return None;
    }
    let found = count_found(&joined, lookalikes(request.k, people));
    let names = known.iter().copied().chain(moved.iter().map(|one| one.column));
    let names: Vec<&str> = names.map(|column| column.name.as_str()).collect();
    found.is_danger().then(|| found.finding(request.person, &names, !moved.is_empty()))
}

fn column<'a>(published: &PublishedColumn<'a>) -> &'a Column {
    published.column
}

/// Whether others may know the published values of a column.
fn is_known(published: &PublishedColumn<'_>, counts: RecordCounts<'_>) -> bool {
    published.blur == Blur::None && !is_hidden(*published, counts)
}

fn count_found(joined: &JoinedRows, least: u64) -> FoundPeople {
    let people = joined.rows_of.len();
    let step = people.div_ceil(LOOKED_FOR).max(1);
    let looked_for: Vec<usize> = (0..people).step_by(step).collect();
    let is_found = |person: &&usize| {
        let rows = &joined.rows_of[**person];
        rows.len() > 1 && joined.people_with(&some_rows(rows), least) < least
    };
    FoundPeople {
        found: looked_for.par_iter().filter(is_found).count() as u64,
        looked_for: looked_for.len() as u64,
        people: people as u64,
        fewer_than: least,
    }
}

/// The rows that the attacker knows: the first, the last and one between.
fn some_rows(rows: &[u32]) -> Vec<u32> {
    let last = rows.len() - 1;
    let mut places: Vec<usize> = (0..KNOWN_ROWS).map(|place| place * last / (KNOWN_ROWS - 1)).collect();
    places.dedup();
    places.into_iter().map(|place| rows[place]).collect()
}

impl FoundPeople {
    /// Whether more than one person in twenty is found.
    fn is_danger(&self) -> bool {
        u128::from(self.found) * u128::from(KNOWN) > u128::from(self.looked_for)
    }

    fn finding(&self, person: &Column, known: &[&str], is_moved: bool) -> Finding {
        let Self { found, looked_for, people, fewer_than } = self;
        let sample =
            if looked_for < people { format!(" tested, of {people} people") } else { " people".to_owned() };
        let between = if is_moved { ", and the days between shifted dates" } else { "" };
        let message = format!(
            "a pseudonym links the rows of a person: for {found} of {looked_for}{sample}, an attacker who \
             knows {KNOWN_ROWS} of the rows by their published values ({}{between}) finds fewer than \
             {fewer_than} pseudonyms that match, and no model counts that; leave the pseudonym out, publish \
             one row per person, or publish these columns coarser",
            known.join(", ")
        );
        linked(&[person], message)
    }
}
