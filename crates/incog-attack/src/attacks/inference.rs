//! Attribute inference: the sensitive value of the released record that is nearest to somebody.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::labels::Meaning;
use crate::matched_column::{Cohort, MatchedColumn};
use crate::nearest::Neighbours;
use incog_card::{Card, CardAudience};
use std::collections::BTreeMap;

/// By how much a guessed number may be wrong, as a share of it.
const TOLERANCE: f64 = 0.05;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "inference",
        audience: CardAudience::Product,
        summary: "guesses a sensitive value from the released record nearest to a person in the known \
            columns",
        reference: "Giomi, Boenisch, Wehmeyer, Tasnádi, A Unified Framework for Quantifying Privacy Risk in Synthetic Data, PoPETs \
                    2023, doi:10.56553/popets-2023-0055",
        parameters: &[],
        caveat: Some(
            "A number counts as correct if it is wrong by at most 5 % of the guess. Among equally near \
             records, one is chosen at random, and for a label of several values, one of these values.",
        ),
    },
    success: "the guess of the sensitive value of a person is correct",
    needs: AttackNeeds { sensitive: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let known = setup.known.iter().map(|&place| &setup.columns[place]).collect();
    let neighbours = Neighbours::by(known);
    setup.sensitive.iter().map(|&place| about(setup, &neighbours, &setup.columns[place])).collect()
}

fn about(setup: &AttackSetup<'_>, neighbours: &Neighbours<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let mut said: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); neighbours.kinds.records.len()];
    let mut all: BTreeMap<u32, u64> = BTreeMap::new();
    for (&kind, code) in neighbours.kinds.of_row.iter().zip(&sensitive.release.column.codes) {
        *said[kind as usize].entry(code).or_default() += 1;
        *all.entry(code).or_default() += 1;
    }
    let draws = |purpose: &str, group: Cohort, attempt: usize| {
        Draws::new(setup.seed, &format!("{purpose} of {}", sensitive.name), 2 * attempt + group as usize)
    };
    let attack = |group: Cohort| {
        setup.rate(group, |attempt, row| {
            let nearest = neighbours.nearest(group, row).kinds;
            let said = nearest.iter().flat_map(|&kind| &said[kind as usize]);
            let chance = chance(sensitive, sensitive.codes(group).at(row as usize), said);
            Some(draws(ENTRY.card.name, group, attempt).happens(chance))
        })
    };
    let guess = |attempt: usize, row: u32| {
        let chance = chance(sensitive, sensitive.original.codes.at(row as usize), &all);
        Some(draws("guess", Cohort::Original, attempt).happens(chance))
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Cohort::Original),
        baseline: setup.rate(Cohort::Original, guess),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control)),
        alike: None,
    }
}

/// How likely one of these records, taken by chance, says the value.
fn chance<'s>(
    sensitive: &MatchedColumn<'_>,
    value: u32,
    said: impl IntoIterator<Item = (&'s u32, &'s u64)>,
) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (&code, &count) in said {
        right += count as f64 * share_right(sensitive, value, code);
        all += count as f64;
    }
    if all > 0.0 { right / all } else { 0.0 }
}

/// Of the values that a released code stands for, the share that counts as right.
pub(super) fn share_right(sensitive: &MatchedColumn<'_>, value: u32, code: u32) -> f64 {
    let values = &sensitive.values;
    let is_value_right = |guess: u32| match (values.numbers[guess as usize], values.numbers[value as usize]) {
        (Some(guess), Some(number)) => is_near(guess, number),
        _ => guess == value,
    };
    match &sensitive.release.meanings[code as usize] {
        Meaning::Number(guess) => {
            values.numbers[value as usize].map_or(0.0, |number| f64::from(u8::from(is_near(*guess, number))))
        }
        Meaning::Values(found) if !found.is_empty() => {
            found.iter().filter(|&&guess| is_value_right(guess)).count() as f64 / found.len() as f64
        }
        Meaning::Values(_) | Meaning::Unread => 0.0,
        Meaning::Anything => {
            (0..values.len() as u32).filter(|&guess| is_value_right(guess)).count() as f64
                / values.len() as f64
        }
    }
}

/// Whether a guessed number counts as right.
pub(super) fn is_near(guess: f64, number: f64) -> bool {
    (guess - number).abs() <= TOLERANCE * guess.abs()
}
