//! The walk over all cells that proves that prices are allowed.

use super::NoBound;
use super::costs::LabelCosts;
use incog_data::{CellCount, ClassView, Tuples};
use incog_privacy::{ClassModel, Conjunction};
use std::collections::BTreeMap;

/// By what part of a cell's cost the prices of a class may exceed it, which is more than sums of floating-point numbers
/// are wrong by. The bound is lowered by as much.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The most tuples that are looked at, in all groups together: some minutes.
const MOST_LOOKS: u64 = 1 << 31;

/// Visits every cell that a class may lie in, unless no record of it is dear enough to matter.
pub(super) struct Walk<'a> {
    pub tuples: &'a Tuples,
    pub models: &'a Conjunction,
    /// The attributes whose labels make the cells.
    pub attributes: &'a [usize],
    /// By attribute.
    pub costs: &'a [LabelCosts],
    /// By tuple, above what a record costs at least.
    pub prices: &'a [f64],
    /// Tuples looked at so far.
    pub looks: u64,
}

impl Walk<'_> {
    /// Proves that in every cell each set of records that meets the models has prices that the cell costs.
    pub fn prove(&mut self) -> Result<(), NoBound> {
        let all: Vec<usize> = (0..self.tuples.len()).collect();
        self.cells(&all, 0, 0.0)
    }

    /// The same for the cells of these tuples that have some labels of the first attributes, which cost that much.
    fn cells(&mut self, group: &[usize], labelled: usize, cost: f64) -> Result<(), NoBound> {
        self.looks += group.len() as u64;
        if self.looks > MOST_LOOKS {
            return Err(NoBound::TooManyCells);
        }
        let least = self.models.minimum_size().max(1);
        if !self.is_too_dear(group, least, cost) {
            // In no cell below can it be: it costs no less, and the dearest of fewer records are no dearer.
            return Ok(());
        }
        let Some(&attribute) = self.attributes.get(labelled) else {
            let is_proved = self.least_class(group).is_none_or(|least| !self.is_too_dear(group, least, cost));
            return if is_proved { Ok(()) } else { Err(NoBound::Cell) };
        };
        let costs = &self.costs[attribute];
        for level in 0..costs.levels() {
            for part in self.parts(group, attribute, level) {
                let code = self.code(part[0], attribute);
                if self.is_new(&part, attribute, level) {
                    self.cells(&part, labelled + 1, cost + costs.cost(level, code))?;
                }
            }
        }
        Ok(())
    }

    /// The group by its labels at a level.
    fn parts(
        &self,
        group: &[usize],
        attribute: usize,
        level: usize,
    ) -> impl Iterator<Item = Vec<usize>> + use<> {
        let mut parts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &tuple in group {
            let label = self.costs[attribute].label(level, self.code(tuple, attribute));
            parts.entry(label).or_default().push(tuple);
        }
        parts.into_values()
    }

    /// Whether a label is not the same as a lower one that costs no more and stands for the same records.
    fn is_new(&self, part: &[usize], attribute: usize, level: usize) -> bool {
        let (costs, first) = (&self.costs[attribute], self.code(part[0], attribute));
        let Some(below) = level.checked_sub(1) else { return true };
        let label = costs.label(below, first);
        costs.cost(level, first) < costs.cost(below, first)
            || part.iter().any(|&tuple| costs.label(below, self.code(tuple, attribute)) != label)
    }

    fn code(&self, tuple: usize, attribute: usize) -> u32 {
        self.tuples.codes(tuple)[attribute]
    }

    /// Whether the `least` dearest records have a mean price above the cost; fewer records have none.
    fn is_too_dear(&self, group: &[usize], least: u64, cost: f64) -> bool {
        let mut priced: Vec<(f64, u64)> =
            group.iter().map(|&tuple| (self.prices[tuple], self.tuples.count(tuple).into())).collect();
        priced.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut missing, mut sum) = (least, 0.0);
        for (price, count) in priced {
            let taken = count.min(missing);
            sum += price * taken as f64;
            missing -= taken;
            if missing == 0 {
                return sum > least as f64 * cost * (1.0 + TOLERANCE);
            }
        }
        false
    }

    /// The fewest records of a class among these; `None` if there can be none.
    fn least_class(&self, group: &[usize]) -> Option<u64> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for cell in group.iter().flat_map(|&tuple| self.tuples.cells(tuple)) {
            *counts.entry(cell.cell).or_default() += cell.count;
        }
        let cells: Vec<CellCount> =
            counts.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
        let class = ClassView::new(&cells);
        self.models
            .iter()
            .map(|model| least_class(model, &class))
            .try_fold(1, |most, one| Some(most.max(one?)))
    }
}

/// The fewest records of a part of the group that can meet a model.
fn least_class(model: &dyn ClassModel, class: &ClassView<'_>) -> Option<u64> {
    if model.retain(class).at_most == 0 {
        return None;
    }
    if model.is_upward_closed() {
        return Some(model.minimum_size());
    }
    // Of parts of at most `n` records one can stay, or of no smaller parts either.
    let can_stay = |records: u64| model.retain_up_to(class, records).at_most > 0;
    let (mut impossible, mut possible) = (0, class.size);
    while impossible + 1 < possible {
        let middle = impossible + (possible - impossible) / 2;
        if can_stay(middle) { possible = middle } else { impossible = middle }
    }
    Some(possible)
}
