//! Counts that people ask for: how many records have some values in three columns.

use super::LikenessRequest;
use super::readings::Read;
use incog_data::text_hash;
use serde::Serialize;

/// How far counts are off: a query asks for the share of records with some values in three columns,
/// each a range of numbers or a set of words; those that fewer than half a percent of the original
/// have are not asked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Queries {
    /// Counts that were compared.
    pub asked: u64,
    /// The median of their relative errors; missing where none was.
    pub median_error: Option<f64>,
    /// The mean of their relative errors.
    pub mean_error: Option<f64>,
}

/// Columns of a query.
const WIDTH: usize = 3;
/// The least share of the records of the original.
const LEAST: f64 = 0.005;
/// Draws for each query that is wanted.
const DRAWS: usize = 10;
/// The most records that are looked at, evenly spaced.
const MOST_RECORDS: usize = 100_000;
/// The share of its values that a condition on words has.
const WORDS: f64 = 0.4;

/// Draws queries and compares them; `None` where there are fewer than three columns, or no records.
pub(super) fn queries(
    reads: &[Read<'_>],
    records: usize,
    released: usize,
    request: &LikenessRequest,
) -> Option<Queries> {
    if reads.len() < WIDTH || records == 0 || released == 0 {
        return None;
    }
    let orders: Vec<Vec<u32>> = reads.iter().map(order).collect();
    let mut errors = Vec::new();
    for draw in 0..request.queries * DRAWS {
        if errors.len() == request.queries {
            break;
        }
        let hash = |what: &str| text_hash(request.seed, &format!("query {draw} {what}"));
        let conditions: Vec<Condition<'_>> = columns(reads.len(), &hash)
            .into_iter()
            .enumerate()
            .map(|(place, column)| {
                Condition::draw(&reads[column], &orders[column], hash(&format!("values {place}")))
            })
            .collect();
        let before = share(records, |row| conditions.iter().map(|one| one.before(row)).product());
        if before >= LEAST {
            let after = share(released, |row| conditions.iter().map(|one| one.after(row)).product());
            errors.push((after - before).abs() / before);
        }
    }
    errors.sort_by(f64::total_cmp);
    let middle = |place: usize| errors.get(place).copied();
    let median = middle(errors.len().saturating_sub(1) / 2).zip(middle(errors.len() / 2));
    Some(Queries {
        asked: errors.len() as u64,
        median_error: median.map(|(low, high)| f64::midpoint(low, high)),
        mean_error: (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64),
    })
}

/// The mean over records, at most so many of them.
fn share(rows: usize, of: impl Fn(usize) -> f64) -> f64 {
    let step = rows.div_ceil(MOST_RECORDS).max(1);
    let (sum, count) =
        (0..rows).step_by(step).fold((0.0, 0u64), |(sum, count), row| (sum + of(row), count + 1));
    sum / count.max(1) as f64
}

/// Three different columns.
fn columns(all: usize, hash: &impl Fn(&str) -> u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..all).collect();
    order.sort_by_key(|column| (hash(&format!("column {column}")), *column));
    order.truncate(WIDTH);
    order
}

/// The values of a column: numbers in their order, words in that of their codes.
fn order(read: &Read<'_>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..read.numbers_before.len() as u32).collect();
    if read.numbers_before.iter().any(Option::is_some) {
        order.retain(|&code| read.numbers_before[code as usize].is_some());
        let number = |code: u32| read.numbers_before[code as usize].unwrap_or(f64::INFINITY);
        order.sort_by(|&a, &b| number(a).total_cmp(&number(b)).then(a.cmp(&b)));
    }
    order
}

/// Some values of a column.
struct Condition<'a> {
    read: &'a Read<'a>,
    /// For each code of the original whether it is asked for.
    asked: Vec<bool>,
    /// For each released code the share of its values that are.
    shares: Vec<f64>,
}

impl<'a> Condition<'a> {
    fn draw(read: &'a Read<'a>, order: &[u32], hash: u64) -> Self {
        let is_number = read.numbers_before.iter().any(Option::is_some);
        let share_of = |hash: u64| (hash >> 11) as f64 / (1u64 << 53) as f64;
        let part = if is_number { 0.1 + 0.4 * share_of(hash) } else { WORDS };
        let some = ((order.len() as f64 * part).round() as usize).clamp(1, order.len().max(1));
        let mut asked = vec![false; read.numbers_before.len()];
        if is_number {
            let places = order.len() - some.min(order.len()) + 1;
            let start = (share_of(text_hash(hash, "start")) * places as f64) as usize;
            order.iter().skip(start).take(some).for_each(|&code| asked[code as usize] = true);
        } else {
            let mut dealt = order.to_vec();
            dealt.sort_by_key(|code| (text_hash(hash, read.column.original.dictionary.get(*code)), *code));
            dealt.iter().take(some).for_each(|&code| asked[code as usize] = true);
        }
        let all = asked.iter().filter(|asked| **asked).count() as f64 / asked.len().max(1) as f64;
        let of = |values: &Option<Vec<u32>>| match values {
            None => all,
            Some(values) => {
                let inside = values.iter().filter(|&&code| asked[code as usize]).count();
                inside as f64 / values.len() as f64
            }
        };
        let shares = read.values.iter().map(of).collect();
        Self { read, asked, shares }
    }

    fn before(&self, row: usize) -> f64 {
        f64::from(u8::from(self.asked[self.read.column.original.codes.at(row) as usize]))
    }

    fn after(&self, row: usize) -> f64 {
        self.shares[self.read.column.released.codes.at(row) as usize]
    }
}
