//! Proofs of full-domain releases: boxes of nodes, cut and closed step by step.

use crate::heap::*;
use crate::numbers::sum;
use crate::proof::fault::ProofFault;
use crate::proof::lattice::{LostRecords, ReleaseSpace};
use crate::reading::json::Json;
use alloc::rc::Rc;

/// The nodes between two corners.
#[derive(Debug, Clone)]
struct NodeBox {
    low: Vec<usize>,
    high: Vec<usize>,
}

/// The suppression that a node needs; `None` where that is too much.
type NodeLoss = Option<Rc<LostRecords>>;

struct BoxWalk<'a> {
    space: &'a ReleaseSpace<'a>,
    nodes: Vec<Vec<usize>>,
    known: Vec<Option<NodeLoss>>,
    /// Boxes that are still open, the next one last.
    open: Vec<NodeBox>,
    /// The least that the closed parts lose.
    bound: f64,
}

/// The bound on the minimized objective that boxes prove.
pub(crate) fn bound(space: &ReleaseSpace<'_>, proof: &Json) -> Result<f64, ProofFault> {
    let map = proof.map().ok_or(ProofFault::Malformed)?;
    if map.keys().any(|key| !["quasi_identifiers", "nodes", "steps"].contains(&key.as_str())) {
        return Err(ProofFault::Malformed);
    }
    let names = list(proof.get("quasi_identifiers"))?.iter().map(Json::text);
    if !names.eq(space.attributes.iter().map(|attribute| Some(attribute.given.name.as_str()))) {
        return Err(ProofFault::QuasiIdentifiers);
    }
    if space.limit > 0 && !space.is_monotone() {
        return Err(ProofFault::Rising);
    }
    let nodes: Vec<Vec<usize>> =
        list(proof.get("nodes"))?.iter().map(|node| node_of(space, node)).collect::<Result<_, _>>()?;
    let whole = NodeBox {
        low: space.attributes.iter().map(|attribute| attribute.lowest).collect(),
        high: space.attributes.iter().map(|attribute| attribute.highest).collect(),
    };
    let known = nodes.iter().map(|_| None).collect();
    let mut walk = BoxWalk { space, nodes, known, open: vec![whole], bound: f64::INFINITY };
    for step in list(proof.get("steps"))? {
        walk.step(step)?;
    }
    if walk.open.is_empty() { Ok(walk.bound) } else { Err(ProofFault::Steps) }
}

fn list(json: Option<&Json>) -> Result<&[Json], ProofFault> {
    json.and_then(Json::list).ok_or(ProofFault::Malformed)
}

fn pair(json: &Json) -> Result<(usize, usize), ProofFault> {
    match json.list().ok_or(ProofFault::Malformed)? {
        [one, other] => {
            Ok((one.count().ok_or(ProofFault::Malformed)?, other.count().ok_or(ProofFault::Malformed)?))
        }
        _ => Err(ProofFault::Malformed),
    }
}

/// A level for each attribute.
fn node_of(space: &ReleaseSpace<'_>, node: &Json) -> Result<Vec<usize>, ProofFault> {
    let levels = node.list().filter(|node| node.len() == space.attributes.len()).ok_or(ProofFault::Node)?;
    let highest = space.attributes.iter().map(|attribute| attribute.highest);
    levels
        .iter()
        .zip(highest)
        .map(|(json, highest): (&Json, usize)| json.count().filter(|level| *level <= highest))
        .collect::<Option<_>>()
        .ok_or(ProofFault::Node)
}

fn lies_below(levels: &[usize], node: &[usize]) -> bool {
    levels.iter().zip(node).all(|(level, of_node)| level <= of_node)
}

