//! Naive Bayes: what each cell says of a class, as if columns did not depend on each other.

use super::super::cells::{Cells, Records};

/// Logarithms of chances.
pub(super) struct Model {
    of_class: Vec<f64>,
    /// For each column, class and cell.
    of_cell: Vec<Vec<Vec<f64>>>,
}

impl Model {
    /// Learns from records; a record counts in each cell with its share, and each cell begins with
    /// a count of 1 (Laplace).
    pub fn train(classes: &Cells, features: &[&Cells], of: fn(&Cells) -> &Records) -> Self {
        let count = classes.labels.len();
        let target = of(classes);
        let mut sizes = vec![1.0; count];
        let mut cells: Vec<Vec<Vec<f64>>> =
            features.iter().map(|one| vec![vec![1.0; one.labels.len() + 1]; count]).collect();
        for (row, code) in target.codes.iter().enumerate() {
            for &(class, share) in &target.spread[code as usize] {
                let Some(size) = sizes.get_mut(class) else { continue };
                *size += share;
                for (counts, feature) in cells.iter_mut().zip(features) {
                    let feature = of(feature);
                    for &(cell, part) in &feature.spread[feature.codes.at(row) as usize] {
                        if let Some(place) = counts[class].get_mut(cell) {
                            *place += share * part;
                        }
                    }
                }
            }
        }
        let logs = |counts: &Vec<f64>| {
            let all: f64 = counts.iter().sum();
            counts.iter().map(|count| (count / all).ln()).collect::<Vec<f64>>()
        };
        Self {
            of_class: logs(&sizes),
            of_cell: cells.iter().map(|one| one.iter().map(logs).collect()).collect(),
        }
    }

    /// The chance of each class, given the cells of a record.
    pub fn scores(&self, row: usize, columns: &[Vec<usize>]) -> Vec<f64> {
        let log = |class: usize| {
            let cells = self.of_cell.iter().zip(columns).map(|(of_cell, column)| {
                let of_class = &of_cell[class];
                of_class[column[row].min(of_class.len() - 1)]
            });
            self.of_class[class] + cells.sum::<f64>()
        };
        let logs: Vec<f64> = (0..self.of_class.len()).map(log).collect();
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let chances: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
        let all: f64 = chances.iter().sum();
        chances.iter().map(|chance| chance / all).collect()
    }
}
