//! Yes/no columns that are answers about one fact: indicators of its categories, or thresholds of
//! its number.

use super::recoding::categories;
use crate::singling::{Blur, PublishedColumn};
use std::collections::BTreeSet;

/// Fewer columns that exclude or imply each other may be two facts, such as sex and pregnancy: see
/// [`AS_GOOD`].
const FEWEST: usize = 3;

/// Two columns are one fact where the draw of the one says of the other so large a share of what a
/// second draw of that other one would say.
const AS_GOOD: f64 = 0.5;

/// A pair of answers excludes or implies where one of its four combinations is expected in so many
/// records and nearly missing. Where answers are independent, 1 in 20,000 pairs seems to.
const EXPECTED: f64 = 10.0;

/// The share of the expected records that a missing combination may have: errors of coding.
const ERRORS: f64 = 0.05;

/// The sets of columns whose categories chance replaces, each by its own draw, although any two of
/// a set exclude or imply each other, as the indicators of one category and the thresholds of one
/// number do. All draws together tell that category or number better than one.
///
/// ```
/// use incog_audit::{Blur, PublishedColumn, draws_of_one_fact};
/// use incog_privacy::Role;
/// let row = |row: u32| [0, 1, 2].map(|kind| u32::from(row * 7 % 5 == kind).to_string());
/// let rows: Vec<[String; 3]> = (0..400).map(row).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["flu", "gout", "cold"], rows, &[])?;
/// let drawn = |column| PublishedColumn { column, role: Role::Sensitive, blur: Blur::Replaced(0.3) };
/// let columns: Vec<PublishedColumn<'_>> = table.columns().iter().map(drawn).collect();
/// assert_eq!(draws_of_one_fact(&columns)[0].len(), 3);
/// assert!(draws_of_one_fact(&columns[..2]).is_empty());
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn draws_of_one_fact<'a>(columns: &[PublishedColumn<'a>]) -> Vec<Vec<PublishedColumn<'a>>> {
    let mut sets: Vec<Vec<Answer<'a>>> = Vec::new();
    for answer in columns.iter().filter_map(|column| Answer::new(*column)) {
        match sets.iter_mut().find(|set| set.iter().all(|other| other.excludes_or_implies(&answer))) {
            Some(set) => set.push(answer),
            None => sets.push(vec![answer]),
        }
    }
    let of_one_fact = sets.into_iter().filter(|set| is_one_fact(set));
    of_one_fact.map(|set| set.into_iter().map(|answer| answer.column).collect()).collect()
}

fn is_one_fact(set: &[Answer<'_>]) -> bool {
    match set {
        [one, other] => one.is_as_good_as(other) || other.is_as_good_as(one),
        set => set.len() >= FEWEST,
    }
}

/// What the draws of two answers tell of the first one (mutual information, in nats), given the
/// records of each combination and how often chance flips each.
fn information(records: [[f64; 2]; 2], flips_first: f64, flips_second: f64) -> f64 {
    let all: f64 = records.iter().flatten().sum();
    let chance = |is: usize, drawn: usize, flips: f64| if is == drawn { 1.0 - flips } else { flips };
    // Of the first answer together with both draws.
    let joint = |answer: usize, first: usize, second: usize| {
        let of_second =
            [0, 1].map(|other| records[answer][other] / all * chance(other, second, flips_second));
        (of_second[0] + of_second[1]) * chance(answer, first, flips_first)
    };
    let mut told = 0.0;
    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let of_draws = joint(0, first, second) + joint(1, first, second);
        for answer in [0, 1] {
            let (both, alone) = (joint(answer, first, second), records[answer].iter().sum::<f64>() / all);
            told += if both > 0.0 { both * (both / (of_draws * alone)).ln() } else { 0.0 };
        }
    }
    told
}

/// A column of two values, of which chance replaces some.
struct Answer<'a> {
    column: PublishedColumn<'a>,
    /// The probability that chance replaces a value.
    replaced: f64,
    /// Whether each row has the first of the two values.
    of_row: Vec<Option<bool>>,
}

impl<'a> Answer<'a> {
    /// None of a column of more or fewer values, or one that chance does not replace.
    fn new(column: PublishedColumn<'a>) -> Option<Self> {
        let Blur::Replaced(replaced) = column.blur else { return None };
        let codes = categories(column.column);
        let values: BTreeSet<u32> = codes.iter().copied().flatten().collect();
        let first = *values.first()?;
        let of_row = codes.iter().map(|code| code.map(|code| code == first)).collect();
        (values.len() == 2).then_some(Self { column, replaced, of_row })
    }

    /// Whether its draw says nearly as much of another answer, beside that one's own draw, as a
    /// second draw of that one would.
    fn is_as_good_as(&self, target: &Self) -> bool {
        let records = target.records_beside(self);
        let of_target = records.map(|row| row[0] + row[1]);
        let again = [[of_target[0], 0.0], [0.0, of_target[1]]];
        let alone = information([[of_target[0], 0.0], [of_target[1], 0.0]], target.replaced, 0.0);
        let beside = information(records, target.replaced, self.replaced) - alone;
        beside >= AS_GOOD * (information(again, target.replaced, target.replaced) - alone)
    }

    /// The records of each combination of two answers.
    fn records_beside(&self, other: &Self) -> [[f64; 2]; 2] {
        let mut records = [[0.0; 2]; 2];
        for (one, other) in
            self.of_row.iter().zip(&other.of_row).filter_map(|(one, other)| (*one).zip(*other))
        {
            records[usize::from(one)][usize::from(other)] += 1.0;
        }
        records
    }

    fn excludes_or_implies(&self, other: &Self) -> bool {
        let records = self.records_beside(other);
        let of_one = records.map(|row| row[0] + row[1]);
        let of_other = [0, 1].map(|place| records[0][place] + records[1][place]);
        let all = of_one[0] + of_one[1];
        let is_missing = |one: usize, other: usize| {
            let expected = of_one[one] * of_other[other] / all;
            expected >= EXPECTED && records[one][other] <= ERRORS * expected
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].iter().any(|&(one, other)| is_missing(one, other))
    }
}
