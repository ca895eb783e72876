//! The attacker who knows every published column of somebody.

use super::lookalikes::records_by_lookalikes;
use incog_data::{Column, CountedTable};
use std::collections::BTreeMap;

/// How many records are found by somebody who knows all of some columns of the person she looks
/// for: cells as they are published, labels where a column is generalized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exposure {
    /// Records by how many people, or records, agree with them in all columns, themselves included.
    pub(super) by_lookalikes: BTreeMap<u64, u64>,
}

impl Exposure {
    fn records(&self) -> u64 {
        self.by_lookalikes.values().sum()
    }

    /// The share of the records that have fewer than `k` lookalikes, themselves included.
    pub fn share_below(&self, k: u64) -> f64 {
        let below: u64 = self.by_lookalikes.range(..k).map(|(_, records)| records).sum();
        below as f64 / self.records().max(1) as f64
    }

    /// The share of the records that nobody else looks like.
    pub fn alone(&self) -> f64 {
        self.share_below(2)
    }

    /// The mean over the records of 1 by the number of lookalikes: how often a guess is right.
    pub fn mean(&self) -> f64 {
        let found = self.by_lookalikes.iter().map(|(&size, &records)| records as f64 / size.max(1) as f64);
        found.sum::<f64>() / self.records().max(1) as f64
    }

    /// The highest of these chances; 0 without records.
    pub fn highest(&self) -> f64 {
        self.by_lookalikes.keys().next().map_or(0.0, |&fewest| 1.0 / fewest.max(1) as f64)
    }
}

/// Measures a table as it is published; with a column of people, these are counted and not records.
///
/// ```
/// use incog_audit::exposure;
/// let rows = [["20-29", "flu", "310.20"], ["20-29", "flu", "99.95"], ["20-29", "flu", "99.95"]];
/// let table = incog_data::Table::from_rows(["age", "illness", "cost"], rows, &[])?;
/// let known = exposure(&table, table.columns(), None);
/// assert_eq!((known.alone(), known.share_below(5), known.highest()), (1.0 / 3.0, 1.0, 1.0));
/// // Age and illness alone single nobody out.
/// assert_eq!(exposure(&table, &table.columns()[..2], None).alone(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exposure<'a>(
    table: impl Into<CountedTable<'a>>,
    columns: impl IntoIterator<Item = &'a Column>,
    unit: Option<&Column>,
) -> Exposure {
    Exposure { by_lookalikes: records_by_lookalikes(table.into(), columns, unit) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{ColumnBuilder, Table};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn table(rows: &[[u8; 4]]) -> Table {
        let column = |(place, name): (usize, &str)| {
            let mut cells = ColumnBuilder::new(name);
            // 0 is missing.
            let text = |cell: u8| if cell == 0 { String::new() } else { cell.to_string() };
            rows.iter().for_each(|row| cells.push(&text(row[place])));
            cells.finish(&[""])
        };
        Table::new(["a", "b", "c", "who"].into_iter().enumerate().map(column).collect()).unwrap()
    }

    proptest! {
        /// Row against row, from the definition.
        #[test]
        fn each_record_is_counted_among_those_that_agree_with_it(
            rows in prop::collection::vec([0..2u8, 0..3u8, 0..4u8, 0..4u8], 1..30), people in any::<bool>(), k in 1..6u64,
        ) {
            let table = table(&rows);
            let (columns, who) = table.columns().split_at(3);
            let found = exposure(&table, columns, people.then_some(&who[0]));
            let agree = |row: &[u8; 4]| {
                let those = rows.iter().enumerate().filter(|(_, other)| other[..3] == row[..3]);
                let names = those.map(|(place, other)| if people { usize::from(other[3]) } else { place });
                names.collect::<BTreeSet<usize>>().len() as f64
            };
            let sizes: Vec<f64> = rows.iter().map(agree).collect();
            let share = |is_so: &dyn Fn(f64) -> bool| sizes.iter().filter(|size| is_so(**size)).count() as f64 / sizes.len() as f64;
            prop_assert!((found.alone() - share(&|size| size == 1.0)).abs() < 1e-12);
            prop_assert!((found.share_below(k) - share(&|size| size < k as f64)).abs() < 1e-12);
            let mean = sizes.iter().map(|size| 1.0 / size).sum::<f64>() / sizes.len() as f64;
            prop_assert!((found.mean() - mean).abs() < 1e-12);
            prop_assert_eq!(found.highest(), 1.0 / sizes.iter().copied().fold(f64::INFINITY, f64::min));
        }

        /// A row that stands for several records is as good as these.
        #[test]
        fn counted_rows_are_their_records(rows in prop::collection::vec(([0..2u8, 0..3u8, 0..4u8, 0..4u8], 1..4u32), 1..12)) {
            let once: Vec<[u8; 4]> = rows.iter().map(|row| row.0).collect();
            let each = rows.iter().flat_map(|&(row, count)| std::iter::repeat_n(row, count as usize));
            let (once, each) = (table(&once), table(&each.collect::<Vec<_>>()));
            let counts: Vec<u32> = rows.iter().map(|row| row.1).collect();
            let counted = CountedTable::new(&once, &counts).unwrap();
            let expected = exposure(&each, &each.columns()[..3], None);
            prop_assert_eq!(exposure(counted, &once.columns()[..3], None), expected);
        }
    }

    #[test]
    fn of_nothing_nothing_is_found() {
        let none = table(&[]);
        let found = exposure(&none, none.columns(), None);
        assert_eq!((found.alone(), found.mean(), found.highest()), (0.0, 0.0, 0.0));
    }
}
