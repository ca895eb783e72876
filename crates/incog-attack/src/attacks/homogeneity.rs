//! Homogeneity: all released records that somebody may be say the same.

use crate::bound::{Bound, Group};
use crate::candidates::Candidates;
use crate::draws::Draws;
use crate::entry::{AttackEntry, Needs};
use crate::labels::Meaning;
use crate::rate::Rate;
use crate::scene::Scene;
use crate::tries::Tries;
use incog_card::Card;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "homogeneity",
        summary: "all released records that fit what is known of somebody have the same sensitive value",
        reference: "Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy beyond k-anonymity, ICDE 2006, \
                    doi:10.1109/ICDE.2006.1",
        parameters: &[],
        caveat: Some(
            "Somebody whom no released record fits is no attempt. The naive attacker does the same after the sensitive values were dealt anew \
             among all released records.",
        ),
    },
    success: "the sensitive value of somebody follows for certain, and rightly",
    needs: Needs { sensitive: true, control: false, two_known: false },
    run,
};

fn run(scene: &Scene<'_>) -> Vec<Tries> {
    scene.sensitive.iter().map(|&place| about(scene, &scene.columns[place])).collect()
}

fn about(scene: &Scene<'_>, sensitive: &Bound<'_>) -> Tries {
    let codes = &sensitive.release.column.codes;
    let candidates = Candidates::of(scene, codes);
    let dealt = Candidates::of(scene, &dealt_anew(scene, sensitive.name, codes));
    let attack = |candidates: &Candidates<'_>, group: Group| {
        let rows = scene.targets(group).par_iter();
        let right = rows.filter_map(|&row| {
            let said = candidates.about(group, row);
            (!said.is_empty()).then(|| is_certain(sensitive, &said, sensitive.codes(group)[row as usize]))
        });
        Rate::count(right.collect::<Vec<bool>>())
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(&candidates, Group::Original),
        baseline: attack(&dealt, Group::Original),
        control: scene.control.as_ref().map(|_| attack(&candidates, Group::Control)),
        alike: None,
    }
}

/// Whether all of those that fit say one value, and this one.
fn is_certain(sensitive: &Bound<'_>, said: &BTreeMap<u32, u64>, value: u32) -> bool {
    let says = |code: &u32| match &sensitive.release.meanings[*code as usize] {
        Meaning::Values(found) => {
            found.contains(&value) && found.iter().all(|&other| is_same(sensitive, value, other))
        }
        Meaning::Anything | Meaning::Number(_) | Meaning::Unread => false,
    };
    said.keys().all(says)
}

fn is_same(sensitive: &Bound<'_>, value: u32, other: u32) -> bool {
    let number = |value: u32| sensitive.values.numbers[value as usize];
    value == other || number(value).is_some() && number(value) == number(other)
}

/// The released values in another order; which one does not depend on that of the rows.
fn dealt_anew(scene: &Scene<'_>, name: &str, codes: &[u32]) -> Vec<u32> {
    let rows = &scene.release;
    let order = Draws::of(scene.seed, name, 0).some(rows.len(), rows.len());
    let mut dealt = vec![0; codes.len()];
    rows.iter().zip(order).for_each(|(&row, from)| dealt[row as usize] = codes[rows[from] as usize]);
    dealt
}
