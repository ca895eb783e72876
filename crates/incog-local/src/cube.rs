//! A walk over the cells that hold enough records: an iceberg cube with hierarchies.
//!
//! Attribute by attribute, a group of tuples is divided by the labels below the one that they
//! share, and goes on both ways: its parts to their own labels, and itself with the label that it
//! has. A label of which a group has only one label below is passed by, since that one costs no
//! more and stands for the same records.

use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_search::Stop;
use smallvec::{SmallVec, smallvec};

/// Who is shown the cells.
pub(crate) trait CellVisitor {
    /// Whether a class may lie in this group at all. What is refused is not divided further.
    fn admits(&mut self, group: &[u32]) -> bool;

    /// Whether a cell that holds some or all of this group and costs at least `cost` may matter.
    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool;

    /// A cell that holds this group and no tuple beside it.
    fn visit(&mut self, cell: &[u32], group: &[u32], cost: u64);
}

/// Shows the visitor all cells of these tuples that it does not cut off, by these attributes in
/// this order; of any other all labels count as one, which costs nothing. When it ends early, not
/// all were shown.
pub(crate) fn visit_cells(
    problem: &LocalProblem,
    order: &[usize],
    tuples: Vec<u32>,
    visitor: &mut impl CellVisitor,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let cell = problem.trees().iter().map(|tree| tree.root()).collect();
    let everything = (0, tuples.len());
    let mut walk = Walk { problem, order, visitor, work, arena: tuples, cell };
    if everything.1 == 0 || !walk.visitor.admits(&walk.arena) {
        return Ok(());
    }
    walk.next_attribute(everything, 0, 0)
}

struct Walk<'a, 'b, V> {
    problem: &'a LocalProblem,
    order: &'a [usize],
    visitor: &'a mut V,
    work: &'a mut WorkBudget<'b>,
    /// The groups that are being worked on, one behind the other.
    arena: Vec<u32>,
    cell: Vec<u32>,
}

/// Where a group stands in the arena.
type Range = (usize, usize);

impl<V: CellVisitor> Walk<'_, '_, V> {
    fn next_attribute(&mut self, group: Range, place: usize, cost: u64) -> Result<(), Stop> {
        match self.order.get(place) {
            None => self.visitor.visit(&self.cell, &self.arena[group.0..group.1], cost),
            Some(&attribute) => self.descend(group, place, self.problem.trees()[attribute].root(), cost)?,
        }
        Ok(())
    }

    fn descend(&mut self, group: Range, place: usize, label: u32, cost: u64) -> Result<(), Stop> {
        self.work.spend((group.1 - group.0) as u64)?;
        let attribute = self.order[place];
        let tree = &self.problem.trees()[attribute];
        let label = self.shared_label(group, attribute, label);
        if tree.children(label) > 0 {
            let end = self.arena.len();
            for part in self.divide(group, attribute, label) {
                let tuples = &self.arena[part.0..part.1];
                if self.visitor.is_alive(tuples, cost) && self.visitor.admits(tuples) {
                    let child = tree.step(label, self.problem.code(attribute, tuples[0]));
                    self.descend(part, place, child, cost)?;
                }
            }
            self.arena.truncate(end);
        }
        if !tree.is_open(label) {
            return Ok(());
        }
        let added = tree.cost(label);
        if added == 0 || self.visitor.is_alive(&self.arena[group.0..group.1], cost + added) {
            self.cell[attribute] = label;
            self.next_attribute(group, place + 1, cost + added)?;
        }
        Ok(())
    }

    /// The lowest label below `label` that all tuples of the group share.
    fn shared_label(&self, group: Range, attribute: usize, mut label: u32) -> u32 {
        let (tree, codes) = (&self.problem.trees()[attribute], self.problem.codes(attribute));
        let tuples = &self.arena[group.0..group.1];
        while tree.children(label) > 0 {
            let steps = tree.steps(label);
            let step = |&tuple: &u32| steps[codes[tuple as usize] as usize];
            let first = step(&tuples[0]);
            if !tuples.iter().all(|tuple| step(tuple) == first) {
                break;
            }
            label = first;
        }
        label
    }

    /// Writes the group behind the arena, ordered by the labels below `label`, and says where each
    /// of them stands.
    fn divide(&mut self, group: Range, attribute: usize, label: u32) -> SmallVec<[Range; 8]> {
        let tree = &self.problem.trees()[attribute];
        let (places, codes) = (tree.step_places(label), self.problem.codes(attribute));
        let place = |tuple: u32| places[codes[tuple as usize] as usize] as usize;
        let mut next: SmallVec<[usize; 32]> = smallvec![0; tree.children(label)];
        self.arena[group.0..group.1].iter().for_each(|&tuple| next[place(tuple)] += 1);
        let mut start = self.arena.len();
        let mut parts = SmallVec::new();
        for count in &mut next {
            let end = start + *count;
            if *count > 0 {
                parts.push((start, end));
            }
            *count = start;
            start = end;
        }
        self.arena.resize(start, 0);
        for index in group.0..group.1 {
            let tuple = self.arena[index];
            let slot = &mut next[place(tuple)];
            self.arena[*slot] = tuple;
            *slot += 1;
        }
        parts
    }
}
