//! Homogeneity: all released records that somebody may be say the same.

use crate::bound::{Bound, Group};
use crate::candidates::Candidates;
use crate::draws::Draws;
use crate::entry::{AttackEntry, Needs};
use crate::possible::Possible;
use crate::scene::Scene;
use crate::tries::Tries;
use incog_card::Card;
use incog_data::NarrowCodes;

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
    needs: Needs { sensitive: true, ..Needs::NOTHING },
    run,
};

fn run(scene: &Scene<'_>) -> Vec<Tries> {
    scene.sensitive.iter().map(|&place| about(scene, &scene.columns[place])).collect()
}

fn about(scene: &Scene<'_>, sensitive: &Bound<'_>) -> Tries {
    let codes = &sensitive.release.column.codes;
    let candidates = Candidates::of(scene.known_columns(), codes);
    let dealt = Candidates::of(scene.known_columns(), &dealt_anew(scene, sensitive.name, codes));
    let attack = |candidates: &Candidates<'_>, group: Group| {
        scene.rate(group, |_, row| {
            let said = candidates.about(group, row);
            let value = sensitive.codes(group).at(row as usize);
            (!said.is_empty()).then(|| Possible::of(sensitive, &said).is_only(sensitive, value))
        })
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(&candidates, Group::Original),
        baseline: attack(&dealt, Group::Original),
        control: scene.control.as_ref().map(|_| attack(&candidates, Group::Control)),
        alike: None,
    }
}

/// The released values in another order; which one does not depend on that of the rows.
fn dealt_anew(scene: &Scene<'_>, name: &str, codes: &NarrowCodes) -> NarrowCodes {
    let rows: Vec<u32> = scene.release.rows().map(|(_, row)| row).collect();
    let order = Draws::of(scene.seed, name, 0).some(rows.len(), rows.len());
    let mut dealt = vec![0; codes.len()];
    rows.iter().zip(order).for_each(|(&row, from)| dealt[row as usize] = codes.at(rows[from] as usize));
    dealt.into()
}
