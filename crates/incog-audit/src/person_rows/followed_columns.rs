//! Columns that follow from the other rows of a person: the weeks since the last visit.

use super::{alone_or_together, linked};
use crate::exposure::rows_by_name;
use crate::lint::Finding;
use crate::numbers::{correlation, numbers_or_days};
use crate::singling::FEWEST_SHARED;
use incog_data::Column;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The rows of at most so many people are read, evenly spaced.
const MOST_PEOPLE: usize = 10_000;

/// At most so many columns that somebody may know: those with the most values.
const MOST_SOURCES: usize = 24;

/// A column follows where so large a share of its values does.
const FOLLOWING: f64 = 0.9;

/// It also follows where its correlation with an answer is as high.
const CORRELATED: f64 = 0.98;

/// The share that follows closes so much of the gap between chance and all rows.
const BEYOND_CHANCE: f64 = 0.5;

/// Answers about each row of a person, by a number or a date that all of them have.
const ANSWERS: usize = 7;

/// The dangers that columns follow from the other rows of a person.
///
/// An attacker knows the columns `known` in all rows of a person: quasi-identifiers, and other
/// columns that people may know. Each number or date among them puts the rows of a person in order.
/// The order answers how far a row is from the one before, the one after, the first and the last,
/// what its place is from either end, and how many rows there are.
///
/// A column follows if nine in ten of its values are those that most other rows with the same
/// answer have, and if that closes half of the gap between chance and all rows. It also follows if
/// its correlation with the answer is 0.98. Columns of few values count together, since each of
/// them joins few rows.
///
/// ```
/// let day = |row: u64| row / 100 * 60 + row * row * 7 % 41;
/// let rows = (0..400).map(|row| {
///     let since = if row < 100 { 0 } else { day(row) - day(row - 100) };
///     [format!("P{}", row % 100), day(row).to_string(), since.to_string()]
/// });
/// let rows: Vec<[String; 3]> = rows.collect();
/// let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
/// let table = incog_data::Table::from_rows(["who", "day", "since"], rows, &[])?;
/// let [who, day, since] = table.columns() else { unreachable!("three columns") };
/// let found = incog_audit::followed_columns(who, vec![day], &[since]);
/// assert_eq!(found[0].key(), "since: linked rows");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn followed_columns(person: &Column, mut known: Vec<&Column>, columns: &[&Column]) -> Vec<Finding> {
    let rows_of = rows_by_name(person);
    if (rows_of.len() as u64) < FEWEST_SHARED {
        return Vec::new();
    }
    let step = rows_of.len().div_ceil(MOST_PEOPLE);
    let rows_of: Vec<Vec<u32>> = rows_of.into_iter().step_by(step).filter(|rows| rows.len() > 1).collect();
    known.sort_by_key(|column| std::cmp::Reverse(column.dictionary.len()));
    known.truncate(MOST_SOURCES);
    let mut source_of: BTreeMap<usize, &Column> = BTreeMap::new();
    for source in known {
        let Some(answers) = answers(source, &rows_of) else { continue };
        let others = columns.par_iter().enumerate().filter(|(_, target)| target.name != source.name);
        let found = others.filter(|(_, target)| follows(target, &answers)).map(|(place, _)| place);
        for place in found.collect::<Vec<usize>>() {
            source_of.entry(place).or_insert(source);
        }
    }
    let found: Vec<[&Column; 2]> =
        source_of.into_iter().map(|(place, source)| [columns[place], source]).collect();
    alone_or_together(&found).iter().map(|pairs| finding(pairs)).collect()
}

/// What the rows of a person say about one of them; missing where they say nothing.
struct Answers {
    row: u32,
    told: [Option<f64>; ANSWERS],
}

/// What the rows of each person say by a column; none where most rows have no number and no date.
fn answers(source: &Column, rows_of: &[Vec<u32>]) -> Option<Vec<Answers>> {
    let numbers = numbers_or_days(source);
    let number = |row: &u32| Some((numbers[source.codes.at(*row as usize) as usize]?, *row));
    let mut answers = Vec::new();
    for rows in rows_of {
        let mut placed: Vec<(f64, u32)> = rows.iter().filter_map(number).collect();
        placed.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        answers.extend((0..placed.len()).map(|place| answers_at(&placed, place)));
    }
    (2 * answers.len() > rows_of.iter().map(Vec::len).sum()).then_some(answers)
}

/// What ordered rows say about the one at a place.
fn answers_at(placed: &[(f64, u32)], place: usize) -> Answers {
    let (number, row) = placed[place];
    let last = placed.len() - 1;
    let away = |other: Option<usize>| Some((placed.get(other?)?.0 - number).abs());
    let told = [
        away(place.checked_sub(1)),
        away(Some(place + 1)),
        away(Some(0)),
        away(Some(last)),
        Some(place as f64),
        Some((last - place) as f64),
        Some(placed.len() as f64),
    ];
    Answers { row, told }
}

/// Whether a column follows from one of the answers.
fn follows(target: &Column, answers: &[Answers]) -> bool {
    let numbers = numbers_or_days(target);
    (0..ANSWERS).any(|answer| {
        let told = answers.iter().filter_map(|one| {
            let code = target.codes.at(one.row as usize);
            (!target.is_missing(code)).then_some(())?;
            Some((one.told[answer]?, code))
        });
        let mut told: Vec<(f64, u32)> = told.collect();
        if (told.len() as u64) < FEWEST_SHARED {
            return false;
        }
        told.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        is_told(&told) || is_line(&told, &numbers)
    })
}

/// Whether most rows have the code that most others with their answer have, beyond chance.
fn is_told(told: &[(f64, u32)]) -> bool {
    let right: usize = told.chunk_by(|one, other| one.0 == other.0).map(others_like_most).sum();
    let mut all = told.to_vec();
    all.iter_mut().for_each(|(answer, _)| *answer = 0.0);
    all.sort_by_key(|(_, code)| *code);
    let [right, chance] = [right, others_like_most(&all)].map(|rows| rows as f64 / told.len() as f64);
    right >= FOLLOWING && right - chance >= BEYOND_CHANCE * (1.0 - chance)
}

/// Of rows in the order of codes, those with the most frequent code, without the row that tells it.
fn others_like_most(rows: &[(f64, u32)]) -> usize {
    let most = rows.chunk_by(|one, other| one.1 == other.1).map(<[(f64, u32)]>::len).max();
    most.unwrap_or(1) - 1
}

/// Whether the numbers of most rows lie nearly on a line of their answers.
fn is_line(told: &[(f64, u32)], numbers: &[Option<f64>]) -> bool {
    let points = told.iter().filter_map(|(answer, code)| Some((*answer, numbers[*code as usize]?)));
    let points: Vec<(f64, f64)> = points.collect();
    2 * points.len() > told.len() && correlation(&points).abs() >= CORRELATED
}

/// The finding about columns, each of which stands before one that it follows from.
fn finding(pairs: &[&Column]) -> Finding {
    let followed: Vec<&Column> = pairs.iter().copied().step_by(2).collect();
    let mut sources: Vec<&str> = pairs.iter().skip(1).step_by(2).map(|source| source.name.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    let message = format!(
        "it follows from the other rows of a person, as the days since the last visit follow from the dates of \
         all visits: an attacker who knows {} in all of her rows works it out, and no model counts it; leave it \
         out, make it a quasi-identifier, or publish one row per person",
        sources.join(" and ")
    );
    linked(&followed, message)
}
