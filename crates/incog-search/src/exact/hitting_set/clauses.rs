//! What nodes that are out of the question demand of the others.

use super::costs::Prices;
use crate::Node;
use std::collections::HashSet;

/// An attribute that has to stand at this level or higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exact) struct Literal {
    pub attribute: usize,
    pub level: u8,
}

/// Clauses: of each, one literal at least holds at every node that is looked for.
///
/// A node `y` gives the clause "some attribute `a` stands above `y[a]`". An attribute that has no level above is no
/// literal. When `y` is disallowed, all nodes below it are disallowed as well, so the clause holds everywhere. Otherwise
/// the nodes below suppress what `y` suppresses, so those between some lowest node and `y` cost at least what the lowest
/// node does with that suppressed: the clause holds in every box in which that is enough.
#[derive(Debug)]
pub(in crate::exact) struct Clauses {
    highest: Node,
    literals: Vec<Vec<Literal>>,
    /// By attribute and level: the clauses that an attribute at this level meets, one bit each.
    met: Vec<Vec<Vec<u64>>>,
    /// What levels up to the node cost at least below it; none where it is disallowed.
    below: Vec<Option<Prices>>,
    /// The clauses of disallowed nodes, one bit each.
    everywhere: Vec<u64>,
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
            known: HashSet::new(),
        }
    }

    /// The literals of a clause.
    pub fn literals(&self, clause: usize) -> &[Literal] {
        &self.literals[clause]
    }

    /// What levels cost at least below the node that a clause comes from; none where it is disallowed.
    pub fn below(&self, clause: u32) -> Option<&Prices> {
        self.below[clause as usize].as_ref()
    }

    /// Whether it follows from a clause that a node is disallowed.
    pub fn disallow(&self, node: &[u8]) -> bool {
        self.everywhere.iter().enumerate().any(|(word, those)| !self.met_in(node, word) & those != 0)
    }

    /// The node that a clause comes from.
    pub fn node(&self, clause: usize) -> Node {
        let mut node = self.highest.clone();
        self.literals[clause].iter().for_each(|literal| node[literal.attribute] = literal.level - 1);
        node
    }

    /// Adds the clause of a node, with what levels cost at least below it if it is not disallowed; whether it is a new
    /// one.
    pub fn add(&mut self, node: &Node, below: Option<Prices>) -> bool {
        if !self.known.insert(node.clone()) {
            return false;
        }
        let (word, bit) = (self.literals.len() / 64, self.literals.len() % 64);
        if bit == 0 {
            self.met.iter_mut().flatten().for_each(|words| words.push(0));
            self.everywhere.push(0);
        }
        let literals = self.above(node);
        for literal in &literals {
            let levels = &mut self.met[literal.attribute][usize::from(literal.level)..];
            levels.iter_mut().for_each(|words| words[word] |= 1 << bit);
        }
        self.everywhere[word] |= u64::from(below.is_none()) << bit;
        self.literals.push(literals);
        self.below.push(below);
        true
    }

    /// What holds of every node that does not lie below this one.
    pub fn above(&self, node: &[u8]) -> Vec<Literal> {
        let above = node.iter().zip(self.highest.iter()).enumerate();
        let above = above.filter(|(_, (level, highest))| level < highest);
        above.map(|(attribute, (level, _))| Literal { attribute, level: level + 1 }).collect()
    }

    /// The clauses that a node does not meet, ascending.
    pub fn unmet<'a>(&'a self, node: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        (0..self.literals.len().div_ceil(64)).flat_map(move |word| {
            let mut rest = !self.met_in(node, word) & self.those_in(word);
            std::iter::from_fn(move || {
                let next = (rest != 0).then(|| word as u32 * 64 + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                next
            })
        })
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
    fn many_clauses_fill_many_words() {
        let mut clauses = Clauses::new(&vec![200, 1].into());
        (0..130).for_each(|level| assert!(clauses.add(&vec![level, 1].into(), None)));
        assert_eq!(unmet(&clauses, &[100, 0]), (100..130).collect::<Vec<u32>>());
        assert!(unmet(&clauses, &[130, 0]).is_empty());
    }
}
