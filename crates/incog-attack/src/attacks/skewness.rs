//! Skewness: what most released records say that somebody may be.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::candidates::Candidates;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::labels::Meaning;
use crate::matched_column::{Cohort, MatchedColumn};
use incog_card::{Card, CardAudience};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "skewness",
        audience: CardAudience::Product,
        summary: "guesses the most frequent sensitive value of the released records that match a person",
        reference: "Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, ICDE 2007, \
                    doi:10.1109/ICDE.2007.367856",
        parameters: &[],
        caveat: Some(
            "A person whom no released record matches does not count as an attempt. The naive attacker \
             guesses the most frequent value of the whole release, or the first of several.",
        ),
    },
    success: "the guess of the sensitive value of a person is correct",
    needs: AttackNeeds { sensitive: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let candidates = Candidates::new(setup.known_columns(), &sensitive.release.column.codes);
    let all = (0u32..).zip(sensitive.release.column.counts()).filter(|(_, count)| *count > 0).collect();
    let most_of_all = most_frequent(sensitive, &all);
    let is_right =
        |guess: u32, group: Cohort, row: u32| says(sensitive, guess, sensitive.codes(group).at(row as usize));
    let attack = |group: Cohort| {
        setup.rate(group, |_, row| {
            let guess = most_frequent(sensitive, &candidates.about(group, row))?;
            Some(is_right(guess, group, row))
        })
    };
    let naive = |_, row: u32| {
        let fits = !candidates.about(Cohort::Original, row).is_empty();
        most_of_all.filter(|_| fits).map(|guess| is_right(guess, Cohort::Original, row))
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Cohort::Original),
        baseline: setup.rate(Cohort::Original, naive),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control)),
        alike: None,
    }
}

/// Of codes that are equally frequent, that with the first text.
fn most_frequent(sensitive: &MatchedColumn<'_>, said: &BTreeMap<u32, u64>) -> Option<u32> {
    let text = |code: u32| sensitive.release.column.dictionary.get(code);
    said.iter().max_by_key(|&(&code, &count)| (count, Reverse(text(code)))).map(|(&code, _)| code)
}

/// Whether a released code stands for this value and no other one.
pub(super) fn says(sensitive: &MatchedColumn<'_>, code: u32, value: u32) -> bool {
    let meaning = &sensitive.release.meanings[code as usize];
    matches!(meaning, Meaning::Values(found) if found.as_slice() == [value])
}
