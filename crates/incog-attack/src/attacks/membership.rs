//! Membership: who of two groups was in the table.

use crate::bound::Group;
use crate::draws::Draws;
use crate::entry::{AttackEntry, Needs};
use crate::nearest::Neighbours;
use crate::rate::Rate;
use crate::scene::Scene;
use crate::tries::Tries;
use incog_card::Card;
use rayon::prelude::*;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "membership",
        summary: "of as many people of the table as others, the half that is nearest to released records is said to be in the table",
        reference: "Chen, Yu, Zhang, Fritz, GAN-Leaks: A Taxonomy of Membership Inference Attacks against Generative Models, CCS 2020, \
                    doi:10.1145/3372297.3417238",
        parameters: &[],
        caveat: Some(
            "All columns that both tables have are compared; of those equally near at the border some are taken by chance.",
        ),
    },
    success: "somebody is said to be in the table",
    needs: Needs { sensitive: false, control: true, two_known: false },
    run,
};

fn run(scene: &Scene<'_>) -> Vec<Tries> {
    let neighbours = Neighbours::by(scene.columns.iter().collect());
    let each = scene.targets(Group::Original).len().min(scene.targets(Group::Control).len());
    let distances = |group: Group| -> Vec<(u64, u64, bool)> {
        let rows = scene.targets(group)[..each].par_iter().enumerate();
        let far = rows.map(|(attempt, &row)| {
            let lot = Draws::of(scene.seed, ENTRY.card.name, 2 * attempt + group as usize).below(1 << 32);
            (neighbours.of(group, row).distance, lot as u64, group == Group::Original)
        });
        far.collect()
    };
    let mut all = distances(Group::Original);
    all.extend(distances(Group::Control));
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
