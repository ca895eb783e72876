//! Intersection: what several releases say together of somebody who is in all of them.

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
        name: "intersection",
        audience: CardAudience::Product,
        summary: "uses two releases: of the sensitive values of the records that match a person in one \
            release, only one also occurs in the other",
        reference: "Ganta, Kasiviswanathan, Smith, Composition Attacks and Auxiliary Information in Data Privacy, KDD 2008, \
                    doi:10.1145/1401890.1401926",
        parameters: &[],
        caveat: Some(
            "A person whom no record of one release matches does not count as an attempt. The naive \
             attacker uses each release by itself. Sensitive values are assumed to be the same in all \
             releases.",
        ),
    },
    success: "all releases together reveal the correct sensitive value of a person with certainty",
    needs: AttackNeeds { sensitive: true, another: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

/// A release as the attacker looks somebody up in it.
struct Release<'a> {
    candidates: Candidates<'a>,
    sensitive: &'a MatchedColumn<'a>,
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let known: Vec<&str> = setup.known_columns().iter().map(|bound| bound.name).collect();
    let all = std::iter::once(&setup.columns).chain(&setup.also);
    let releases: Vec<Release<'_>> =
        all.filter_map(|columns| Release::new(columns, &known, sensitive.name)).collect();
    let attack = |group: Cohort, together: bool| {
        setup.rate(group, |_, row| {
            let said = releases.iter().map(|release| release.possible(group, row));
            let said: Vec<Possible> = said.collect::<Option<_>>()?;
            let is_only =
                |possible: &Possible| possible.is_only(sensitive, sensitive.codes(group).at(row as usize));
            let (first, others) = said.split_first()?;
            let all = || is_only(&others.iter().fold(first.clone(), Possible::and));
            Some(if together { all() } else { said.iter().any(is_only) })
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

impl<'a> Release<'a> {
    /// `None` where it does not have the sensitive column.
    fn new(columns: &'a [MatchedColumn<'a>], known: &[&str], sensitive: &str) -> Option<Self> {
        let sensitive = columns.iter().find(|bound| bound.name == sensitive)?;
        let known = columns.iter().filter(|bound| known.contains(&bound.name)).collect();
        Some(Self { candidates: Candidates::new(known, &sensitive.release.column.codes), sensitive })
    }

    /// What it leaves somebody; nothing where no record of it fits her.
    fn possible(&self, group: Cohort, row: u32) -> Option<Possible> {
        let said = self.candidates.about(group, row);
        (!said.is_empty()).then(|| Possible::new(self.sensitive, &said))
    }
}
