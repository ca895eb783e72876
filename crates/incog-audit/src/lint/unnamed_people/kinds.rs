//! Records by their combinations of quasi-identifiers, and how often ages are equal there.

use crate::grouping::{Codes, Grouping};
use crate::numbers::numbers_or_days_of;
use incog_data::{Column, NarrowCodes, RecordCounts};
use incog_roles::{Meaning, read_name};

/// Equal numbers are this many times as frequent as neighbouring ones make likely. In tables of one
/// record a person it is 0.8 to 1.2 times; in those of three a person mostly 3 or more.
const TIMES: f64 = 2.0;

/// Fewer pairs of records that agree may be chance.
const FEWEST_PAIRS: f64 = 50.0;

/// Pairs beyond those that are likely, for each record.
const FEWEST_PAIRS_A_RECORD: f64 = 0.05;

/// Where pairs that agree in one other column agree, or nearly agree, in the number this often, the
/// other column tells the number, such as a school year the age.
const NEARLY_TOLD: f64 = 0.8;

/// Numbers of fewer values have too few neighbours.
const FEWEST_NUMBERS: usize = 10;

/// Pairs of records whose numbers are equal, and whose numbers are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Pairs {
    equal: f64,
    neighbours: f64,
}

/// The different combinations of quasi-identifiers, and how many records have each.
pub(super) struct Kinds {
    /// The columns' codes, one of each combination.
    codes: Vec<NarrowCodes>,
    /// How many codes each column has.
    values: Vec<usize>,
    /// The place of each code's number among all numbers; none of what is no number, or no age.
    ranks: Vec<Vec<Option<u32>>>,
    records: Vec<u64>,
}

impl Kinds {
    pub fn new(columns: &[&Column], rows: usize, counts: RecordCounts<'_>) -> Self {
        let groups = Grouping::of_columns(columns.iter().copied(), rows);
        let codes = columns.iter().map(|column| {
            groups.representatives.iter().map(|row| column.codes.at(*row as usize)).collect::<NarrowCodes>()
        });
        Self {
            codes: codes.collect(),
            values: columns.iter().map(|column| column.dictionary.len()).collect(),
            ranks: columns
                .iter()
                .map(|column| if is_age(column) { ranks(column) } else { Vec::new() })
                .collect(),
            records: counts.by_code(groups.of_row.iter().copied(), groups.len()),
        }
    }

    pub fn records(&self) -> u64 {
        self.records.iter().sum()
    }

    /// Records that agree with another one in all columns.
    pub fn repeated(&self) -> u64 {
        self.records.iter().filter(|records| **records > 1).sum()
    }

    /// How many times as often as is likely records agree, by the number that shows it best; none
    /// where they do not.
    pub fn most_times(&self) -> Option<f64> {
        let numbers = (0..self.codes.len()).filter(|at| {
            self.ranks[*at].iter().flatten().max().is_some_and(|most| *most as usize + 1 >= FEWEST_NUMBERS)
        });
        numbers.filter_map(|number| self.times(number)).max_by(f64::total_cmp)
    }

    fn times(&self, number: usize) -> Option<f64> {
        let others: Vec<usize> = (0..self.codes.len()).filter(|other| *other != number).collect();
        let all = self.pairs(number, &[]);
        // What tells the number is looked for only where that could be the reason.
        self.times_beside(number, &others, all)?;
        let others: Vec<usize> = others.into_iter().filter(|other| !self.tells(*other, number)).collect();
        self.times_beside(number, &others, all)
    }

    /// Whether another column says a number to the nearest neighbour.
    fn tells(&self, other: usize, number: usize) -> bool {
        let Pairs { equal, neighbours } = self.pairs(number, &[other]);
        equal + neighbours >= NEARLY_TOLD * self.agreeing(number, other)
    }

    /// How many times as often as is likely records are equal in a number that are equal in these
    /// others; none where that may be chance. `all` are the pairs whatever the others are.
    fn times_beside(&self, number: usize, others: &[usize], all: Pairs) -> Option<f64> {
        let found = self.pairs(number, others);
        let likely = found.neighbours.max(1.0) * all.equal / all.neighbours.max(1.0);
        let is_beyond = found.equal >= FEWEST_PAIRS
            && found.equal - likely >= FEWEST_PAIRS_A_RECORD * self.records() as f64;
        let times = found.equal / likely;
        (is_beyond && times >= TIMES).then_some(times)
    }

    /// Pairs of records that are equal in the other columns and have a number.
    fn pairs(&self, number: usize, others: &[usize]) -> Pairs {
        let codes: Vec<Codes<'_>> = others
            .iter()
            .map(|&other| Codes { of_row: &self.codes[other], values: self.values[other] })
            .collect();
        let groups = Grouping::by(&codes, self.records.len());
        let kinds = groups.of_row.iter().zip(self.codes[number].iter()).zip(&self.records);
        let mut known: Vec<(u32, u32, f64)> = kinds
            .filter_map(|((group, code), records)| {
                Some((*group, self.ranks[number][code as usize]?, *records as f64))
            })
            .collect();
        known.sort_unstable_by_key(|(group, rank, _)| (*group, *rank));
        let joined: Vec<(u32, u32, f64)> = known
            .chunk_by(|one, next| (one.0, one.1) == (next.0, next.1))
            .map(|same| (same[0].0, same[0].1, same.iter().map(|(_, _, records)| records).sum()))
            .collect();
        let neighbours = joined.windows(2).filter(|two| two[0].0 == two[1].0 && two[0].1 + 1 == two[1].1);
        Pairs {
            equal: joined.iter().map(|(_, _, records)| records * (records - 1.0) / 2.0).sum(),
            neighbours: neighbours.map(|two| two[0].2 * two[1].2).sum(),
        }
    }

    /// Pairs of records with a number that agree in another column.
    fn agreeing(&self, number: usize, other: usize) -> f64 {
        let mut of_code = vec![0.0; self.values[other]];
        let kinds = self.codes[other].iter().zip(self.codes[number].iter()).zip(&self.records);
        for ((other, code), records) in kinds {
            if self.ranks[number][code as usize].is_some() {
                of_code[other as usize] += *records as f64;
            }
        }
        of_code.iter().map(|records| records * (records - 1.0) / 2.0).sum()
    }
}

pub(super) fn is_age(column: &Column) -> bool {
    read_name(&column.name).first(&[Meaning::Birth, Meaning::Age]).is_some()
}

/// The place of the number of each code among all different numbers.
fn ranks(column: &Column) -> Vec<Option<u32>> {
    let numbers = numbers_or_days_of(column);
    let mut sorted: Vec<f64> = numbers.iter().flatten().copied().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.dedup();
    let ranks = numbers.into_iter().map(|number| {
        let number = number?;
        Some(sorted.partition_point(|one| *one < number) as u32)
    });
    ranks.collect()
}
