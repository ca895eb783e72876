//! What classifiers learn from the release, and what they would from the original.

use super::super::cells::{Cells, Records};
use super::naive_bayes::Model;
use super::readings::Read;
use super::trees;
use incog_data::Table;
use serde::Serialize;

/// What learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learner {
    /// Naive Bayes. Every column is put into cells; a released record counts in each cell with its
    /// share, and each cell begins with a count of 1 (Laplace).
    NaiveBayes,
    /// Gradient-boosted trees (`incog-learn`), from at most 5,000 records, evenly spaced. A
    /// released number is the middle of what its label stands for, and so is a number of a tested
    /// record that a label stands for; a word stands as the label that most likely stands for it.
    BoostedTrees,
}

impl Learner {
    /// How people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NaiveBayes => "naive Bayes",
            Self::BoostedTrees => "boosted trees",
        }
    }
}

/// A classifier of one column by all others, trained twice and tested on the same records.
///
/// It is tested on records of others, where there are some, and otherwise on the original, from
/// which the first of the two has learned.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Classifier {
    /// The column that is predicted.
    pub target: String,
    /// What learns.
    pub learner: Learner,
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
    /// The area under the ROC curve of each class against all others, the mean by how many records
    /// the classes have; 0.5 is guessing. Missing where all tested records are of one class.
    pub auc: Option<f64>,
}

impl Classified {
    /// For each record how much each class speaks for it, and the class that it has.
    fn score(scores: &[Vec<f64>], truth: &[usize]) -> Self {
        let best = |scores: &Vec<f64>| {
            let best = scores.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
            best.map_or(0, |(class, _)| class)
        };
        let right = scores.iter().zip(truth).filter(|(scores, class)| best(scores) == **class).count();
        let areas = (0..scores.first().map_or(0, Vec::len)).filter_map(|class| {
            let of_class: Vec<(f64, bool)> =
                scores.iter().zip(truth).map(|(scores, truth)| (scores[class], *truth == class)).collect();
            let members = of_class.iter().filter(|(_, is)| *is).count() as f64;
            Some((area(of_class)?, members))
        });
        let (sum, weight) =
            areas.fold((0.0, 0.0), |(sum, all), (area, members)| (sum + area * members, all + members));
        Self { accuracy: right as f64 / truth.len().max(1) as f64, auc: (weight > 0.0).then(|| sum / weight) }
    }
}

/// The classifiers of each target that is there.
pub(super) fn classifiers(reads: &[Read<'_>], others: Option<&Table>, targets: &[String]) -> Vec<Classifier> {
    targets.iter().filter_map(|target| Tested::new(reads, others, target)).flat_map(|one| one.all()).collect()
}

/// A target, the columns that it is predicted by, and the records that classifiers are tested on.
struct Tested<'a> {
    target: &'a Read<'a>,
    features: Vec<&'a Read<'a>>,
    others: Option<&'a Table>,
    classes: Cells,
    /// The class of each tested record.
    truth: Vec<usize>,
}

impl<'a> Tested<'a> {
    /// `None` where original or others lack the column.
    fn new(reads: &'a [Read<'a>], others: Option<&'a Table>, target: &str) -> Option<Self> {
        let target = reads.iter().find(|read| read.name() == target)?;
        let features: Vec<&Read<'_>> = reads.iter().filter(|read| read.name() != target.name()).collect();
        if let Some(others) = others {
            features.iter().map(|read| others.column(read.name())).collect::<Option<Vec<_>>>()?;
        }
        let truth = cells_of_tested(target, others, Cells::MOST_CATEGORIES)?;
        Some(Self { classes: target.cells(Cells::MOST_CATEGORIES), target, features, others, truth })
    }

    fn all(&self) -> Vec<Classifier> {
        let learners =
            [(Learner::NaiveBayes, self.by_naive_bayes()), (Learner::BoostedTrees, self.by_trees())];
        let mut sizes = vec![0u64; self.classes.labels.len().max(1)];
        self.truth.iter().for_each(|&class| sizes[class.min(self.classes.labels.len() - 1)] += 1);
        let most = sizes.iter().copied().max().unwrap_or(0);
        let told = |(learner, measured): (Learner, Option<[Classified; 2]>)| {
            let [before, after] = measured?;
            Some(Classifier {
                target: self.target.name().to_owned(),
                learner,
                classes: self.classes.labels.len(),
                tested: self.truth.len() as u64,
                on_others: self.others.is_some(),
                before,
                after,
                most_frequent: most as f64 / self.truth.len().max(1) as f64,
            })
        };
        learners.into_iter().filter_map(told).collect()
    }

    fn by_naive_bayes(&self) -> Option<[Classified; 2]> {
        let cells: Vec<Cells> = self.features.iter().map(|read| read.cells(Cells::MOST_GROUPS)).collect();
        let features: Vec<&Cells> = cells.iter().collect();
        let columns: Option<Vec<Vec<usize>>> =
            self.features.iter().map(|read| cells_of_tested(read, self.others, Cells::MOST_GROUPS)).collect();
        let columns = columns?;
        let trained = |of: fn(&Cells) -> &Records| {
            let model = Model::train(&self.classes, &features, of);
            let scores: Vec<Vec<f64>> =
                (0..self.truth.len()).map(|row| model.scores(row, &columns)).collect();
            Classified::score(&scores, &self.truth)
        };
        Some([trained(|cells| &cells.before), trained(|cells| &cells.after)])
    }

    fn by_trees(&self) -> Option<[Classified; 2]> {
        let of = |scores: Vec<Vec<f64>>| Classified::score(&scores, &self.truth);
        let [before, after] = trees::scores(self.target, &self.features, &self.classes, self.others)?;
        Some([of(before), of(after)])
    }
}

/// The cells of the records that a classifier is tested on; `None` where others lack the column.
fn cells_of_tested(read: &Read<'_>, others: Option<&Table>, most: usize) -> Option<Vec<usize>> {
    match others {
        None => Some(read.cells_of(read.column.original, most)),
        Some(others) => Some(read.cells_of(others.column(read.name())?, most)),
    }
}

/// The area under the ROC curve: the chance that one of the class scores higher than one of the
/// others, ties counting half.
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
