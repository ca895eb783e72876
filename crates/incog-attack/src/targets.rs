//! Who is attacked: people with all their records, or each record by itself.

use incog_data::Column;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The people of a table, or its records, in the order in which they are attacked: that of their
/// hashes, which follow from the texts of their records. Those with equal hashes look the same, so
/// it does not matter which comes first.
pub(crate) struct Targets {
    rows: Vec<u32>,
    /// Whose each of them is.
    whose: Vec<u32>,
    /// Where the rows of each begin, and where the last ones end.
    starts: Vec<usize>,
}

impl Targets {
    /// Each record by itself.
    pub fn records(hashes: &[u64]) -> Self {
        let mut rows: Vec<u32> = (0..hashes.len() as u32).collect();
        rows.sort_by_cached_key(|&row| mixed(hashes[row as usize]));
        Self { starts: (0..=rows.len()).collect(), whose: (0..rows.len() as u32).collect(), rows }
    }

    /// Each value of the column with all rows that have it.
    pub fn people(hashes: &[u64], people: &Column) -> Self {
        let mut of_person = vec![0u64; people.dictionary.len()];
        for (&hash, person) in hashes.iter().zip(&people.codes) {
            of_person[person as usize] = of_person[person as usize].wrapping_add(mixed(hash));
        }
        let person = |row: u32| people.codes.at(row as usize);
        let mut rows: Vec<u32> = (0..hashes.len() as u32).collect();
        rows.sort_by_key(|&row| (of_person[person(row) as usize], person(row), hashes[row as usize]));
        let starts: Vec<usize> = (0..rows.len())
            .filter(|&place: &usize| place == 0 || person(rows[place]) != person(rows[place - 1]))
            .chain([rows.len()])
            .collect();
        let whose =
            (0u32..).zip(starts.windows(2)).flat_map(|(target, ends)| vec![target; ends[1] - ends[0]]);
        Self { whose: whose.collect(), rows, starts }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The rows of one, and the place of the first of them among all.
    pub fn records_of(&self, target: usize) -> (usize, &[u32]) {
        let (start, end) = (self.starts[target], self.starts[target + 1]);
        (start, &self.rows[start..end])
    }

    /// How many rows there are.
    pub fn records_in_all(&self) -> usize {
        self.rows.len()
    }

    /// The row at a place of all rows, with whose it is.
    pub fn at(&self, place: usize) -> (usize, u32) {
        (self.whose[place] as usize, self.rows[place])
    }

    /// All rows with whose they are, in order.
    pub fn rows(&self) -> impl Iterator<Item = (usize, u32)> + Clone + '_ {
        self.whose.iter().map(|&target| target as usize).zip(self.rows.iter().copied())
    }
}

/// So that sums of the hashes of several records tell which records they are of: a hash is itself a
/// sum over columns.
fn mixed(hash: u64) -> u64 {
    Xoshiro256PlusPlus::seed_from_u64(hash).next_u64()
}
