//! Combinatorial refinement: where in its labels a class must lie, had the release been made in
//! rounds.

use super::rounds::{Part, Parts, Rounds};
use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::candidates::Candidates;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::kinds::Kinds;
use crate::matched_column::{Cohort, MatchedColumn};
use incog_card::{Card, CardAudience};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "combinatorial-refinement",
        audience: CardAudience::Product,
        summary: "classes with coarser labels come from later rounds, so no finer cell has as many of \
            their records as the smallest class; a linear program bounds the number of records in each \
            part of a label",
        reference: "Chhillar, Righi, Sutter, Kornaropoulos, Exposing Privacy Risks in Anonymizing Clinical Data: Combinatorial Refinement Attacks on k-Anonymity Without \
                    Auxiliary Information, 2025, arXiv:2509.03350",
        parameters: &[],
        caveat: Some(
            "The attacker knows the hierarchies, the release and how it was made, and nothing about \
             people. The bounds are true for releases made in rounds, with each class at the levels of its \
             round, for k-anonymity alone, if all generalized columns are named as known. For other \
             releases, they can be wrong or missing. The rule that selects the levels of a round is not \
             used. Classes of more than 64 cells of a round, and groups of more than 20,000 pairs of class \
             and cell, are skipped. A person in a class without bounds does not count as an attempt. The \
             attacker guesses the part of a column with the highest bounds, the naive attacker the part \
             with the most values.",
        ),
    },
    success: "the guess of the part of a label that has the value of a person is correct",
    needs: AttackNeeds { known: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let known = setup.known_columns();
    let kinds = Kinds::from_columns(&known);
    let rounds = Rounds::new(&known, &kinds);
    let guesses = guesses(&rounds, &kinds, &known);
    let candidates = Candidates::new(known.clone(), &std::iter::repeat_n(0, kinds.of_row.len()).collect());
    let attack = |group: Cohort, naive: bool| {
        setup.rate(group, |_, row| {
            let fitting = candidates.finest(&candidates.fitting(group, row));
            // Of several classes the one that comes first; which is hers is not known to the
            // attacker, and not asked.
            let guess = guesses.get(fitting.first()?)?;
            let value = known[guess.column].codes(group).at(row as usize);
            let part = if naive { guess.naive } else { guess.part };
            Some(guess.part_of_value[value as usize] == Some(part))
        })
    };
    vec![Tries {
        about: None,
        original: attack(Cohort::Original, false),
        baseline: attack(Cohort::Original, true),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control, false)),
        alike: None,
    }]
}

/// What is guessed of the records of a class.
struct Guess {
    column: usize,
    part: u32,
    naive: u32,
    part_of_value: Vec<Option<u32>>,
}

/// For each class with bounds a guess about the column in which most is won.
fn guesses(rounds: &Rounds<'_>, kinds: &Kinds, known: &[&MatchedColumn<'_>]) -> BTreeMap<u32, Guess> {
    let mut best: BTreeMap<u32, (u64, Guess)> = BTreeMap::new();
    for ((kind, column), parts) in rounds.refined() {
        let (Some(part), Some(naive)) =
            (likeliest(&parts, |part| part.least + part.most), likeliest(&parts, |part| part.values.into()))
        else {
            continue;
        };
        // By how many records, of a thousand, the part has more than the naive one.
        let together = |place: u32| parts[&place].least + parts[&place].most;
        let won = (together(part) - together(naive)) * 1_000 / kinds.records[kind as usize].max(1);
        if best.get(&kind).is_none_or(|(known, _)| won > *known) {
            let part_of_value = rounds.parts_of_values(kind, column, known[column]);
            best.insert(kind, (won, Guess { column, part, naive, part_of_value }));
        }
    }
    best.into_iter().map(|(kind, (_, guess))| (kind, guess)).collect()
}

/// The first of the parts of which a figure is the largest.
fn likeliest(parts: &Parts, figure: impl Fn(&Part) -> u64) -> Option<u32> {
    parts.iter().max_by_key(|&(&place, part)| (figure(part), Reverse(place))).map(|(&place, _)| place)
}
