//! Whether nodes are disallowed by the sizes of their classes, quickly for nodes that differ in few attributes.

use super::ReleaseProblem;
use super::counted_costs::CountedCosts;
use incog_data::{QuasiIdentifier, Tuples};
use incog_search::{BoxProblem, Node, Probe, Stream};

/// Classes by the sums of random numbers, one for each label: going from node to node, only attributes that change are
/// added and subtracted.
///
/// Two classes whose sums are equal by chance (2^-64 for each pair) count as one, so a node may look allowed that is not;
/// a node that looks disallowed is.
pub(super) struct SizeProbe<'a> {
    problem: &'a ReleaseProblem,
    tuples: &'a Tuples,
    /// By attribute: the code of each tuple.
    codes: Vec<Vec<u32>>,
    /// By attribute and level: the number of each code's label.
    numbers: Vec<Vec<Vec<u64>>>,
    minimum: u64,
    counted: Option<CountedCosts>,
    /// The node of the sums.
    node: Node,
    sums: Vec<u64>,
    change: Vec<u64>,
    /// Classes: the lower bits of their sums, and in the lowest of these how many records they have; 0 is no class.
    slots: Vec<u64>,
    /// By tuple: its slot.
    places: Vec<u32>,
    /// The last node looked at, and the records in classes that are too small.
    looked_at: Option<(Node, u64)>,
}

/// The bits of a slot that count records; more than they can hold are not told apart.
const RECORDS: u64 = (1 << 24) - 1;

impl<'a> SizeProbe<'a> {
    /// A probe for a problem of which the models ask for the sizes of classes only.
    pub fn new(problem: &'a ReleaseProblem) -> Self {
        let (tuples, minimum) = (problem.tuples(), problem.models().minimum_size().min(RECORDS));
        let qids = tuples.quasi_identifiers();
        let column =
            |attribute: usize| (0..tuples.len()).map(|tuple| tuples.codes(tuple)[attribute]).collect();
        // What is found does not depend on the numbers, so they need no seed of the user's.
        let mut random = Stream::new(0, 0);
        let mut of_level = |qid: &QuasiIdentifier, level: u8| {
            let labels = qid.hierarchy.labels(level.into()).len();
            let of_label: Vec<u64> = (0..labels).map(|_| random.bits()).collect();
            let codes = 0..qid.leaf_of.len() as u32;
            codes.map(|code| of_label[qid.label_code(level, code) as usize]).collect()
        };
        let numbers: Vec<Vec<Vec<u64>>> =
            qids.iter().map(|qid| (0..=qid.max_level).map(|level| of_level(qid, level)).collect()).collect();
        let codes: Vec<Vec<u32>> = (0..qids.len()).map(column).collect();
        let mut sums = vec![0u64; tuples.len()];
        for (codes, numbers) in codes.iter().zip(&numbers) {
            add(&mut sums, codes, &numbers[0]);
        }
        let slots = vec![0; (2 * tuples.len()).next_power_of_two().max(16)];
        let node = vec![0; qids.len()].into();
        let counted = problem.costs().and_then(|costs| CountedCosts::new(tuples, costs));
        let (change, places, looked_at) = (Vec::new(), vec![0; tuples.len()], None);
        Self {
            problem,
            tuples,
            codes,
            numbers,
            minimum,
            counted,
            node,
            sums,
            change,
            slots,
            places,
            looked_at,
        }
    }

    /// Records in classes that are too small at a node.
    fn look(&mut self, node: &Node) -> u64 {
        match &self.looked_at {
            Some((last, too_few)) if last == node => *too_few,
            _ => {
                self.go_to(node);
                let too_few = self.too_few();
                self.looked_at = Some((node.clone(), too_few));
                too_few
            }
        }
    }

    fn go_to(&mut self, node: &Node) {
        for (attribute, &level) in node.iter().enumerate() {
            let before = std::mem::replace(&mut self.node[attribute], level);
            if before != level {
                let levels = &self.numbers[attribute];
                let (old, new) = (&levels[usize::from(before)], &levels[usize::from(level)]);
                self.change.clear();
                self.change.extend(old.iter().zip(new).map(|(old, new)| new.wrapping_sub(*old)));
                add(&mut self.sums, &self.codes[attribute], &self.change);
            }
        }
    }

    /// Records in classes that are too small.
    fn too_few(&mut self) -> u64 {
        let (mask, shift) = (self.slots.len() - 1, 64 - self.slots.len().trailing_zeros());
        self.slots.fill(0);
        for (tuple, (&sum, place_of)) in self.sums.iter().zip(&mut self.places).enumerate() {
            let (class, mut place) = (sum & !RECORDS, (sum.rotate_left(32) >> shift) as usize);
            while self.slots[place] != 0 && self.slots[place] & !RECORDS != class {
                place = (place + 1) & mask;
            }
            let records = (self.slots[place] & RECORDS) + u64::from(self.tuples.count(tuple));
            self.slots[place] = class | records.min(RECORDS);
            *place_of = place as u32;
        }
        let records = self.slots.iter().map(|slot| slot & RECORDS);
        records.map(|records| if records < self.minimum { records } else { 0 }).sum()
    }

    /// How many records in classes that are too small have each code, by attribute.
    fn codes_of_too_few(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let is_too_small = |tuple: &usize| self.slots[self.places[*tuple] as usize] & RECORDS < self.minimum;
        let lost: Vec<usize> = (0..self.tuples.len()).filter(is_too_small).collect();
        self.codes.iter().zip(self.tuples.quasi_identifiers()).map(move |(codes, qid)| {
            let mut records = vec![0u64; qid.leaf_of.len()];
            lost.iter()
                .for_each(|&tuple| records[codes[tuple] as usize] += u64::from(self.tuples.count(tuple)));
            records
        })
    }
}

fn add(sums: &mut [u64], codes: &[u32], numbers: &[u64]) {
    for (sum, &code) in sums.iter_mut().zip(codes) {
        *sum = sum.wrapping_add(numbers[code as usize]);
    }
}

impl Probe for SizeProbe<'_> {
    fn is_disallowed(&mut self, node: &Node) -> bool {
        let too_few = self.look(node);
        too_few > self.problem.suppression_limit() || too_few == self.tuples.rows() as u64
    }

    fn costs_below(&mut self, node: &Node) -> Option<Vec<Vec<f64>>> {
        let costs = self.problem.costs().filter(|costs| costs.counts_suppressed())?;
        self.look(node);
        let by_code =
            self.codes_of_too_few().map(|records| (0u32..).zip(records).filter(|(_, records)| *records > 0));
        let suppressed = costs.of_codes(&self.problem.lattice().lowest, node, by_code);
        Some(costs.terms(node, &suppressed))
    }

    fn suppressed(&mut self, node: &Node) -> u64 {
        self.look(node)
    }

    fn costs_suppressing(&mut self, records: u64) -> Option<Vec<Vec<f64>>> {
        let costs = self.problem.costs().filter(|_| records <= self.problem.suppression_limit())?;
        Some(self.counted.as_ref()?.at_least(costs, records))
    }

    fn cost_range(&mut self, lowest: &Node, node: &Node) -> Option<(f64, f64)> {
        let too_few = self.look(node);
        Some(self.counted.as_ref()?.range(self.problem.costs()?, lowest, too_few))
    }
}
