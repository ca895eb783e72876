//! Skewness: what most released records say that somebody may be.

use crate::bound::{Bound, Group};
use crate::candidates::Candidates;
use crate::entry::{AttackEntry, Needs};
use crate::labels::Meaning;
use crate::rate::Rate;
use crate::scene::Scene;
use crate::tries::Tries;
use incog_card::Card;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "skewness",
        summary: "the most frequent sensitive value of the released records that fit what is known of somebody is said to be hers",
        reference: "Li, Li, Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and l-Diversity, ICDE 2007, \
                    doi:10.1109/ICDE.2007.367856",
        parameters: &[],
        caveat: Some(
            "The naive attacker says the most frequent value of the whole release, or of values equally frequent the first.",
        ),
    },
    success: "the sensitive value of somebody is guessed rightly",
    needs: Needs { sensitive: true, control: false, two_known: false },
    run,
};

fn run(scene: &Scene<'_>) -> Vec<Tries> {
    scene.sensitive.iter().map(|&place| about(scene, &scene.columns[place])).collect()
}

fn about(scene: &Scene<'_>, sensitive: &Bound<'_>) -> Tries {
    let candidates = Candidates::of(scene, &sensitive.release.column.codes);
    let all = (0u32..).zip(sensitive.release.column.counts()).filter(|(_, count)| *count > 0).collect();
    let most_of_all = most_frequent(sensitive, &all);
    let is_right = |guess: Option<u32>, value: u32| {
        let meaning = guess.map(|code| &sensitive.release.meanings[code as usize]);
        matches!(meaning, Some(Meaning::Values(found)) if found.as_slice() == [value])
    };
    let value = |group: Group, row: u32| sensitive.codes(group)[row as usize];
    let attack = |group: Group| {
        let right = |&row: &u32| {
            let said = candidates.about(group, row);
            is_right(most_frequent(sensitive, &said), value(group, row))
        };
        Rate::count(scene.targets(group).par_iter().map(right).collect::<Vec<bool>>())
    };
    let targets = scene.targets(Group::Original).iter();
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Group::Original),
        baseline: Rate::count(targets.map(|&row| is_right(most_of_all, value(Group::Original, row)))),
        control: scene.control.as_ref().map(|_| attack(Group::Control)),
        alike: None,
    }
}

/// Of codes that are equally frequent, that with the first text.
fn most_frequent(sensitive: &Bound<'_>, said: &BTreeMap<u32, u64>) -> Option<u32> {
    let text = |code: u32| sensitive.release.column.dictionary.get(code);
    said.iter().max_by_key(|&(&code, &count)| (count, Reverse(text(code)))).map(|(&code, _)| code)
}
