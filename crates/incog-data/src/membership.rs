//! Which records are in which equivalence class.

use crate::recoding::{Region, RegionPart, check_groups, check_regions};
use crate::{CellCount, Levels, NarrowCodes, Partition, RankedColumn, RecodingError, Tuples};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The records of one tuple that are in one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipPart<'a> {
    /// The tuple.
    pub tuple: usize,
    /// The class.
    pub class: usize,
    /// Records.
    pub records: u32,
    /// Records by cell, ascending.
    pub cells: &'a [CellCount],
}

/// Which records are in which class.
#[derive(Debug, Clone)]
pub(crate) enum Membership {
    /// All records of a tuple are in one class: the class of each tuple.
    Whole(Vec<u32>),
    /// For each tuple its classes, ascending, and which of its records they have.
    Divided(Vec<Vec<(u32, Vec<CellCount>)>>),
}

/// A class of a local recoding.
#[derive(Debug)]
pub(crate) struct LocalClass {
    /// Its smallest tuple.
    pub tuple: u32,
    /// The levels its labels are read at.
    pub levels: Levels,
    /// Its records, by tuple and cell.
    records: BTreeMap<u32, BTreeMap<u32, u32>>,
}

impl Membership {
    /// Starts from one class of all tuples and splits it attribute by attribute; classes are
    /// numbered as they appear.
    pub fn of_levels(tuples: &Tuples, levels: &Levels) -> Vec<u32> {
        let mut class_of_tuple = vec![0; tuples.len()];
        for (attribute, (qid, &level)) in tuples.quasi_identifiers().iter().zip(levels.iter()).enumerate() {
            let mut parts: HashMap<(u32, u32), u32, FixedState> = HashMap::default();
            for (tuple, class) in class_of_tuple.iter_mut().enumerate() {
                let label = qid.label_code(level, tuples.codes(tuple)[attribute]);
                let next = parts.len() as u32;
                *class = *parts.entry((*class, label)).or_insert(next);
            }
        }
        class_of_tuple
    }

