//! Columns of numbers in pairs.

use super::readings::Read;
use incog_data::NarrowCodes;
use serde::Serialize;

/// Pearson's correlation of two columns, of the records that have a number in both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Correlation {
    /// The columns.
    pub columns: [String; 2],
    /// In the original; missing where a column does not vary.
    pub before: Option<f64>,
    /// In the release.
    pub after: Option<f64>,
}

impl Correlation {
    /// How far they are apart, 0 to 2.
    pub fn off(&self) -> Option<f64> {
        Some((self.after? - self.before?).abs())
    }
}

/// The most columns of numbers that are looked at.
const MOST_COLUMNS: usize = 40;

/// All pairs of columns of numbers.
pub(super) fn correlations(reads: &[Read<'_>]) -> Vec<Correlation> {
    let reads: Vec<&Read<'_>> = reads
        .iter()
        .filter(|read: &&Read<'_>| read.numbers_before.iter().any(Option::is_some))
        .take(MOST_COLUMNS)
        .collect();
    let pairs = reads.iter().enumerate().flat_map(|(place, first)| {
        reads[place + 1..].iter().map(move |second| Correlation {
            columns: [first.name().to_owned(), second.name().to_owned()],
            before: pearson(
                (&first.column.original.codes, &first.numbers_before),
                (&second.column.original.codes, &second.numbers_before),
            ),
            after: pearson(
                (&first.column.released.codes, &first.numbers_after),
                (&second.column.released.codes, &second.numbers_after),
            ),
        })
    });
    pairs.collect()
}

/// Codes of records, and the number of each code.
type Numbers<'a> = (&'a NarrowCodes, &'a [Option<f64>]);

fn pearson(first: Numbers<'_>, second: Numbers<'_>) -> Option<f64> {
    let both = || {
        let codes = first.0.iter().zip(second.0);
        codes.filter_map(|(a, b)| Some((first.1[a as usize]?, second.1[b as usize]?)))
    };
    let (count, sum_a, sum_b) =
        both().fold((0u64, 0.0, 0.0), |(count, sum_a, sum_b), (a, b)| (count + 1, sum_a + a, sum_b + b));
    let (mean_a, mean_b) = (sum_a / count as f64, sum_b / count as f64);
    let (aa, bb, ab) = both().fold((0.0, 0.0, 0.0), |(aa, bb, ab), (a, b)| {
        let (a, b) = (a - mean_a, b - mean_b);
        (aa + a * a, bb + b * b, ab + a * b)
    });
    // What rounding leaves of a column that does not vary is far below this.
    let varies = |squares: f64, mean: f64| squares > 1e-18 * mean * mean * count as f64;
    (count > 1 && varies(aa, mean_a) && varies(bb, mean_b))
        .then(|| (ab / (aa.sqrt() * bb.sqrt())).clamp(-1.0, 1.0))
}
