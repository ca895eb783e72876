//! Who is counted in a class: records, or people.

use super::grouping::{Codes, Grouping};
use super::lookalike_sets::LookalikeSets;
use incog_data::{Column, CountedTable, NarrowCodes, RecordCounts};
use std::borrow::Cow;

/// Counts by value, ascending by the value's code.
pub(super) type Histogram = Vec<(u32, u64)>;

/// Who is counted. Of people, each counts once in a class, and once for each of their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Units {
    /// The person of each cell; `None` where records are counted.
    of_cell: Option<Vec<u32>>,
}

impl Units {
    /// The people of a column, or records without one. All that is missing is one person.
    pub fn new(column: Option<&Column>, cells: &Grouping) -> Self {
        let of_row = |column: &Column, row: u32| column.one_missing(column.codes.at(row as usize));
        Self {
            of_cell: column.map(|column: &Column| {
                cells.representatives.iter().map(|&row| of_row(column, row)).collect()
            }),
        }
    }

    /// Whether records are counted.
    pub fn are_records(&self) -> bool {
        self.of_cell.is_none()
    }

    /// Counts by value of some cells, ascending by the value's code.
    pub fn histogram<'a>(
        &self,
        value_of_cell: &[u32],
        cells: impl Iterator<Item = &'a (u32, u64)>,
    ) -> Histogram {
        let Some(people) = &self.of_cell else {
            return sum(cells.map(|&(cell, count)| (value_of_cell[cell as usize], count)).collect());
        };
        let pairs = cells.filter(|(_, count)| *count > 0);
        let mut pairs: Vec<(u32, u32)> =
            pairs.map(|&(cell, _)| (value_of_cell[cell as usize], people[cell as usize])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        sum(pairs.into_iter().map(|(value, _)| (value, 1)).collect())
    }

    /// How many there are in some cells.
    pub fn count(&self, cells: &[(u32, u64)]) -> u64 {
        match &self.of_cell {
            None => cells.iter().map(|&(_, count)| count).sum(),
            Some(people) => self.histogram(people, cells.iter()).len() as u64,
        }
    }

    /// The most records that one of them has in some cells.
    pub fn most_of_one(&self, cells: &[(u32, u64)]) -> u64 {
        let Some(people) = &self.of_cell else { return u64::from(!cells.is_empty()) };
        let of_person = sum(cells.iter().map(|&(cell, count)| (people[cell as usize], count)).collect());
        of_person.iter().map(|(_, count)| *count).max().unwrap_or(0)
    }

    /// How many there are in each crowd.
    pub fn sizes<'c>(&self, crowds: &'c LookalikeSets) -> Cow<'c, [u64]> {
        if self.are_records() {
            return Cow::Borrowed(&crowds.sizes);
        }
        Cow::Owned((0..crowds.len()).map(|crowd| self.count(crowds.cells(crowd))).collect())
    }
}

/// How many records, or people of `unit`, have each value of a column in the whole table; all that
/// is missing counts for the first code of those that are.
pub(super) fn counts_in_table(column: &Column, table: CountedTable<'_>, unit: Option<&Column>) -> Vec<u64> {
    let values = column.codes.iter().map(|code| column.one_missing(code));
    counts_by_code(values, column.dictionary.len(), table.counts(), unit)
}

/// How many records, or people of `unit`, have each of so many codes, which are given by row. All
/// people whose name is missing are one.
pub(super) fn counts_by_code(
    of_row: impl Iterator<Item = u32>,
    codes: usize,
    records: RecordCounts<'_>,
    unit: Option<&Column>,
) -> Vec<u64> {
    let Some(unit) = unit else { return records.by_code(of_row, codes) };
    let of_row: NarrowCodes = of_row.collect();
    let people: NarrowCodes = unit.codes.iter().map(|code| unit.one_missing(code)).collect();
    let with_people =
        [Codes { of_row: &of_row, values: codes }, Codes { of_row: &people, values: unit.dictionary.len() }];
    let mut counts = vec![0; codes];
    for &row in &Grouping::by(&with_people, unit.codes.len()).representatives {
        counts[of_row.at(row as usize) as usize] += 1;
    }
    counts
}

