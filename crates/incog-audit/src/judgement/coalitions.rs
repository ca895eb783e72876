//! m-privacy by trying every coalition in every class.

use super::{Criterion, Demand, Evidence, Figure, Unshown, measured_figure};
use crate::Measurement;
use crate::crowds::Crowds;
use crate::measure::{Grouped, after_coalition};
use incog_privacy::{MOST_COALITIONS, count_coalitions};
use rayon::prelude::*;

/// The classes of a release, what must be left in them, and who may take records away.
///
/// Shares nothing with the model that the searches ask: in every class, the coalitions of the providers in it
/// are tried one by one.
pub(super) struct Coalitions<'a> {
    pub grouped: &'a Grouped<'a>,
    pub criteria: &'a [Criterion],
    pub evidence: &'a Evidence<'a>,
    pub demand: &'a Demand,
}

impl Coalitions<'_> {
    /// The number of colluding providers that every class withstands, counted up to `m`: after any coalition of
    /// at most so many has taken its records away, something is left and meets all other criteria. 0 also
    /// when they do not hold in the first place.
    pub fn judge(&self, m: u64) -> Figure {
        let Some(provider_of_cell) = self.grouped.provider_of_cell() else {
            return Figure::NotShown(Unshown::Providers);
        };
        let most = usize::try_from(m).unwrap_or(usize::MAX);
        let withstood = match self.sizes_alone() {
            Some(k) => {
                self.grouped.crowds().map(|cells| largest_leave(k, cells, provider_of_cell, most)).min()
            }
            None if count_coalitions(self.providers(), m) > MOST_COALITIONS => {
                return Figure::NotShown(Unshown::Coalitions);
            }
            None => {
                let classes: Vec<&[(u32, u64)]> = self.grouped.crowds().collect();
                classes.par_iter().map(|cells| self.withstood(cells, provider_of_cell, most)).min()
            }
        };
        // A release without classes has nothing that a coalition could find out.
        let withstood = withstood.map_or(m, |withstood| withstood as u64);
        Figure::Measured { achieved: Some(withstood as f64), satisfied: withstood >= m }
    }

    /// Providers of the input, as the model counts them that refuses more coalitions than can be tried.
    fn providers(&self) -> u64 {
        let column = self.demand.provider.as_ref().and_then(|name| self.evidence.original.column(name));
        column.map_or(0, |column| column.dictionary.len() as u64)
    }

    /// The k that must be left where nothing but k is demanded: the largest providers then take most.
    fn sizes_alone(&self) -> Option<u64> {
        self.criteria.iter().try_fold(1, |most: u64, criterion| match criterion {
            Criterion::KAnonymity { k } => Some(most.max(*k)),
            Criterion::MPrivacy { .. } => Some(most),
            _ => None,
        })
    }

    fn withstood(&self, cells: &[(u32, u64)], provider_of_cell: &[u32], most: usize) -> usize {
        let mut providers: Vec<u32> =
            cells.iter().map(|&(cell, _)| provider_of_cell[cell as usize]).collect();
        providers.sort_unstable();
        providers.dedup();
        let breaches = |coalition: &[u32]| {
            let outside = cells.iter().filter(|cell| !coalition.contains(&provider_of_cell[cell.0 as usize]));
            let rest = Crowds::of_cells(outside.copied());
            rest.len() == 0 || !self.holds(&self.grouped.measure_crowds(&rest))
        };
        let breached = (0..=most.min(providers.len()))
            .find(|&size| any_coalition(&providers, size, &mut Vec::with_capacity(size), &breaches));
        breached.map_or(most, |size| size.saturating_sub(1))
    }

    fn holds(&self, rest: &Measurement) -> bool {
        let others = self.criteria.iter().filter(|other| !matches!(other, Criterion::MPrivacy { .. }));
        others
            .map(|other| measured_figure(other, rest))
            .all(|found| matches!(found, Figure::Measured { satisfied: true, .. }))
    }
}

/// The number of providers, up to `most`, whose records a class can lose and still have `k`.
fn largest_leave(k: u64, cells: &[(u32, u64)], provider_of_cell: &[u32], most: usize) -> usize {
    let mut records: std::collections::BTreeMap<u32, u64> = std::collections::BTreeMap::new();
    for &(cell, count) in cells {
        *records.entry(provider_of_cell[cell as usize]).or_default() += count;
    }
    let records: Vec<u64> = records.into_values().collect();
    let breached = (0..=most.min(records.len())).find(|&size| after_coalition(&records, size) < k.max(1));
    breached.map_or(most, |size| size.saturating_sub(1))
}

/// Whether any `size` of the `providers`, together with those already in `coalition`, breach.
fn any_coalition(
    providers: &[u32],
    size: usize,
    coalition: &mut Vec<u32>,
    breaches: &impl Fn(&[u32]) -> bool,
) -> bool {
    if size == 0 {
        return breaches(coalition);
    }
    (0..providers.len()).any(|place| {
        coalition.push(providers[place]);
        let found = any_coalition(&providers[place + 1..], size - 1, coalition, breaches);
        coalition.pop();
        found
    })
}
