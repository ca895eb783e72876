//! Homogeneity: all released records that somebody may be say the same.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::candidates::Candidates;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::possible_values::Possible;
use incog_card::{Card, CardAudience};
use incog_data::NarrowCodes;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "homogeneity",
        audience: CardAudience::Product,
        summary: "all released records that match a person have the same sensitive value",
        reference: "Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam, l-Diversity: Privacy beyond k-anonymity, ICDE 2006, \
                    doi:10.1109/ICDE.2006.1",
        parameters: &[],
        caveat: Some(
            "A person whom no released record matches does not count as an attempt. The naive attacker \
             does the same after a random permutation of the sensitive values.",
        ),
    },
    success: "the release reveals the correct sensitive value of a person with certainty",
    needs: AttackNeeds { sensitive: true, ..AttackNeeds::NOTHING },
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
