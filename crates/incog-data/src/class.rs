//! One equivalence class: its records, which of them stay, and what it shows.

use crate::{CellCount, Levels, QuasiIdentifier};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that a privacy model may know of an equivalence class.
#[derive(Debug, Clone, Copy)]
pub struct ClassView<'a> {
    /// Records in the class.
    pub size: u64,
    /// Records by cell, ascending by cell; the counts add up to `size`.
    pub cells: &'a [CellCount],
    /// People of the population who look like the class; `None` where no population is at hand.
    pub population: Option<u64>,
}

impl<'a> ClassView<'a> {
    /// The class with these counts.
    pub fn new(cells: &'a [CellCount]) -> Self {
        Self { size: cells.iter().map(|cell| u64::from(cell.count)).sum(), cells, population: None }
    }

    /// The class of so many people.
    #[must_use]
    pub fn of_population(self, people: Option<u64>) -> Self {
        Self { population: people, ..self }
    }

    /// A part of the class: it shows the same labels, so as many people look like it.
    pub fn part<'b>(&self, cells: &'b [CellCount]) -> ClassView<'b> {
        ClassView::new(cells).of_population(self.population)
    }
}

/// Which records of a class stay in the release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// The class stays whole.
    All,
    /// The class is suppressed.
    Nothing,
    /// The given number of records of each cell stay; the others are suppressed.
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
    /// The levels it is generalized to.
    pub levels: Arc<Levels>,
    /// Records in the class before suppression.
    pub size: u64,
    /// Records that stay.
    pub kept: u64,
    /// Records before suppression, by cell, ascending.
    pub cells: Vec<CellCount>,
    /// Which of them stay.
    pub retention: Kept,
    /// People of the population who look like it; `None` where no population is at hand.
    pub population: Option<u64>,
}

impl Class {
    /// The class before suppression, as a privacy model sees it.
    pub fn view(&self) -> ClassView<'_> {
        ClassView { size: self.size, cells: &self.cells, population: self.population }
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

/// What a class shows of one quasi-identifier.
#[derive(Debug, Clone, Copy)]
pub struct ClassLabel<'a> {
    /// The quasi-identifier.
    pub quasi_identifier: &'a QuasiIdentifier,
    /// Its level in the class.
    pub level: u8,
    /// A column code below the label.
    pub code: u32,
}

impl ClassLabel<'_> {
    /// The label as the hierarchy numbers it at its level.
    pub fn label_code(&self) -> u32 {
        self.quasi_identifier.label_code(self.level, self.code)
    }

    /// `|v_g|`: the original values below the label.
    pub fn leaves(&self) -> u32 {
        self.quasi_identifier.leaves(self.level, self.code)
    }
}
