//! Making classes of records that want the same cell.

use super::leftovers::place_leftovers;
use super::local_search::{LocalSearch, Procedure};
use crate::cube::{CellVisitor, visit_cells};
use crate::draft::{Builder, Draft};
use crate::items::{Member, members_of, merged};
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_data::{CellCount, ClassView, Kept};
use incog_request::cards;
use incog_search::Stop;
use std::ops::Range;

pub(super) static ROUNDS: LocalSearch = LocalSearch {
    card: &cards::local::ROUNDS,
    procedure: Procedure::Makes(|builder, _, work| match rounds(builder, work) {
        Ok(draft) => (draft, Ok(())),
        Err(stop) => (builder.most_general(), Err(stop)),
    }),
};

/// No cell that is wanted.
const NONE: u32 = u32::MAX;

/// Round by round, each record that is left wants the cheapest cell that holds it and a class of
/// those left; the records that want the same cell become a class, or the largest part of them that
/// the models allow. What is left in the end joins the classes where that costs least.
pub(crate) fn rounds(builder: &mut Builder<'_>, work: &mut WorkBudget<'_>) -> Result<Draft, Stop> {
    let left = members_of(builder.problem, 0..builder.problem.counts().len() as u32);
    rounds_of(builder, Draft::default(), left, work)
}

/// Like [`rounds`], for the records that are left beside some classes.
pub(super) fn rounds_of(
    builder: &mut Builder<'_>,
    mut draft: Draft,
    mut left: Vec<Member>,
    work: &mut WorkBudget<'_>,
) -> Result<Draft, Stop> {
    let problem = builder.problem;
    left.append(&mut draft.suppressed);
    left = merged(left);
    while let Some(Wanted { groups, nothing: mut others }) = wants(problem, &left, work)? {
        for members in groups {
            let (kept, rest) = builder.retain(members);
            others.extend(rest);
            if !kept.is_empty() {
                draft.groups.push(builder.group(kept));
            }
        }
        let others = merged(others);
        if others == left {
            break;
        }
        left = others;
    }
    let mut draft = builder.settle(draft);
    left.append(&mut draft.suppressed);
    place_leftovers(builder, draft, merged(left), work)
}

/// The records that want the same cell, cell by cell, and those that want none.
struct Wanted {
    groups: Vec<Vec<Member>>,
    nothing: Vec<Member>,
}

/// The records by what they want; `None` if no cell can be wanted.
fn wants(problem: &LocalProblem, left: &[Member], work: &mut WorkBudget<'_>) -> Result<Option<Wanted>, Stop> {
    let Some(mut visitor) = Wants::new(problem, left) else { return Ok(None) };
    let mut tuples: Vec<u32> = left.iter().map(|member| member.tuple).collect();
    tuples.dedup();
    visit_cells(problem, problem.order(), tuples, &mut visitor, work)?;
    let mut order: Vec<u32> = (0..left.len() as u32).collect();
    // Cells are numbered as they were found, which follows from the table alone.
    order.sort_by_key(|&place| visitor.wanted[place as usize]);
    let wanted = |place: u32| visitor.wanted[place as usize];
    let of_cell = order.chunk_by(|&a, &b| wanted(a) == wanted(b));
    let members =
        |places: &[u32]| -> Vec<Member> { places.iter().map(|&place| left[place as usize]).collect() };
    let (nothing, some): (Vec<&[u32]>, Vec<&[u32]>) = of_cell.partition(|places| wanted(places[0]) == NONE);
    let groups: Vec<Vec<Member>> = some.into_iter().map(members).collect();
    let nothing = nothing.into_iter().flat_map(members).collect();
    Ok((!groups.is_empty()).then_some(Wanted { groups, nothing }))
}

