//! Proofs of local recodings: prices of records that no cell can afford less than.

use crate::heap::*;
use crate::job_terms::job::LossKind;
use crate::numbers::sum;
use crate::proof::attribute::Attribute;
use crate::proof::fault::ProofFault;
use crate::proof::lattice::ReleaseSpace;
use crate::reading::json::Json;
use crate::reading::table::grouped;

/// By what part of a cell's cost the prices of a class may exceed it: rounding. The bound is
/// lowered by as much.
const ROUNDING: f64 = 1e-9;

/// The most kinds of records that are looked at in all groups together.
const MOST_LOOKS: usize = 1 << 31;

struct CellWalk<'a> {
    space: &'a ReleaseSpace<'a>,
    /// The attributes of the block, in the order of its names.
    places: Vec<usize>,
    /// By attribute, level from the lowest allowed, and code: the cost above the cheapest label.
    above: &'a [Vec<Vec<f64>>],
    /// By kind of record.
    prices: &'a [f64],
    /// The fewest records of a class anywhere.
    least: usize,
    looks: usize,
}

/// The bound on the minimized objective that prices prove.
pub(crate) fn bound(space: &ReleaseSpace<'_>, blocks: &Json) -> Result<f64, ProofFault> {
    if matches!(space.job.loss, LossKind::Loss | LossKind::Other) {
        return Err(ProofFault::Objective);
    }
    if !space.is_monotone() {
        return Err(ProofFault::Models);
    }
    let (above, cheapest): (Vec<_>, Vec<f64>) =
        space.attributes.iter().map(|attribute| costs_above_cheapest(space, attribute)).unzip();
    let least = sum(cheapest);
    let all: Vec<usize> = (0..space.kinds.len()).collect();
    let fewest = fewest(space, &all)?;
    let mut is_free = vec![true; space.attributes.len()];
    let mut total = vec![0.0; space.kinds.len()];
    for block in blocks.list().ok_or(ProofFault::Malformed)? {
        let places = places_of(space, block, &mut is_free)?;
        let prices = prices_of(space, block)?;
        total.iter_mut().zip(&prices).for_each(|(total, price)| *total += price);
        if let Some(least) = fewest {
            let mut walk = CellWalk { space, places, above: &above, prices: &prices, least, looks: 0 };
            walk.cells(&all, 0, 0.0)?;
        }
    }
    if let Some(cost) = space.suppressed {
        total.iter_mut().for_each(|price| *price = price.min(cost - least));
    }
    // Where suppressed records do not count, those that are left out may be the dearest.
    let counted = space.table.rows - if space.suppressed.is_none() { space.limit } else { 0 };
    Ok(least + mean_of_least(space, &total, counted) / (1.0 + ROUNDING))
}

/// Costs in the units of the objective, above that of the cheapest label that a record can have.
fn costs_above_cheapest(space: &ReleaseSpace<'_>, attribute: &Attribute<'_>) -> (Vec<Vec<f64>>, f64) {
    let scale = match space.job.loss {
        LossKind::Transparency => space.table.rows as f64 * space.attributes.len() as f64,
        LossKind::Height => space.attributes.len() as f64,
        _ => 1.0,
    };
    let mut costs = attribute.costs[attribute.lowest..=attribute.highest].to_vec();
    costs.iter_mut().flatten().for_each(|cost| *cost *= scale * attribute.share);
    let cheapest = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    costs.iter_mut().flatten().for_each(|cost| *cost -= cheapest);
    (costs, cheapest)
}

/// The attributes of a block, none of which is in two blocks.
fn places_of(space: &ReleaseSpace<'_>, block: &Json, is_free: &mut [bool]) -> Result<Vec<usize>, ProofFault> {
    let map = block.map().ok_or(ProofFault::Malformed)?;
    if map.keys().any(|key| !["quasi_identifiers", "prices"].contains(&key.as_str())) {
        return Err(ProofFault::Malformed);
    }
    let names = block.get("quasi_identifiers").and_then(Json::list).ok_or(ProofFault::Malformed)?;
    let mut places = vec![];
    for name in names {
        let mut names = space.attributes.iter().map(|attribute| Some(attribute.given.name.as_str()));
        let place = names.position(|own| own == name.text()).ok_or(ProofFault::QuasiIdentifiers)?;
        if !core::mem::take(&mut is_free[place]) {
            return Err(ProofFault::QuasiIdentifiers);
        }
        places.push(place);
    }
    Ok(places)
}

