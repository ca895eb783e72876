//! Tables whose records are dealt to providers, for measuring collaborative publishing.

use incog::InputError;
use incog::{IncogError, Job};
use incog_data::{Column, DictionaryBuilder, Table, ValueType};
use incog_io::read_table;
use incog_search::Stream;

/// How the records of a table are dealt to providers; the same deal gives the same records to each.
///
/// ```
/// use incog_lab::instances::{Deal, Skew};
/// let deal = Deal { providers: 2, skew: Skew::Even, seed: 1 };
/// let providers = deal.provider_of_rows(1_000);
/// assert_eq!(providers, deal.provider_of_rows(1_000));
/// assert!(providers.contains(&0) && providers.contains(&1) && providers.iter().all(|&provider| provider < 2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// Providers, at least 1.
    pub providers: usize,
    /// Who gets how many.
    pub skew: Skew,
    /// Fixes who gets which.
    pub seed: u64,
}

/// How many records each provider gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skew {
    /// Every provider gets as many as the others, up to chance.
    Even,
    /// Each gets half as many as the one before, except that the last gets as many as the one
    /// before it; a cold start for the last.
    Halving,
    /// The first gets all records but one for each of the others, as far as there are any: a cold
    /// start for all others.
    ColdStart,
}

impl Deal {
    /// The table of a job with its records dealt to providers, who are named in an additional
    /// column.
    ///
    /// # Errors
    /// When the table cannot be read, or has a column of that name.
    pub fn table_of(&self, job: &Job) -> Result<Table, IncogError> {
        let file = read_table(job.input(), &job.read_options())?;
        let name = job.provider_column();
        let providers = self.column(name, file.table.rows());
        let columns = file.table.into_columns().into_iter().chain([providers]).collect();
        let taken = |_| {
            IncogError::Input(InputError::ProviderColumnTaken {
                path: job.input().to_owned(),
                column: name.to_owned(),
            })
        };
        Table::new(columns).map_err(taken)
    }

    /// The provider of each row, from 0.
    pub fn provider_of_rows(&self, rows: usize) -> Vec<usize> {
        let providers = self.providers.max(1);
        let mut stream = Stream::new(self.seed, 0);
        match self.skew {
            Skew::Even => (0..rows).map(|_| stream.below(providers)).collect(),
            Skew::Halving => {
                (0..rows).map(|_| (0..providers - 1).take_while(|_| stream.chance(0.5)).count()).collect()
            }
            Skew::ColdStart => cold_start(providers, rows, &mut stream),
        }
    }

    /// The column that names the provider of each row: `P1`, `P2`, ...
    pub fn column(&self, name: &str, rows: usize) -> Column {
        let mut names = DictionaryBuilder::default();
        let codes =
            self.provider_of_rows(rows).into_iter().map(|place| names.insert(&format!("P{}", place + 1)));
        let codes = codes.collect();
        let dictionary = names.finish();
        let value_type = ValueType::infer(dictionary.iter());
        Column { name: name.to_owned(), value_type, dictionary, codes, missing: Vec::new() }
    }
}

/// One random row for each provider but the first, which gets all others.
fn cold_start(providers: usize, rows: usize, stream: &mut Stream) -> Vec<usize> {
    let mut of_rows = vec![0; rows];
    for provider in 1..providers.min(rows) {
        let mut row = stream.below(rows);
        while of_rows[row] > 0 {
            row = (row + 1) % rows;
        }
        of_rows[row] = provider;
    }
    of_rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(skew: Skew) -> Vec<usize> {
        let of_rows = Deal { providers: 4, skew, seed: 1 }.provider_of_rows(80_000);
        (0..4).map(|place| of_rows.iter().filter(|&&provider| provider == place).count()).collect()
    }

    #[test]
    fn a_cold_start_leaves_one_record_to_each_of_the_others() {
        for rows in [1, 3, 40] {
            let of_rows = Deal { providers: 4, skew: Skew::ColdStart, seed: 2 }.provider_of_rows(rows);
            let of = |provider: usize| of_rows.iter().filter(|&&other| other == provider).count();
            assert!((1..4).all(|provider| of(provider) == usize::from(provider < rows)), "{of_rows:?}");
            assert_eq!(of(0), rows - 3.min(rows - 1));
        }
    }

    /// Within 5 standard deviations of a binomial count: a false alarm has a probability below
    /// 1e-5.
    #[test]
    fn shares_are_even_or_halve() {
        for (share, expected) in shares(Skew::Even).into_iter().zip([20_000.0; 4]) {
            assert!((share as f64 - expected).abs() < 5.0 * 123.0, "{share}");
        }
        let halved = [40_000.0, 20_000.0, 10_000.0, 10_000.0];
        for (share, expected) in shares(Skew::Halving).into_iter().zip(halved) {
            assert!((share as f64 - expected).abs() < 5.0 * 142.0, "{share}");
        }
    }
}
