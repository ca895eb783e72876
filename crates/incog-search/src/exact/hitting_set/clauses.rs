//! What nodes that are out of the question demand of the others.

use super::node_cache::Below;
use crate::Node;
use std::collections::HashSet;

/// An attribute that has to stand at this level or higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Literal {
    pub attribute: usize,
    pub level: u8,
}

/// Clauses, one bit each: so many that they are worked on at once.
pub(super) type Block = [u64; WORDS];
const WORDS: usize = 8;

/// The place of a clause: its block, its word there and its bit.
pub(super) fn place(clause: usize) -> (usize, usize, u64) {
    (clause / (64 * WORDS), clause / 64 % WORDS, 1 << (clause % 64))
}

/// Clauses: of each, one literal at least holds at every node that is looked for.
///
/// A node `y` gives the clause "some attribute `a` stands above `y[a]`". An attribute that has no
/// level above is no literal. When `y` is disallowed, all nodes below it are disallowed as well, so
/// the clause holds everywhere. Otherwise the nodes below suppress what `y` suppresses, so those
/// between some lowest node and `y` cost at least what the lowest node does with that suppressed:
/// the clause holds in every box in which that is enough.
#[derive(Debug)]
pub(in crate::exact) struct Clauses {
    highest: Node,
    literals: Vec<Vec<Literal>>,
    /// By attribute and level: the clauses that an attribute at this level meets.
    met: Vec<Vec<Vec<Block>>>,
    /// The bound below the node; none where it is disallowed.
    below: Vec<Option<Below>>,
    /// The clauses of disallowed nodes.
    everywhere: Vec<Block>,
    /// All clauses.
    all: Vec<Block>,
    known: HashSet<Node>,
}

impl Clauses {
    /// None yet, for nodes up to `highest`.
    pub fn new(highest: &Node) -> Self {
        let met = highest.iter().map(|&top| vec![Vec::new(); usize::from(top) + 1]).collect();
        Self {
            highest: highest.clone(),
            literals: Vec::new(),
            met,
            below: Vec::new(),
            everywhere: Vec::new(),
            all: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// The literals of a clause.
    pub fn literals(&self, clause: usize) -> &[Literal] {
        &self.literals[clause]
    }

    /// The bound below the node that a clause comes from; none where it is disallowed.
    pub fn below(&self, clause: u32) -> Option<&Below> {
        self.below[clause as usize].as_ref()
    }

    /// Whether it follows from a clause that a node is disallowed.
    pub fn disallow(&self, node: &[u8]) -> bool {
        let open = |(block, those): (usize, &Block)| self.unmet_in(node, block, those);
        self.everywhere.iter().enumerate().map(open).any(|open| open != [0; WORDS])
    }

    /// The node that a clause comes from.
    pub fn node(&self, clause: usize) -> Node {
        let mut node = self.highest.clone();
        self.literals[clause].iter().for_each(|literal| node[literal.attribute] = literal.level - 1);
        node
    }

    /// Adds the clause of a node, with what holds below it if it is not disallowed; whether it is a
    /// new one.
    pub fn add(&mut self, node: &Node, below: Option<Below>) -> bool {
        if !self.known.insert(node.clone()) {
            return false;
        }
        let (block, word, bit) = place(self.literals.len());
        if block == self.everywhere.len() {
            self.met.iter_mut().flatten().for_each(|blocks| blocks.push([0; WORDS]));
            self.everywhere.push([0; WORDS]);
            self.all.push([0; WORDS]);
        }
        let literals = self.above(node);
        for literal in &literals {
            let levels = &mut self.met[literal.attribute][usize::from(literal.level)..];
            levels.iter_mut().for_each(|blocks| blocks[block][word] |= bit);
        }
        self.all[block][word] |= bit;
        self.everywhere[block][word] |= if below.is_none() { bit } else { 0 };
        self.literals.push(literals);
        self.below.push(below);
        true
    }

    /// The clauses that an attribute meets at a level.
    pub fn met_by(&self, literal: &Literal) -> &[Block] {
        &self.met[literal.attribute][usize::from(literal.level)]
    }

    /// No clause, with room for all.
    pub fn none(&self) -> Vec<Block> {
        vec![[0; WORDS]; self.all.len()]
    }

    /// The clause that every node meets that does not lie below this one.
    pub fn above(&self, node: &[u8]) -> Vec<Literal> {
        let above = node.iter().zip(self.highest.iter()).enumerate();
        let above = above.filter(|(_, (level, highest))| level < highest);
        above.map(|(attribute, (level, _))| Literal { attribute, level: level + 1 }).collect()
    }

    /// The clauses that a node does not meet, ascending.
    pub fn unmet<'a>(&'a self, node: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        let open = self.all.iter().enumerate();
        open.flat_map(move |(block, all)| numbers(block, self.unmet_in(node, block, all)))
    }

    /// Those clauses of a block that a node does not meet.
    fn unmet_in(&self, node: &[u8], block: usize, those: &Block) -> Block {
        let mut met = [0; WORDS];
        for (&level, levels) in node.iter().zip(&self.met) {
            let more = &levels[usize::from(level)][block];
            met.iter_mut().zip(more).for_each(|(met, more)| *met |= more);
        }
        std::array::from_fn(|word| those[word] & !met[word])
    }
}

/// The clauses of a block, ascending.
pub(super) fn numbers(block: usize, clauses: Block) -> impl Iterator<Item = u32> {
    (0u32..).zip(clauses).flat_map(move |(word, mut rest)| {
        std::iter::from_fn(move || {
            let first = (block * WORDS) as u32 * 64 + word * 64;
            let next = (rest != 0).then(|| first + rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
            next
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unmet(clauses: &Clauses, node: &[u8]) -> Vec<u32> {
        clauses.unmet(node).collect()
    }

    #[test]
    fn clauses_are_met_above_their_nodes() {
        let mut clauses = Clauses::new(&vec![2, 1].into());
        assert!(unmet(&clauses, &[0, 0]).is_empty());
        assert!(clauses.add(&vec![1, 0].into(), None) && !clauses.add(&vec![1, 0].into(), None));
        assert!(clauses.add(&vec![0, 1].into(), None));
        assert_eq!(clauses.literals(1), [Literal { attribute: 0, level: 1 }]);
        assert_eq!([0, 1].map(|clause| clauses.node(clause)), [vec![1, 0].into(), vec![0, 1].into()]);
        for (node, expected) in [([1, 0], vec![0]), ([0, 0], vec![0, 1]), ([0, 1], vec![1]), ([1, 1], vec![])]
        {
            assert_eq!(unmet(&clauses, &node), expected, "{node:?}");
        }
    }

    #[test]
    fn many_clauses_fill_many_blocks() {
        let mut clauses = Clauses::new(&vec![200, 200].into());
        let nodes = (0..1300u32).map(|number| vec![(number % 130) as u8, (number / 130) as u8].into());
        nodes.for_each(|node: Node| assert!(clauses.add(&node, None)));
        let open = |node: [u8; 2]| {
            (0..1300).filter(move |at| at % 130 >= node[0].into() && at / 130 >= node[1].into())
        };
        for node in [[100, 0], [129, 9], [0, 0], [77, 3], [130, 0], [0, 10]] {
            assert_eq!(unmet(&clauses, &node), open(node).collect::<Vec<u32>>(), "{node:?}");
            assert_eq!(clauses.disallow(&node), open(node).next().is_some());
        }
    }
}
