//! Linkability: two parts of what is known about somebody are recognised as one person's.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::nearest::Neighbours;
use incog_card::{Card, CardAudience};
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "linkability",
        audience: CardAudience::Product,
        summary: "links two sources: the released record nearest to a person in one half of the known \
            columns is also the nearest in the other half",
        reference: "Giomi, Boenisch, Wehmeyer, Tasnádi, A Unified Framework for Quantifying Privacy Risk in Synthetic Data, PoPETs \
                    2023, doi:10.56553/popets-2023-0055",
        parameters: &[],
        caveat: Some(
            "The known columns are split in half in their order. Among equally near records, the attacker \
             chooses one at random, for each half.",
        ),
    },
    success: "two sources about the same person, with different columns, lead to the same released record",
    needs: AttackNeeds { two_known: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let (first, second) = setup.known.split_at(setup.known.len() / 2);
    let by = |places: &[usize]| -> Vec<&MatchedColumn<'_>> {
        places.iter().map(|&place| &setup.columns[place]).collect()
    };
    let halves = (Neighbours::by(by(first)), Neighbours::by(by(second)));
    // For each kind by the first half, those by the second with the records of both.
    let mut both: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); halves.0.kinds.records.len()];
    for (&one, &other) in halves.0.kinds.of_row.iter().zip(&halves.1.kinds.of_row) {
        *both[one as usize].entry(other).or_default() += 1;
    }
    let chance = |group: Cohort, row: u32| {
        let (one, other) = (halves.0.nearest(group, row).kinds, halves.1.nearest(group, row).kinds);
        let shared = one.iter().flat_map(|&kind| &both[kind as usize]);
        let shared: u64 =
            shared.filter(|(kind, _)| other.binary_search(kind).is_ok()).map(|(_, count)| count).sum();
        let (one, other) = (halves.0.kinds.count(&one), halves.1.kinds.count(&other));
        shared as f64 / (one as f64 * other as f64)
    };
    let attack = |group: Cohort| {
        setup.rate(group, |attempt, row| {
            let mut draws = Draws::new(setup.seed, ENTRY.card.name, 2 * attempt + group as usize);
            Some(draws.happens(chance(group, row)))
        })
    };
    let by_chance = 1.0 / setup.release.len() as f64;
    let guess = |attempt, _| Some(Draws::new(setup.seed, "links by chance", attempt).happens(by_chance));
    let baseline = setup.rate(Cohort::Original, guess);
    let control = setup.control.as_ref().map(|_| attack(Cohort::Control));
    vec![Tries { about: None, original: attack(Cohort::Original), baseline, control, alike: None }]
}
