//! The matches of an attacker who knows some of the quasi-identifiers.

use super::bits::Bits;
use super::record_kinds::Alike;
use super::subsets::Subset;
use serde::Serialize;

/// A set of quasi-identifiers, and what it gives away by itself.
///
/// Distinction and separation: Motwani, Xu, "Efficient algorithms for masking and finding
/// quasi-identifiers", Workshop on Practical Privacy-Preserving Data Mining, 2008,
/// <https://theory.stanford.edu/~rajeev/>
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SubsetRisk {
    /// The quasi-identifiers.
    pub columns: Vec<String>,
    /// Classes of records that have all of them in common.
    pub classes: u64,
    /// Classes by records (or people): 1 when the set tells everybody apart.
    pub distinction: f64,
    /// The share of pairs of records (or people) that the set tells apart: 0 to 1.
    pub separation: f64,
    /// Records that are unique by the set.
    pub unique_records: u64,
    /// The highest risk of a record, 1 by the size of its class.
    pub highest: f64,
}

/// What an attacker finds who knows any `columns` of the quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Knowledge {
    /// How many quasi-identifiers are known.
    pub columns: usize,
    /// How many sets of that size there are.
    pub sets: u64,
    /// Records that are unique by at least one of these sets.
    pub unique_by_any: u64,
    /// Records that are unique by the set that makes most unique.
    pub unique_by_worst: u64,
    /// That set; the first of several.
    pub worst: Vec<String>,
    /// Records that are unique by such a set, on average over the sets.
    pub unique_by_mean: f64,
    /// The mean risk of a record, by the set for which it is highest: prosecutor, and marketer.
    pub mean_risk_of_worst: f64,
}

pub(super) fn subset_risk(alike: &Alike, subset: &Subset, names: &[String]) -> SubsetRisk {
    let members = u128::from(subset.members);
    let pairs = members * members.saturating_sub(1) / 2;
    SubsetRisk {
        columns: named(&subset.columns, names),
        classes: subset.classes,
        distinction: subset.classes as f64 / subset.members.max(1) as f64,
        separation: 1.0 - subset.pairs_alike as f64 / pairs.max(1) as f64,
        unique_records: records(alike, &subset.unique),
        highest: 1.0 / subset.least.max(1) as f64,
    }
}

/// For each number of quasi-identifiers that sets were looked at of.
pub(super) fn knowledge(alike: &Alike, subsets: &[Subset], names: &[String], up_to: usize) -> Vec<Knowledge> {
    (1..=up_to).filter_map(|columns| of_size(alike, subsets, names, columns)).collect()
}

fn of_size(alike: &Alike, subsets: &[Subset], names: &[String], columns: usize) -> Option<Knowledge> {
    let sets: Vec<&Subset> = subsets.iter().filter(|subset| subset.columns.len() == columns).collect();
    let unique: Vec<u64> = sets.iter().map(|subset| records(alike, &subset.unique)).collect();
    let most = unique.iter().copied().max()?;
    let worst = unique.iter().position(|&records| records == most)?;
    let mut any = Bits::new(alike.len());
    sets.iter().for_each(|subset| any.add(&subset.unique));
    let mean_risk = |subset: &&Subset| subset.classes as f64 / subset.members.max(1) as f64;
    Some(Knowledge {
        columns,
        sets: sets.len() as u64,
        unique_by_any: records(alike, &any),
        unique_by_worst: most,
        worst: named(&sets[worst].columns, names),
        unique_by_mean: unique.iter().sum::<u64>() as f64 / sets.len() as f64,
        mean_risk_of_worst: sets.iter().map(mean_risk).fold(0.0, f64::max),
    })
}

fn records(alike: &Alike, kinds: &Bits) -> u64 {
    kinds.iter().map(|kind| alike.records[kind]).sum()
}

fn named(columns: &[usize], names: &[String]) -> Vec<String> {
    columns.iter().map(|&column| names[column].clone()).collect()
}
