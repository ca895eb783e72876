//! m-privacy by trying every coalition in every class.

use super::super::release_counts::{Judged, MeasuredCrowds};
use super::super::{Figure, Unshown, found};
use crate::lookalike_sets::LookalikeSets;
use crate::measure::after_coalition;
use incog_privacy::{Criterion, MOST_COALITIONS, Of, count_coalitions};
use rayon::prelude::*;

/// The number of colluding providers that every class withstands, counted up to m: after any
/// coalition of at most that many has taken its records away, something is left and meets all other
/// criteria. It is also 0 when the other criteria do not hold in the first place.
///
/// Shares nothing with the model that the searches use: in every class, the coalitions of the
/// providers in it are tried one by one.
pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let (coalitions, m) = (Coalitions(measured.judged), criterion.required() as u64);
    let provider_of_cell = measured.judged.grouped.provider_of_cell().ok_or(Unshown::Providers)?;
    let asks_own_k = coalitions.others().any(|other| *other.about() == Of::OwnK);
    if asks_own_k && !measured.judged.grouped.knows_own_k() {
        return Err(Unshown::OwnK);
    }
    let most = usize::try_from(m).unwrap_or(usize::MAX);
    let classes: Vec<&[(u32, u64)]> = measured.judged.grouped.crowds().collect();
    let withstood = match coalitions.sizes_alone() {
        Some(k) => classes.iter().map(|cells| largest_leave(k, cells, provider_of_cell, most)).min(),
        None if count_coalitions(coalitions.providers(), m) > MOST_COALITIONS => {
            return Err(Unshown::Coalitions);
        }
        None => classes.par_iter().map(|cells| coalitions.withstood(cells, provider_of_cell, most)).min(),
    };
    // A release without classes has nothing that a coalition could find out.
    Ok(Some(withstood.map_or(m, |withstood| withstood as u64) as f64))
}

/// A release, what must be left in its classes, and who may take records away.
struct Coalitions<'a>(Judged<'a>);

impl Coalitions<'_> {
    /// Number of providers of the input, counted as in the model, which refuses jobs with more
    /// coalitions than can be tried.
    fn providers(&self) -> u64 {
        let Judged { demand, evidence, .. } = self.0;
        let column = demand.provider.as_ref().and_then(|name| evidence.original.column(name));
        column.map_or(0, |column| column.dictionary.len() as u64)
    }

    /// All criteria that must hold for what is left of a class.
    fn others(&self) -> impl Iterator<Item = &Criterion> {
        let is_of_classes = |criterion: &&Criterion| match criterion.about() {
            Of::Records | Of::Values(_) | Of::Providers | Of::OwnK => true,
            Of::Coalitions | Of::Population | Of::Release => false,
        };
        self.0.criteria.iter().filter(is_of_classes)
    }

    /// The k that must be left, if only sizes are demanded: then the largest providers are the
    /// worst coalition.
    fn sizes_alone(&self) -> Option<u64> {
        let are_records = self.0.grouped.units().are_records();
        self.others().try_fold(1, |most: u64, criterion| {
            (are_records && *criterion.about() == Of::Records).then(|| most.max(criterion.smallest_class()))
        })
    }

    fn withstood(&self, cells: &[(u32, u64)], provider_of_cell: &[u32], most: usize) -> usize {
        let mut providers: Vec<u32> =
            cells.iter().map(|&(cell, _)| provider_of_cell[cell as usize]).collect();
        providers.sort_unstable();
        providers.dedup();
        let breaches = |coalition: &[u32]| {
            let outside = cells.iter().filter(|cell| !coalition.contains(&provider_of_cell[cell.0 as usize]));
            let rest = LookalikeSets::of_cells(outside.copied());
            rest.len() == 0 || !self.holds(&self.0.measure_crowds(&rest))
        };
        let breached = (0..=most.min(providers.len()))
            .find(|&size| any_coalition(&providers, size, &mut Vec::with_capacity(size), &breaches));
        breached.map_or(most, |size| size.saturating_sub(1))
    }

    fn holds(&self, rest: &MeasuredCrowds<'_>) -> bool {
        let all = self.others().map(|other| found(other, rest));
        all.into_iter().all(|found| matches!(found, Figure::Measured { satisfied: true, .. }))
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

/// Whether any `size` of the `providers`, together with those already in `coalition`, breach a
/// criterion.
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
