//! A certificate while it is written.

use super::{NoCertificate, OptimalityCertificate, Step};
use crate::Node;
use std::collections::HashMap;

/// Steps so far, each node named once.
pub(super) struct Written {
    certificate: OptimalityCertificate,
    place_of: HashMap<Node, usize>,
    numbers: usize,
    most: usize,
}

impl Written {
    /// Nothing yet; at most so many numbers.
    pub fn new(most: usize) -> Self {
        Self { certificate: OptimalityCertificate::default(), place_of: HashMap::new(), numbers: 0, most }
    }

    /// The box is cut in two.
    pub fn cut(&mut self, attribute: usize, level: u8) -> Result<(), NoCertificate> {
        self.step(Step::Cut { attribute, level }, 2)
    }

    /// The box lies below a node.
    pub fn below(&mut self, node: &Node) -> Result<(), NoCertificate> {
        let place = self.place_of(node);
        self.step(Step::Below(place), 1)
    }

    /// What these nodes demand leaves only levels up to the ones given, or none at all.
    pub fn dear(
        &mut self,
        nodes: impl Iterator<Item = Node>,
        highest: Vec<(usize, u8)>,
    ) -> Result<(), NoCertificate> {
        let nodes: Vec<usize> = nodes.map(|node| self.place_of(&node)).collect();
        let numbers = nodes.len() + 2 * highest.len();
        self.step(Step::Dear { nodes, highest }, numbers)
    }

    /// What was written.
    pub fn end(self) -> OptimalityCertificate {
        self.certificate
    }

    fn place_of(&mut self, node: &Node) -> usize {
        if let Some(&place) = self.place_of.get(node) {
            return place;
        }
        let place = self.certificate.nodes.len();
        self.numbers += node.len();
        self.certificate.nodes.push(node.clone());
        self.place_of.insert(node.clone(), place);
        place
    }

    fn step(&mut self, step: Step, numbers: usize) -> Result<(), NoCertificate> {
        self.numbers += numbers;
        self.certificate.steps.push(step);
        if self.numbers > self.most { Err(NoCertificate::TooLong { most: self.most }) } else { Ok(()) }
    }
}
