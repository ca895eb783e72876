//! The trees of `smartcore`.

use crate::error::LearnError;
use crate::feature_encoding::{Feature, mean};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::xgboost::{XGRegressor, XGRegressorParameters};

const TREES: usize = 30;
const DEPTH: u16 = 5;
const RATE: f64 = 0.3;
const FEWEST_IN_LEAF: usize = 5;

pub(crate) fn predicted(features: &[Feature], target: &[f64], asked: usize) -> Result<Vec<f64>, LearnError> {
    let base = mean(target.to_vec());
    if asked == 0 || target.iter().all(|number| *number == target[0]) {
        return Ok(vec![base; asked]);
    }
    let encoded: Vec<(Vec<f64>, Vec<f64>)> = features.iter().map(|feature| feature.encoded(target)).collect();
    let row = |row: usize| -> Vec<f64> { encoded.iter().map(|(learned, _)| learned[row]).collect() };
    let mut examples: Vec<(Vec<f64>, f64)> =
        target.iter().enumerate().map(|(place, &number)| (row(place), number)).collect();
    // Sums of numbers depend on their order, and so would trees.
    examples.sort_by(|(one, of_one), (other, of_other)| {
        let first = one.iter().zip(other).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        first.unwrap_or_else(|| of_one.total_cmp(of_other))
    });
    let (rows, target): (Vec<Vec<f64>>, Vec<f64>) = examples.into_iter().unzip();
    let parameters = XGRegressorParameters::default()
        .with_n_estimators(TREES)
        .with_max_depth(DEPTH)
        .with_learning_rate(RATE)
        .with_min_child_weight(FEWEST_IN_LEAF)
        .with_base_score(base);
    let trees = XGRegressor::fit(&matrix(&rows)?, &target, parameters).map_err(failed)?;
    let rows: Vec<Vec<f64>> =
        (0..asked).map(|row| encoded.iter().map(|(_, asked)| asked[row]).collect()).collect();
    trees.predict(&matrix(&rows)?).map_err(failed)
}

fn matrix(rows: &Vec<Vec<f64>>) -> Result<DenseMatrix<f64>, LearnError> {
    DenseMatrix::from_2d_vec(rows).map_err(failed)
}

fn failed(error: smartcore::error::Failed) -> LearnError {
    LearnError::Trees { what: error.to_string() }
}
