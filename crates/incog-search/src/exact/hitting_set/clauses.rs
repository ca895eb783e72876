//! What disallowed nodes demand of allowed ones.

use crate::Node;
use std::collections::HashSet;

/// An attribute that has to stand at this level or higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Literal {
    pub attribute: usize,
    pub level: u8,
}

/// Clauses: of each, one literal at least holds at every allowed node.
///
/// A disallowed node `y` gives the clause "some attribute `a` stands above `y[a]`": all nodes below `y` are disallowed
/// as well. An attribute that has no level above is no literal.
#[derive(Debug)]
pub(in crate::exact) struct Clauses {
    highest: Node,
    literals: Vec<Vec<Literal>>,
    /// By attribute and level: the clauses that an attribute at this level meets, one bit each.
    met: Vec<Vec<Vec<u64>>>,
    known: HashSet<Node>,
}

impl Clauses {
    /// None yet, for nodes up to `highest`.
    pub fn new(highest: &Node) -> Self {
        let met = highest.iter().map(|&top| vec![Vec::new(); usize::from(top) + 1]).collect();
        Self { highest: highest.clone(), literals: Vec::new(), met, known: HashSet::new() }
    }

    /// The literals of a clause.
    pub fn literals(&self, clause: usize) -> &[Literal] {
        &self.literals[clause]
    }

    /// The disallowed node that a clause comes from.
    pub fn node(&self, clause: usize) -> Node {
        let mut node = self.highest.clone();
        self.literals[clause].iter().for_each(|literal| node[literal.attribute] = literal.level - 1);
        node
    }

    /// Adds the clause of a disallowed node; whether it is a new one.
    pub fn add(&mut self, disallowed: &Node) -> bool {
        if !self.known.insert(disallowed.clone()) {
            return false;
        }
        let (word, bit) = (self.literals.len() / 64, self.literals.len() % 64);
        if bit == 0 {
            self.met.iter_mut().flatten().for_each(|words| words.push(0));
        }
        let above = disallowed.iter().zip(self.highest.iter()).enumerate();
        let above = above.filter(|(_, (level, highest))| level < highest);
        let literals: Vec<Literal> =
            above.map(|(attribute, (level, _))| Literal { attribute, level: level + 1 }).collect();
        for literal in &literals {
            let levels = &mut self.met[literal.attribute][usize::from(literal.level)..];
            levels.iter_mut().for_each(|words| words[word] |= 1 << bit);
        }
        self.literals.push(literals);
        true
    }

    /// The clauses that a node does not meet, ascending, in `open`; the node is disallowed if there are any.
    pub fn unmet(&self, node: &[u8], open: &mut Vec<u32>) {
        open.clear();
        for word in 0..self.literals.len().div_ceil(64) {
            let mut rest = !self.met_in(node, word) & self.those_in(word);
            while rest != 0 {
                open.push(word as u32 * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
    }

    /// Whether a node meets every clause.
    pub fn are_met(&self, node: &[u8]) -> bool {
        (0..self.literals.len().div_ceil(64)).all(|word| !self.met_in(node, word) & self.those_in(word) == 0)
    }

    fn met_in(&self, node: &[u8], word: usize) -> u64 {
        node.iter().zip(&self.met).fold(0, |met, (&level, levels)| met | levels[usize::from(level)][word])
    }

    /// The bits of a word that stand for clauses.
    fn those_in(&self, word: usize) -> u64 {
        match self.literals.len() - word * 64 {
            64.. => u64::MAX,
            some => (1 << some) - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_met_above_their_nodes() {
        let mut clauses = Clauses::new(&vec![2, 1].into());
        assert!(clauses.are_met(&[0, 0]));
        assert!(clauses.add(&vec![1, 0].into()) && !clauses.add(&vec![1, 0].into()));
        assert!(clauses.add(&vec![0, 1].into()));
        assert_eq!(clauses.literals(1), [Literal { attribute: 0, level: 1 }]);
        assert_eq!([0, 1].map(|clause| clauses.node(clause)), [vec![1, 0].into(), vec![0, 1].into()]);
        let mut open = vec![7];
        for (node, unmet) in [([1, 0], vec![0]), ([0, 0], vec![0, 1]), ([0, 1], vec![1]), ([1, 1], vec![])] {
            clauses.unmet(&node, &mut open);
            assert_eq!((&open, clauses.are_met(&node)), (&unmet, unmet.is_empty()), "{node:?}");
        }
    }

    #[test]
    fn many_clauses_fill_many_words() {
        let mut clauses = Clauses::new(&vec![200, 1].into());
        (0..130).for_each(|level| assert!(clauses.add(&vec![level, 1].into())));
        let mut open = Vec::new();
        clauses.unmet(&[100, 0], &mut open);
        assert_eq!(open, (100..130).collect::<Vec<u32>>());
        assert!(clauses.are_met(&[130, 0]));
    }
}
