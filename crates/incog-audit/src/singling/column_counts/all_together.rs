//! All published columns together, and noisy ones with one that is exact.

use super::LookedAt;
use super::unions::published;
use crate::grouping::{Codes, Grouping};
use crate::lint::Severity;
use crate::numbers::says_something;
use crate::singling::compared_rows::{ComparedRows, FewRecords};
use crate::singling::thresholds::{BESIDE_NOISY, FEWEST_SHARED, FEWEST_TOGETHER, TOGETHER, severity};
use crate::singling::{Blur, Known, SingledOut, Singling};
use incog_data::Column;
use rayon::prelude::*;

/// With one noisy column, the pairs count.
const FEWEST_NOISY: usize = 2;

impl LookedAt<'_> {
    /// Two noisy columns or more, with the exact one beside them by which most records are singled
    /// out.
    pub fn noisy_beside_exact(&self, found: &[SingledOut]) -> Option<SingledOut> {
        let noisy: Vec<&Known<'_>> = self.noisy(found).collect();
        if noisy.len() < FEWEST_NOISY {
            return None;
        }
        let known = self.others(found).filter(|known| known.is_told());
        let mut exact: Vec<&Known<'_>> = known.filter(|known| known.published.blur == Blur::None).collect();
        exact.sort_by_key(|known| std::cmp::Reverse(known.distinct));
        exact.truncate(BESIDE_NOISY);
        let together = |exact: &&Known<'_>| {
            let columns: Vec<&Known<'_>> = noisy.iter().copied().chain([*exact]).collect();
            let rows = ComparedRows::new(self.crowd, &published(&columns)).fewer_than(self.least, true);
            let found = self.estimated(Singling::Noisy, &columns, rows);
            let severity = severity(found.knowable, rows.records, self.records)?;
            Some(SingledOut { severity, ..found })
        };
        let together: Vec<SingledOut> = exact.par_iter().filter_map(together).collect();
        let worst = together.iter().map(|found| found.records).max()?;
        together.into_iter().find(|found| found.records == worst)
    }

    /// All columns: a warning with its figure where a fifth of the records stand alone by them.
    /// Nobody is likely to know all of them of somebody, so it keeps nothing from being
    /// published.
    pub fn all_together(&self) -> Option<SingledOut> {
        let columns: Vec<&Known<'_>> = self.columns.iter().filter(|known| known.distinct > 1).collect();
        if self.records < FEWEST_SHARED || columns.len() < FEWEST_TOGETHER {
            return None;
        }
        let rows = self.alone_by_all(&columns);
        let is_many = u128::from(rows.records) * u128::from(TOGETHER) > u128::from(self.records);
        let found = self.estimated(Singling::AllTogether, &columns, rows);
        is_many.then_some(SingledOut { severity: Severity::Warning, ..found })
    }

    /// The records that nobody else looks like by these columns, by noisy ones as far as chance
    /// allows.
    fn alone_by_all(&self, columns: &[&Known<'_>]) -> FewRecords {
        let (exact, noisy): (Vec<&Known<'_>>, Vec<&Known<'_>>) =
            columns.iter().partition(|known| known.published.blur == Blur::None);
        let exact: Vec<&Column> = exact.iter().map(|known| known.published.column).collect();
        if noisy.is_empty() {
            let codes: Vec<Codes<'_>> = exact.iter().copied().map(Codes::from).collect();
            let records = self.crowd.fewer_by(2, &codes, |row| {
                exact.iter().any(|column| says_something(column, column.codes.at(row)))
            });
            return FewRecords { records, sample: None };
        }
        let classes = Grouping::of_columns(exact, self.crowd.rows);
        ComparedRows::within(self.crowd, &published(&noisy), &classes).fewer_than(2, false)
    }
}
