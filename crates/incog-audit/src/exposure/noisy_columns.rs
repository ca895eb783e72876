//! The attacker who knows, beside the published values of some columns, the true numbers behind
//! noisy ones.

use super::Exposure;
use crate::grouping::Grouping;
use crate::numbers::number_of;
use crate::singling::{Blur, PublishedColumn};
use incog_data::{Column, CountedTable};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Records of a larger release that are counted, evenly spaced by their place in it.
const MOST_RECORDS: usize = 2_000;

/// Noisy columns, and what they are looked at by.
#[derive(Debug, Clone)]
pub struct NoisyRequest<'a> {
    /// The columns whose published values are known.
    pub known: Vec<&'a Column>,
    /// The noisy columns; a number may be another's as far from it as its blur says.
    pub noisy: Vec<PublishedColumn<'a>>,
    /// Whom each record is about.
    pub unit: Option<&'a Column>,
}

/// Measures a table as it is published: a record's lookalikes agree with it in all known columns
/// and are near it in all noisy ones. Of more than 2,000 rows so many are counted; how many is the
/// second figure, none where all are.
///
/// ```
/// use incog_audit::{Blur, NoisyRequest, PublishedColumn, exposure_by_noisy_columns};
/// use incog_privacy::Role;
/// let table = incog_data::Table::from_rows(["pay"], [["10"], ["12"], ["14"], ["90"]], &[])?;
/// let pay = PublishedColumn { column: &table.columns()[0], role: Role::Sensitive, blur: Blur::Numbers(2.0) };
/// let request = NoisyRequest { known: vec![], noisy: vec![pay], unit: None };
/// let (found, sample) = exposure_by_noisy_columns(&table, &request);
/// assert_eq!((found.alone(), found.share_below(3), sample), (0.25, 0.75, None));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn exposure_by_noisy_columns<'t>(
    table: impl Into<CountedTable<'t>>,
    request: &NoisyRequest<'_>,
) -> (Exposure, Option<u64>) {
    let table = table.into();
    let rows = table.table().rows();
    let near = NearRows::new(request, rows);
    let step = rows.div_ceil(MOST_RECORDS).max(1);
    let counted: Vec<usize> = (0..rows).step_by(step).collect();
    let sizes: Vec<(u64, u64)> = counted
        .par_iter()
        .map(|&row: &usize| (near.lookalikes(row, table, request.unit), table.count(row)))
        .collect();
    let mut by_lookalikes = BTreeMap::new();
    for (size, records) in sizes {
        *by_lookalikes.entry(size).or_default() += records;
    }
    (Exposure { by_lookalikes }, (step > 1).then_some(counted.len() as u64))
}

/// Rows by their group, each in the order of the first noisy column.
struct NearRows {
    group_of: Vec<u32>,
    rows_of: Vec<Vec<usize>>,
    /// The numbers of each noisy column by row; what is no number lies below all.
    numbers: Vec<Vec<f64>>,
    blurs: Vec<Blur>,
}

impl NearRows {
    fn new(request: &NoisyRequest<'_>, rows: usize) -> Self {
        let groups = Grouping::of_columns(request.known.iter().copied(), rows);
        let numbers: Vec<Vec<f64>> = request.noisy.iter().map(|noisy| numbers(noisy.column)).collect();
        let mut rows_of = vec![Vec::new(); groups.len()];
        (0..rows).for_each(|row| rows_of[groups.of_row[row] as usize].push(row));
        if let Some(first) = numbers.first() {
            rows_of
                .iter_mut()
                .for_each(|rows| rows.sort_by(|one, other| first[*one].total_cmp(&first[*other])));
        }
        let blurs = request.noisy.iter().map(|noisy| noisy.blur).collect();
        Self { group_of: groups.of_row, rows_of, numbers, blurs }
    }

    /// How many records, or people, are like this row, itself included.
    fn lookalikes(&self, row: usize, table: CountedTable<'_>, unit: Option<&Column>) -> u64 {
        let like = self.candidates(row).iter().copied().filter(|&other| {
            let mut columns = self.numbers.iter().zip(&self.blurs);
            columns.all(|(numbers, blur)| is_near(numbers[row], numbers[other], *blur))
        });
        match unit {
            None => like.map(|other| table.count(other)).sum(),
            Some(unit) => {
                like.map(|other| unit.one_missing(unit.codes.at(other))).collect::<HashSet<u32>>().len()
                    as u64
            }
        }
    }

    /// The rows of its group that are near in the first noisy column.
    fn candidates(&self, row: usize) -> &[usize] {
        let rows = &self.rows_of[self.group_of[row] as usize];
        let (Some(numbers), Some(blur)) = (self.numbers.first(), self.blurs.first()) else { return rows };
        let number = numbers[row];
        let is_below = |other: &usize| numbers[*other] < number && !is_near(number, numbers[*other], *blur);
        &rows[rows.partition_point(is_below)..rows.partition_point(|other: &usize| {
            numbers[*other] <= number || is_near(number, numbers[*other], *blur)
        })]
    }
}

fn is_near(number: f64, other: f64, blur: Blur) -> bool {
    let are_numbers = number.is_finite() && other.is_finite();
    number == other || are_numbers && (number - other).abs() <= blur.reach(number)
}

/// The numbers of a column by row.
fn numbers(column: &Column) -> Vec<f64> {
    let of_code: Vec<f64> =
        column.dictionary.iter().map(|text| number_of(text).unwrap_or(f64::NEG_INFINITY)).collect();
    column.codes.iter().map(|code| of_code[code as usize]).collect()
}
