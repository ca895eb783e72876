//! One figure for every label, looked up by tuple.

use crate::costs::cost_table;
use incog_data::{QuasiIdentifier, Tuples};

/// A figure for every attribute, level and column code, and the codes of all tuples: what a class
/// form needs of a table.
#[derive(Debug, Clone)]
pub(crate) struct LabelTable<T> {
    figures: Vec<Vec<Vec<T>>>,
    codes: Vec<u32>,
}

impl<T: Copy> LabelTable<T> {
    pub(crate) fn new(tuples: &Tuples, figure: impl FnMut(usize, &QuasiIdentifier, u8, u32) -> T) -> Self {
        Self {
            figures: cost_table(tuples, figure),
            codes: (0..tuples.len()).flat_map(|tuple| tuples.codes(tuple).iter().copied()).collect(),
        }
    }

    /// The figures of the labels of a tuple, one per attribute.
    pub(crate) fn row(&self, levels: &[u8], tuple: u32) -> impl Iterator<Item = T> {
        let width = self.figures.len();
        let codes = &self.codes[tuple as usize * width..][..width];
        let by_attribute = self.figures.iter().zip(levels.iter().zip(codes));
        by_attribute.map(|(figures, (&level, &code))| figures[level as usize][code as usize])
    }
}
