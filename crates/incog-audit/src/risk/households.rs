//! Risks of households, and of people with several records.

use serde::Serialize;

/// The risk that at least one record of a household is found, or of a person who has several
/// records: `1 - product (1 - r)` over the risks `r` of its records, each 1 by the number of
/// records in its class.
///
/// Reference: Hundepool and others, "Statistical Disclosure Control", Wiley 2012, ISBN
/// 978-1-119-97815-2; sdcMicro's hierarchical risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct HouseholdRisk {
    /// Households.
    pub households: u64,
    /// The highest risk of one.
    pub highest: f64,
    /// The mean risk of households.
    pub average: f64,
    /// Records that are expected to be in a household of which one is found: the sum over records
    /// of its household's risk.
    pub expected_records: f64,
}

/// From each record's household, risk, and how many such records there are.
pub(super) fn households(records: impl Iterator<Item = (u32, f64, u64)>, codes: usize) -> HouseholdRisk {
    let mut not_found = vec![1.0; codes];
    let mut sizes = vec![0u64; codes];
    for (household, risk, count) in records {
        not_found[household as usize] *= (1.0 - risk).powf(count as f64);
        sizes[household as usize] += count;
    }
    let risks = not_found.iter().zip(&sizes).filter(|(_, size)| **size > 0);
    let risks: Vec<(f64, u64)> = risks.map(|(not_found, size)| (1.0 - not_found, *size)).collect();
    HouseholdRisk {
        households: risks.len() as u64,
        highest: risks.iter().map(|(risk, _)| *risk).fold(0.0, f64::max),
        average: risks.iter().map(|(risk, _)| risk).sum::<f64>() / risks.len().max(1) as f64,
        expected_records: risks.iter().map(|(risk, size)| risk * *size as f64).sum(),
    }
}
