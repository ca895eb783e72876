//! Crowds of records whose missing cells match anything.

use super::grouping::{Codes, Grouping};
use super::lookalike_sets::{LookalikeSets, Tally};
use incog_data::{CountedTable, NarrowCodes};
use std::collections::BTreeMap;

/// For each distinct combination of quasi-identifier codes, the records compatible with it: those
/// that agree in every column known in both.
///
/// Combinations are grouped by which columns are known in them. Two such patterns are joined by
/// hash on the columns known in both, so the work is patterns * combinations, not combinations
/// squared. `missing[column]` says of every row whether its cell is unknown.
pub(super) fn compatible(
    columns: &[Codes<'_>],
    missing: &[Vec<bool>],
    table: CountedTable<'_>,
    cells: &Grouping,
) -> LookalikeSets {
    // Different markers of a missing cell ("?" and "*") are one code here.
    let unified: Vec<NarrowCodes> = columns
        .iter()
        .zip(missing)
        .map(|(codes, missing)| {
            let unknown = codes.values as u32;
            codes.of_row.iter().zip(missing).map(|(code, &gone)| if gone { unknown } else { code }).collect()
        })
        .collect();
    let unified: Vec<Codes<'_>> = unified
        .iter()
        .zip(columns)
        .map(|(of_row, codes)| Codes { of_row, values: codes.values + 1 })
        .collect();
    let combinations = Grouping::by(&unified, table.table().rows());
    let own = LookalikeSets::of_classes(&combinations, cells, |row| table.count(row as usize));
    let mut patterns: BTreeMap<Vec<bool>, Vec<u32>> = BTreeMap::new();
    for (combination, &row) in (0u32..).zip(&combinations.representatives) {
        let known = missing.iter().map(|missing| !missing[row as usize]).collect();
        patterns.entry(known).or_default().push(combination);
    }
    let join = Join { columns: &unified, combinations: &combinations, own: &own };
    let mut crowds = LookalikeSets::default();
    let mut tally = Tally::new(cells.len());
    for left in &patterns {
        let matched: Vec<_> = patterns.iter().map(|right| join.patterns(left, right, &mut tally)).collect();
        for (place, &combination) in left.1.iter().enumerate() {
            for (groups, histograms) in &matched {
                let group = groups[place] as usize;
                histograms.cells(group).iter().for_each(|&(cell, count)| tally.add(cell, count));
            }
            crowds.push(own.sizes[combination as usize], &mut tally);
        }
    }
    crowds
}

struct Join<'a> {
    columns: &'a [Codes<'a>],
    combinations: &'a Grouping,
    own: &'a LookalikeSets,
}

impl Join<'_> {
    /// For each combination of the left pattern, a group; and for each group, the cells of the
    /// right pattern's combinations in it.
    fn patterns(
        &self,
        left: (&Vec<bool>, &Vec<u32>),
        right: (&Vec<bool>, &Vec<u32>),
        tally: &mut Tally,
    ) -> (Vec<u32>, LookalikeSets) {
        let both: Vec<u32> = left.1.iter().chain(right.1).copied().collect();
        let projected: Vec<(NarrowCodes, usize)> = (0..self.columns.len())
            .filter(|&column| left.0[column] && right.0[column])
            .map(|column| {
                let Codes { of_row, values } = self.columns[column];
                let row_of = |&combination: &u32| self.combinations.representatives[combination as usize];
                (both.iter().map(|combination| of_row.at(row_of(combination) as usize)).collect(), values)
            })
            .collect();
        let projected: Vec<Codes<'_>> =
            projected.iter().map(|(of_row, values)| Codes { of_row, values: *values }).collect();
        let grouping = Grouping::by(&projected, both.len());
        let (starts, members) = grouping.rows_by_group();
        let mut histograms = LookalikeSets::default();
        for window in starts.windows(2) {
            for &member in &members[window[0]..window[1]] {
                if member as usize >= left.1.len() {
                    let cells = self.own.cells(both[member as usize] as usize);
                    cells.iter().for_each(|&(cell, count)| tally.add(cell, count));
                }
            }
            histograms.push(0, tally);
        }
        let mut groups = grouping.of_row;
        groups.truncate(left.1.len());
        (groups, histograms)
    }
}