/// The price of each kind of record: the least of its records, and no less than 0.
fn prices_of(space: &ReleaseSpace<'_>, block: &Json) -> Result<Vec<f64>, ProofFault> {
    let prices = block.get("prices").and_then(Json::list).ok_or(ProofFault::Malformed)?;
    let prices: Vec<f64> =
        prices.iter().map(Json::number).collect::<Option<_>>().ok_or(ProofFault::Malformed)?;
    if prices.len() != space.table.rows {
        return Err(ProofFault::Records);
    }
    let of_kinds = space.kinds.iter().map(|kind| kind.rows.iter().map(|&row| prices[row]));
    Ok(of_kinds.map(|prices| f64::max(0.0, prices.fold(f64::INFINITY, f64::min))).collect())
}

/// The fewest records of a class among these; `None` where there can be none.
fn fewest(space: &ReleaseSpace<'_>, kinds: &[usize]) -> Result<Option<usize>, ProofFault> {
    if !space.satisfies(kinds)? {
        return Ok(None);
    }
    let needs = space.job.demands.iter().filter_map(|demand| demand.least_records());
    let most = needs.max().unwrap_or(1).max(1);
    Ok(usize::try_from(most).ok())
}

/// The mean of the least prices of so many records.
fn mean_of_least(space: &ReleaseSpace<'_>, prices: &[f64], records: usize) -> f64 {
    let mut priced: Vec<(f64, usize)> =
        prices.iter().zip(&space.kinds).map(|(&price, kind)| (price, kind.rows.len())).collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut left = records;
    let terms = priced.into_iter().map(|(price, count)| {
        let taken = count.min(left);
        left -= taken;
        price * taken as f64
    });
    let total = sum(terms);
    if records > 0 { total / records as f64 } else { 0.0 }
}

impl CellWalk<'_> {
    fn code(&self, kind: usize, place: usize) -> usize {
        self.space.kinds[kind].codes[place]
    }

    /// Proves the prices in all cells of some kinds of records, whose labels in the first
    /// `labelled` attributes are chosen and cost `cost`.
    fn cells(&mut self, group: &[usize], labelled: usize, cost: f64) -> Result<(), ProofFault> {
        self.looks += group.len();
        if self.looks > MOST_LOOKS {
            return Err(ProofFault::TooManyCells);
        }
        // In no cell below can a class be too dear then: it costs no less, and has fewer records.
        if !self.is_too_dear(group, self.least, cost) {
            return Ok(());
        }
        let Some(&place) = self.places.get(labelled) else {
            let least = fewest(self.space, group)?;
            let is_dear = least.is_some_and(|least| self.is_too_dear(group, least, cost));
            return if is_dear { Err(ProofFault::Cell) } else { Ok(()) };
        };
        let attribute = &self.space.attributes[place];
        let mut parts: Vec<(Vec<usize>, f64)> = vec![];
        for (up, level) in (attribute.lowest..=attribute.highest).enumerate() {
            let labels = &attribute.labels[level];
            let costs = &self.above[place];
            for places in grouped(group.len(), |at| labels[self.code(group[at], place)]) {
                let part: Vec<usize> = places.into_iter().map(|at| group[at]).collect();
                let first = self.code(part[0], place);
                // A lower label for all of them that costs no more makes this one idle.
                let is_idle = up > 0 && {
                    let below = &attribute.labels[level - 1];
                    let is_same = part.iter().all(|&kind| below[self.code(kind, place)] == below[first]);
                    is_same && costs[up][first] >= costs[up - 1][first]
                };
                if !is_idle {
                    parts.push((part, costs[up][first]));
                }
            }
        }
        parts.into_iter().try_for_each(|(part, more)| self.cells(&part, labelled + 1, cost + more))
    }

    /// Whether some of these records, `least` or more, have prices above what a cell costs them.
    fn is_too_dear(&self, group: &[usize], least: usize, cost: f64) -> bool {
        let allowed = cost * (1.0 + ROUNDING);
        let mut gains: Vec<(f64, usize)> = vec![];
        for &kind in group {
            gains.push((self.prices[kind] - allowed, self.space.kinds[kind].rows.len()));
        }
        gains.sort_by(|a, b| b.0.total_cmp(&a.0));
        if !gains.first().is_some_and(|(gain, _)| *gain > 0.0) {
            return false;
        }
        let (mut missing, mut terms) = (least, vec![]);
        for (gain, count) in gains {
            let taken = if gain > 0.0 { count } else { count.min(missing) };
            missing = missing.saturating_sub(taken);
            terms.push(gain * taken as f64);
        }
        missing == 0 && sum(terms) > 0.0
    }
}