impl BoxWalk<'_> {
    fn step(&mut self, step: &Json) -> Result<(), ProofFault> {
        let corners = self.open.pop().ok_or(ProofFault::Steps)?;
        let map = step.map().filter(|map| map.len() == 1).ok_or(ProofFault::Malformed)?;
        let (kind, given) = map.iter().next().ok_or(ProofFault::Malformed)?;
        match kind.as_str() {
            "cut" => self.cut(corners, pair(given)?),
            "below" => self.below(&corners, given.count().ok_or(ProofFault::Malformed)?),
            "dear" => self.dear(corners, given),
            _ => Err(ProofFault::Malformed),
        }
    }

    fn close(&mut self, bound: f64) {
        self.bound = self.bound.min(bound);
    }

    fn cut(&mut self, corners: NodeBox, place: (usize, usize)) -> Result<(), ProofFault> {
        let (attribute, level) = place;
        let (low, high) = range(&corners, attribute)?;
        if !(low < level && level <= high) {
            return Err(ProofFault::Steps);
        }
        let (mut lower, mut upper) = (corners.clone(), corners);
        lower.high[attribute] = level - 1;
        upper.low[attribute] = level;
        self.open.extend([upper, lower]);
        Ok(())
    }

    fn below(&mut self, corners: &NodeBox, place: usize) -> Result<(), ProofFault> {
        let known = self.know(place)?;
        if !lies_below(&corners.high, &self.nodes[place]) {
            return Err(ProofFault::Steps);
        }
        self.close(self.least_below(&corners.low, &known));
        Ok(())
    }

    /// What the nodes of a box lose at least that lie below a node which loses these records.
    fn least_below(&self, low: &[usize], known: &NodeLoss) -> f64 {
        let Some(lost) = known else { return f64::INFINITY };
        let terms = low.iter().enumerate().map(|(place, &level)| self.space.term(place, level, Some(lost)));
        self.space.whole(sum(terms))
    }

    fn dear(&mut self, mut corners: NodeBox, given: &Json) -> Result<(), ProofFault> {
        let [places, highest] = given.list().ok_or(ProofFault::Malformed)? else {
            return Err(ProofFault::Malformed);
        };
        let places: Vec<usize> = list(Some(places))?
            .iter()
            .map(|json: &Json| json.count().ok_or(ProofFault::Malformed))
            .collect::<Result<_, _>>()?;
        let highest = list(Some(highest))?;
        let low = corners.low.clone();
        let (left, paid) = self.demands(&corners, &places)?;
        if highest.is_empty() {
            self.close(self.space.whole(paid));
            return Ok(());
        }
        for cut in highest {
            let (attribute, level) = pair(cut)?;
            let (first, last) = range(&corners, attribute)?;
            if !(first <= level && level < last) {
                return Err(ProofFault::Steps);
            }
            let beyond = left[attribute].iter().skip(level - low[attribute] + 1).copied();
            self.close(self.space.whole(paid + beyond.fold(f64::INFINITY, f64::min)));
            corners.high[attribute] = level;
        }
        self.open.push(corners);
        Ok(())
    }

    /// What is left of the cost of each level of a box, and what its nodes pay together that stand
    /// above each of these nodes.
    fn demands(&mut self, corners: &NodeBox, places: &[usize]) -> Result<(Vec<Vec<f64>>, f64), ProofFault> {
        let (mut places, mut lost) = (places, None);
        if let Some((&first, others)) = places.split_first() {
            let known = self.know(first)?;
            if known.is_some() && lies_below(&corners.high, &self.nodes[first]) {
                (places, lost) = (others, known);
            }
        }
        let lost = lost.as_deref();
        let range = corners.low.iter().zip(&corners.high).enumerate();
        let terms: Vec<Vec<f64>> = range
            .map(|(place, (&low, &high))| {
                (low..=high).map(|level| self.space.term(place, level, lost)).collect()
            })
            .collect();
        let mut left: Vec<Vec<f64>> = terms
            .iter()
            .map(|terms: &Vec<f64>| terms.iter().map(|term| f64::max(0.0, term - terms[0])).collect())
            .collect();
        let mut paid = sum(terms.iter().map(|terms| terms[0]));
        for &place in places {
            let known = self.know(place)?;
            if !lies_below(&corners.low, &self.nodes[place]) {
                continue;
            }
            self.close(self.least_below(&corners.low, &known));
            let above: Vec<usize> =
                self.nodes[place].iter().zip(&corners.low).map(|(level, low)| level - low + 1).collect();
            let costs = left.iter().zip(&above).flat_map(|(left, &first)| left.iter().skip(first));
            let price = costs.copied().fold(f64::INFINITY, f64::min);
            for (left, &first) in left.iter_mut().zip(&above) {
                left.iter_mut().skip(first).for_each(|left| *left -= price);
            }
            paid += price;
        }
        Ok((left, paid))
    }

    /// What a node of the proof cannot keep, counted once.
    fn know(&mut self, place: usize) -> Result<NodeLoss, ProofFault> {
        let node = self.nodes.get(place).ok_or(ProofFault::Steps)?;
        if let Some(known) = &self.known[place] {
            return Ok(known.clone());
        }
        let lost = self.space.lost_at(node)?;
        let is_allowed = self.space.may_suppress(self.space.count(&lost));
        let known = is_allowed.then(|| Rc::new(self.space.lost_records(&lost)));
        self.known[place] = Some(known.clone());
        Ok(known)
    }
}

/// The levels that an attribute has in a box.
fn range(corners: &NodeBox, attribute: usize) -> Result<(usize, usize), ProofFault> {
    let low = corners.low.get(attribute).ok_or(ProofFault::Steps)?;
    Ok((*low, corners.high[attribute]))
}
