//! How likely records are found, by attackers of several kinds, and what single quasi-identifiers
//! add to that.
//!
//! [`risk_profile`] tells it of any table. Its figures are the steward's: those of an input say
//! more than its release does.

mod attackers;
mod bits;
mod class_sizes;
mod dis_suda;
mod households;
mod knowledge;
mod pitman;
mod population;
mod population_table;
mod record_kinds;
mod slide_negative_binomial;
mod special_uniques;
mod subsets;
mod text;
mod zayatz;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use attackers::{AttackerRisk, RISK_THRESHOLDS, RecordsAbove};
pub use class_sizes::RiskBand;
pub use dis_suda::DisSuda;
pub use households::HouseholdRisk;
pub use knowledge::{Knowledge, SubsetRisk};
pub use population::PopulationUniques;
pub use population_table::{PopulationRisk, PresenceRange, population_risk};
pub use special_uniques::{Contribution, MinimalUniques, Scored, SpecialUniques};

use crate::AuditError;
use crate::measure::columns;
use attackers::{attacker, journalist, risks};
use class_sizes::{bands, hiding};
use incog_data::{Column, CountedTable};
use population::{Sample, population_uniques};
use record_kinds::Alike;
use serde::Serialize;
use subsets::{Subset, subsets};

/// The share of the population that is unique, as the decision rule chooses the estimate, of
/// classes of these sizes; `None` where no model fits.
pub(crate) fn share_of_population_uniques(sizes: &[u64], fraction: f64) -> Option<f64> {
    let mut by_size = std::collections::BTreeMap::new();
    sizes.iter().for_each(|&size| *by_size.entry(size).or_insert(0) += 1);
    let sample = Sample { classes: by_size.into_iter().collect(), fraction };
    population_uniques(&sample).share
}

/// How many kinds of records are looked at in sets of quasi-identifiers, all sets together.
const MOST_WORK: u128 = 200_000_000;
/// How many sets of quasi-identifiers are looked at.
const MOST_SETS: u128 = 4096;
/// The largest sets that are told one by one.
const LARGEST_TOLD: usize = 3;

/// What is asked of a [`risk_profile`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RiskRequest {
    /// Names of the quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// The column of the people, or households, who are counted; records without one.
    pub unit: Option<String>,
    /// The column of the households of the people, whose risk is told beside theirs.
    pub household: Option<String>,
    /// The share of the population that the table is a simple random sample of, above 0 and below
    /// 1; where it is not known, nothing is told of the population.
    pub sampling_fraction: Option<f64>,
}

/// How likely records of a table are found. Missing cells are values of their own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RiskProfile {
    /// The column of the people that were counted; `None` where records were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Records of the table.
    pub records: u64,
    /// The target is known to be in the table: 1 by the size of its class.
    pub prosecutor: AttackerRisk,
    /// The target is known to be in the population: expected 1 by the size of its class there. Only
    /// with a sampling fraction; without one, the prosecutor's is an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journalist: Option<AttackerRisk>,
    /// The target is known to be in a population whose table is at hand ([`population_risk`]);
    /// `None` where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population_table: Option<PopulationRisk>,
    /// As many as possible are looked for: the share of records that is expected to be found, which
    /// is the average of the journalist's as counted in a table of the population, without one as
    /// estimated by a sampling fraction, and without both the average of the prosecutor's.
    pub marketer: f64,
    /// Records by how many they hide among, with the risks that this is.
    pub bands: Vec<RiskBand>,
    /// At least one record of the household, or of the person, is found; only where people are
    /// counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub households: Option<HouseholdRisk>,
    /// At least one record of the household is found, beside the risk of its people; only where its
    /// column is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_households: Option<HouseholdRisk>,
    /// Uniques of the population; only with a sampling fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationUniques>,
    /// What is found by any m of the quasi-identifiers.
    pub knowledge: Vec<Knowledge>,
    /// Each set of at most three quasi-identifiers, those that make most records unique first.
    pub subsets: Vec<SubsetRisk>,
    /// Minimal unique sets and SUDA scores.
    pub special_uniques: SpecialUniques,
}

impl RiskProfile {
    /// Adds the risks counted in a table of the population, whose marketer risk replaces the
    /// estimate.
    #[must_use]
    pub fn with_population(self, counted: PopulationRisk) -> Self {
        Self { marketer: counted.journalist.average, population_table: Some(counted), ..self }
    }
}

