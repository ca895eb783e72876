//! Of several columns that follow from each other one is enough.

use super::default_hierarchy::by_default;
use super::dependence::{FOLLOWS, have_same_order, is_sum, sampled_rows, share_that_follows};
use super::readings::Readings;
use incog_data::{Column, ColumnKind, HierarchySpec, Table};
use incog_roles::column_kind;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Words with more values and no hierarchy of their own stay only where a coarser column gives
/// them one.
const MANY_WORDS: usize = 50;

/// What is proposed of columns that follow from each other.
#[derive(Debug, Default)]
pub struct Redundancy {
    /// The columns that are left out, each with the columns that say it.
    pub left_out: BTreeMap<usize, Vec<usize>>,
    /// Columns of words with the coarser columns that each of their values is within, finest
    /// first.
    pub coarser: BTreeMap<usize, Vec<usize>>,
}

/// A column that may be left out, and what is known of it.
struct Candidate<'t> {
    place: usize,
    column: &'t Column,
    readings: Option<Readings<'t>>,
    is_structured: bool,
    worth: i32,
}

/// Which of the columns at `places` follow from others of them; `births` are those of dates of
/// birth, which are worth less than an age, and `person` says whose a record is.
pub fn redundancy(table: &Table, places: &[usize], births: &[usize], person: Option<&Column>) -> Redundancy {
    let rows = sampled_rows(table, person);
    let candidate = |&place: &usize| {
        let column = table.columns().get(place).filter(|column| column.dictionary.len() > 1)?;
        let is_structured = by_default(column) != HierarchySpec::Flat;
        let is_age = column_kind(&column.name) == ColumnKind::Age;
        let worth = i32::from(is_structured) + 2 * i32::from(is_age) - 2 * i32::from(births.contains(&place));
        Some(Candidate { place, column, readings: Readings::from_column(column), is_structured, worth })
    };
    let candidates: Vec<Candidate<'_>> = places.iter().filter_map(candidate).collect();
    let measured = Measured::new(&candidates, &rows);
    let kept = measured.kept();
    let left_out = (0..candidates.len()).filter(|place| !kept.contains(place));
    let left_out: BTreeMap<usize, Vec<usize>> = left_out
        .map(|dropped| {
            let by = measured.sources(dropped, &kept).into_iter().map(|source| candidates[source].place);
            (candidates[dropped].place, by.collect())
        })
        .collect();
    Redundancy { coarser: measured.coarser(&kept), left_out }
}

/// What follows from what.
struct Measured<'c, 't> {
    candidates: &'c [Candidate<'t>],
    /// For each column and each other the share of the records in which the other follows from it.
    shares: Vec<Vec<Option<f64>>>,
    /// Whether two have one order.
    ordered: Vec<Vec<bool>>,
    /// Later dates, each with the earlier date and the days between.
    sums: Vec<[usize; 3]>,
}

