//! Minimality: what would have gone wrong, had a class been published any finer.

use super::arrangements::{Promise, Split, shares_of_values};
use super::skewness::says;
use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::candidates::Candidates;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::{Cohort, MatchedColumn};
use incog_card::{Card, CardAudience};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The attack.
pub(super) static ENTRY: AttackEntry = AttackEntry {
    card: Card {
        name: "minimality",
        audience: CardAudience::Product,
        summary: "of all assignments of the sensitive values of a class to its people, keeps only those in \
            which no finer release would have met the models",
        reference: "Wong, Fu, Wang, Pei, Minimality Attack in Privacy Preserving Data Publishing, VLDB 2007, \
                    https://www.vldb.org/conf/2007/papers/research/p543-wong.pdf",
        parameters: &[],
        caveat: Some(
            "The attacker knows the known columns of everybody in the table. The models are read from the \
             release: the size of its smallest class, and the largest share of each value in any class. \
             \"Finer\" means one column at one level lower in its hierarchy, or without a hierarchy at its \
             values. Only people in classes whose members are certain count as attempts. Of more than \
             2,000 assignments, 400 are drawn at random, and fewer for classes of more than 10,000. If all \
             records have the same levels, another class may be the reason, and the guess is wrong. The \
             naive attacker guesses the most frequent value of the class.",
        ),
    },
    success: "the guess of the sensitive value of a person is correct",
    needs: AttackNeeds { sensitive: true, known: true, ..AttackNeeds::NOTHING },
    run,
};

fn run(setup: &AttackSetup<'_>) -> Vec<Tries> {
    setup.sensitive.iter().map(|&place| about(setup, &setup.columns[place])).collect()
}

fn about(setup: &AttackSetup<'_>, sensitive: &MatchedColumn<'_>) -> Tries {
    let attacker = Attacker::new(setup, sensitive);
    let attacked = |group: Cohort| -> Vec<u32> {
        setup.of_each(group, |records| records.map(|(_, row)| row).collect::<Vec<_>>()).concat()
    };
    let groups = [Cohort::Original, Cohort::Control];
    let of_group = |group: Cohort| {
        let attacker = &attacker;
        attacked(group).into_iter().flat_map(move |row| attacker.candidates.fitting(group, row))
    };
    let mut kinds: Vec<u32> = groups.into_iter().flat_map(of_group).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let classes: BTreeMap<u32, Class> =
        kinds.into_par_iter().filter_map(|kind| Some((kind, attacker.class(kind)?))).collect();
    let attack = |group: Cohort, naive: bool| {
        setup.rate(group, |_, row| {
            // Somebody who is in a class for certain is in no other, unless others made the
            // release: then the first by its labels is taken.
            let fitting = attacker.candidates.fitting(group, row).into_iter();
            let class = fitting.filter_map(|kind| classes.get(&kind)).min_by_key(|class| &class.labels)?;
            let guess = class.guesses.get(&attacker.signature(class, group, row))?;
            let guess = if naive { class.most_frequent } else { *guess };
            Some(says(sensitive, guess, sensitive.codes(group).at(row as usize)))
        })
    };
    Tries {
        about: Some(sensitive.name.to_owned()),
        original: attack(Cohort::Original, false),
        baseline: attack(Cohort::Original, true),
        control: setup.control.as_ref().map(|_| attack(Cohort::Control, false)),
        alike: None,
    }
}

/// A class of whom it is certain who is in it.
struct Class {
    labels: String,
    /// The columns that nothing but the values keeps from being finer, with the part of each value.
    splits: Vec<(usize, Vec<u32>)>,
    most_frequent: u32,
    /// The values that a person may have, by the parts that she is in.
    guesses: BTreeMap<Vec<u32>, u32>,
}

struct Attacker<'s> {
    known: Vec<&'s MatchedColumn<'s>>,
    sensitive: &'s MatchedColumn<'s>,
    candidates: Candidates<'s>,
    /// Rows of the original in an order that follows from their texts.
    people: Vec<u32>,
    promise: Promise,
    seed: u64,
}

impl<'s> Attacker<'s> {
    fn new(setup: &'s AttackSetup<'s>, sensitive: &'s MatchedColumn<'s>) -> Self {
        let candidates = Candidates::new(setup.known_columns(), &sensitive.release.column.codes);
        let promise = Promise::from_classes(candidates.classes());
        let people = setup.original.rows().map(|(_, row)| row).collect();
        Self { known: setup.known_columns(), sensitive, candidates, people, promise, seed: setup.seed }
    }

    fn text(&self, code: u32) -> &str {
        self.sensitive.release.column.dictionary.get(code)
    }

    /// `None` where more people fit its labels than it has records.
    fn class(&self, kind: u32) -> Option<Class> {
        let said = self.candidates.said_by(&[kind]);
        let size = said.values().sum::<u64>() as usize;
        let fits = self.candidates.fits(kind);
        let fit = self.people.iter().copied().filter(|&row| fits(Cohort::Original, row));
        let people: Vec<u32> = fit.take(size + 1).collect();
        if people.len() != size {
            return None;
        }
        let most_frequent = said.iter().max_by_key(|&(&code, &count)| (count, Reverse(self.text(code))));
        let (&most_frequent, _) = most_frequent?;
        let parts =
            |column: usize| Some((column, self.known[column].finer(self.candidates.label(kind, column))?));
        let splits: Vec<(usize, Vec<u32>)> = (0..self.known.len()).filter_map(parts).collect();
        let (splits, of_people): (Vec<_>, Vec<Split>) = splits
            .into_iter()
            .filter_map(|(column, parts)| {
                let of = people
                    .iter()
                    .map(|&row| parts[self.known[column].original.codes.at(row as usize) as usize]);
                let split = Split::new(&of.collect::<Vec<_>>(), self.promise.fewest)?;
                Some(((column, parts), split))
            })
            .unzip();
        let labels = self.labels(kind);
        let mut class = Class { labels, splits, most_frequent, guesses: BTreeMap::new() };
        let signatures: Vec<Vec<u32>> =
            people.iter().map(|&row| self.signature(&class, Cohort::Original, row)).collect();
        // Values by their texts, so that nothing depends on how they are numbered.
        let mut values: Vec<u32> =
            said.iter().flat_map(|(&code, &count)| vec![code; count as usize]).collect();
        values.sort_by_key(|&code| self.text(code));
        let mut draws = Draws::new(self.seed, &format!("ways of {}", class.labels), 0);
        let shares = shares_of_values(&values, &signatures, &of_people, &self.promise, &mut draws);
        let likeliest = |shares: &BTreeMap<u32, u64>| {
            let key = |code: u32| (said.get(&code).copied(), Reverse(self.text(code)));
            shares.iter().max_by_key(|&(&code, &count)| (count, key(code))).map(|(&code, _)| code)
        };
        class.guesses =
            shares.into_iter().filter_map(|(of, shares)| Some((of, likeliest(&shares)?))).collect();
        Some(class)
    }

    fn labels(&self, kind: u32) -> String {
        let label = |(column, bound): (usize, &&MatchedColumn<'_>)| {
            bound.release.column.dictionary.get(self.candidates.label(kind, column)).to_owned()
        };
        self.known.iter().enumerate().map(label).collect::<Vec<_>>().join("\u{1f}")
    }

    fn signature(&self, class: &Class, group: Cohort, row: u32) -> Vec<u32> {
        let part = |(column, parts): &(usize, Vec<u32>)| {
            parts[self.known[*column].codes(group).at(row as usize) as usize]
        };
        class.splits.iter().map(part).collect()
    }
}
