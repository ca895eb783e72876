//! How like an original a release of any program is, by what people do with data: single columns,
//! numbers, pairs of columns, counts of some values in several columns, and classifiers.
//!
//! A released cell is read as somebody would who has nothing but the release and knows which values
//! there are: its record is spread evenly over the values that its label stands for; as a number it
//! is the middle between the lowest and the highest of them. What stands for anything is spread
//! over all values, and is no number.

mod classifier;
mod correlations;
mod naive_bayes;
mod queries;
mod readings;
mod text;
mod trees;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use classifier::{Classified, Classifier, Learner};
pub use correlations::Correlation;
pub use queries::Queries;
pub use readings::{ReadColumn, Stands};

use super::cells::Cells;
use super::cross_table::Shares;
use super::moments::Moments;
use incog_data::{RecordCounts, Table};
use readings::Read;
use serde::Serialize;

/// What is asked of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct LikenessRequest {
    /// Columns that a classifier predicts from the others.
    pub targets: Vec<String>,
    /// Counts that are asked for.
    pub queries: usize,
    /// What is drawn follows from it.
    pub seed: u64,
}

impl Default for LikenessRequest {
    fn default() -> Self {
        Self { targets: Vec::new(), queries: 300, seed: 0 }
    }
}

/// How like its original a release is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Likeness {
    /// Records of the original.
    pub records: u64,
    /// Records of the release.
    pub released: u64,
    /// The columns that both have, in the order of the original.
    pub columns: Vec<ColumnLikeness>,
    /// Two columns together, those with most in the wrong cell first.
    pub pairs: Vec<PairLikeness>,
    /// Pairs that were not looked at, as there are too many.
    pub pairs_left_out: u64,
    /// Two columns of numbers together, those that changed most first.
    pub correlations: Vec<Correlation>,
    /// Counts of some values in three columns; missing where there are fewer columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queries: Option<Queries>,
    /// Two classifiers for each target: naive Bayes and boosted trees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classifiers: Vec<Classifier>,
    /// Means of these figures.
    pub all: AllLikeness,
}

/// A column of an original and of its release.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ColumnLikeness {
    /// Its name.
    pub column: String,
    /// The share of records in another cell: half the sum over its cells of how far the shares are
    /// apart (total variation distance).
    pub wrong_cell: f64,
    /// The mean of the same over pairs with another column; missing where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong_cell_in_pairs: Option<f64>,
    /// Of numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumbersLikeness>,
    /// Released records whose label could not be read; they are counted as any value.
    pub unread: u64,
}

/// The numbers of a column.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NumbersLikeness {
    /// Of the original.
    pub before: Moments,
    /// Of the release.
    pub after: Moments,
    /// How far the mean is off, in standard deviations of the original; missing where that is 0 or
    /// the release has no numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_off: Option<f64>,
    /// The variance of the release by that of the original, less 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance_off: Option<f64>,
}

/// Two columns together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairLikeness {
    /// The columns.
    pub columns: [String; 2],
    /// The share of records in another cell of the cross-tabulation (total variation distance).
    pub wrong_cell: f64,
    /// How much the columns depend on each other in the original: V of H. Cramér, "Mathematical
    /// Methods of Statistics", 1946, 0 to 1.
    pub dependence_before: f64,
    /// How much the columns depend on each other in the release: V of Cramér, 0 to 1.
    pub dependence_after: f64,
}

/// Means.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AllLikeness {
    /// Of columns, how many are in the wrong cell.
    pub wrong_cell: Option<f64>,
    /// Of pairs, the same.
    pub wrong_cell_in_pairs: Option<f64>,
    /// Of pairs, how far dependences are apart.
    pub dependence_off: Option<f64>,
    /// Of pairs of numbers, how far correlations are apart.
    pub correlation_off: Option<f64>,
    /// Of columns of numbers, how far means are off, in standard deviations.
    pub mean_off: Option<f64>,
    /// Of columns of numbers, how far variances are off, as a share.
    pub variance_off: Option<f64>,
}

/// The most pairs of columns that are looked at.
const MOST_PAIRS: usize = 2000;

