//! What is released, and what is known of somebody, as features of one kind.

use crate::bound::{Bound, Group};
use crate::labels::Meaning;
use incog_learn::Feature;

/// A column of the released records that are learned from, and of the people who are asked. A number stands for itself, and a label for
/// the mean of the numbers that it stands for. Any other value stands as the label that most likely stands for it: that of the most records for each of its values.
pub(crate) fn feature(bound: &Bound<'_>, learned: &[u32], asked: &[(Group, u32)]) -> Feature {
    let released = learned.iter().map(|&row| bound.release.column.codes[row as usize]);
    let values = asked.iter().map(|&(group, row)| bound.codes(group)[row as usize]);
    if bound.values.is_number {
        let numbers: Vec<Option<f64>> =
            (0..bound.release.meanings.len() as u32).map(|code| number_of_label(bound, code)).collect();
        let learned: Vec<Option<f64>> = released.map(|code| numbers[code as usize]).collect();
        let mean = incog_learn::mean(learned.iter().copied().flatten().collect());
        let or_mean = |number: Option<f64>| number.unwrap_or(mean);
        return Feature::Numbers {
            learned: learned.into_iter().map(or_mean).collect(),
            asked: values.map(|value| or_mean(bound.values.numbers[value as usize])).collect(),
        };
    }
    let likeliest = likeliest_labels(bound);
    Feature::Words {
        learned: released.collect(),
        asked: values.map(|value| likeliest[value as usize]).collect(),
    }
}

/// The number that a label stands for, or the mean of those that it stands for; nothing where it stands for none.
pub(crate) fn number_of_label(bound: &Bound<'_>, code: u32) -> Option<f64> {
    let number = |value: &u32| bound.values.numbers[*value as usize];
    let numbers: Vec<f64> = match &bound.release.meanings[code as usize] {
        Meaning::Number(number) => return Some(*number),
        Meaning::Values(values) => values.iter().filter_map(number).collect(),
        Meaning::Anything => bound.values.numbers.iter().copied().flatten().collect(),
        Meaning::Unread => Vec::new(),
    };
    (!numbers.is_empty()).then(|| incog_learn::mean(numbers))
}

/// Of each value the label that most likely stands for it; a number that no label has where none does.
fn likeliest_labels(bound: &Bound<'_>) -> Vec<u32> {
    let all = bound.values.len();
    let mut best: Vec<Option<(f64, u32)>> = vec![None; all];
    let text = |code: u32| bound.release.column.dictionary.get(code);
    for ((code, meaning), count) in (0u32..).zip(&bound.release.meanings).zip(bound.release.column.counts()) {
        let size = match meaning {
            Meaning::Anything => all,
            Meaning::Values(found) => found.len(),
            Meaning::Number(_) | Meaning::Unread => 0,
        };
        if count == 0 || size == 0 {
            continue;
        }
        let weight = count as f64 / size as f64;
        for value in (0..all as u32).filter(|value| meaning.has(*value)) {
            let best = &mut best[value as usize];
            let is_better =
                |(other, of): (f64, u32)| weight > other || weight == other && text(code) < text(of);
            if best.is_none_or(is_better) {
                *best = Some((weight, code));
            }
        }
    }
    best.into_iter().map(|best| best.map_or(u32::MAX, |(_, code)| code)).collect()
}
