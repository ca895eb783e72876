//! Minimal unique sets of quasi-identifiers, and SUDA scores.

use super::bits::Bits;
use super::dis_suda::DisSuda;
use super::record_kinds::Alike;
use super::subsets::Subset;
use serde::Serialize;
use std::collections::BTreeMap;

/// Which few quasi-identifiers single records out, and how many of them each.
///
/// A minimal sample unique is a set of quasi-identifiers by which a record (or a person) is unique
/// while it is not by any part of the set. Of `n` quasi-identifiers a set of `s` scores `(n - s)!`,
/// and a record the sum over its sets.
///
/// Reference: Elliot, Manning, Ford, "A computational algorithm for handling the special uniques
/// problem", International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5),
/// 2002, doi:10.1142/S0218488502001600; scores as sdcMicro's `suda2` has them with
/// `original_scores = TRUE`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpecialUniques {
    /// Sets of at most so many quasi-identifiers were looked at.
    pub up_to: usize,
    /// For each size of minimal unique sets how many there are, and how many records have one.
    pub minimal: Vec<MinimalUniques>,
    /// Records with any.
    pub records: u64,
    /// The highest score of a record.
    pub highest: f64,
    /// The mean score of all records.
    pub mean: f64,
    /// How much of all scores is of sets with each quasi-identifier.
    pub contributions: Vec<Contribution>,
    /// The scores as chances that a match is right; only with a sampling fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dis_suda: Option<DisSuda>,
    /// The rows with the highest scores, at most ten.
    pub top: Vec<Scored>,
}

/// Minimal unique sets of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MinimalUniques {
    /// Quasi-identifiers of each.
    pub columns: usize,
    /// Pairs of such a set and somebody it singles out.
    pub found: u64,
    /// Records that have one of this size.
    pub records: u64,
}

/// What a quasi-identifier adds to scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// The quasi-identifier.
    pub column: String,
    /// The scores of sets with it, by all scores: 0 to 1. Sets have several, so these add up to
    /// more than 1.
    pub share: f64,
}

/// A row and its score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Scored {
    /// The row of the table, from 1.
    pub row: u64,
    /// Its score.
    pub score: f64,
    /// The chance that a match with it is right; only with a sampling fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dis_suda: Option<f64>,
}

/// For each kind of records its score, and what is told of all.
pub(super) fn special_uniques(
    alike: &Alike,
    subsets: &[Subset],
    names: &[String],
    up_to: usize,
) -> (Vec<f64>, SpecialUniques) {
    let place: BTreeMap<&[usize], usize> =
        subsets.iter().enumerate().map(|(place, subset)| (&*subset.columns, place)).collect();
    let mut scores = vec![0.0; alike.len()];
    let mut of_column = vec![0.0; names.len()];
    let mut by_size: BTreeMap<usize, (u64, Bits)> = BTreeMap::new();
    for subset in subsets {
        let minimal = minimal(subset, subsets, &place);
        let score = factorial(names.len() - subset.columns.len());
        let (found, with) =
            by_size.entry(subset.columns.len()).or_insert_with(|| (0, Bits::new(alike.len())));
        with.add(&minimal);
        for kind in minimal.iter() {
            *found += 1;
            scores[kind] += score;
            // Each of a person's records has it.
            let records = alike.records[kind] as f64;
            subset.columns.iter().for_each(|&column| of_column[column] += score * records);
        }
    }
    let found = UniqueScores { scores, of_column, by_size };
    let told = told(alike, &found, names, up_to);
    (found.scores, told)
}

/// Those unique by a set and by none that has one quasi-identifier less; what is unique by a set is
/// by larger ones.
fn minimal(subset: &Subset, subsets: &[Subset], place: &BTreeMap<&[usize], usize>) -> Bits {
    let mut found = subset.unique.clone();
    if subset.columns.len() == 1 {
        return found;
    }
    for left_out in &subset.columns {
        let part: Vec<usize> = subset.columns.iter().copied().filter(|column| column != left_out).collect();
        if let Some(&place) = place.get(&*part) {
            found = found.without(&subsets[place].unique);
        }
    }
    found
}

fn factorial(number: usize) -> f64 {
    (1..=number).map(|factor| factor as f64).product()
}

/// The scores of kinds and columns, and by the size of sets the minimal uniques.
struct UniqueScores {
    scores: Vec<f64>,
    of_column: Vec<f64>,
    by_size: BTreeMap<usize, (u64, Bits)>,
}

fn told(alike: &Alike, found: &UniqueScores, names: &[String], up_to: usize) -> SpecialUniques {
    let UniqueScores { scores, of_column, by_size } = found;
    let records = |kinds: &Bits| kinds.iter().map(|kind| alike.records[kind]).sum();
    let mut any = Bits::new(alike.len());
    by_size.values().for_each(|(_, with)| any.add(with));
    let minimal = by_size.iter().map(|(&columns, (found, with))| MinimalUniques {
        columns,
        found: *found,
        records: records(with),
    });
    let sum: f64 = scores.iter().zip(&alike.records).map(|(score, &records)| score * records as f64).sum();
    let all: u64 = alike.records.iter().sum();
    let contributions = names.iter().zip(of_column).map(|(column, &share)| Contribution {
        column: column.clone(),
        share: if sum > 0.0 { share / sum } else { 0.0 },
    });
    let mut top: Vec<usize> = any.iter().collect();
    top.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(alike.first_row[a].cmp(&alike.first_row[b])));
    let scored = |&kind: &usize| Scored {
        row: u64::from(alike.first_row[kind]) + 1,
        score: scores[kind],
        dis_suda: None,
    };
    SpecialUniques {
        up_to,
        minimal: minimal.filter(|minimal| minimal.found > 0).collect(),
        records: records(&any),
        highest: scores.iter().copied().fold(0.0, f64::max),
        mean: sum / all.max(1) as f64,
        contributions: contributions.collect(),
        dis_suda: None,
        top: top.iter().take(10).map(scored).collect(),
    }
}
