//! A node of the generalization lattice.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The level of each quasi-identifier, 0 = original value: a node of the generalization lattice.
///
/// ```
/// use incog_data::Levels;
/// let finer = Levels::from(vec![0, 1]);
/// assert!(finer.is_finer_or_equal(&Levels::from(vec![2, 1])));
/// assert_eq!(finer.sum(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Levels(Vec<u8>);

impl Levels {
    /// Level 0 everywhere.
    pub fn bottom(attributes: usize) -> Self {
        Self(vec![0; attributes])
    }

    /// The sum of all levels: the node's height in the lattice.
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|&level| u32::from(level)).sum()
    }

    /// Whether no attribute stands higher than in `other`.
    pub fn is_finer_or_equal(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// The node with one attribute moved to `level`.
    pub fn with(&self, attribute: usize, level: u8) -> Self {
        let mut levels = self.clone();
        levels.0[attribute] = level;
        levels
    }
}

impl From<Vec<u8>> for Levels {
    fn from(levels: Vec<u8>) -> Self {
        Self(levels)
    }
}

impl std::ops::Deref for Levels {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl std::ops::DerefMut for Levels {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels: Vec<String> = self.0.iter().map(u8::to_string).collect();
        write!(f, "[{}]", levels.join(","))
    }
}
