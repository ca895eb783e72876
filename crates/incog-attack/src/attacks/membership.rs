//! Membership: who of two groups was in the table.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::Cohort;
use crate::nearest::Neighbours;
use crate::rate::Rate;
use incog_card::{Card, CardAudience};

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "membership",
        audience: CardAudience::Product,
        summary: "of equally many people in and outside the table, guesses that the half nearest to \
            released records is in the table",
        reference: "Chen, Yu, Zhang, Fritz, GAN-Leaks: A Taxonomy of Membership Inference Attacks against Generative Models, CCS 2020, \
                    doi:10.1145/3372297.3417238",
        parameters: &[],
        caveat: Some(
            "The attacker compares all columns that both tables have. Ties at the border are broken at \
             random. The distance of a person is that of the nearest of their records.",
        ),
    },
    success: "the attacker says that a person is in the table",
    needs: AttackNeeds { control: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let neighbours = Neighbours::by(setup.columns.iter().collect());
    let distances = |group: Cohort| -> Vec<(u64, usize, bool)> {
        setup.of_each(group, |records| {
            let (attempts, far): (Vec<usize>, Vec<u64>) =
                records.map(|(attempt, row)| (attempt, neighbours.nearest(group, row).distance)).unzip();
            let hash =
                Draws::new(setup.seed, ENTRY.card.name, 2 * attempts[0] + group as usize).below(1 << 32);
            (far.into_iter().fold(u64::MAX, u64::min), hash, group == Cohort::Original)
        })
    };
    let (original, control) = (distances(Cohort::Original), distances(Cohort::Control));
    let each = original.len().min(control.len());
    let mut all = [&original[..each], &control[..each]].concat();
    all.sort_unstable();
    let members = all[..each].iter().filter(|(.., is_member)| *is_member).count() as u64;
    let others = each as u64 - members;
    let attempts = each as u64;
    vec![Tries {
        about: None,
        original: Rate::new(members, attempts),
        baseline: Rate::count((0..each).map(|attempt| Draws::new(setup.seed, "coins", attempt).happens(0.5))),
        control: Some(Rate::new(others, attempts)),
        alike: None,
    }]
}
