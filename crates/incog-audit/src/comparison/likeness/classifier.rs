//! What a classifier learns from the release, and what it would from the original.

use super::super::cells::{Cells, Records};
use super::readings::Read;
use incog_data::Table;
use serde::Serialize;

/// A naive Bayes classifier of one column by all others, trained twice and tested on the same records.
///
/// Every column is put into cells; a released record counts in each cell with its share, and each cell begins with a count of 1
/// (Laplace). It is tested on records of others, where there are some, and otherwise on the original, from which the first of the two
/// has learned.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Classifier {
    /// The column that is predicted.
    pub target: String,
    /// Its classes.
    pub classes: usize,
    /// Records that it is tested on.
    pub tested: u64,
    /// Whether these are of people who are not in the original.
    pub on_others: bool,
    /// Trained on the original.
    pub before: Classified,
    /// Trained on the release.
    pub after: Classified,
    /// The share of the most frequent class, which is the accuracy of always naming it.
    pub most_frequent: f64,
}

/// How well records were told apart.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Classified {
    /// The share of records whose class was named.
    pub accuracy: f64,
    /// The area under the ROC curve of each class against all others, the mean by how many records the classes have; 0.5 is guessing.
    /// Missing where all tested records are of one class.
    pub auc: Option<f64>,
}

/// A classifier of each target that is there.
pub(super) fn classifiers(reads: &[Read<'_>], others: Option<&Table>, targets: &[String]) -> Vec<Classifier> {
    targets.iter().filter_map(|target| classifier(reads, others, target)).collect()
}

fn classifier(reads: &[Read<'_>], others: Option<&Table>, target: &str) -> Option<Classifier> {
    let place = reads.iter().position(|read| read.name() == target)?;
    let classes = reads[place].cells(Cells::MOST_CATEGORIES);
    let known = reads.iter().enumerate().filter(|(column, _)| *column != place).map(|(_, read)| read);
    let features: Vec<(&Read<'_>, Cells)> =
        known.map(|read| (read, read.cells(Cells::MOST_GROUPS))).collect();
    let truth = tested(&reads[place], others, Cells::MOST_CATEGORIES)?;
    let columns: Option<Vec<Vec<usize>>> =
        features.iter().map(|(read, _)| tested(read, others, Cells::MOST_GROUPS)).collect();
    let columns = columns?;
    let trained = |of: fn(&Cells) -> &Records| {
        let features: Vec<&Cells> = features.iter().map(|(_, cells)| cells).collect();
        let model = Model::train(&classes, &features, of);
        model.test(&truth, &columns)
    };
    let mut sizes = vec![0u64; classes.labels.len().max(1)];
    truth.iter().for_each(|&class| sizes[class.min(classes.labels.len() - 1)] += 1);
    let most = sizes.iter().copied().max().unwrap_or(0);
    Some(Classifier {
        target: target.to_owned(),
        classes: classes.labels.len(),
        tested: truth.len() as u64,
        on_others: others.is_some(),
        before: trained(|cells| &cells.before),
        after: trained(|cells| &cells.after),
        most_frequent: most as f64 / truth.len().max(1) as f64,
    })
}

/// The cells of the records that a classifier is tested on; `None` where others lack the column.
fn tested(read: &Read<'_>, others: Option<&Table>, most: usize) -> Option<Vec<usize>> {
    match others {
        None => Some(read.cells_of(read.column.original, most)),
        Some(others) => Some(read.cells_of(others.column(read.name())?, most)),
    }
}

/// Logarithms of chances.
struct Model {
    of_class: Vec<f64>,
    /// For each column, class and cell.
    of_cell: Vec<Vec<Vec<f64>>>,
}

impl Model {
    fn train(classes: &Cells, features: &[&Cells], of: fn(&Cells) -> &Records) -> Self {
        let count = classes.labels.len();
        let target = of(classes);
        let mut sizes = vec![1.0; count];
        let mut cells: Vec<Vec<Vec<f64>>> =
            features.iter().map(|one| vec![vec![1.0; one.labels.len() + 1]; count]).collect();
        for (row, &code) in target.codes.iter().enumerate() {
            for &(class, share) in &target.spread[code as usize] {
                let Some(size) = sizes.get_mut(class) else { continue };
                *size += share;
                for (counts, feature) in cells.iter_mut().zip(features) {
                    let feature = of(feature);
                    for &(cell, part) in &feature.spread[feature.codes[row] as usize] {
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

    fn test(&self, truth: &[usize], columns: &[Vec<usize>]) -> Classified {
        let scores: Vec<Vec<f64>> = (0..truth.len()).map(|row| self.scores(row, columns)).collect();
        let best = |scores: &Vec<f64>| {
            let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
            best.map_or(0, |(class, _)| class)
        };
        let right = scores.iter().zip(truth).filter(|(scores, class)| best(scores) == **class).count();
        let areas = (0..self.of_class.len()).filter_map(|class| {
            let of_class: Vec<(f64, bool)> =
                scores.iter().zip(truth).map(|(scores, truth)| (scores[class], *truth == class)).collect();
            let members = of_class.iter().filter(|(_, is)| *is).count() as f64;
            Some((area(of_class)?, members))
        });
        let (sum, weight) =
            areas.fold((0.0, 0.0), |(sum, all), (area, members)| (sum + area * members, all + members));
        Classified {
            accuracy: right as f64 / truth.len().max(1) as f64,
            auc: (weight > 0.0).then(|| sum / weight),
        }
    }

    /// The chance of each class, given the cells of a record.
    fn scores(&self, row: usize, columns: &[Vec<usize>]) -> Vec<f64> {
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

/// The area under the ROC curve: the chance that one of the class scores higher than one of the others, ties counting half.
fn area(mut scores: Vec<(f64, bool)>) -> Option<f64> {
    let members = scores.iter().filter(|(_, is)| *is).count() as f64;
    let others = scores.len() as f64 - members;
    if members == 0.0 || others == 0.0 {
        return None;
    }
    scores.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut wins, mut below) = (0.0, 0.0);
    for tied in scores.chunk_by(|a, b| a.0 == b.0) {
        let inside = tied.iter().filter(|(_, is)| *is).count() as f64;
        let outside = tied.len() as f64 - inside;
        wins += inside * (below + outside / 2.0);
        below += outside;
    }
    Some(wins / (members * others))
}

#[cfg(test)]
mod tests {
    use super::area;

    #[test]
    fn areas_by_hand() {
        assert_eq!(area(vec![(0.1, false), (0.4, true), (0.35, false), (0.8, true)]), Some(1.0));
        assert_eq!(area(vec![(0.5, false), (0.5, true)]), Some(0.5));
        // Of four pairs 0.4 wins against 0.1 alone, 0.8 against both.
        assert_eq!(area(vec![(0.1, false), (0.4, true), (0.6, false), (0.8, true)]), Some(0.75));
        assert_eq!(area(vec![(0.1, true)]), None);
    }
}
