//! The records behind tuples, one by one.

use crate::GroupsError;
use incog_data::{CellCount, QuasiIdentifier, RegionPart, Tuples};
use incog_local::microaggregation::NumericPoints;
use std::collections::{BTreeMap, HashMap};

/// The records of tuples in the order of tuples and cells, so that the order of rows changes
/// nothing.
pub(super) struct Records {
    /// The tuple and the cell of each.
    of: Vec<(u32, u32)>,
    /// Whom each is about, numbered as they appear; `None` where records are counted.
    units: Option<Vec<u32>>,
}

impl Records {
    /// All records; `unit` is the attribute of cells that names whom a record is about, where
    /// people are counted.
    pub fn new(tuples: &Tuples, unit: Option<&str>) -> Self {
        let cells = (0..tuples.len()).flat_map(|tuple| {
            let cells = tuples.cells(tuple).iter();
            cells.flat_map(move |cell| std::iter::repeat_n((tuple as u32, cell.cell), cell.count as usize))
        });
        let of: Vec<(u32, u32)> = cells.collect();
        let unit = unit.and_then(|name| tuples.sensitive().iter().find(|attribute| attribute.name == name));
        let units = unit.map(|unit| {
            let mut known: HashMap<Option<u32>, u32> = HashMap::new();
            let number = |&(_, cell): &(u32, u32)| {
                // All records without a name are one person.
                let code = unit.of_cell[cell as usize];
                let next = known.len() as u32;
                *known.entry(Some(code).filter(|code| !unit.missing.contains(code))).or_insert(next)
            };
            of.iter().map(number).collect()
        });
        Self { of, units }
    }

    /// The records as points in the numbers of all quasi-identifiers.
    pub fn points(&self, tuples: &Tuples) -> Result<NumericPoints, GroupsError> {
        let qids = tuples.quasi_identifiers();
        let columns = qids.iter().enumerate().map(|(place, qid)| {
            let numbers = numbers(qid)?;
            let number = |&(tuple, _): &(u32, u32)| numbers[tuples.codes(tuple as usize)[place] as usize];
            Ok(self.of.iter().map(number).collect())
        });
        let columns: Vec<Vec<f64>> = columns.collect::<Result<_, GroupsError>>()?;
        let not_numbers = |_| GroupsError::NotNumbers { column: String::new(), values: 0 };
        let points = NumericPoints::standardized(&columns, self.units.as_deref()).map_err(not_numbers)?;
        let weights: Vec<f64> = qids.iter().map(|qid| qid.weight).collect();
        Ok(points.weighted(&weights))
    }

    /// The records of a group by tuple and cell.
    pub fn parts(&self, group: &[u32]) -> Vec<RegionPart> {
        let mut of_tuple: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
        for &record in group {
            let (tuple, cell) = self.of[record as usize];
            *of_tuple.entry(tuple).or_default().entry(cell).or_default() += 1;
        }
        let part = |(tuple, cells): (u32, BTreeMap<u32, u32>)| {
            let cells = cells.into_iter().map(|(cell, count)| CellCount { cell, count });
            RegionPart { tuple, cells: Some(cells.collect()) }
        };
        of_tuple.into_iter().map(part).collect()
    }

    /// The records of groups given by tuple and cell: the inverse of [`parts`](Self::parts).
    /// Records of one tuple and cell look the same, so which of them is in which group is nobody's
    /// matter.
    pub fn members(&self, tuples: &Tuples, groups: &[Vec<RegionPart>]) -> Vec<Vec<u32>> {
        let mut free: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
        (0u32..).zip(&self.of).for_each(|(record, of)| free.entry(*of).or_default().push(record));
        let mut take = |part: &RegionPart| -> Vec<u32> {
            let counts = part.cells.as_deref().unwrap_or_else(|| tuples.cells(part.tuple as usize));
            let of_cell = |count: &CellCount| {
                let free = free.entry((part.tuple, count.cell)).or_default();
                free.split_off(free.len().saturating_sub(count.count as usize))
            };
            counts.iter().flat_map(of_cell).collect()
        };
        groups.iter().map(|group| group.iter().flat_map(&mut take).collect()).collect()
    }

    /// The records of a group by cell.
    pub fn cells(&self, group: &[u32]) -> Vec<CellCount> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        group.iter().for_each(|&record| *counts.entry(self.of[record as usize].1).or_default() += 1);
        counts.into_iter().map(|(cell, count)| CellCount { cell, count }).collect()
    }
}

/// The number that each code of a column stands for.
pub(super) fn numbers(qid: &QuasiIdentifier) -> Result<Vec<f64>, GroupsError> {
    // Squares of larger ones are infinite.
    let is_small = |number: &f64| number.abs() < 1e150;
    let number = |code: usize| qid.label(0, code as u32).trim().parse().ok().filter(is_small);
    let numbers: Vec<Option<f64>> = (0..qid.leaf_of.len()).map(number).collect();
    let values = numbers.iter().filter(|number| number.is_none()).count();
    let not_numbers = || GroupsError::NotNumbers { column: qid.name.clone(), values };
    numbers.into_iter().collect::<Option<_>>().ok_or_else(not_numbers)
}
