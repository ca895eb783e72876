//! Cells by their labels, attribute after attribute, so that those around a cell are found without
//! looking at all.

use super::cells::{Cell, Cells, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What a cheaper cell rules out of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuledOut {
    /// All of it.
    Everything,
    /// These values of an attribute.
    Values(usize, Span),
}

/// A tree with a level for each attribute.
pub(super) struct Shelf {
    nodes: Vec<Node>,
    /// By attribute, for each label that a cell has those that strictly hold it.
    above: Vec<BTreeMap<Span, Vec<Span>>>,
}

struct Node {
    below: BTreeMap<Span, usize>,
    /// The least cost of the cells below.
    cheapest: f64,
}

/// A cell, and what is left of it.
pub(super) struct Narrow<'a> {
    pub cell: &'a Cell,
    /// By attribute, the places that are left, ascending.
    pub left: &'a [Vec<u32>],
    /// Cells that cost less than this are cheaper.
    pub limit: f64,
}

impl Narrow<'_> {
    /// From the first to the last place that is left.
    fn hull(&self, attribute: usize) -> Span {
        let places = &self.left[attribute];
        let own = self.cell.labels[attribute];
        let end = |place: Option<&u32>, otherwise| place.copied().unwrap_or(otherwise);
        Span { first: end(places.first(), own.first), last: end(places.last(), own.last) }
    }
}

impl Shelf {
    pub fn from_cells(cells: &Cells) -> Self {
        let mut shelf = Self { nodes: vec![Node::new()], above: Vec::new() };
        cells.cells.iter().for_each(|cell| shelf.put(cell));
        let used = |attribute: usize| cells.cells.iter().map(move |cell| cell.labels[attribute]).collect();
        shelf.above = (0..cells.orders.len()).map(|attribute| above(&used(attribute))).collect();
        shelf
    }

    fn put(&mut self, cell: &Cell) {
        let mut at = 0;
        for label in &cell.labels {
            self.nodes[at].cheapest = self.nodes[at].cheapest.min(cell.cost);
            let next = self.nodes.len();
            at = *self.nodes[at].below.entry(*label).or_insert(next);
            if at == next {
                self.nodes.push(Node::new());
            }
        }
        self.nodes[at].cheapest = self.nodes[at].cheapest.min(cell.cost);
    }

    /// What the cheaper cells rule out that have all that is left of the cell in every attribute,
    /// or in every one but one.
    pub fn ruled_out(&self, narrow: &Narrow<'_>) -> Vec<RuledOut> {
        let mut found = Vec::new();
        self.walk(narrow, 0, 0, RuledOut::Everything, &mut found);
        found
    }

    fn walk(
        &self,
        narrow: &Narrow<'_>,
        node: usize,
        attribute: usize,
        so_far: RuledOut,
        found: &mut Vec<RuledOut>,
    ) {
        if self.nodes[node].cheapest >= narrow.limit {
            return;
        }
        let Some(&own) = narrow.cell.labels.get(attribute) else { return found.push(so_far) };
        let hull = narrow.hull(attribute);
        for (label, child) in self.around(node, attribute, own) {
            let rest = match so_far {
                so_far if label.holds(hull) => so_far,
                RuledOut::Everything if narrow.left[attribute].iter().any(|&place| label.has(place)) => {
                    RuledOut::Values(attribute, label)
                }
                _ => continue,
            };
            self.walk(narrow, child, attribute + 1, rest, found);
        }
    }

    /// The labels of a node that hold a label of the attribute, or are held by it.
    fn around(
        &self,
        node: usize,
        attribute: usize,
        own: Span,
    ) -> impl Iterator<Item = (Span, usize)> + use<'_> {
        let below = &self.nodes[node].below;
        let above = self.above[attribute].get(&own).into_iter().flatten();
        let above = above.filter_map(|label| Some((*label, *below.get(label)?)));
        let from = Span { first: own.first, last: 0 };
        let inside = below.range(from..).take_while(move |(label, _)| label.first <= own.last);
        let inside = inside.filter(move |(label, _)| own.holds(**label));
        above.chain(inside.map(|(label, child)| (*label, *child)))
    }
}

impl Node {
    fn new() -> Self {
        Self { below: BTreeMap::new(), cheapest: f64::INFINITY }
    }
}

/// For each label those of the others that hold it. Labels are nested or disjoint.
fn above(used: &BTreeSet<Span>) -> BTreeMap<Span, Vec<Span>> {
    let mut in_order: Vec<Span> = used.iter().copied().collect();
    // A span that holds a label comes before it.
    in_order.sort_by(|a, b| a.first.cmp(&b.first).then(b.last.cmp(&a.last)));
    let (mut open, mut above): (Vec<Span>, BTreeMap<Span, Vec<Span>>) = (Vec::new(), BTreeMap::new());
    for label in in_order {
        open.retain(|outer| outer.holds(label));
        above.insert(label, open.clone());
        open.push(label);
    }
    above
}
