//! Singling out: a predicate that fits exactly one released record, and then exactly one of the
//! table.

use super::places::{Places, Side};
use super::predicate::{Clause, Comparison};
use crate::attack_setup::AttackSetup;
use crate::attempts::Tries;
use crate::draws::Draws;
use crate::entry::{AttackEntry, AttackNeeds};
use crate::matched_column::{Cohort, MatchedColumn};
use crate::rate::Rate;
use incog_card::{Card, CardAudience};
use incog_data::text_hash;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Predicates tried for each that is asked for: of a release in which few records are alone most
/// fit several.
const MOST_ATTEMPTS: usize = 100;
/// Predicates that are tried side by side.
const BATCH: usize = 2048;

const REFERENCE: &str = "Giomi, Boenisch, Wehmeyer, Tasnádi, A Unified Framework for Quantifying Privacy Risk in Synthetic Data, \
                         PoPETs 2023, doi:10.56553/popets-2023-0055";

/// By one column.
pub(super) static BY_ONE: AttackEntry = AttackEntry {
    card: Card {
        name: "singling-out-by-one",
        audience: CardAudience::Product,
        summary: "looks in the table for a value that only one released record has, or for an end of a range",
        reference: REFERENCE,
        parameters: &[],
        caveat: Some(
            "An attempt is a predicate that the release suggests; a release without unique records \
             suggests none. A predicate matches a person if it matches one of their records.",
        ),
    },
    success: "a predicate about one column matches exactly one person",
    needs: AttackNeeds::NOTHING,
    run: by_one,
};

/// By several columns.
pub(super) static BY_SEVERAL: AttackEntry = AttackEntry {
    card: Card {
        name: "singling-out-by-several",
        audience: CardAudience::Product,
        summary: "looks in the table for the values of a released record in several columns (three by \
            default)",
        reference: REFERENCE,
        parameters: &[],
        caveat: Some(
            "An attempt is a predicate that matches one released record; a release without unique records \
             suggests none. A predicate matches a person if it matches one of their records.",
        ),
    },
    success: "a predicate about several columns matches exactly one person",
    needs: AttackNeeds::NOTHING,
    run: by_several,
};

/// The middle of the released numbers of each column.
fn medians(setup: &AttackSetup<'_>) -> Vec<f64> {
    let median = |bound: &MatchedColumn<'_>| {
        let number: Vec<Option<f64>> =
            (0..bound.release.meanings.len() as u32).map(|code| bound.release.number(code)).collect();
        let mut numbers: Vec<f64> =
            bound.release.column.codes.iter().filter_map(|code| number[code as usize]).collect();
        numbers.sort_by(f64::total_cmp);
        let half = numbers.len() / 2;
        let of_two = |low: f64, high: f64| low + (high - low) / 2.0;
        if numbers.is_empty() { 0.0 } else { of_two(numbers[(numbers.len() - 1) / 2], numbers[half]) }
    };
    setup.columns.iter().map(median).collect()
}

fn by_one(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let mut clauses = Vec::new();
    for (column, bound) in setup.columns.iter().enumerate() {
        let counts = bound.release.column.counts();
        let used = (0u32..).zip(&counts).filter(|(_, count)| **count > 0);
        let of_code = |code: u32| bound.release.number(code);
        let numbered = used.clone().filter_map(|(code, _)| Some((of_code(code)?, code)));
        let ends = [
            (Comparison::AtMost, numbered.clone().min_by(|a, b| a.0.total_cmp(&b.0))),
            (Comparison::AtLeast, numbered.max_by(|a, b| a.0.total_cmp(&b.0))),
        ];
        let ends = ends.into_iter().filter_map(|(comparison, end)| Some((comparison, end?.1)));
        let rare = used.filter(|(_, count)| **count == 1).map(|(code, _)| (Comparison::Is, code));
        let rare = rare
            .filter(|(_, code)| bound.release.meanings[*code as usize] != crate::labels::Meaning::Anything);
        clauses.extend(ends.chain(rare).map(|(comparison, code)| Clause { column, comparison, code }));
    }
    clauses.sort_by_cached_key(|clause| (hash(setup, clause), clause.comparison));
    let places = Places::new(&setup.columns, Side::Release, &setup.release);
    clauses.retain(|clause| places.single_out(std::slice::from_ref(clause), usize::MAX).0);
    clauses.truncate(setup.queries);
    vec![evaluate(setup, &clauses.into_iter().map(|clause| vec![clause]).collect::<Vec<_>>(), 1)]
}

