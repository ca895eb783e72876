//! The walk over all cells that proves that prices are allowed.

use super::NoBound;
use super::costs::LabelCosts;
use incog_data::{CellCount, ClassView, Tuples};
use incog_privacy::{ClassModel, Conjunction};
use std::collections::{BTreeMap, BTreeSet};

/// By what part of a cell's cost the prices of a class may exceed it, which is more than sums of
/// floating-point numbers are wrong by. The bound is lowered by as much.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The most tuples that are looked at, in all groups together: some minutes.
const MOST_LOOKS: u64 = 1 << 31;

/// Visits every cell that a class may lie in, unless no record of it is dear enough to matter.
pub(super) struct Walk<'a> {
    tuples: &'a Tuples,
    models: &'a Conjunction,
    /// The attributes whose labels make the cells.
    attributes: &'a [usize],
    /// By attribute.
    costs: &'a [LabelCosts],
    /// By tuple, above what a record costs at least.
    prices: &'a [f64],
    /// The fewest records of a class anywhere.
    least: u64,
    /// Tuples looked at so far.
    looks: u64,
}

impl<'a> Walk<'a> {
    /// A walk over the cells that the labels of these attributes make.
    pub fn new(
        tuples: &'a Tuples,
        models: &'a Conjunction,
        attributes: &'a [usize],
        costs: &'a [LabelCosts],
        prices: &'a [f64],
    ) -> Self {
        let least = models.minimum_size().max(1);
        Self { tuples, models, attributes, costs, prices, least, looks: 0 }
    }

    /// Proves that in every cell each set of records that meets the models has prices that the cell
    /// costs.
    pub fn prove(&mut self) -> Result<(), NoBound> {
        let all: Vec<usize> = (0..self.tuples.len()).collect();
        let Some(least) = self.least_class(&all) else { return Ok(()) };
        self.least = least;
        self.cells(&all, 0, 0.0)
    }

    /// Proves the prices in the cells of some tuples whose labels in the first `labelled`
    /// attributes are chosen and cost `cost`.
    fn cells(&mut self, group: &[usize], labelled: usize, cost: f64) -> Result<(), NoBound> {
        self.looks += group.len() as u64;
        if self.looks > MOST_LOOKS {
            return Err(NoBound::TooManyCells);
        }
        if !self.is_too_dear(group, self.least, cost) {
            // In no cell below can it be: it costs no less, and the dearest of fewer records are no
            // dearer.
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

    /// Whether a label is not the same as a lower one that costs no more and stands for the same
    /// records.
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

    /// Whether some part of the group, of `least` records and of as many people as every class has,
    /// has prices above what the cost allows: that with all records above it, and those of the
    /// others that come nearest to it.
    fn is_too_dear(&self, group: &[usize], least: u64, cost: f64) -> bool {
        let allowed = cost * (1.0 + TOLERANCE);
        let (above, others): (Vec<usize>, Vec<usize>) =
            group.iter().partition(|&&tuple| self.prices[tuple] > allowed);
        let count = |tuple: usize| u64::from(self.tuples.count(tuple));
        let gain: f64 = above.iter().map(|&tuple| (self.prices[tuple] - allowed) * count(tuple) as f64).sum();
        let there: BTreeSet<u32> = above.iter().flat_map(|&tuple| self.people(tuple)).collect();
        let people = self.models.required_people().map_or(0, |people| people.least);
        let people = people.saturating_sub(there.len() as u64);
        let records = least.saturating_sub(above.iter().map(|&tuple| count(tuple)).sum());
        gain > 0.0 && self.lack(others, &there, people, records, allowed).is_some_and(|lack| gain > lack)
    }

    /// What the nearest records lack to the cost that are about so many people who are not there,
    /// and so many in all; `None` if there are fewer. The nearest record of each of the nearest
    /// people, and the nearest of all that are left.
    fn lack(
        &self,
        mut others: Vec<usize>,
        there: &BTreeSet<u32>,
        people: u64,
        records: u64,
        allowed: f64,
    ) -> Option<f64> {
        if people == 0 && records == 0 {
            return Some(0.0);
        }
        others.sort_by(|&a, &b| self.prices[b].total_cmp(&self.prices[a]));
        let (mut met, mut lack, mut left) = (BTreeSet::new(), 0.0, Vec::new());
        for tuple in others {
            let mut nearest = 0;
            for person in self.people(tuple).filter(|person: &u32| !there.contains(person)) {
                nearest += u64::from((met.len() as u64) < people && met.insert(person));
            }
            lack += (allowed - self.prices[tuple]) * nearest as f64;
            left.push((allowed - self.prices[tuple], u64::from(self.tuples.count(tuple)) - nearest));
        }
        let mut missing = records.saturating_sub(people);
        for (deficit, count) in left {
            let taken = count.min(missing);
            lack += deficit * taken as f64;
            missing -= taken;
        }
        (missing == 0 && met.len() as u64 == people).then_some(lack)
    }

    /// The people whom a tuple is about, where a number of people is asked for.
    fn people(&self, tuple: usize) -> impl Iterator<Item = u32> {
        let asked = self.models.required_people();
        let cells = self.tuples.cells(tuple).iter().filter(|cell| cell.count > 0);
        cells.filter_map(move |cell| asked.map(|people| people.of_cell[cell.cell as usize]))
    }

    /// The fewest records of a class among these; `None` if there can be none.
    fn least_class(&self, group: &[usize]) -> Option<u64> {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        for cell in group.iter().flat_map(|&tuple| self.tuples.cells(tuple)) {
            *counts.entry(cell.cell).or_default() += cell.count;
        }
        let cells: Vec<CellCount> =
            counts.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
        least_of_all(self.models, &ClassView::new(&cells), self.least)
    }
}

/// The fewest records, `least` or more, of a part of the group that can meet every model. What one
/// model needs, each other must be able to keep; so they are asked until none of them needs more.
fn least_of_all(models: &Conjunction, class: &ClassView<'_>, mut least: u64) -> Option<u64> {
    loop {
        let before = least;
        for model in models.iter() {
            least = least_class(model, class, least)?;
        }
        if least == before {
            return (least <= class.size).then_some(least);
        }
    }
}

/// The fewest records, `least` or more, of a part of the group that can meet a model; `None` where
/// it can keep no such part.
fn least_class(model: &dyn ClassModel, class: &ClassView<'_>, least: u64) -> Option<u64> {
    let least = least.max(model.minimum_size());
    if model.retain(class).at_most < least {
        return None;
    }
    // Of parts of at most `n` records one can stay, or of no smaller parts either.
    let can_stay = |records: u64| model.retain_up_to(class, records).at_most > 0;
    if model.is_upward_closed() || can_stay(least) {
        return Some(least);
    }
    let (mut impossible, mut possible) = (least, class.size);
    while impossible + 1 < possible {
        let middle = impossible + (possible - impossible) / 2;
        if can_stay(middle) { possible = middle } else { impossible = middle }
    }
    Some(possible)
}
