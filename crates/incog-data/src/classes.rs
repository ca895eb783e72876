//! The equivalence classes a generalization makes, and what of them stays.

use crate::{Levels, Tuples};
use std::collections::BTreeMap;

/// How many records carry a cell (a combination of sensitive values and provider).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellCount {
    /// The cell, as [`Tuples::sensitive`] numbers it.
    pub cell: u32,
    /// Records.
    pub count: u32,
}

/// All that a privacy model may know of an equivalence class.
#[derive(Debug, Clone, Copy)]
pub struct ClassView<'a> {
    /// Records in the class.
    pub size: u64,
    /// Records by cell, ascending by cell; the counts add up to `size`.
    pub cells: &'a [CellCount],
}

impl<'a> ClassView<'a> {
    /// The class with these counts.
    pub fn new(cells: &'a [CellCount]) -> Self {
        Self { size: cells.iter().map(|cell| u64::from(cell.count)).sum(), cells }
    }
}

/// Which records of a class stay in the release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The class stays whole.
    All,
    /// The class is suppressed.
    Nothing,
    /// So many records of each cell stay; the others are suppressed.
    Part(Vec<CellCount>),
}

impl Kept {
    /// How many records of `class` stay.
    pub fn count(&self, class: &ClassView<'_>) -> u64 {
        match self {
            Self::All => class.size,
            Self::Nothing => 0,
            Self::Part(cells) => cells.iter().map(|cell| u64::from(cell.count)).sum(),
        }
    }
}

/// One equivalence class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The smallest of its tuples; its generalized values are those of the class.
    pub tuple: u32,
    /// Records in the class before suppression.
    pub size: u64,
    /// Records that stay.
    pub kept: u64,
    /// Records before suppression, by cell, ascending.
    pub cells: Vec<CellCount>,
    /// Which of them stay.
    pub retention: Kept,
}

impl Class {
    /// The class before suppression, as a privacy model sees it.
    pub fn view(&self) -> ClassView<'_> {
        ClassView { size: self.size, cells: &self.cells }
    }

    /// The records that stay, by cell.
    pub fn kept_cells(&self) -> &[CellCount] {
        match &self.retention {
            Kept::All => &self.cells,
            Kept::Nothing => &[],
            Kept::Part(cells) => cells,
        }
    }
}

/// A table seen through a generalization and a suppression: its equivalence classes.
///
/// This is the plain form, made once for a release and by every oracle; searches use faster
/// representations of the same thing. Classes are in the order of their smallest tuple.
#[derive(Debug, Clone)]
pub struct Classes<'a> {
    tuples: &'a Tuples,
    levels: Levels,
    class_of_tuple: Vec<u32>,
    classes: Vec<Class>,
}

impl<'a> Classes<'a> {
    /// Groups all tuples by their labels at `levels`; every class stays whole.
    pub fn group(tuples: &'a Tuples, levels: &Levels) -> Self {
        let mut by_labels: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut class_of_tuple = Vec::with_capacity(tuples.len());
        let mut members: Vec<Vec<u32>> = Vec::new();
        for tuple in 0..tuples.len() {
            let labels = labels(tuples, levels, tuple);
            let class = *by_labels.entry(labels).or_insert(members.len() as u32);
            if class as usize == members.len() {
                members.push(Vec::new());
            }
            members[class as usize].push(tuple as u32);
            class_of_tuple.push(class);
        }
        let classes = members.iter().map(|members| make_class(tuples, members)).collect();
        Self { tuples, levels: levels.clone(), class_of_tuple, classes }
    }

    /// Decides for every class what of it stays.
    pub fn retain(mut self, mut decide: impl FnMut(&ClassView<'_>) -> Kept) -> Self {
        for class in &mut self.classes {
            let retention = decide(&class.view());
            class.kept = retention.count(&class.view());
            class.retention = retention;
        }
        self
    }

    /// The tuples that were grouped.
    pub fn tuples(&self) -> &'a Tuples {
        self.tuples
    }

    /// The generalization.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// All classes, those of which nothing stays included.
    pub fn all(&self) -> &[Class] {
        &self.classes
    }

    /// The classes of the release: those of which something stays.
    pub fn released(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter().filter(|class| class.kept > 0)
    }

    /// The class of each tuple.
    pub fn class_of_tuple(&self) -> &[u32] {
        &self.class_of_tuple
    }

    /// Records of the table.
    pub fn rows(&self) -> u64 {
        self.tuples.rows() as u64
    }

    /// Records that stay.
    pub fn kept(&self) -> u64 {
        self.classes.iter().map(|class| class.kept).sum()
    }

    /// Records that are suppressed.
    pub fn suppressed(&self) -> u64 {
        self.rows() - self.kept()
    }
}

fn labels(tuples: &Tuples, levels: &Levels, tuple: usize) -> Vec<u32> {
    let codes = tuples.codes(tuple).iter().zip(levels.iter());
    tuples
        .quasi_identifiers()
        .iter()
        .zip(codes)
        .map(|(qid, (&code, &level))| qid.label_code(level, code))
        .collect()
}

fn make_class(tuples: &Tuples, members: &[u32]) -> Class {
    let mut cells: BTreeMap<u32, u32> = BTreeMap::new();
    for &tuple in members {
        for cell in tuples.cells(tuple as usize) {
            *cells.entry(cell.cell).or_insert(0) += cell.count;
        }
    }
    let cells: Vec<CellCount> = cells.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
    let size = cells.iter().map(|cell| u64::from(cell.count)).sum();
    Class { tuple: members[0], size, kept: size, cells, retention: Kept::All }
}