/// A number that follows from what a clause says.
fn hash(setup: &AttackSetup<'_>, clause: &Clause) -> u64 {
    let bound = &setup.columns[clause.column];
    let start = text_hash(setup.seed ^ clause.comparison as u64, bound.name);
    text_hash(start, bound.release.column.dictionary.get(clause.code))
}

fn by_several(setup: &AttackSetup<'_>) -> Vec<Tries> {
    let medians = medians(setup);
    let places = Places::new(&setup.columns, Side::Release, &setup.release);
    let attempt = |attempt: usize| {
        let mut draws = Draws::new(setup.seed, BY_SEVERAL.card.name, attempt);
        let row = setup.release.records_of(draws.below(setup.release.len())).1[0] as usize;
        let mut columns = draws.some(setup.width, setup.columns.len());
        columns.sort_unstable();
        let code = |column: usize| setup.columns[column].release.column.codes.at(row);
        let clauses = columns.into_iter();
        let clauses: Vec<Clause> = clauses
            .filter_map(|column| Clause::suggested(&setup.columns, &medians, column, code(column)))
            .collect();
        (!clauses.is_empty() && places.single_out(&clauses, usize::MAX).0).then_some(clauses)
    };
    let (mut known, mut found) = (BTreeSet::new(), Vec::new());
    for start in (0..setup.queries.saturating_mul(MOST_ATTEMPTS)).step_by(BATCH) {
        let batch: Vec<Vec<Clause>> = (start..start + BATCH).into_par_iter().filter_map(attempt).collect();
        found.extend(batch.into_iter().filter(|clauses| known.insert(clauses.clone())));
        if found.len() >= setup.queries {
            break;
        }
    }
    found.truncate(setup.queries);
    vec![evaluate(setup, &found, setup.width)]
}

/// Looks for them in the original, in a part of it as large as the control group, and in that, or
/// in a part of it as large as the original. The naive attacker makes as many of `width` columns by
/// chance.
fn evaluate(setup: &AttackSetup<'_>, predicates: &[Vec<Clause>], width: usize) -> Tries {
    let alike = setup.control.as_ref().map_or(usize::MAX, |control| control.len().min(setup.original.len()));
    let places = |group: Cohort, targets| Places::new(&setup.columns, Side::Of(group), targets);
    let of_original = places(Cohort::Original, &setup.original);
    let look = |places: &Places<'_>| -> (Rate, Rate) {
        let found: Vec<(bool, bool)> =
            predicates.par_iter().map(|clauses| places.single_out(clauses, alike)).collect();
        (Rate::count(found.iter().map(|found| found.0)), Rate::count(found.iter().map(|found| found.1)))
    };
    let (original, part) = look(&of_original);
    let control = setup.control.as_ref().map(|targets| look(&places(Cohort::Control, targets)).1);
    let is_as_large = setup.control.as_ref().is_none_or(|control| control.len() == setup.original.len());
    let by_chance = |attempt: usize| {
        let mut draws = Draws::new(setup.seed, "predicates by chance", attempt);
        let columns = draws.some(width, setup.columns.len()).into_iter();
        let clauses: Vec<Clause> = columns
            .map(|column| {
                let codes = by_text(&setup.columns[column]);
                let code = codes[draws.below(codes.len())];
                Clause::by_chance(&setup.columns, column, code, &mut draws)
            })
            .collect();
        of_original.single_out(&clauses, usize::MAX).0
    };
    let baseline: Vec<bool> = (0..predicates.len()).into_par_iter().map(by_chance).collect();
    let alike = (!is_as_large).then_some(part);
    Tries { about: None, original, baseline: Rate::count(baseline), control, alike }
}

/// The released codes in the order of their texts.
fn by_text(bound: &MatchedColumn<'_>) -> Vec<u32> {
    let dictionary = &bound.release.column.dictionary;
    let mut codes: Vec<u32> = (0..dictionary.len() as u32).collect();
    codes.sort_by(|&a, &b| dictionary.get(a).cmp(dictionary.get(b)));
    codes
}
