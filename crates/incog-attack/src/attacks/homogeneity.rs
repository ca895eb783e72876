//! Homogeneity: all released records that somebody may be say the same.

use crate::attack_setup::AttackSetup;
use crate::candidates::Candidates;
use crate::draws::Draws;
use crate::entry::{AttackEntry, Needs};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::possible::Possible;
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

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let codes = &sensitive.release.column.codes;
    let candidates = Candidates::new(setup.known_columns(), codes);
    let dealt = Candidates::new(setup.known_columns(), &dealt_anew(setup, sensitive.name, codes));
    let attack = |candidates: &Candidates<'_>, group: Cohort| {
        setup.rate(group, |_, row| {
            let said = candidates.about(group, row);
            let value = sensitive.codes(group).at(row as usize);
            (!said.is_empty()).then(|| Possible::new(sensitive, &said).is_only(sensitive, value))
        })
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(&candidates, Cohort::Original),
        baseline: attack(&dealt, Cohort::Original),
        control: setup.control.as_ref().map(|_| attack(&candidates, Cohort::Control)),
        alike: None,
    }
}

/// The released values in another order; which one does not depend on that of the rows.
fn dealt_anew(setup: &AttackSetup<'_>, name: &str, codes: &NarrowCodes) -> NarrowCodes {
    let rows: Vec<u32> = setup.release.rows().map(|(_, row)| row).collect();
    let order = Draws::new(setup.seed, name, 0).some(rows.len(), rows.len());
    let mut dealt = vec![0; codes.len()];
    rows.iter().zip(order).for_each(|(&row, from)| dealt[row as usize] = codes.at(rows[from] as usize));
    dealt.into()
}
