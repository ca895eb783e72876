//! A column bound to its hierarchy.

use crate::{Column, Hierarchy, ValueForm};
use std::sync::Arc;
use thiserror::Error;

/// Why a column and a hierarchy do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuasiIdentifierError {
    /// A value of the column is not in the hierarchy.
    #[error("column {column:?}, row {row}: its hierarchy lacks this value, of the form {}; add it", ValueForm(.value))]
    MissingValue {
        /// The column.
        column: String,
        /// First row with that value, counted from 1 without the header.
        row: usize,
        /// The value.
        value: String,
    },
    /// The bounds on the level leave no level.
    #[error(
        "column {column:?}: the job sets levels {min_level} to {max_level}, and its hierarchy has 0 to \
         {height}"
    )]
    LevelRange {
        /// The column.
        column: String,
        /// Lowest level asked for.
        min_level: usize,
        /// Highest level asked for.
        max_level: usize,
        /// Top level of the hierarchy.
        height: usize,
    },
}

/// A quasi-identifying column, its hierarchy and the levels the search may use.
#[derive(Debug, Clone)]
pub struct QuasiIdentifier {
    /// Name of the column.
    pub name: String,
    /// The generalization hierarchy.
    pub hierarchy: Arc<Hierarchy>,
    /// For each code of the column, the hierarchy's number for that value.
    pub leaf_of: Vec<u32>,
    /// Lowest level the release may have.
    pub min_level: u8,
    /// Highest level the release may have.
    pub max_level: u8,
    /// Importance in the utility, 1 by default.
    pub weight: f64,
}

impl QuasiIdentifier {
    /// Binds a column to a hierarchy with all levels allowed and weight 1; every value of the
    /// column must be in the hierarchy.
    pub fn new(column: &Column, hierarchy: Arc<Hierarchy>) -> Result<Self, QuasiIdentifierError> {
        let leaf_of = (0u32..)
            .zip(column.dictionary.iter())
            .map(|(code, value)| {
                hierarchy.find(value).ok_or_else(|| QuasiIdentifierError::MissingValue {
                    column: column.name.clone(),
                    row: column.codes.iter().position(|c| c == code).map_or(0, |row| row + 1),
                    value: value.to_owned(),
                })
            })
            .collect::<Result<_, _>>()?;
        let max_level = hierarchy.height() as u8;
        let name = column.name.clone();
        Ok(Self { name, hierarchy, leaf_of, min_level: 0, max_level, weight: 1.0 })
    }

    /// Restricts the levels the search may use.
    pub fn with_level_range(
        mut self,
        min_level: usize,
        max_level: usize,
    ) -> Result<Self, QuasiIdentifierError> {
        let height = self.hierarchy.height();
        if min_level > max_level || max_level > height {
            return Err(QuasiIdentifierError::LevelRange { column: self.name, min_level, max_level, height });
        }
        (self.min_level, self.max_level) = (min_level as u8, max_level as u8);
        Ok(self)
    }

    /// The label of a column code at a level, as the hierarchy's number for it.
    pub fn label_code(&self, level: u8, code: u32) -> u32 {
        self.hierarchy.label_code(level as usize, self.leaf_of[code as usize])
    }

    /// The label of a column code at a level.
    pub fn label(&self, level: u8, code: u32) -> &str {
        self.hierarchy.label(level as usize, self.leaf_of[code as usize])
    }

    /// `|v_g|` of the label of a column code at a level.
    pub fn leaves(&self, level: u8, code: u32) -> u32 {
        self.hierarchy.leaves(level as usize, self.label_code(level, code))
    }
}
