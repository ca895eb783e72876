//! Attribute inference by gradient-boosted trees.

use super::inference::{is_near, share_right};
use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::features::{feature, number_of_label};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::rate::Rate;
use incog_card::{Card, CardAudience};
use incog_learn::{Feature, class_scores, numbers};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Released records that are learned from, at most.
const MOST_LEARNED: usize = 5_000;
/// Values that are learned one by one, at most: the most frequent ones. Of more numbers the number
/// itself is learned.
const MOST_CLASSES: usize = 16;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "inference-by-trees",
        audience: CardAudience::Product,
        summary: "guesses a sensitive value with gradient-boosted trees, trained on the release to predict \
            it from the known columns",
        reference: "Chen, Guestrin, XGBoost: A Scalable Tree Boosting System, KDD 2016, doi:10.1145/2939672.2939785",
        parameters: &[],
        caveat: Some(
            "The trees learn from at most 5,000 released records. For columns with more than 16 values, \
             they predict the 16 most frequent, or for numbers a number, which counts as correct if it is \
             wrong by at most 5 % of the guess. The naive attacker guesses the most frequent value, or the \
             mean.",
        ),
    },
    success: "the guess of the sensitive value of a person is correct",
    needs: AttackNeeds { sensitive: true, known: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

/// The value that the attack claims for a person.
#[derive(Clone, Copy)]
enum Guess {
    Code(u32),
    Number(f64),
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    // Drawn among all: those that look alike have one hash and stand together.
    let places = Draws::new(setup.seed, "learned from", 0).some(MOST_LEARNED, setup.release.records_in_all());
    let learned: Vec<u32> = places.into_iter().map(|place| setup.release.at(place).1).collect();
    let attacked = |group: Cohort| -> Vec<(Cohort, u32)> {
        let rows = setup.of_each(group, |records| records.map(|(_, row)| (group, row)).collect::<Vec<_>>());
        rows.into_iter().flatten().collect()
    };
    let asked = [attacked(Cohort::Original), attacked(Cohort::Control)].concat();
    let features: Vec<Feature> =
        setup.known_columns().into_iter().map(|bound| feature(bound, &learned, &asked)).collect();
    let (guesses, naive) = guesses(sensitive, &learned, &features).unwrap_or_default();
    let guesses: BTreeMap<(Cohort, u32), Guess> = asked.into_iter().zip(guesses).collect();
    let rate = |group: Cohort, guess: &(dyn Fn(u32) -> Option<Guess> + Sync)| -> Rate {
        setup.rate(group, |attempt, row| {
            let purpose = format!("{} of {}", ENTRY.card.name, sensitive.name);
            let draws = &mut Draws::new(setup.seed, &purpose, 2 * attempt + group as usize);
            Some(is_right(sensitive, guess(row)?, sensitive.codes(group).at(row as usize), draws))
        })
    };
    let attack = |group: Cohort| rate(group, &|row| guesses.get(&(group, row)).copied());
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Cohort::Original),
        baseline: rate(Cohort::Original, &|_| naive),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control)),
        alike: None,
    }
}

/// A guess for each that is asked, and that of the naive attacker; nothing where nothing can be
/// learned.
fn guesses(
    sensitive: &MatchedColumn<'_>,
    learned: &[u32],
    features: &[Feature],
) -> Option<(Vec<Guess>, Option<Guess>)> {
    let codes: Vec<u32> =
        learned.iter().map(|&row| sensitive.release.column.codes.at(row as usize)).collect();
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    codes.iter().for_each(|&code| *counts.entry(code).or_default() += 1);
    let text = |code: u32| sensitive.release.column.dictionary.get(code);
    let mut classes: Vec<(Reverse<usize>, u32)> =
        counts.into_iter().map(|(code, count)| (Reverse(count), code)).collect();
    classes.sort_by_key(|&(count, code)| (count, text(code)));
    if sensitive.values.is_number && classes.len() > MOST_CLASSES {
        return guesses_of_numbers(sensitive, &codes, features);
    }
    classes.truncate(MOST_CLASSES);
    let class = |code: &u32| classes.iter().position(|(_, of)| of == code).unwrap_or(classes.len());
    let of_example: Vec<u32> = codes.iter().map(|code| class(code) as u32).collect();
    let mut scores = class_scores(features, &of_example).ok()?;
    scores.truncate(classes.len());
    let asked = scores.first()?.len();
    // Of equal scores that of the more frequent class.
    let best = |row: usize| {
        let place = (0..scores.len()).rev().max_by(|&a, &b| scores[a][row].total_cmp(&scores[b][row]))?;
        Some(Guess::Code(classes[place].1))
    };
    Some(((0..asked).filter_map(best).collect(), classes.first().map(|(_, code)| Guess::Code(*code))))
}

fn guesses_of_numbers(
    sensitive: &MatchedColumn<'_>,
    codes: &[u32],
    features: &[Feature],
) -> Option<(Vec<Guess>, Option<Guess>)> {
    let known: Vec<f64> = codes.iter().filter_map(|&code| number_of_label(sensitive, code)).collect();
    let mean = incog_learn::mean(known);
    let target: Vec<f64> =
        codes.iter().map(|&code| number_of_label(sensitive, code).unwrap_or(mean)).collect();
    let found = numbers(features, &target).ok()?;
    Some((found.into_iter().map(Guess::Number).collect(), Some(Guess::Number(mean))))
}

fn is_right(sensitive: &MatchedColumn<'_>, guess: Guess, value: u32, draws: &mut Draws) -> bool {
    match guess {
        Guess::Code(code) => draws.happens(share_right(sensitive, value, code)),
        Guess::Number(guess) => {
            sensitive.values.numbers[value as usize].is_some_and(|number| is_near(guess, number))
        }
    }
}
