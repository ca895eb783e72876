//! What can be learned from one table and asked of another: gradient-boosted trees (T. Chen, C.
//! Guestrin, "XGBoost: A Scalable Tree Boosting System", KDD 2016, doi:10.1145/2939672.2939785), as
//! the crate `smartcore` grows them.
//!
//! Thirty trees of depth 5 that learn at a rate of 0.3, at least five examples in a leaf, and
//! squared errors: classes are learned one against all others. A word counts as the mean of what is
//! learned of it (D. Micci-Barreca, "A preprocessing scheme for high-cardinality categorical
//! attributes", 2001, doi:10.1145/507533.507538), drawn towards the mean of all by as much as ten
//! examples. Nothing is drawn by chance. Neither the order of examples, nor the numbers that words
//! have, nor the number of threads changes a result.
//!
//! ```
//! use incog_learn::{Feature, class_scores};
//! // Whoever is older than 40 has the second of two illnesses, more or less.
//! let learned: Vec<f64> = (0..200).map(|n| f64::from(n % 80)).collect();
//! let illness: Vec<u32> = learned.iter().map(|age| u32::from(*age > 40.0)).collect();
//! let age = Feature::Numbers { learned, asked: vec![20.0, 70.0] };
//! let scores = class_scores(&[age], &illness)?;
//! assert!(scores[0][0] > scores[1][0] && scores[1][1] > scores[0][1]);
//! # Ok::<(), incog_learn::LearnError>(())
//! ```

mod error;
mod feature_encoding;
mod trees;

pub use error::LearnError;
pub use feature_encoding::{Feature, mean};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// How much each class speaks for each record that is asked: by class, then by record. The greatest
/// score is the guess; differences of scores order records, as an area under a curve needs it. A
/// score is near the share of a class among examples that look alike, but may lie outside 0 to 1.
///
/// `classes` has the class of each example, numbered from 0; a class of which there is no example
/// scores 0 for everybody.
///
/// # Errors
/// See [`LearnError`].
pub fn class_scores(features: &[Feature], classes: &[u32]) -> Result<Vec<Vec<f64>>, LearnError> {
    let count = classes.iter().max().map_or(0, |last| *last as usize + 1);
    let of_class = |class: u32| {
        let is_of: Vec<f64> = classes.iter().map(|&of| f64::from(u8::from(of == class))).collect();
        numbers(features, &is_of)
    };
    (0..count as u32).into_par_iter().map(of_class).collect()
}

/// The number that each record that is asked is likely to have; `target` has that of each example.
///
/// # Errors
/// See [`LearnError`].
pub fn numbers(features: &[Feature], target: &[f64]) -> Result<Vec<f64>, LearnError> {
    let asked = feature_encoding::check(features, target)?;
    trees::predicted(features, target, asked)
}
