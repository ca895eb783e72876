//! Which classes have labels for a tuple.

use crate::draft::Group;
use crate::meter::Meter;
use crate::problem::LocalProblem;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use incog_search::Stop;

/// The cells of groups as a tree, attribute by attribute.
pub(crate) struct CellIndex<'p> {
    problem: &'p LocalProblem,
    /// For each place in the tree and label the place below; after the last attribute, the group.
    below: HashMap<(u32, u32), u32, FixedState>,
    costs: Vec<u64>,
}

impl<'p> CellIndex<'p> {
    /// The cells of these groups, all of which differ.
    pub fn new(problem: &'p LocalProblem, groups: &[Group]) -> Self {
        let mut below: HashMap<(u32, u32), u32, FixedState> = HashMap::default();
        let (mut places, last) = (1, problem.order().len().saturating_sub(1));
        for (number, group) in (0u32..).zip(groups) {
            let mut place = 0;
            for (depth, &attribute) in problem.order().iter().enumerate() {
                let next = if depth == last { number } else { places };
                place = *below.entry((place, group.cell[attribute])).or_insert(next);
                places += u32::from(depth != last && place == next);
            }
        }
        Self { problem, below, costs: groups.iter().map(|group| group.cost).collect() }
    }

    /// The cheapest group but `from` that has labels for a tuple and costs less than `limit`, and its cost.
    pub fn cheapest(
        &self,
        tuple: u32,
        limit: u64,
        from: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, u64)>, Stop> {
        self.cheapest_of(tuple, limit, |place| place != from, meter)
    }

    /// The cheapest group that is allowed, has labels for a tuple and costs less than `limit`.
    pub fn cheapest_of(
        &self,
        tuple: u32,
        limit: u64,
        allowed: impl Fn(usize) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, u64)>, Stop> {
        let mut found = None;
        let mut open = vec![(0u32, 0usize, 0u64)];
        let mut steps = 0;
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
                steps += 1;
                if let Some(&next) = self.below.get(&(place, label)) {
                    open.push((next, depth + 1, cost + tree.cost(label)));
                }
            }
        }
        meter.spend(steps)?;
        Ok(found)
    }
}
