//! The numbers of a column as whole multiples of one power of ten, and what they are rounded to.

use super::crowd::Crowd;
use super::ladder::Base;
use incog_card::Value;
use incog_data::decimal::{floor_scaled, format_scaled, plain};
use incog_data::{Column, CountedTable};
use std::collections::{BTreeMap, HashSet};

/// Stands for a cell that is missing.
pub(crate) const NO_NUMBER: u32 = u32::MAX;

/// Numbers of fewer digits are told apart by floating-point numbers, as which jobs say ends.
const BEYOND_DIGITS: i128 = 10i128.pow(15);

/// Digits of the largest number that is counted with.
const MOST_DIGITS: usize = 37;

/// A number is an outlier where it lies beyond an end by more than one in so many parts of what
/// lies between both ends.
const OUTLYING: i128 = 4;

/// Of fewer people than so many times k, too large a share lies beyond the ends to be far from
/// others: of evenly spaced numbers the first would from six times k down.
const FEWEST_TIMES_K: u64 = 10;

/// The numbers of a column.
pub(crate) struct Numbers {
    /// Of each code; `None` where it is missing.
    of_code: Vec<Option<i128>>,
    places: u32,
    /// Those of published records, each with its records.
    published: BTreeMap<i128, u64>,
    finest: Base,
    /// The lowest number that k people have or stay below, and the highest that k people have or
    /// exceed; `None` where fewer than k have a number.
    ends: Option<[i128; 2]>,
}

/// What the numbers of a column become.
pub(crate) struct Rounded {
    /// For each code which of the rounded numbers it becomes; [`NO_NUMBER`] where it is missing.
    pub of_code: Vec<u32>,
    /// How many different ones published records have.
    pub published: usize,
}

impl Numbers {
    /// Those of a column in published records.
    pub fn of_column(column: &Column, crowd: &Crowd<'_>) -> Self {
        let mut records = vec![0; column.dictionary.len()];
        for &(row, count) in crowd.records {
            records[column.codes.at(row as usize) as usize] += count;
        }
        let is_known = |code: u32| !column.is_missing(code);
        let known = (0u32..).zip(column.dictionary.iter()).filter(|(code, _)| is_known(*code));
        let each: Vec<(u32, [usize; 2])> = known.map(|(code, text)| (code, digits(text))).collect();
        let [whole, all] = [0, 1].map(|part| each.iter().map(|(_, digits)| digits[part]).max().unwrap_or(0));
        let all = all.min(MOST_DIGITS.saturating_sub(whole)) as u32;
        // What only suppressed records have decides nothing.
        let told = each.iter().filter(|(code, _)| records[*code as usize] > 0).map(|(_, digits)| digits[1]);
        let finest = Base::finest((told.max().unwrap_or(0) as u32).min(all));
        let of_code: Vec<Option<i128>> = (0u32..)
            .zip(column.dictionary.iter())
            .map(|(code, text): (u32, &str)| floor_scaled(text, all).filter(|_| is_known(code)))
            .collect();
        let mut published = BTreeMap::new();
        for (number, &records) in of_code.iter().zip(&records).filter(|(_, records)| **records > 0) {
            number.iter().for_each(|&number| *published.entry(number).or_default() += records);
        }
        let ends = ends(column, &of_code, crowd);
        Self { of_code, places: all, published, finest, ends }
    }

    /// The multiple that a number becomes, in bases.
    fn multiple(&self, number: i128, base: i128) -> i128 {
        nearest(self.ends.map_or(number, |[lowest, highest]| number.clamp(lowest, highest)), base)
    }

    /// The multiples of a base that stand for all lower and for all higher numbers; `None` where
    /// fewer than k people have a number.
    pub fn ends(&self, base: Base) -> Option<[Value; 2]> {
        let scaled = base.scaled(self.places)?;
        let [lowest, highest] = self.ends?.map(|end| {
            let text = format_scaled(nearest(end, scaled).checked_mul(scaled)?, self.places);
            text.parse().map(Value::Whole).ok().or_else(|| text.parse().map(Value::Number).ok())
        });
        Some([lowest?, highest?])
    }

    /// Whether a job can say the ends at a base. At a finer one, they would have to be left out,
    /// and the outliers behind them would be published.
    pub fn has_ends(&self, base: Base) -> bool {
        let Some(scaled) = base.scaled(self.places) else { return false };
        let most = BEYOND_DIGITS / base.first();
        self.ends.is_none_or(|ends| ends.into_iter().all(|end| nearest(end, scaled).abs() < most))
    }

    /// How many published records have a number beyond the ends, far from them.
    fn outliers(&self) -> u64 {
        let Some([lowest, highest]) = self.ends else { return 0 };
        let far = (highest - lowest) / OUTLYING;
        let beyond =
            self.published.iter().filter(|(number, _)| **number < lowest - far || **number > highest + far);
        beyond.map(|(_, records)| records).sum()
    }

    /// The people, or records, who have a number.
    fn people(&self, column: &Column, crowd: &Crowd<'_>) -> u64 {
        let records = crowd.records.iter();
        let with = records.filter(|(row, _)| self.of_code[column.codes.at(*row as usize) as usize].is_some());
        match crowd.people {
            None => with.map(|(_, count)| count).sum(),
            Some(people) => {
                let names = with.map(|(row, _)| people.one_missing(people.codes.at(*row as usize)));
                names.collect::<HashSet<u32>>().len() as u64
            }
        }
    }

