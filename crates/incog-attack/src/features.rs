//! What is released, and what is known of somebody, as features of one kind.

use crate::labels::Meaning;
use crate::matched_column::{Cohort, MatchedColumn};
use incog_learn::Feature;

/// A column of the released records that are learned from, and of the people who are asked.
/// Somebody's value stands as the label that most likely stands for it: that of the most records
/// for each of its values. A label of numbers counts as their mean, and so does a number that it
/// stands for: between the means of `<40` and `>=40` the half way is not 40. A number that no label
/// has counts as itself.
pub(crate) fn feature(bound: &MatchedColumn<'_>, learned: &[u32], asked: &[(Cohort, u32)]) -> Feature {
    let released = learned.iter().map(|&row| bound.release.column.codes.at(row as usize));
    let values = asked.iter().map(|&(group, row)| bound.codes(group).at(row as usize));
    let likeliest = likeliest_labels(bound);
    if !bound.values.is_number {
        return Feature::Words {
            learned: released.collect(),
            asked: values.map(|value: u32| likeliest[value as usize].unwrap_or(u32::MAX)).collect(),
        };
    }
    let numbers: Vec<Option<f64>> =
        (0..bound.release.meanings.len() as u32).map(|code| number_of_label(bound, code)).collect();
    let learned: Vec<Option<f64>> = released.map(|code| numbers[code as usize]).collect();
    let mean = incog_learn::mean(learned.iter().copied().flatten().collect());
    let number = |value: u32| match likeliest[value as usize] {
        Some(code) => numbers[code as usize],
        None => bound.values.numbers[value as usize],
    };
    Feature::Numbers {
        learned: learned.into_iter().map(|number| number.unwrap_or(mean)).collect(),
        asked: values.map(|value| number(value).unwrap_or(mean)).collect(),
    }
}

/// The number that a label stands for, or the mean of those that it stands for; nothing where it
/// stands for none.
pub(crate) fn number_of_label(bound: &MatchedColumn<'_>, code: u32) -> Option<f64> {
    let number = |value: &u32| bound.values.numbers[*value as usize];
    let numbers: Vec<f64> = match &bound.release.meanings[code as usize] {
        Meaning::Number(number) => return Some(*number),
        Meaning::Values(values) => values.iter().filter_map(number).collect(),
        Meaning::Anything => bound.values.numbers.iter().copied().flatten().collect(),
        Meaning::Unread => Vec::new(),
    };
    (!numbers.is_empty()).then(|| incog_learn::mean(numbers))
}

/// Of each value the label that most likely stands for it, if any does.
fn likeliest_labels(bound: &MatchedColumn<'_>) -> Vec<Option<u32>> {
    let everything: Vec<u32> = (0..bound.values.len() as u32).collect();
    let mut best: Vec<Option<(f64, u32)>> = vec![None; everything.len()];
    let text = |code: u32| bound.release.column.dictionary.get(code);
    for ((code, meaning), count) in (0u32..).zip(&bound.release.meanings).zip(bound.release.column.counts()) {
        let found = match meaning {
            Meaning::Values(found) if count > 0 => found,
            Meaning::Anything if count > 0 => &everything,
            _ => continue,
        };
        let weight = count as f64 / found.len() as f64;
        for &value in found {
            let best = &mut best[value as usize];
            let is_better =
                |(other, of): (f64, u32)| weight > other || weight == other && text(code) < text(of);
            if best.is_none_or(is_better) {
                *best = Some((weight, code));
            }
        }
    }
    best.into_iter().map(|best| best.map(|(_, code)| code)).collect()
}
