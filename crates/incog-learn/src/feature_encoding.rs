//! Features as numbers.

use crate::error::LearnError;
use std::collections::BTreeMap;

/// One feature of the training examples, and of the examples to predict.
#[derive(Debug, Clone, PartialEq)]
pub enum Feature {
    /// Numbers, all finite; where one is missing the mean stands for it.
    Numbers {
        /// Of each example.
        learned: Vec<f64>,
        /// Of each record that is asked.
        asked: Vec<f64>,
    },
    /// Words by any numbering; one of which there is no example counts as the mean of all.
    Words {
        /// Of each example.
        learned: Vec<u32>,
        /// Of each record that is asked.
        asked: Vec<u32>,
    },
}

/// So many examples of everything draw what a word stands for towards the mean of all.
const PRIOR: f64 = 10.0;

impl Feature {
    fn lengths(&self) -> (usize, usize) {
        match self {
            Self::Numbers { learned, asked } => (learned.len(), asked.len()),
            Self::Words { learned, asked } => (learned.len(), asked.len()),
        }
    }

    fn is_finite(&self) -> bool {
        match self {
            Self::Numbers { learned, asked } => learned.iter().chain(asked).all(|number| number.is_finite()),
            Self::Words { .. } => true,
        }
    }

    /// As numbers, of examples and of those that are asked.
    pub(crate) fn encoded(&self, target: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (learned, asked) = match self {
            Self::Numbers { learned, asked } => return (learned.clone(), asked.clone()),
            Self::Words { learned, asked } => (learned, asked),
        };
        let mut of_word: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        learned.iter().zip(target).for_each(|(&word, &number)| of_word.entry(word).or_default().push(number));
        let of_all = mean(target.to_vec());
        let drawn = |numbers: Vec<f64>| {
            let count = numbers.len() as f64;
            (mean(numbers) * count + PRIOR * of_all) / (count + PRIOR)
        };
        let of_word: BTreeMap<u32, f64> =
            of_word.into_iter().map(|(word, numbers)| (word, drawn(numbers))).collect();
        let number = |word: &u32| of_word.get(word).copied().unwrap_or(of_all);
        (learned.iter().map(number).collect(), asked.iter().map(number).collect())
    }
}

/// The mean of numbers, the same for them in any order to the last bit; 0 of none.
pub fn mean(mut numbers: Vec<f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sort_by(f64::total_cmp);
    numbers.into_iter().map(|number| number / count).sum()
}

/// How many are asked, where all features are of the same records.
pub(crate) fn check(features: &[Feature], target: &[f64]) -> Result<usize, LearnError> {
    let first = features.first().ok_or(LearnError::NoFeatures)?;
    if target.is_empty() {
        return Err(LearnError::NoExamples);
    }
    if target.iter().any(|number| !number.is_finite()) {
        return Err(LearnError::NotFinite { feature: None });
    }
    let (_, asked) = first.lengths();
    for (feature, of) in features.iter().enumerate() {
        let (learned, found) = of.lengths();
        for (found, expected) in [(learned, target.len()), (found, asked)] {
            if found != expected {
                return Err(LearnError::Lengths { feature, found, expected });
            }
        }
        if !of.is_finite() {
            return Err(LearnError::NotFinite { feature: Some(feature) });
        }
    }
    Ok(asked)
}