    /// The finest base that may be chosen.
    pub fn finest(&self) -> Base {
        self.finest
    }

    /// Whether every published number becomes 0 by a base, so that no coarser one changes anything.
    pub fn is_coarsest(&self, base: Base) -> bool {
        let Some(base) = base.scaled(self.places) else { return true };
        let ends = [self.published.keys().next(), self.published.keys().next_back()];
        ends.into_iter().flatten().all(|number| self.multiple(*number, base) == 0)
    }

    /// The published records at rounded numbers that fewer than `k` records have; counting ends
    /// above `most`.
    pub fn records_below(&self, base: Base, k: u64, most: u64) -> u64 {
        let Some(base) = base.scaled(self.places) else { return 0 };
        let (mut below, mut at, mut number) = (0, 0, None);
        for (&next, &records) in &self.published {
            let next = Some(self.multiple(next, base));
            if next != number {
                below += if at < k { at } else { 0 };
                (at, number) = (0, next);
            }
            if below > most {
                return below;
            }
            at += records;
        }
        below + if at < k { at } else { 0 }
    }

    /// What each code becomes.
    pub fn rounded(&self, base: Base) -> Rounded {
        let base = base.scaled(self.places).unwrap_or(i128::MAX);
        let mut number_of: BTreeMap<i128, u32> = BTreeMap::new();
        for &number in self.published.keys() {
            let next = number_of.len() as u32;
            number_of.entry(self.multiple(number, base)).or_insert(next);
        }
        let published = number_of.len();
        let code = |number: &Option<i128>| {
            // What only suppressed records have is asked of by nobody.
            number
                .and_then(|number| number_of.get(&self.multiple(number, base)).copied())
                .unwrap_or(NO_NUMBER)
        };
        Rounded { of_code: self.of_code.iter().map(code).collect(), published }
    }
}

/// Digits before and behind the point.
fn digits(text: &str) -> [usize; 2] {
    let Some(plain) = plain(text) else { return [0, 0] };
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    [whole.trim_start_matches('-').len(), rest.len()]
}

/// How many records of a table have a number that fewer than `k` people have or exceed, far beyond
/// all others: a weight of 260 kg, an income of millions.
pub(crate) fn outliers(table: CountedTable<'_>, column: &Column, people: Option<&Column>, k: u64) -> u64 {
    let rows = 0..table.table().rows() as u32;
    let records: Vec<(u32, u64)> = rows.map(|row| (row, table.count(row as usize))).collect();
    let crowd = Crowd { records: &records, people, k };
    let numbers = Numbers::of_column(column, &crowd);
    if numbers.people(column, &crowd) < FEWEST_TIMES_K * k { 0 } else { numbers.outliers() }
}

/// The numbers that the k-th of the people have from below and from above. Where those cross, since
/// there are fewer than twice k people, one number is both.
fn ends(column: &Column, of_code: &[Option<i128>], crowd: &Crowd<'_>) -> Option<[i128; 2]> {
    let mut rows: Vec<(i128, u32, u64)> = crowd
        .records
        .iter()
        .filter_map(|&(row, count)| Some((of_code[column.codes.at(row as usize) as usize]?, row, count)))
        .collect();
    rows.sort_unstable();
    let lowest = kth(rows.iter(), crowd)?;
    let highest = kth(rows.iter().rev(), crowd)?;
    Some([lowest.min(highest), highest])
}

/// The number at which k people, or records, are reached.
fn kth<'r>(rows: impl Iterator<Item = &'r (i128, u32, u64)>, crowd: &Crowd<'_>) -> Option<i128> {
    let (mut seen, mut reached) = (HashSet::new(), 0);
    for &(number, row, count) in rows {
        reached += match crowd.people {
            None => count,
            Some(people) => u64::from(seen.insert(people.one_missing(people.codes.at(row as usize)))),
        };
        if reached >= crowd.k {
            return Some(number);
        }
    }
    None
}

/// The nearest multiple of a base, in bases; of two, the one farther from 0.
fn nearest(number: i128, base: i128) -> i128 {
    let (bases, left) = ((number / base).abs(), (number % base).abs());
    let bases = bases + i128::from(left >= base - left);
    if number < 0 { -bases } else { bases }
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::Table;

    #[test]
    fn few_people_have_no_outliers() {
        let outliers_of = [9, 49, 50].map(|people: u32| {
            let mut builder = incog_data::ColumnBuilder::new("weight");
            (0..people).for_each(|one| builder.push(&(if one == 3 { 260 } else { 60 + one }).to_string()));
            let table = Table::new(vec![builder.finish(&[])]).expect("a table");
            outliers((&table).into(), &table.columns()[0], None, 5)
        });
        assert_eq!(outliers_of, [0, 0, 1]);
    }

    #[test]
    fn numbers_of_many_places_have_no_ends() {
        let mut builder = incog_data::ColumnBuilder::new("share");
        (1..30).for_each(|one| builder.push(&format!("{one}e-300")));
        let table = Table::new(vec![builder.finish(&[])]).expect("a table");
        assert_eq!(outliers((&table).into(), &table.columns()[0], None, 5), 0);
    }

    #[test]
    fn of_two_multiples_the_one_farther_from_nothing_is_nearest() {
        let of = |base| [-15, -14, -5, 4, 5, 14, 15].map(|number| nearest(number, base));
        assert_eq!(of(10), [-2, -1, -1, 0, 1, 1, 2]);
        assert_eq!(nearest(5, i128::MAX), 0);
    }
}
