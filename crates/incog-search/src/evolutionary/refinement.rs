//! What pays off where a genome consists of levels alone: looking at no node twice and at none that
//! cannot be better, and looking at the neighbours of good ones.

mod improvements;
mod sweep;

use super::bytes::{Malformed, Reader, Writer};
use super::{Genome, GenomePopulation, GenomeProblem, is_better};
use crate::Stream;
use crate::{Evaluator, Lattice, Node, Stop, rounded};
use std::collections::{BTreeMap, BTreeSet};

pub(super) use improvements::Found;
pub(super) use sweep::Sweep;

/// How often a known child is changed at random before the next node in order replaces it.
const MOST_CHANGES: usize = 64;

/// How many steps around the best individual a search looks when nothing nearer is new.
pub(super) const FARTHEST: u32 = 3;

/// The nodes a population has seen. Each population has its own memory, so that what it does
/// between two meetings does not depend on the others.
///
/// A node whose bound says that neither it nor any above is better than what is known counts as
/// seen.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Memory {
    seen: BTreeSet<Node>,
    /// For some nodes the distance up to which all around them were seen.
    explored: BTreeMap<Node, u32>,
    sweep: Sweep,
    /// What was found since the last meeting.
    news: Found,
}

impl Memory {
    /// Remembers what the population starts with.
    pub fn start(&mut self, population: &GenomePopulation) {
        if self.seen.is_empty() {
            self.seen.extend(population.members().iter().map(|member| member.genome.levels.clone()));
        }
    }

    /// Whether a node is new; remembers it.
    pub fn see(&mut self, node: &Node) -> bool {
        let is_new = self.seen.insert(node.clone());
        if is_new {
            self.news.seen.push(node.clone());
        }
        is_new
    }

    /// What was found since the last meeting, for all to learn.
    pub fn news(&mut self) -> Found {
        std::mem::take(&mut self.news)
    }

    /// Learns what some population has found, also its own, which it knows.
    pub fn learn(&mut self, found: &Found) {
        self.seen.extend(found.seen.iter().cloned());
        for (node, distance) in &found.explored {
            let known = self.explored.entry(node.clone()).or_insert(*distance);
            *known = (*known).max(*distance);
        }
    }

    /// Writes down what it knows at a meeting.
    pub fn write(&self, writer: &mut Writer) {
        writer.list(self.seen.iter(), |writer, node| writer.node(node));
        improvements::write_explored(writer, self.explored.iter());
        self.sweep.write(writer);
    }

    /// Where its sweep is.
    pub fn place(&self) -> Sweep {
        self.sweep.clone()
    }

    /// Writes down what it knew before it found this `news`, when its sweep was at `place`: what
    /// [`write`](Self::write) wrote then.
    pub fn write_without(&self, news: &Found, place: &Sweep, writer: &mut Writer) {
        let new: BTreeSet<&Node> = news.seen.iter().collect();
        let known: Vec<&Node> = self.seen.iter().filter(|node| !new.contains(node)).collect();
        writer.list(known.into_iter(), |writer, node| writer.node(node));
        // A search looks around a node one step farther each time.
        let mut explored = self.explored.clone();
        for (node, distance) in news.explored.iter().rev() {
            match distance {
                1 => drop(explored.remove(node)),
                distance => drop(explored.insert(node.clone(), distance - 1)),
            }
        }
        improvements::write_explored(writer, explored.iter());
        place.write(writer);
    }

    /// Reads what was written at a meeting.
    pub fn read(reader: &mut Reader<'_>, lattice: &Lattice) -> Result<Self, Malformed> {
        Ok(Self {
            seen: reader.nodes(lattice)?.into_iter().collect(),
            explored: improvements::read_explored(reader, lattice)?.into_iter().collect(),
            sweep: Sweep::read(reader, lattice)?,
            news: Found::default(),
        })
    }

    /// Changes a child that is known or cannot be better, one random level at a time, until it is
    /// new; when that does not help, it becomes the next new node in the order of a sweep over the
    /// lattice.
    pub fn renew<P: GenomeProblem>(
        &mut self,
        child: &mut Genome,
        evaluator: &Evaluator<'_, P>,
        stream: &mut Stream,
    ) {
        let lattice = evaluator.problem().lattice();
        for _ in 0..MOST_CHANGES {
            if self.see(&child.levels) && may_improve(&child.levels, evaluator) {
                return;
            }
            let attribute = stream.below(child.levels.len());
            child.levels[attribute] = stream.level(lattice.lowest[attribute], lattice.highest[attribute]);
        }
        let mut sweep = std::mem::take(&mut self.sweep);
        if let Some(levels) = sweep.next(lattice, |node| may_improve(node, evaluator), |node| self.see(node))
        {
            child.levels = levels;
        }
        self.sweep = sweep;
    }

