//! Intersection of people: who fits what is published of somebody in all releases.

use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::kinds::Kinds;
use crate::matched_column::{Cohort, MatchedColumn};
use crate::series::{Lookup, values_of};
use crate::targets::Targets;
use incog_card::{Card, CardAudience};
use std::collections::{BTreeMap, BTreeSet};

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "intersection-of-people",
        audience: CardAudience::Product,
        summary: "uses two releases: of the people who match the same records as the target in one \
            release, only the target matches those in the other",
        reference: "Ganta, Kasiviswanathan, Smith, Composition Attacks and Auxiliary Information in Data Privacy, KDD 2008, \
                    doi:10.1145/1401890.1401926",
        parameters: &[],
        caveat: Some(
            "A person whom no record of one release matches does not count as an attempt. The attacker \
             needs a register with the known columns of everybody, and records that can be linked across \
             releases. The naive attacker uses each release by itself.",
        ),
    },
    success: "only one person matches the records in all releases together",
    needs: AttackNeeds { known: true, another: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let known: Vec<&str> = setup.known_columns().iter().map(|bound| bound.name).collect();
    let releases: Vec<Release<'_>> = std::iter::once(&setup.columns)
        .chain(&setup.also)
        .filter_map(|columns| Release::new(columns, &known))
        .collect();
    let rate = |group: Cohort, together: bool| {
        let Some(targets) = setup.group(group) else { return setup.rate(group, |_, _| None) };
        let crowds: Vec<Crowd> = releases.iter().map(|release| Crowd::new(release, group, targets)).collect();
        let person_of = person_of(targets);
        setup.rate(group, |_, row| {
            let near: Vec<BTreeSet<u32>> =
                crowds.iter().map(|crowd| crowd.around(row)).collect::<Option<_>>()?;
            let alone = |people: &BTreeSet<u32>| people.len() == 1 && people.contains(&person_of[&row]);
            let (first, others) = near.split_first()?;
            let all = || others.iter().fold(first.clone(), |left, one| &left & one);
            Some(if together { alone(&all()) } else { near.iter().any(alone) })
        })
    };
    vec![Tries {
        about: None,
        original: rate(Cohort::Original, true),
        baseline: rate(Cohort::Original, false),
        control: setup.control.as_ref().map(|_| rate(Cohort::Control, true)),
        alike: None,
    }]
}

/// A release as people are looked up in it.
struct Release<'a> {
    known: Vec<&'a MatchedColumn<'a>>,
    lookup: Lookup,
}

impl<'a> Release<'a> {
    /// `None` where it has none of the columns that are known.
    fn new(columns: &'a [MatchedColumn<'a>], known: &[&str]) -> Option<Self> {
        let known: Vec<&MatchedColumn<'a>> =
            columns.iter().filter(|bound| known.contains(&bound.name)).collect();
        if known.is_empty() {
            return None;
        }
        let kinds = Kinds::from_columns(&known);
        let lookup = Lookup::new(&known, &kinds, vec![true; kinds.records.len()]);
        Some(Self { known, lookup })
    }
}

/// Everybody by what fits her in one release.
struct Crowd {
    /// For each row the kinds of records that fit.
    of_row: BTreeMap<u32, Vec<u32>>,
    /// For each kind the people.
    people: BTreeMap<u32, BTreeSet<u32>>,
}

impl Crowd {
    fn new(release: &Release<'_>, group: Cohort, targets: &Targets) -> Self {
        let (mut of_row, mut people) = (BTreeMap::new(), BTreeMap::<u32, BTreeSet<u32>>::new());
        for (row, person) in person_of(targets) {
            let kinds = release.lookup.fitting(&values_of(release.known.iter().copied(), group, row));
            for &kind in &kinds {
                people.entry(kind).or_default().insert(person);
            }
            of_row.insert(row, kinds);
        }
        Self { of_row, people }
    }

    /// The people who fit some record that fits this one; `None` where none does.
    fn around(&self, row: u32) -> Option<BTreeSet<u32>> {
        let kinds = self.of_row.get(&row).filter(|kinds| !kinds.is_empty())?;
        Some(kinds.iter().filter_map(|kind| self.people.get(kind)).flatten().copied().collect())
    }
}

/// The number of the person of each row.
fn person_of(targets: &Targets) -> BTreeMap<u32, u32> {
    targets.rows().map(|(person, row)| (row, person as u32)).collect()
}
