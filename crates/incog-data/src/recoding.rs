//! The decision on how a table is published, independent of the table itself.

use crate::{CellCount, Class, Kept, LabelMeanings, Levels, Tuples};
use remaining_records::Unassigned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

mod remaining_records;

/// How a table is published: how its records are generalized, and which of them stay.
///
/// It names tuples, cells and classes by number, so it means something only together with the
/// [`Tuples`] it was made for; [`Classes::from_recoding`](crate::Classes::from_recoding) refuses
/// what does not fit.
///
/// ```
/// use incog_data::{Classes, ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier, Recoding, Tuples};
///
/// let mut age = ColumnBuilder::new("age");
/// ["31", "35", "42"].iter().for_each(|value| age.push(value));
/// let age = age.finish(&[]);
/// let tens = Hierarchy::new([["31", "30-39", "*"], ["35", "30-39", "*"], ["42", "40-49", "*"]])?;
/// let tuples = Tuples::new(vec![QuasiIdentifier::new(&age, tens.into())?], &[&age], &[], 3)?;
///
/// let recoding = Recoding::global(Levels::from(vec![1]), [Kept::All, Kept::Nothing]);
/// assert_eq!(Classes::from_recoding(&tuples, &recoding)?.kept(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recoding {
    /// How the records are generalized.
    pub generalization: Generalization,
    /// What stays of each class.
    pub retention: Retention,
}

/// What stays of each class: all of it, except for some classes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Retention {
    /// Classes, in the order of [`Classes::all`](crate::Classes::all).
    classes: u32,
    /// Those that do not stay whole.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    not_whole: BTreeMap<u32, Kept>,
}

impl Retention {
    /// What stays of the class at this position.
    pub fn of_class(&self, class: usize) -> &Kept {
        u32::try_from(class).ok().and_then(|class| self.not_whole.get(&class)).unwrap_or(&Kept::All)
    }
}

impl FromIterator<Kept> for Retention {
    fn from_iter<I: IntoIterator<Item = Kept>>(kept: I) -> Self {
        let (mut classes, mut not_whole) = (0, BTreeMap::new());
        for kept in kept {
            if kept != Kept::All {
                not_whole.insert(classes, kept);
            }
            classes += 1;
        }
        Self { classes, not_whole }
    }
}

/// How the records of a table are generalized.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generalization {
    /// Every record is generalized to the same levels (full-domain recoding).
    Global(Levels),
    /// Each region of records is generalized to levels of its own (local recoding).
    Local(Vec<Region>),
    /// Each group of records is published as one value in each quasi-identifier, such as its mean
    /// (micro-aggregation by distance). Seen by labels, every record is at the root.
    Grouped(Vec<Vec<RegionPart>>),
}

/// Records that are generalized to the same labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The level of each quasi-identifier.
    pub levels: Levels,
    /// Its records; their labels at these levels are equal.
    pub parts: Vec<RegionPart>,
}

/// Records of one tuple that are in a region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegionPart {
    /// The tuple.
    pub tuple: u32,
    /// How many records of each cell, ascending; all records of the tuple when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<CellCount>>,
}

/// Why a recoding does not fit a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecodingError {
    /// It has levels for another number of quasi-identifiers.
    #[error("the recoding has levels for {found} quasi-identifiers, and the table has {expected}")]
    Attributes {
        /// Levels found.
        found: usize,
        /// Quasi-identifiers of the table.
        expected: usize,
    },
    /// A level that the search was not allowed, or that no hierarchy has.
    #[error(
        "the recoding has level {level} of column {column:?}, and only {lowest} to {highest} are allowed"
    )]
    Level {
        /// The column.
        column: String,
        /// The level found.
        level: u8,
        /// The lowest level allowed.
        lowest: u8,
        /// The highest level allowed.
        highest: u8,
    },
    /// Some records are in no region, or in more than one.
    #[error("the regions of the recoding must contain each record of tuple {tuple} exactly once")]
    Assignment {
        /// The tuple.
        tuple: u32,
    },
    /// The records of a region do not have the same labels.
    #[error("the records of region {region} of the recoding have different labels")]
    Labels {
        /// The region, from 0.
        region: usize,
    },
    /// One label would stand for different sets of values.
    #[error(
        "the recoding uses labels of column {column:?} that read the same at two levels, but stand for \
         different values; give \
         the labels of its hierarchy different names at different levels"
    )]
    AmbiguousLabel {
        /// The column.
        column: String,
    },
    /// It was made for another number of classes.
    #[error(
        "the recoding says which records to keep for {found} classes, and the table has {expected} classes"
    )]
    Classes {
        /// Classes in the recoding.
        found: usize,
        /// Classes of the table.
        expected: usize,
    },
    /// More records of a class are to stay than it has.
    #[error("the recoding keeps records of class {class} that the table does not have")]
    Retention {
        /// The class, from 0.
        class: usize,
    },
}