    /// Looks at all new neighbours, one level up or down, of the best individual around which that
    /// has not been done. When it has been done around all of them, looks two steps away from the
    /// best one, then three, up to `farthest`. The best neighbour replaces the individual if it is
    /// better. `false` when nothing is left to do.
    ///
    /// Ends the search when it has seen every node, which proves its result if the problem says so.
    pub fn refine<P: GenomeProblem>(
        &mut self,
        population: &mut GenomePopulation,
        evaluator: &mut Evaluator<'_, P>,
        farthest: u32,
    ) -> Result<bool, Stop> {
        if self.sweep.is_over() || self.seen.len() as f64 >= evaluator.problem().lattice().size() {
            let exact = evaluator.problem().is_exact();
            return Err(if exact { evaluator.conclude() } else { Stop::Converged });
        }
        let Some((place, distance)) = self.next_centre(population, farthest) else { return Ok(false) };
        let centre = population.members()[place].genome.clone();
        let mut nodes = at_distance(&centre.levels, evaluator.problem().lattice(), distance);
        nodes.retain(|node: &Node| !self.seen.contains(node) && may_improve(node, evaluator));
        // Farther away there are many nodes, and the search needs part of its budget for other
        // places.
        if distance > 1 && nodes.len() as u64 > evaluator.remaining()? / 2 {
            return Ok(false);
        }
        self.explored.insert(centre.levels.clone(), distance);
        self.news.explored.push((centre.levels.clone(), distance));
        nodes.iter().for_each(|node| {
            self.see(node);
        });
        let genome = |levels| Genome { levels, kept: centre.kept.clone() };
        let mut neighbours: Vec<Genome> = nodes.into_iter().map(genome).collect();
        let evaluations = evaluator.evaluate_all(&neighbours)?;
        for (neighbour, evaluation) in neighbours.iter_mut().zip(evaluations) {
            population.challenge(place, neighbour, evaluation);
        }
        Ok(true)
    }

    /// The individual to look around, and how far away.
    fn next_centre(&self, population: &GenomePopulation, farthest: u32) -> Option<(usize, u32)> {
        let explored = |place: usize| {
            self.explored.get(&population.members()[place].genome.levels).copied().unwrap_or(0)
        };
        let better = |a: usize, b: usize| {
            let [first, second] = [a, b].map(|place| &population.members()[place].evaluation);
            if is_better(second, first) { b } else { a }
        };
        let open = (0..population.len()).filter(|&place| explored(place) == 0);
        if let Some(place) = open.reduce(better) {
            return Some((place, 1));
        }
        let best = (!population.is_empty()).then(|| population.best())?;
        Some((best, explored(best) + 1)).filter(|&(_, distance)| distance <= farthest)
    }
}

/// Whether a node or one above may be better than what is known.
pub(super) fn may_improve<P: GenomeProblem>(node: &Node, evaluator: &Evaluator<'_, P>) -> bool {
    evaluator.best().is_none_or(|(_, best)| rounded(evaluator.problem().bound(node)) < rounded(best.loss))
}

/// All nodes that are `distance` single steps up or down away from `centre`.
fn at_distance(centre: &Node, lattice: &Lattice, distance: u32) -> Vec<Node> {
    let mut nodes = Vec::new();
    step_away(&mut centre.clone(), 0, distance, lattice, &mut nodes);
    nodes
}

/// Moves the attributes from `attribute` on by `rest` steps, in every possible way.
fn step_away(node: &mut Node, attribute: usize, rest: u32, lattice: &Lattice, nodes: &mut Vec<Node>) {
    if rest == 0 {
        nodes.push(node.clone());
        return;
    }
    let Some(&level) = node.get(attribute) else { return };
    let (low, high) = (lattice.lowest[attribute], lattice.highest[attribute]);
    let reach = u8::try_from(rest).unwrap_or(u8::MAX);
    for other in level.saturating_sub(reach).max(low)..=level.saturating_add(reach).min(high) {
        node[attribute] = other;
        step_away(node, attribute + 1, rest - u32::from(other.abs_diff(level)), lattice, nodes);
    }
    node[attribute] = level;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One node that was looked around before, and farther since; one only since; one before alone.
    #[test]
    fn what_was_known_is_what_is_known_without_the_news() {
        let [first, second, third]: [Node; 3] = [vec![0, 1], vec![1, 1], vec![2, 2]].map(Node::from);
        let mut memory = Memory::default();
        let found = Found {
            seen: vec![first.clone(), third.clone()],
            explored: vec![(first.clone(), 1), (third.clone(), 2)],
        };
        memory.learn(&found);
        let (place, mut before) = (memory.place(), Writer::default());
        memory.write(&mut before);
        for (node, distance) in [(&first, 2), (&second, 1), (&first, 3), (&second, 2)] {
            memory.see(node);
            memory.explored.insert(node.clone(), distance);
            memory.news.explored.push((node.clone(), distance));
        }
        memory.sweep = Sweep::Over;
        let (news, mut without) = (memory.news(), Writer::default());
        memory.write_without(&news, &place, &mut without);
        assert_eq!(without.finish(), before.finish());
    }

    #[test]
    fn neighbours_are_all_nodes_at_their_distance() {
        let lattice = Lattice { lowest: vec![0, 1, 0].into(), highest: vec![3, 2, 4].into() };
        let centre: Node = vec![1, 2, 2].into();
        for distance in 0..=3 {
            let mut expected = Vec::new();
            for levels in (0..=3).flat_map(|a: u8| (1..=2).flat_map(move |b| (0..=4).map(move |c| [a, b, c])))
            {
                let away: u32 =
                    levels.iter().zip(centre.iter()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
                if away == distance {
                    expected.push(Node::from(levels.to_vec()));
                }
            }
            assert_eq!(at_distance(&centre, &lattice, distance), expected);
        }
    }
}
