//! Which classes have labels for a tuple.

use crate::draft::Group;
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use incog_search::Stop;

/// The cells of groups as a tree, attribute by attribute.
pub(crate) struct CellIndex<'p> {
    problem: &'p LocalProblem,
    /// For each place in the tree and label the place below; after the last attribute, the group.
    below: HashMap<(u32, u32), u32, FixedState>,
    places: u32,
    costs: Vec<u64>,
}

impl<'p> CellIndex<'p> {
    /// The cells of these groups, all of which differ.
    pub fn new(problem: &'p LocalProblem, groups: &[Group]) -> Self {
        let mut index = Self { problem, below: HashMap::default(), places: 1, costs: Vec::new() };
        groups.iter().for_each(|group| index.insert(&group.cell, group.cost));
        index
    }

    /// Adds the next group, whose cell no other has.
    pub fn insert(&mut self, cell: &[u32], cost: u64) {
        let (mut place, last) = (0, self.problem.order().len().saturating_sub(1));
        for (depth, &attribute) in self.problem.order().iter().enumerate() {
            let next = if depth == last { self.costs.len() as u32 } else { self.places };
            place = *self.below.entry((place, cell[attribute])).or_insert(next);
            self.places += u32::from(depth != last && place == next);
        }
        self.costs.push(cost);
    }

    /// The cheapest group but `from` that has labels for a tuple and costs less than `limit`, and
    /// its cost.
    pub fn cheapest(
        &self,
        tuple: u32,
        limit: u64,
        from: usize,
        work: &mut WorkBudget<'_>,
    ) -> Result<Option<(usize, u64)>, Stop> {
        self.cheapest_of(tuple, limit, |place| place != from, work)
    }

    /// The cheapest group that is allowed, has labels for a tuple and costs less than `limit`.
    pub fn cheapest_of(
        &self,
        tuple: u32,
        limit: u64,
        allowed: impl Fn(usize) -> bool,
        work: &mut WorkBudget<'_>,
    ) -> Result<Option<(usize, u64)>, Stop> {
        let mut steps = 0;
        let found = self.cheapest_uncounted(tuple, limit, allowed, &mut steps);
        work.spend(steps)?;
        Ok(found)
    }

    /// Like `cheapest_of`, adding the steps to `steps`.
    pub fn cheapest_uncounted(
        &self,
        tuple: u32,
        limit: u64,
        allowed: impl Fn(usize) -> bool,
        steps: &mut u64,
    ) -> Option<(usize, u64)> {
        let mut found = None;
        let mut open = vec![(0u32, 0usize, 0u64)];
        while let Some((place, depth, cost)) = open.pop() {
            let least = found.map_or(limit, |(_, cost)| cost);
            if cost > least || cost == limit {
                continue;
            }
            let Some(&attribute) = self.problem.order().get(depth) else {
                let group = place as usize;
                let is_better = found.is_none_or(|known: (usize, u64)| (cost, group) < (known.1, known.0));
                if allowed(group) && is_better {
                    found = Some((group, self.costs[group]));
                }
                continue;
            };
            let tree = &self.problem.trees()[attribute];
            // The lowest labels are looked at first, since they were pushed last.
            for &label in tree.path(self.problem.code(attribute, tuple)) {
                *steps += 1;
                if let Some(&next) = self.below.get(&(place, label)) {
                    open.push((next, depth + 1, cost + tree.cost(label)));
                }
            }
        }
        found
    }
}