impl Recoding {
    /// Generalizes every record to the same levels; `retention` says what stays of each class.
    pub fn global(levels: Levels, retention: impl IntoIterator<Item = Kept>) -> Self {
        Self { generalization: Generalization::Global(levels), retention: retention.into_iter().collect() }
    }

    /// The levels of all records; `None` where records have levels of their own, or none.
    pub fn levels(&self) -> Option<&Levels> {
        match &self.generalization {
            Generalization::Global(levels) => Some(levels),
            Generalization::Local(_) | Generalization::Grouped(_) => None,
        }
    }

    pub(crate) fn check_retention(&self, classes: &[Class]) -> Result<(), RecodingError> {
        let Retention { classes: found, not_whole } = &self.retention;
        if *found as usize != classes.len() || not_whole.keys().next_back() >= Some(found) {
            return Err(RecodingError::Classes { found: *found as usize, expected: classes.len() });
        }
        let has = |class: &Class, kept: &CellCount| {
            class.cells.iter().any(|cell| cell.cell == kept.cell && cell.count >= kept.count)
        };
        let fits = |(&class, kept): (&u32, &Kept)| match kept {
            Kept::All | Kept::Nothing => true,
            Kept::Part(cells) => {
                are_ascending(cells) && cells.iter().all(|cell| has(&classes[class as usize], cell))
            }
        };
        match not_whole.iter().find(|pair| !fits(*pair)) {
            Some((&class, _)) => Err(RecodingError::Retention { class: class as usize }),
            None => Ok(()),
        }
    }
}

/// Whether the cells are ascending, and each has records.
fn are_ascending(cells: &[CellCount]) -> bool {
    cells.windows(2).all(|pair| pair[0].cell < pair[1].cell) && cells.iter().all(|cell| cell.count > 0)
}

pub(crate) fn check_levels(tuples: &Tuples, levels: &Levels) -> Result<(), RecodingError> {
    let (found, qids) = (levels.len(), tuples.quasi_identifiers());
    if found != qids.len() {
        return Err(RecodingError::Attributes { found, expected: qids.len() });
    }
    for (qid, &level) in qids.iter().zip(levels.iter()) {
        if !(qid.min_level..=qid.max_level).contains(&level) {
            let (column, lowest, highest) = (qid.name.clone(), qid.min_level, qid.max_level);
            return Err(RecodingError::Level { column, level, lowest, highest });
        }
    }
    Ok(())
}

/// Every record is in one region, and the records of a region share its labels.
pub(crate) fn check_regions(tuples: &Tuples, regions: &[Region]) -> Result<(), RecodingError> {
    let mut left = Unassigned::new(tuples);
    for (number, region) in regions.iter().enumerate() {
        check_levels(tuples, &region.levels)?;
        let mut labels = None;
        for RegionPart { tuple, cells } in &region.parts {
            left.assign(*tuple, cells.as_deref()).ok_or(RecodingError::Assignment { tuple: *tuple })?;
            let of_part = tuples.label_codes(*tuple, &region.levels);
            if *labels.get_or_insert_with(|| of_part.clone()) != of_part {
                return Err(RecodingError::Labels { region: number });
            }
        }
    }
    check_labels(tuples, regions)?;
    left.first().map_or(Ok(()), |tuple| Err(RecodingError::Assignment { tuple }))
}

/// Every record is in one of these groups, and in no other.
pub(crate) fn check_groups(tuples: &Tuples, groups: &[Vec<RegionPart>]) -> Result<(), RecodingError> {
    let mut left = Unassigned::new(tuples);
    for RegionPart { tuple, cells } in groups.iter().flatten() {
        left.assign(*tuple, cells.as_deref()).ok_or(RecodingError::Assignment { tuple: *tuple })?;
    }
    left.first().map_or(Ok(()), |tuple| Err(RecodingError::Assignment { tuple }))
}

/// Every text stands for one set of values of its column.
fn check_labels(tuples: &Tuples, regions: &[Region]) -> Result<(), RecodingError> {
    for (attribute, qid) in tuples.quasi_identifiers().iter().enumerate() {
        let mut meanings = LabelMeanings::new(&qid.hierarchy);
        let is_clear = regions.iter().filter_map(|region| Some((region, region.parts.first()?))).all(
            |(region, part)| {
                let code = tuples.codes(part.tuple as usize)[attribute];
                meanings.admit(region.levels[attribute].into(), qid.leaf_of[code as usize])
            },
        );
        if !is_clear {
            return Err(RecodingError::AmbiguousLabel { column: qid.name.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
