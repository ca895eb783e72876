//! Membership: who of two groups was in the table.

use crate::bound::Group;
use crate::draws::Draws;
use crate::entry::{AttackEntry, Needs};
use crate::nearest::Neighbours;
use crate::rate::Rate;
use crate::scene::Scene;
use crate::tries::Tries;
use incog_card::Card;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "membership",
        summary: "of as many people of the table as others, the half that is nearest to released records is said to be in the table",
        reference: "Chen, Yu, Zhang, Fritz, GAN-Leaks: A Taxonomy of Membership Inference Attacks against Generative Models, CCS 2020, \
                    doi:10.1145/3372297.3417238",
        parameters: &[],
        caveat: Some(
            "All columns that both tables have are compared; of those equally near at the border some are taken by chance. People are as near as \
             the nearest of their records.",
        ),
    },
    success: "somebody is said to be in the table",
    needs: Needs { control: true, ..Needs::NOTHING },
    run,
};

fn run(scene: &Scene<'_>) -> Vec<Tries> {
    let neighbours = Neighbours::by(scene.columns.iter().collect());
    let distances = |group: Group| -> Vec<(u64, usize, bool)> {
        scene.of_each(group, |records| {
            let (attempts, far): (Vec<usize>, Vec<u64>) =
                records.map(|(attempt, row)| (attempt, neighbours.of(group, row).distance)).unzip();
            let lot = Draws::of(scene.seed, ENTRY.card.name, 2 * attempts[0] + group as usize).below(1 << 32);
            (far.into_iter().fold(u64::MAX, u64::min), lot, group == Group::Original)
        })
    };
    let (original, control) = (distances(Group::Original), distances(Group::Control));
    let each = original.len().min(control.len());
    let mut all = [&original[..each], &control[..each]].concat();
    all.sort_unstable();
    let members = all[..each].iter().filter(|(.., is_member)| *is_member).count() as u64;
    let others = each as u64 - members;
    let coin = |attempt| Draws::of(scene.seed, "coins", attempt).happens(0.5);
    let attempts = each as u64;
    vec![Tries {
        about: None,
        original: Rate::of(members, attempts),
        baseline: Rate::count((0..each).map(coin)),
        control: Some(Rate::of(others, attempts)),
        alike: None,
    }]
}