impl<'c, 't> Measured<'c, 't> {
    fn new(candidates: &'c [Candidate<'t>], rows: &[usize]) -> Self {
        let share = |one: &Candidate<'_>, other: &Candidate<'_>| {
            (one.place != other.place).then(|| share_that_follows(one.column, other.column, rows)).flatten()
        };
        let shares = candidates.iter().map(|one| candidates.iter().map(|other| share(one, other)).collect());
        let ordered = |one: &Candidate<'_>, other: &Candidate<'_>| {
            let (first, second) = (one.readings.as_ref(), other.readings.as_ref());
            let have = first.zip(second).is_some_and(|(first, second)| have_same_order(first, second, rows));
            one.place != other.place && have
        };
        let orders =
            candidates.iter().map(|one| candidates.iter().map(|other| ordered(one, other)).collect());
        Self { shares: shares.collect(), ordered: orders.collect(), sums: sums(candidates, rows), candidates }
    }

    /// Whether words or codes say another column. What rows of one day have in common they have by
    /// chance, or because one person has them.
    fn follows(&self, source: usize, target: usize) -> bool {
        let is_of_days = self.candidates[source].readings.as_ref().is_some_and(|read| read.are_days);
        !is_of_days && self.shares[source][target].is_some_and(|share| share >= FOLLOWS)
    }

    /// Whether the first makes the second superfluous: the second is a coarser form of it, or the
    /// two say one thing and the first is worth more or stands first.
    fn replaces(&self, first: usize, second: usize) -> bool {
        let (one, other) = (&self.candidates[first], &self.candidates[second]);
        let is_better = (one.worth, second) > (other.worth, first);
        match (self.follows(first, second), self.follows(second, first)) {
            (true, true) => is_better,
            (true, false) => self.keeps_detail(first, second),
            (false, _) => self.ordered[first][second] && is_better,
        }
    }

    /// Whether the finer column is of use without the coarser one: it has a hierarchy of its own,
    /// gets one from the other, or has few values.
    fn keeps_detail(&self, finer: usize, coarser: usize) -> bool {
        let one = &self.candidates[finer];
        one.is_structured || self.is_within(finer, coarser) || one.column.dictionary.len() <= MANY_WORDS
    }

    fn is_within(&self, finer: usize, coarser: usize) -> bool {
        // What the sample shows has to hold for every record, or the hierarchy does not nest. Codes
        // 1, 2, 3 in both columns would be labels with two meanings.
        let (one, other) = (&self.candidates[finer].column, &self.candidates[coarser].column);
        self.follows(finer, coarser)
            && !self.follows(coarser, finer)
            && settles(one, other)
            && have_clear_texts(one, other)
    }

    /// The columns that stay: each other is replaced by one that stayed when it was left out.
    fn kept(&self) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..self.candidates.len()).collect();
        for place in (0..self.candidates.len()).rev() {
            let is_sum = self.sums.iter().any(|[later, others @ ..]| {
                *later == place && others.iter().all(|other| kept.contains(other))
            });
            let is_replaced = kept.iter().any(|&other| other != place && self.replaces(other, place));
            if is_sum || is_replaced {
                kept.retain(|&other| other != place);
            }
        }
        kept
    }

    /// The columns that say one that is left out: one that stays, if there is one.
    fn sources(&self, dropped: usize, kept: &[usize]) -> Vec<usize> {
        let stays = kept.iter().copied().find(|&other| self.replaces(other, dropped));
        let is_of_kept =
            |sum: &&[usize; 3]| sum[0] == dropped && sum[1..].iter().all(|other| kept.contains(other));
        if let Some([_, others @ ..]) = self.sums.iter().find(is_of_kept) {
            return others.to_vec();
        }
        let any = || (0..self.candidates.len()).find(|&other| self.replaces(other, dropped));
        stays.or_else(any).into_iter().collect()
    }

    /// The chains of coarser columns, for words that have no hierarchy of their own.
    fn coarser(&self, kept: &[usize]) -> BTreeMap<usize, Vec<usize>> {
        let chain = |finest: usize| {
            let mut above: Vec<usize> = (0..self.candidates.len())
                .filter(|&other| !kept.contains(&other) && self.is_within(finest, other))
                .collect();
            above.sort_by_key(|&other| std::cmp::Reverse(self.candidates[other].column.dictionary.len()));
            let mut chain: Vec<usize> = Vec::new();
            for other in above {
                if chain.last().is_none_or(|&last| self.is_within(last, other)) {
                    chain.push(other);
                }
            }
            chain.into_iter().map(|other| self.candidates[other].place).collect::<Vec<_>>()
        };
        let words = kept.iter().filter(|&&place| !self.candidates[place].is_structured);
        let chains = words.map(|&place| (self.candidates[place].place, chain(place)));
        chains.filter(|(_, chain)| !chain.is_empty()).collect()
    }
}

/// Whether every record with a value of `source` has the one value of `target` that the others
/// with it have.
fn settles(source: &Column, target: &Column) -> bool {
    let mut settled: Vec<Option<u32>> = vec![None; source.dictionary.len()];
    let mut rows = source.codes.iter().zip(&target.codes);
    rows.all(|(code, other)| *settled[code as usize].get_or_insert(other) == other)
}

/// Whether a value that both columns have stands for the same records in both.
fn have_clear_texts(one: &Column, other: &Column) -> bool {
    let code_of: HashMap<&str, u32> = other.dictionary.iter().zip(0..).collect();
    let shared: Vec<Option<u32>> = one.dictionary.iter().map(|text| code_of.get(text).copied()).collect();
    let are_shared: HashSet<u32> = shared.iter().flatten().copied().collect();
    let mut rows = one.codes.iter().zip(&other.codes);
    rows.all(|(code, other)| match shared[code as usize] {
        Some(text) => text == other,
        None => !are_shared.contains(&other),
    })
}

/// The later dates that are an earlier one and a number of days.
fn sums(candidates: &[Candidate<'_>], rows: &[usize]) -> Vec<[usize; 3]> {
    let read = candidates.iter().enumerate();
    let read = read.filter_map(|(place, one)| Some((place, one.readings.as_ref()?)));
    let (dates, numbers): (Vec<_>, Vec<_>) = read.partition(|(_, read)| read.are_days);
    let mut sums = Vec::new();
    for &(later, end) in &dates {
        for &(earlier, begin) in dates.iter().filter(|(earlier, _)| *earlier != later) {
            let days = numbers.iter().find(|(_, days)| is_sum(end, begin, days, rows));
            sums.extend(days.map(|&(days, _)| [later, earlier, days]));
        }
    }
    sums
}
