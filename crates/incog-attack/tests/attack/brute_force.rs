//! Attacks on releases in which nobody ties, made again by the definition.

use crate::{only, rate_of, request, table, tried};
use incog_attack::Attacked;
use proptest::prelude::*;

/// Gower distance of texts of which the first is a number.
fn distance(one: &[String], other: &[String], range: f64) -> f64 {
    let number = |text: &String| text.parse::<f64>().unwrap();
    let numbers = (number(&one[0]) - number(&other[0])).abs() / range;
    numbers + one[1..].iter().zip(&other[1..]).filter(|(a, b)| a != b).count() as f64
}

/// The chance that one of the nearest says the same in column 2.
fn chance(target: &[String], release: &[Vec<String>], range: f64) -> f64 {
    let far: Vec<f64> = release.iter().map(|row| distance(&target[..2], &row[..2], range)).collect();
    let least = far.iter().copied().fold(f64::INFINITY, f64::min);
    let nearest: Vec<&Vec<String>> = release
        .iter()
        .zip(&far)
        .filter(|(_, far)| (**far - least).abs() < 1e-9)
        .map(|(row, _)| row)
        .collect();
    nearest.iter().filter(|row| row[2] == target[2]).count() as f64 / nearest.len() as f64
}

fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    let record = (0..1000u32, 0..4u32, 0..3u32)
        .prop_map(|(a, b, c)| vec![a.to_string(), format!("b{b}"), format!("c{c}")]);
    proptest::collection::vec(record, 2..30)
}

proptest! {
    /// Where no nearest records disagree nothing is drawn, and the number of successes follows from
    /// the definition; otherwise it lies between what is certain and what is possible.
    #[test]
    fn inference_and_homogeneity_are_those_of_the_definition(original in rows(), release in rows()) {
        let names = ["a", "b", "c"];
        let numbers = original.iter().chain(&release).map(|row| row[0].parse::<f64>().unwrap());
        let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        let range = if high > low { high - low } else { 1.0 };
        let chances: Vec<f64> = original.iter().map(|target| chance(target, &release, range)).collect();
        let (tables, request) = ((table(&names, &original), table(&names, &release)), only(&["inference", "homogeneity"], request(&["a", "b"], &["c"])));
        let report = tried(&Attacked::new(&tables.0, &tables.1), &request);
        let right = rate_of(&report, "inference").successes as usize;
        let least = chances.iter().filter(|chance| **chance == 1.0).count();
        let most = chances.iter().filter(|chance| **chance > 0.0).count();
        prop_assert!((least..=most).contains(&right), "{right} of {least} to {most}");
        let certain = original.iter().filter(|target| {
            let mut fit = release.iter().filter(|row| row[..2] == target[..2]).peekable();
            fit.peek().is_some() && fit.all(|row| row[2] == target[2])
        });
        prop_assert_eq!(rate_of(&report, "homogeneity").successes as usize, certain.count());
    }

    /// Every predicate of one column that fits one released record, counted by hand.
    #[test]
    fn singling_out_by_one_is_that_of_the_definition(original in rows(), release in rows()) {
        let names = ["a", "b", "c"];
        let number = |row: &Vec<String>| row[0].parse::<f64>().unwrap();
        let (mut right, mut all) = (0, 0);
        let mut look = |is_so: &dyn Fn(&Vec<String>) -> bool| {
            if release.iter().filter(|row| is_so(row)).count() == 1 {
                all += 1;
                right += u64::from(original.iter().filter(|row| is_so(row)).count() == 1);
            }
        };
        let least = release.iter().map(number).fold(f64::INFINITY, f64::min);
        let most = release.iter().map(number).fold(f64::NEG_INFINITY, f64::max);
        look(&|row| number(row) <= least);
        look(&|row| number(row) >= most);
        for column in 0..3 {
            release.iter().for_each(|found| look(&|row| row[column] == found[column]));
        }
        let (one, two) = (table(&names, &original), table(&names, &release));
        let report = tried(&Attacked::new(&one, &two), &only(&["singling-out-by-one"], request(&["a", "b"], &["c"])));
        let found = rate_of(&report, "singling-out-by-one");
        prop_assert_eq!((found.successes, found.attempts), (right, all));
    }
}