/// Finds for each record the cheapest cell.
struct Wants<'p> {
    problem: &'p LocalProblem,
    least: u64,
    left: &'p [Member],
    /// Where the members of each tuple stand in `left`.
    starts: Vec<u32>,
    costs: Vec<u64>,
    /// The number of the cell that each member wants.
    wanted: Vec<u32>,
    cells: u32,
    counts: Vec<u32>,
}

impl<'p> Wants<'p> {
    fn new(problem: &'p LocalProblem, left: &'p [Member]) -> Option<Self> {
        let mut starts = vec![0u32; problem.counts().len() + 1];
        left.iter().for_each(|member| starts[member.tuple as usize + 1] += 1);
        (1..starts.len()).for_each(|place| starts[place] += starts[place - 1]);
        let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
        Some(Self {
            problem,
            least: problem.least_records()?,
            left,
            starts,
            // A cell that costs no less than suppression is better than it all the same.
            costs: vec![highest + 1; left.len()],
            wanted: vec![NONE; left.len()],
            cells: 0,
            counts: vec![0; problem.tuples().cell_count()],
        })
    }

    fn places(&self, tuple: u32) -> Range<usize> {
        self.starts[tuple as usize] as usize..self.starts[tuple as usize + 1] as usize
    }

    fn places_of(&self, group: &[u32]) -> impl Iterator<Item = usize> + use<'_, 'p> {
        let group = group.to_vec();
        group.into_iter().flat_map(|tuple| self.places(tuple))
    }

    /// The records of a group by cell of sensitive values.
    fn histogram(&mut self, group: &[u32]) -> Vec<CellCount> {
        let mut touched = Vec::new();
        for &tuple in group {
            for place in self.places(tuple) {
                let Member { cell, count, .. } = self.left[place];
                if self.counts[cell as usize] == 0 {
                    touched.push(cell);
                }
                self.counts[cell as usize] += count;
            }
        }
        touched.sort_unstable();
        let take = |&cell: &u32| CellCount { cell, count: std::mem::take(&mut self.counts[cell as usize]) };
        touched.iter().map(take).collect()
    }

    fn want(&mut self, place: usize, cost: u64) {
        if self.costs[place] > cost {
            self.costs[place] = cost;
            self.wanted[place] = self.cells;
        }
    }

    /// The members of the group that make up a part, the dearest first.
    fn want_part(&mut self, group: &[u32], mut part: Vec<CellCount>, cost: u64) {
        let mut places: Vec<usize> = self.places_of(group).collect();
        places.sort_by_key(|&place| (std::cmp::Reverse(self.costs[place]), place));
        for place in places {
            let cell = self.left[place].cell;
            if let Ok(quota) = part.binary_search_by_key(&cell, |entry| entry.cell)
                && part[quota].count > 0
            {
                part[quota].count = part[quota].count.saturating_sub(self.left[place].count);
                self.want(place, cost);
            }
        }
    }
}

impl CellVisitor for Wants<'_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        let mut records = 0;
        let enough = group.iter().any(|&tuple| {
            records +=
                self.left[self.places(tuple)].iter().map(|member| u64::from(member.count)).sum::<u64>();
            records >= self.least
        });
        if !enough || self.problem.is_size_only() {
            return enough;
        }
        let cells = self.histogram(group);
        let class = ClassView::new(&cells);
        self.problem.models().iter().all(|model| model.retain(&class).at_most >= self.least)
    }

    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        group.iter().any(|&tuple| self.costs[self.places(tuple)].iter().any(|&known| known > cost))
    }

    fn visit(&mut self, _: &[u32], group: &[u32], cost: u64) {
        let kept = if self.problem.is_size_only() {
            Kept::All
        } else {
            let cells = self.histogram(group);
            self.problem.models().retain(&ClassView::new(&cells)).kept
        };
        match kept {
            Kept::Nothing => return,
            Kept::All => {
                for &tuple in group {
                    self.places(tuple).for_each(|place| self.want(place, cost));
                }
            }
            Kept::Part(part) => self.want_part(group, part, cost),
        }
        self.cells += 1;
    }
}