/// The figures of a table.
///
/// Sets of quasi-identifiers are looked at up to the size that 4,096 sets and 200 million kinds of
/// records allow; the profile tells up to which.
///
/// ```
/// use incog_audit::{RiskRequest, risk_profile};
/// let rows = [["20", "m"], ["20", "f"], ["30", "m"], ["30", "m"]];
/// let table = incog_data::Table::from_rows(["age", "sex"], rows, &[])?;
/// let request = RiskRequest { quasi_identifiers: vec!["age".into(), "sex".into()], ..RiskRequest::default() };
/// let profile = risk_profile(&table, &request)?;
/// assert_eq!((profile.prosecutor.highest, profile.prosecutor.average), (1.0, 0.75));
/// // The woman is unique by her sex alone, the young man by both.
/// assert_eq!(profile.special_uniques.records, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a column is not in the table, it has too many rows, or the sampling fraction is none.
pub fn risk_profile<'a>(
    table: impl Into<CountedTable<'a>>,
    request: &RiskRequest,
) -> Result<RiskProfile, AuditError> {
    let table = table.into();
    let (quasi_identifiers, unit) = read(table, request)?;
    let alike = Alike::new(table, &quasi_identifiers, unit);
    let hiding = hiding(&alike);
    let prosecutor = attacker(&risks(&hiding.by_size, |size| 1.0 / size as f64));
    let fraction = request.sampling_fraction;
    let journalist = fraction.map(|share| attacker(&risks(&hiding.by_size, |size| journalist(size, share))));
    let up_to = largest_sets(request.quasi_identifiers.len(), alike.len());
    let sets = subsets(&alike, up_to);
    let names = &request.quasi_identifiers;
    let (scores, mut uniques) = special_uniques::special_uniques(&alike, &sets, names, up_to);
    if let Some(fraction) = fraction {
        dis_suda::tell(&mut uniques, &alike, &scores, &hiding.by_size, fraction);
    }
    Ok(RiskProfile {
        unit: request.unit.clone(),
        records: table.records(),
        marketer: journalist.as_ref().unwrap_or(&prosecutor).average,
        prosecutor,
        journalist,
        population_table: None,
        bands: bands(&hiding.by_size),
        households: alike
            .person
            .as_ref()
            .map(|people| household_risk(&alike, people, &hiding.records_of_kind)),
        in_households: in_households(table, request, &alike, &hiding.records_of_kind)?,
        population: fraction.map(|fraction| population_uniques(&Sample::new(&hiding.by_size, fraction))),
        knowledge: knowledge::knowledge(&alike, &sets, names, up_to),
        subsets: told(&alike, &sets, names),
        special_uniques: uniques,
    })
}

/// The SUDA score of each row: the sum over its minimal unique sets of `s` of the `n`
/// quasi-identifiers of `(n - s)!`; 0 of rows that are not unique.
///
/// # Errors
/// As [`risk_profile`].
pub fn suda_scores<'a>(
    table: impl Into<CountedTable<'a>>,
    request: &RiskRequest,
) -> Result<Vec<f64>, AuditError> {
    let table = table.into();
    let (quasi_identifiers, unit) = read(table, request)?;
    let alike = Alike::new(table, &quasi_identifiers, unit);
    let up_to = largest_sets(request.quasi_identifiers.len(), alike.len());
    let sets = subsets(&alike, up_to);
    let (scores, _) = special_uniques::special_uniques(&alike, &sets, &request.quasi_identifiers, up_to);
    Ok(alike.of_row.iter().map(|&kind| scores[kind as usize]).collect())
}

fn read<'a>(
    table: CountedTable<'a>,
    request: &RiskRequest,
) -> Result<(Vec<&'a Column>, Option<&'a Column>), AuditError> {
    let rows = table.table().rows();
    if rows >= u32::MAX as usize {
        return Err(AuditError::TooManyRows { rows });
    }
    if let Some(found) = request.sampling_fraction.filter(|share| !(*share > 0.0 && *share < 1.0)) {
        return Err(AuditError::SamplingFraction { found: found.to_string() });
    }
    let names = &request.quasi_identifiers;
    if let Some(place) = (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
        return Err(AuditError::NamedTwice { name: names[place].clone() });
    }
    let quasi_identifiers = columns(table.table(), "table", names.iter())?;
    let unit = columns(table.table(), "table", request.unit.iter())?;
    Ok((quasi_identifiers, unit.first().copied()))
}

/// The largest size of sets of `columns` that the limits allow, at least 1.
fn largest_sets(columns: usize, kinds: usize) -> usize {
    let (mut of_size, mut sets) = (1u128, 0u128);
    for size in 1..=columns {
        of_size = of_size * (columns + 1 - size) as u128 / size as u128;
        sets += of_size;
        if size > 1 && (sets > MOST_SETS || sets * kinds as u128 > MOST_WORK) {
            return size - 1;
        }
    }
    columns
}

fn household_risk(alike: &Alike, people: &[u32], records_of_kind: &[u64]) -> HouseholdRisk {
    let risks = records_of_kind.iter().map(|&records| 1.0 / records.max(1) as f64);
    let records = people.iter().zip(risks).zip(&alike.records);
    households::households(records.map(|((&person, risk), &records)| (person, risk, records)), alike.people)
}

/// The risk of the households that a column names; all that is missing is one household.
fn in_households(
    table: CountedTable<'_>,
    request: &RiskRequest,
    alike: &Alike,
    records_of_kind: &[u64],
) -> Result<Option<HouseholdRisk>, AuditError> {
    let household = columns(table.table(), "table", request.household.iter())?;
    let Some(column) = household.first() else { return Ok(None) };
    let records = alike.of_row.iter().zip(&column.codes).enumerate().map(|(row, (&kind, code))| {
        let risk = 1.0 / records_of_kind[kind as usize].max(1) as f64;
        (column.one_missing(code), risk, table.count(row))
    });
    Ok(Some(households::households(records, column.dictionary.len())))
}

fn told(alike: &Alike, sets: &[Subset], names: &[String]) -> Vec<SubsetRisk> {
    let small = sets.iter().filter(|set| set.columns.len() <= LARGEST_TOLD);
    let mut told: Vec<SubsetRisk> = small.map(|set| knowledge::subset_risk(alike, set, names)).collect();
    // Where equally many are unique, smaller sets come first, and those named first.
    told.sort_by_key(|set| (std::cmp::Reverse(set.unique_records), set.columns.len()));
    told
}