impl Likeness {
    /// Compares a release with its original. A classifier is tested on the records of `others`, or
    /// where there are none on those of the original, with which it was trained.
    ///
    /// Columns are put into at most 20 cells: numbers of more than 20 values are cut at the
    /// quartiles of the original, of more words the most frequent are cells and all others one.
    pub fn measure(
        original: &Table,
        release: &Table,
        columns: &[ReadColumn<'_>],
        others: Option<&Table>,
        request: &LikenessRequest,
    ) -> Self {
        let reads: Vec<Read<'_>> = columns.iter().map(Read::new).collect();
        let cells: Vec<Cells> = reads.iter().map(|read| read.cells(Cells::MOST_GROUPS)).collect();
        let (mut pairs, pairs_left_out) = pairs(&reads, &cells);
        let mut told: Vec<ColumnLikeness> =
            reads.iter().zip(&cells).map(|(read, cells)| column(read, cells, &pairs)).collect();
        // What rounding makes of equal figures must not change the order.
        let place = |share: f64| std::cmp::Reverse((share * 1e9).round() as u64);
        let mut correlations = correlations::correlations(&reads);
        let all = AllLikeness {
            wrong_cell: mean(told.iter().map(|one| one.wrong_cell)),
            wrong_cell_in_pairs: mean(pairs.iter().map(|pair| pair.wrong_cell)),
            dependence_off: mean(
                pairs.iter().map(|pair| (pair.dependence_after - pair.dependence_before).abs()),
            ),
            correlation_off: mean(correlations.iter().filter_map(Correlation::off)),
            mean_off: mean(told.iter().filter_map(|one| one.numbers?.mean_off).map(f64::abs)),
            variance_off: mean(told.iter().filter_map(|one| one.numbers?.variance_off).map(f64::abs)),
        };
        pairs.sort_by_key(|pair| place(pair.wrong_cell));
        correlations.sort_by_key(|one| place(one.off().unwrap_or(2.0)));
        told.iter_mut().for_each(|one| one.wrong_cell = settled(one.wrong_cell));
        Self {
            records: original.rows() as u64,
            released: release.rows() as u64,
            columns: told,
            pairs,
            pairs_left_out,
            correlations,
            queries: queries::queries(&reads, original.rows(), release.rows(), request),
            classifiers: classifier::classifiers(&reads, others, &request.targets),
            all,
        }
    }
}

/// What rounding leaves of nothing is nothing.
fn settled(share: f64) -> f64 {
    if share < 1e-12 { 0.0 } else { share }
}

fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = figures.fold((0.0, 0u64), |(sum, count), figure| (sum + figure, count + 1));
    (count > 0).then(|| settled(sum / count as f64))
}

/// All pairs, as far as there are not too many, and how many are left out.
fn pairs(reads: &[Read<'_>], cells: &[Cells]) -> (Vec<PairLikeness>, u64) {
    let all = (0..reads.len()).flat_map(|first| (first + 1..reads.len()).map(move |second| (first, second)));
    let number = reads.len() * reads.len().saturating_sub(1) / 2;
    let pair = |(first, second): (usize, usize)| {
        let shares = |of: fn(&Cells) -> &super::cells::Records| {
            Shares::new(&cells[first], &cells[second], of, RecordCounts::ONE_EACH)
        };
        let (before, after) = (shares(|cells| &cells.before), shares(|cells| &cells.after));
        PairLikeness {
            columns: [first, second].map(|place| reads[place].name().to_owned()),
            wrong_cell: before.distance(&after),
            dependence_before: before.cramers_v(),
            dependence_after: after.cramers_v(),
        }
    };
    (all.take(MOST_PAIRS).map(pair).collect(), number.saturating_sub(MOST_PAIRS) as u64)
}

fn column(read: &Read<'_>, cells: &Cells, pairs: &[PairLikeness]) -> ColumnLikeness {
    let with = pairs.iter().filter(|pair| pair.columns.iter().any(|name| name == read.name()));
    let shares = |records: &super::cells::Records| records.shares(cells.labels.len());
    let apart = shares(&cells.before).into_iter().zip(shares(&cells.after)).map(|(a, b)| (a - b).abs());
    ColumnLikeness {
        column: read.name().to_owned(),
        wrong_cell: apart.sum::<f64>() / 2.0,
        wrong_cell_in_pairs: mean(with.map(|pair| pair.wrong_cell)),
        numbers: numbers(read),
        unread: read.unread(),
    }
}

fn numbers(read: &Read<'_>) -> Option<NumbersLikeness> {
    let counted = |numbers: &[Option<f64>], counts: Vec<u64>| {
        Moments::from_counted(
            numbers.iter().zip(counts).filter_map(|(number, count)| Some(((*number)?, count))),
        )
    };
    let before = counted(&read.numbers_before, read.column.original.counts());
    let after = counted(&read.numbers_after, read.column.released.counts());
    if before.values == 0 {
        return None;
    }
    let deviation = before.standard_deviation.filter(|deviation| *deviation > 0.0);
    let off = |mean: Option<f64>| Some((mean? - before.mean?) / deviation?);
    let variance = |of: &Moments| Some(of.standard_deviation? * of.standard_deviation?);
    let variance_off =
        deviation.and_then(|deviation| Some(variance(&after)? / (deviation * deviation) - 1.0));
    Some(NumbersLikeness { before, after, mean_off: off(after.mean), variance_off })
}