fn sum(mut counts: Vec<(u32, u64)>) -> Histogram {
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    counts
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::{AuditRequest, Measurement, SensitiveRequest, measure};
    use incog_data::Table;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const ILL: [&str; 5] = ["1", "2", "3", "?", "NA"];

    fn table(rows: impl IntoIterator<Item = [String; 4]>) -> Table {
        let rows: Vec<[String; 4]> = rows.into_iter().collect();
        let texts = rows.iter().map(|row| row.iter().map(String::as_str));
        Table::from_rows(["a", "ill", "drug", "who"], texts, &["?", "NA"]).unwrap()
    }

    /// What is missing is one value.
    fn one(text: &str) -> String {
        if text == "NA" { "?".to_owned() } else { text.to_owned() }
    }

    fn figures(table: &Table, original: &Table, sensitive: &[&str], unit: Option<&str>) -> Measurement {
        let request = AuditRequest {
            quasi_identifiers: vec!["a".into()],
            sensitive: sensitive.iter().map(|name| SensitiveRequest::new(*name)).collect(),
            unit: unit.map(str::to_owned),
            original: Some(original.into()),
            ..AuditRequest::default()
        };
        measure(table, &request).unwrap()
    }

    /// The figures of all sensitive values, which sums in another order change in the last bits.
    fn rounded(found: &Measurement) -> (u64, Vec<i64>, Vec<Option<i64>>) {
        let joint = found.joint().unwrap();
        let round = |figure: f64| (figure * 1e9).round() as i64;
        let t = &joint.t;
        let optional = [t.ordered, t.hierarchical].into_iter().chain(joint.recursive.iter().map(|one| one.c));
        (
            joint.distinct_l,
            [joint.entropy_l, t.euclidean, t.equal].map(round).to_vec(),
            optional.map(|figure| figure.map(round)).collect(),
        )
    }

    proptest! {
        /// What a class has of people is what it has of records once each person has one record for
        /// each of her values.
        #[test]
        fn people_are_records_of_a_table_without_repetitions(
            rows in vec((0..3u8, 0..5usize, 0..2u8, 0..6u8), 1..40),
        ) {
            let row = |&(a, ill, drug, who): &(u8, usize, u8, u8)| {
                [a.to_string(), ILL[ill].to_owned(), drug.to_string(), format!("p{who}")]
            };
            let all: Vec<[String; 4]> = rows.iter().map(row).collect();
            let whole = table(all.clone());
            for columns in [vec![1], vec![2], vec![1, 2]] {
                let names: Vec<&str> = columns.iter().map(|&column| ["a", "ill", "drug"][column]).collect();
                let found = figures(&whole, &whole, &names, Some("who"));
                // Columns that are not looked at are the same for all.
                let only = |row: &[String; 4], of: &[usize]| -> [String; 4] {
                    std::array::from_fn(|place| if of.contains(&place) { one(&row[place]) } else { "0".into() })
                };
                let distinct = |of: &[usize]| -> Table {
                    table(all.iter().map(|row| only(row, of)).collect::<BTreeSet<_>>())
                };
                let of_class: Vec<usize> = [0, 3].into_iter().chain(columns.clone()).collect();
                let of_whole: Vec<usize> = [3].into_iter().chain(columns.clone()).collect();
                let expected = figures(&distinct(&of_class), &distinct(&of_whole), &names, None);
                prop_assert_eq!(rounded(&found), rounded(&expected));
                let people = figures(&distinct(&[0, 3]), &whole, &[], None);
                prop_assert_eq!(found.k, people.k);
            }
        }
    }
}
