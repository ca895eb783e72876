//! What is learned, and what must not matter.
#![allow(clippy::unwrap_used)]

use incog_learn::{Feature, LearnError, class_scores, numbers};
use proptest::prelude::*;

/// Ages and jobs; whoever is older than 50 and has job 2 or 5 is of class 1, and of those older
/// than 80 all are of class 2.
fn example(n: u32) -> (f64, u32, u32) {
    let (age, job) = (f64::from(n * 37 % 100), n * 13 % 7);
    let class = if age > 80.0 { 2 } else { u32::from(age > 50.0 && [2, 5].contains(&job)) };
    (age, job, class)
}

fn features(learned: &[(f64, u32, u32)], asked: &[(f64, u32, u32)]) -> Vec<Feature> {
    let ages = |of: &[(f64, u32, u32)]| of.iter().map(|example| example.0).collect();
    let jobs = |of: &[(f64, u32, u32)]| of.iter().map(|example| example.1).collect();
    vec![
        Feature::Numbers { learned: ages(learned), asked: ages(asked) },
        Feature::Words { learned: jobs(learned), asked: jobs(asked) },
    ]
}

fn classes(of: &[(f64, u32, u32)]) -> Vec<u32> {
    of.iter().map(|example| example.2).collect()
}

#[test]
fn a_rule_of_two_columns_is_learned() {
    let (learned, asked): (Vec<_>, Vec<_>) =
        ((0..700).map(example).collect(), (700..1400).map(example).collect());
    let scores = class_scores(&features(&learned, &asked), &classes(&learned)).unwrap();
    let guess = |row: usize| (0..3).max_by(|&a, &b| scores[a][row].total_cmp(&scores[b][row])).unwrap();
    let right = (0..asked.len()).filter(|&row| guess(row) as u32 == asked[row].2).count();
    assert!(right >= 690, "{right} of 700");
}

#[test]
fn numbers_are_learned() {
    let learned: Vec<_> = (0..500).map(example).collect();
    let target: Vec<f64> = learned.iter().map(|(age, job, _)| 2.0 * age + f64::from(*job)).collect();
    let found = numbers(&features(&learned, &learned), &target).unwrap();
    let error = found.iter().zip(&target).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(error < 10.0, "{error} of numbers from 0 to 204");
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let ages = |learned: Vec<f64>, asked: Vec<f64>| [Feature::Numbers { learned, asked }];
    assert_eq!(numbers(&[], &[1.0]), Err(LearnError::NoFeatures));
    assert_eq!(numbers(&ages(vec![], vec![1.0]), &[]), Err(LearnError::NoExamples));
    let lengths = LearnError::Lengths { feature: 0, found: 1, expected: 2 };
    assert_eq!(numbers(&ages(vec![1.0], vec![]), &[1.0, 2.0]), Err(lengths));
    let infinite = ages(vec![1.0, 2.0], vec![f64::INFINITY]);
    assert_eq!(numbers(&infinite, &[1.0, 2.0]), Err(LearnError::NotFinite { feature: Some(0) }));
    assert_eq!(
        numbers(&ages(vec![1.0], vec![1.0]), &[f64::NAN]),
        Err(LearnError::NotFinite { feature: None })
    );
    assert_eq!(class_scores(&ages(vec![], vec![1.0]), &[]), Ok(vec![]), "of no class nothing is asked");
}

/// What is learned is worth nothing where there is nothing to learn: one example, one class, nobody
/// asked, huge numbers.
#[test]
fn extremes_are_answered() {
    let ages = |learned: Vec<f64>, asked: Vec<f64>| [Feature::Numbers { learned, asked }];
    assert_eq!(numbers(&ages(vec![3.0], vec![9.0]), &[7.0]), Ok(vec![7.0]));
    assert_eq!(numbers(&ages(vec![1.0, 2.0], vec![]), &[7.0, 8.0]), Ok(vec![]));
    let huge: Vec<f64> = (0..40).map(|n| if n % 2 == 0 { f64::MAX } else { f64::MIN }).collect();
    let scores = class_scores(&ages(huge.clone(), huge), &[0, 1].repeat(20)).unwrap();
    assert!(scores.iter().flatten().all(|score| score.is_finite()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// To the last bit.
    #[test]
    fn neither_order_nor_numbering_nor_threads_matter(
        rows in proptest::collection::vec((0..9u32, 0..5u32, 0..3u32), 1..60), shift in 0..60usize, threads in 1..4usize,
    ) {
        let of = |rows: &[(u32, u32, u32)], renamed: u32| -> Vec<(f64, u32, u32)> {
            rows.iter().map(|&(age, job, class)| (f64::from(age), job ^ renamed, class)).collect()
        };
        let mut turned = rows.clone();
        turned.rotate_left(shift % rows.len());
        let asked = |renamed| -> Vec<(f64, u32, u32)> { (0..12u32).map(|n| (f64::from(n), (n % 6) ^ renamed, 0)).collect() };
        let scores = |learned: Vec<(f64, u32, u32)>, renamed| {
            class_scores(&features(&learned, &asked(renamed)), &classes(&learned)).unwrap()
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        prop_assert_eq!(scores(of(&rows, 0), 0), pool.install(|| scores(of(&turned, 8), 8)));
    }
}
