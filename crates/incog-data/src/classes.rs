//! The equivalence classes a generalization makes, and what of them stays.

use crate::{Levels, Tuples};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

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
        let class_of_tuple = class_of_tuple(tuples, levels);
        let mut members: Vec<Vec<u32>> = Vec::new();
        for (tuple, &class) in (0u32..).zip(&class_of_tuple) {
            if class as usize == members.len() {
                members.push(Vec::new());
            }
            members[class as usize].push(tuple);
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

/// Parts one class of all tuples attribute by attribute; classes are numbered as they appear.
fn class_of_tuple(tuples: &Tuples, levels: &Levels) -> Vec<u32> {
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

fn make_class(tuples: &Tuples, members: &[u32]) -> Class {
    let mut all: Vec<CellCount> =
        members.iter().flat_map(|&tuple| tuples.cells(tuple as usize)).copied().collect();
    all.sort_unstable();
    let of_cell = all.chunk_by(|a, b| a.cell == b.cell);
    let sum = |cells: &[CellCount]| cells.iter().map(|cell| cell.count).sum();
    let cells: Vec<CellCount> =
        of_cell.map(|cells| CellCount { cell: cells[0].cell, count: sum(cells) }).collect();
    let size = cells.iter().map(|cell| u64::from(cell.count)).sum();
    Class { tuple: members[0], size, kept: size, cells, retention: Kept::All }
}
