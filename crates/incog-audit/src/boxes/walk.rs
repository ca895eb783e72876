//! The walk over all parts of the lattice.

use super::losses::{Losses, Suppressed};
use super::lost_records::Needed;
use super::prices::Prices;
use super::{BoxProof, BoxStep, FullDomain};
use crate::prices::NoBound;
use std::rc::Rc;

/// The nodes between two corners.
#[derive(Debug, Clone)]
pub(super) struct Corners {
    pub lowest: Vec<u8>,
    pub highest: Vec<u8>,
}

/// The state of a node of the proof.
enum Known {
    /// Too much would have to be suppressed.
    Disallowed,
    /// This much has to be.
    Needs(Suppressed),
}

/// Goes through the steps of a proof.
pub(super) struct Walk<'a> {
    proof: &'a BoxProof,
    losses: Losses,
    /// Boxes that are still open, the next one last.
    open: Vec<Corners>,
    /// What was counted of the nodes so far.
    known: Vec<Option<Rc<Known>>>,
    /// The least that the closed parts lose.
    bound: f64,
}

impl<'a> Walk<'a> {
    /// At the box of all nodes that the job allows.
    pub fn begin(releases: &FullDomain<'a>, proof: &'a BoxProof, losses: Losses) -> Result<Self, NoBound> {
        let qids = releases.quasi_identifiers;
        if !proof.quasi_identifiers.iter().eq(qids.iter().map(|qid| &qid.name)) {
            return Err(NoBound::QuasiIdentifiers);
        }
        let is_node = |node: &Vec<u8>| {
            node.len() == qids.len() && node.iter().zip(qids).all(|(level, qid)| *level <= qid.max_level)
        };
        if !proof.nodes.iter().all(is_node) {
            return Err(NoBound::Node);
        }
        let whole = Corners {
            lowest: qids.iter().map(|qid| qid.min_level).collect(),
            highest: qids.iter().map(|qid| qid.max_level).collect(),
        };
        let known = proof.nodes.iter().map(|_| None).collect();
        Ok(Self { proof, losses, open: vec![whole], known, bound: f64::INFINITY })
    }

    /// The bound that all steps together prove.
    pub fn prove(mut self, needed: &mut Needed<'_>) -> Result<f64, NoBound> {
        for step in &self.proof.steps {
            let corners = self.open.pop().ok_or(NoBound::Steps)?;
            match step {
                BoxStep::Cut(attribute, level) => self.cut(corners, *attribute, *level)?,
                BoxStep::Below(place) => self.below(&corners, *place, needed)?,
                BoxStep::Dear(places, highest) => self.dear(corners, places, highest, needed)?,
            }
        }
        if self.open.is_empty() { Ok(self.bound) } else { Err(NoBound::Steps) }
    }

    fn close(&mut self, bound: f64) {
        self.bound = self.bound.min(bound);
    }

    fn cut(&mut self, corners: Corners, attribute: usize, level: u8) -> Result<(), NoBound> {
        let (low, high) = level_range(&corners, attribute)?;
        if !(low < level && level <= high) {
            return Err(NoBound::Steps);
        }
        let (mut lower, mut upper) = (corners.clone(), corners);
        lower.highest[attribute] = level - 1;
        upper.lowest[attribute] = level;
        self.open.extend([upper, lower]);
        Ok(())
    }

    fn below(&mut self, corners: &Corners, place: usize, needed: &mut Needed<'_>) -> Result<(), NoBound> {
        let (node, known) = self.know(place, needed)?;
        if !lies_below(&corners.highest, node) {
            return Err(NoBound::Steps);
        }
        self.close(self.least_below(corners, &known));
        Ok(())
    }

    /// What the nodes of a box lose at least that lie below a node.
    fn least_below(&self, corners: &Corners, known: &Known) -> f64 {
        match known {
            Known::Disallowed => f64::INFINITY,
            Known::Needs(suppressed) => {
                let levels = corners.lowest.iter().enumerate();
                let terms =
                    levels.map(|(attribute, &level)| self.losses.term(attribute, level, Some(suppressed)));
                self.losses.whole(terms.sum())
            }
        }
    }

    fn dear(
        &mut self,
        mut corners: Corners,
        places: &[usize],
        highest: &[(usize, u8)],
        needed: &mut Needed<'_>,
    ) -> Result<(), NoBound> {
        let (prices, least_below) = self.demands(&corners, places, needed)?;
        self.close(least_below);
        if highest.is_empty() {
            self.close(self.losses.whole(prices.paid()));
            return Ok(());
        }
        let before = corners.clone();
        for &(attribute, level) in highest {
            let (low, high) = level_range(&corners, attribute)?;
            if !(low <= level && level < high) {
                return Err(NoBound::Steps);
            }
            self.close(self.losses.whole(prices.above(attribute, level, &before)));
            corners.highest[attribute] = level;
        }
        self.open.push(corners);
        Ok(())
    }

    /// What those nodes of a box pay that stand above each of these, and what the others lose at
    /// least. If the box lies below the first one, that asks no price, but its suppressed records
    /// count with all prices.
    fn demands(
        &mut self,
        corners: &Corners,
        places: &[usize],
        needed: &mut Needed<'_>,
    ) -> Result<(Prices, f64), NoBound> {
        let mut places = places;
        let mut prices = Prices::new(corners, &self.losses, None);
        if let Some((&first, others)) = places.split_first() {
            let (node, known) = self.know(first, needed)?;
            if let (Known::Needs(suppressed), true) = (&*known, lies_below(&corners.highest, node)) {
                prices = Prices::new(corners, &self.losses, Some(suppressed));
                places = others;
            }
        }
        let mut least_below = f64::INFINITY;
        for &place in places {
            let (node, known) = self.know(place, needed)?;
            if lies_below(&corners.lowest, node) {
                least_below = least_below.min(self.least_below(corners, &known));
                prices.pay(node, corners);
            }
        }
        Ok((prices, least_below))
    }

    /// A node, and what it needs, counted once.
    fn know(&mut self, place: usize, needed: &mut Needed<'_>) -> Result<(&'a [u8], Rc<Known>), NoBound> {
        let node = self.proof.nodes.get(place).ok_or(NoBound::Steps)?;
        if let Some(known) = &self.known[place] {
            return Ok((node, Rc::clone(known)));
        }
        let known = Rc::new(match needed.at(node)? {
            None => Known::Disallowed,
            Some(records) => Known::Needs(self.losses.of_suppressed(&needed.by_code(&records))),
        });
        self.known[place] = Some(Rc::clone(&known));
        Ok((node, known))
    }
}

fn lies_below(levels: &[u8], node: &[u8]) -> bool {
    levels.iter().zip(node).all(|(level, of_node)| level <= of_node)
}

/// The levels that an attribute has in a box.
fn level_range(corners: &Corners, attribute: usize) -> Result<(u8, u8), NoBound> {
    let low = corners.lowest.get(attribute).ok_or(NoBound::Steps)?;
    Ok((*low, corners.highest[attribute]))
}
