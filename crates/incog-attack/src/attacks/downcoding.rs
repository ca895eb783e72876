//! Downcoding: of released records that fit somebody only those are hers whose labels are the
//! finest.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::candidates::Candidates;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::possible_values::Possible;
use incog_card::{Card, CardAudience};

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "downcoding",
        audience: CardAudience::Product,
        summary: "if several records match a person, those with coarser labels belong to others, because \
            no record is generalized more than necessary",
        reference: "Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022, \
                    https://www.usenix.org/conference/usenixsecurity22/presentation/cohen",
        parameters: &[],
        caveat: Some(
            "A person whom no released record matches does not count as an attempt. A label is coarser \
             than another if it covers all values of the other. The naive attacker uses all matching \
             records (homogeneity). If each person matches one class, the attack changes nothing.",
        ),
    },
    success: "the finest matching labels reveal the correct sensitive value of a person",
    needs: AttackNeeds { sensitive: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let candidates = Candidates::new(setup.known_columns(), &sensitive.release.column.codes);
    let attack = |group: Cohort, of_finest: bool| {
        setup.rate(group, |_, row| {
            let mut kinds = candidates.fitting(group, row);
            if of_finest {
                kinds = candidates.finest(&kinds);
            }
            let possible = Possible::new(sensitive, &candidates.said_by(&kinds));
            (!kinds.is_empty()).then(|| possible.is_only(sensitive, sensitive.codes(group).at(row as usize)))
        })
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Cohort::Original, true),
        baseline: attack(Cohort::Original, false),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control, true)),
        alike: None,
    }
}