    /// The tuples grouped by their labels at `levels`, by all threads of the pool.
    pub fn at_levels(tuples: &Tuples, levels: &Levels) -> Partition {
        let attributes = tuples.quasi_identifiers().par_iter().enumerate();
        let codes = attributes.map(|(attribute, _)| {
            (0..tuples.len()).map(|tuple| tuples.codes(tuple)[attribute]).collect::<NarrowCodes>()
        });
        let codes: Vec<NarrowCodes> = codes.collect();
        let attributes = tuples.quasi_identifiers().iter().zip(levels.iter());
        let columns = codes.iter().zip(attributes).map(|(codes, (qid, &level))| RankedColumn {
            codes,
            ranks: (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code)).collect(),
            places: qid.hierarchy.labels(usize::from(level)).len() as u32,
        });
        Partition::new(&columns.collect::<Vec<_>>(), tuples.len(), |tuple| tuple)
    }

    /// Regions whose labels read the same are one class: nobody can tell them apart in the release.
    pub fn of_regions(tuples: &Tuples, regions: &[Region]) -> Result<(Self, Vec<LocalClass>), RecodingError> {
        check_regions(tuples, regions)?;
        let mut by_label: BTreeMap<Vec<&str>, Vec<&Region>> = BTreeMap::new();
        for region in regions.iter().filter(|region| !region.parts.is_empty()) {
            by_label.entry(labels(tuples, region)).or_default().push(region);
        }
        let classes = by_label.into_values().map(|regions| LocalClass::merged(tuples, &regions));
        let mut classes: Vec<LocalClass> = classes.collect();
        classes.sort_by(|a, b| (a.tuple, &a.levels).cmp(&(b.tuple, &b.levels)));
        Ok(Self::of_classes(tuples, classes))
    }

    /// Each group is a class, at the root of every hierarchy.
    pub fn of_groups(
        tuples: &Tuples,
        groups: &[Vec<RegionPart>],
    ) -> Result<(Self, Vec<LocalClass>), RecodingError> {
        check_groups(tuples, groups)?;
        let tops = tuples.quasi_identifiers().iter().map(|qid| qid.hierarchy.height() as u8);
        let levels = Levels::from(tops.collect::<Vec<u8>>());
        let groups = groups.iter().filter(|group| !group.is_empty());
        let mut classes: Vec<LocalClass> =
            groups.map(|parts| LocalClass::new(tuples, levels.clone(), [parts.as_slice()])).collect();
        classes.sort_by(|a, b| (a.tuple, &a.records).cmp(&(b.tuple, &b.records)));
        Ok(Self::of_classes(tuples, classes))
    }

    fn of_classes(tuples: &Tuples, classes: Vec<LocalClass>) -> (Self, Vec<LocalClass>) {
        let mut of_tuple: Vec<Vec<(u32, Vec<CellCount>)>> = vec![Vec::new(); tuples.len()];
        for (number, class) in (0u32..).zip(&classes) {
            class
                .records
                .iter()
                .for_each(|(&tuple, cells)| of_tuple[tuple as usize].push((number, counts(cells))));
        }
        (Self::Divided(of_tuple), classes)
    }

    /// The class of a tuple, when all of its records are in one.
    pub fn only_class_of(&self, tuple: usize) -> Option<u32> {
        match self {
            Self::Whole(class_of_tuple) => Some(class_of_tuple[tuple]),
            Self::Divided(of_tuple) => match of_tuple[tuple].as_slice() {
                [(class, _)] => Some(*class),
                _ => None,
            },
        }
    }

    /// The classes that have records of a tuple.
    pub fn parts_of<'m>(
        &'m self,
        tuples: &'m Tuples,
        tuple: usize,
    ) -> impl Iterator<Item = MembershipPart<'m>> {
        let (whole, divided) = match self {
            Self::Whole(class_of_tuple) => (Some(class_of_tuple[tuple]), None),
            Self::Divided(of_tuple) => (None, Some(&of_tuple[tuple])),
        };
        let whole = whole.map(|class| MembershipPart {
            tuple,
            class: class as usize,
            records: tuples.count(tuple),
            cells: tuples.cells(tuple),
        });
        let divided = divided.into_iter().flatten().map(move |(class, cells)| MembershipPart {
            tuple,
            class: *class as usize,
            records: cells.iter().map(|cell| cell.count).sum(),
            cells,
        });
        whole.into_iter().chain(divided)
    }
}

impl LocalClass {
    /// Its records, by tuple and cell.
    pub fn cells(&self) -> Vec<CellCount> {
        self.records.values().flat_map(counts).collect()
    }

    /// The class of regions with the same labels. Where a label occurs at several levels, it is
    /// read at the highest.
    fn merged(tuples: &Tuples, regions: &[&Region]) -> Self {
        let mut levels = regions[0].levels.clone();
        for region in regions {
            let others = region.levels.iter();
            levels.iter_mut().zip(others).for_each(|(level, other)| *level = (*level).max(*other));
        }
        Self::new(tuples, levels, regions.iter().map(|region| region.parts.as_slice()))
    }

    /// The class of these records.
    fn new<'p>(tuples: &Tuples, levels: Levels, parts: impl IntoIterator<Item = &'p [RegionPart]>) -> Self {
        let mut records: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
        for RegionPart { tuple, cells } in parts.into_iter().flatten() {
            let counts = records.entry(*tuple).or_default();
            let all = || tuples.cells(*tuple as usize).to_vec();
            for CellCount { cell, count } in cells.clone().unwrap_or_else(all) {
                *counts.entry(cell).or_default() += count;
            }
        }
        let tuple = records.keys().next().copied().unwrap_or_default();
        Self { tuple, levels, records }
    }
}

fn counts(cells: &BTreeMap<u32, u32>) -> Vec<CellCount> {
    cells.iter().map(|(&cell, &count)| CellCount { cell, count }).collect()
}

/// The labels of a region as they are published.
fn labels<'t>(tuples: &'t Tuples, region: &Region) -> Vec<&'t str> {
    let Some(part) = region.parts.first() else { return Vec::new() };
    let codes = tuples.codes(part.tuple as usize).iter().zip(region.levels.iter());
    tuples
        .quasi_identifiers()
        .iter()
        .zip(codes)
        .map(|(qid, (&code, &level))| qid.label(level, code))
        .collect()
}
