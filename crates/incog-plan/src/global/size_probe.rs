//! Whether nodes are disallowed by the sizes of their classes, quickly for nodes that differ in few
//! attributes.

use super::ReleaseProblem;
use super::counted_costs::CountedCosts;
use super::lost_costs::{Lost, LostCosts};
use incog_data::{NarrowCodes, QuasiIdentifier, Tuples};
use incog_search::{Node, Probe, Stream};

/// Classes by the sums of random numbers, one for each label: going from node to node, only
/// attributes that change are added and subtracted.
///
/// Two classes whose sums are equal by chance (2^-64 for each pair) count as one, so a node may
/// look allowed that is not; a node that looks disallowed is.
pub(super) struct SizeProbe<'a> {
    problem: &'a ReleaseProblem,
    tuples: &'a Tuples,
    /// By attribute: the code of each tuple.
    codes: Vec<NarrowCodes>,
    /// By attribute and level: the number of each code's label.
    numbers: Vec<Vec<Vec<u64>>>,
    minimum: u64,
    counted: Option<CountedCosts>,
    lost: Option<LostCosts>,
    /// The node of the sums.
    node: Node,
    sums: Vec<u64>,
    change: Vec<u64>,
    /// Classes: the lower bits of their sums, and in the lowest of these how many records they
    /// have; 0 is no class.
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
        let codes: Vec<NarrowCodes> = (0..qids.len()).map(column).collect();
        let mut sums = vec![0u64; tuples.len()];
        for (codes, numbers) in codes.iter().zip(&numbers) {
            add(&mut sums, codes, &numbers[0]);
        }
        let slots = vec![0; (2 * tuples.len()).next_power_of_two().max(16)];
        let node = vec![0; qids.len()].into();
        let counted = problem.costs().and_then(|costs| CountedCosts::new(tuples, costs));
        let lost = problem.costs().and_then(|costs| LostCosts::new(tuples, costs));
        let (change, places, looked_at) = (Vec::new(), vec![0; tuples.len()], None);
        Self {
            problem,
            tuples,
            codes,
            numbers,
            minimum,
            counted,
            lost,
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
        let Self { slots, tuples, minimum, .. } = self;
        let (mask, shift) = (slots.len() - 1, 64 - slots.len().trailing_zeros());
        let few = |records: u64| if records < *minimum { records } else { 0 };
        let mut too_few = 0u64;
        slots.fill(0);
        for ((&sum, &records), place_of) in self.sums.iter().zip(tuples.counts()).zip(&mut self.places) {
            let (class, mut place) = (sum & !RECORDS, (sum.rotate_left(32) >> shift) as usize);
            let mut slot = slots[place];
            // Whether it is empty and whether it is another class are asked at once: each is as
            // likely as not.
            while (slot != 0) & (slot & !RECORDS != class) {
                place = (place + 1) & mask;
                slot = slots[place];
            }
            let before = slot & RECORDS;
            let after = (before + u64::from(records)).min(RECORDS);
            slots[place] = class | after;
            *place_of = place as u32;
            too_few = too_few.wrapping_add(few(after)).wrapping_sub(few(before));
        }
        too_few
    }

    /// The tuples in classes that are too small.
    fn lost(&self) -> Lost {
        let is_too_small = |slot: u32| self.slots[slot as usize] & RECORDS < self.minimum;
        let few = self.places.iter().filter(|slot| is_too_small(**slot)).count();
        let are_kept = 2 * few > self.places.len();
        let listed = if are_kept { self.places.len() - few } else { few };
        // Which tuples are listed cannot be foreseen, so each is written and the next one takes its
        // place unless it is.
        let mut tuples = vec![0; listed + 1];
        let mut next = 0;
        for (tuple, &slot) in (0u32..).zip(&self.places) {
            tuples[next] = tuple;
            next += usize::from(is_too_small(slot) != are_kept);
        }
        tuples.truncate(listed);
        Lost { tuples, are_kept }
    }
}

fn add(sums: &mut [u64], codes: &NarrowCodes, numbers: &[u64]) {
    codes.visit_with(0..codes.len(), sums, |sum, code| *sum = sum.wrapping_add(numbers[code as usize]));
}

impl Probe for SizeProbe<'_> {
    fn is_disallowed(&mut self, node: &Node) -> bool {
        let too_few = self.look(node);
        too_few > self.problem.suppression_limit() || too_few == self.tuples.rows() as u64
    }

    fn costs_below(&mut self, node: &Node) -> Option<Vec<Vec<f64>>> {
        let costs = self.problem.costs().filter(|costs| costs.counts_suppressed())?;
        self.look(node);
        let added = self.lost.as_ref()?.added(self.tuples, &self.lost(), node);
        let terms = |(attribute, added): (usize, Vec<f64>)| {
            (0..).zip(added).map(|(level, added)| costs.term_with(attribute, level, added)).collect()
        };
        Some(added.into_iter().enumerate().map(terms).collect())
    }

    fn suppressed(&mut self, node: &Node) -> u64 {
        self.look(node)
    }

    /// With 3 the proof of Cargo 2000 with 25 quasi-identifiers takes 1.5 times as long.
    fn turns(&self) -> u64 {
        16
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
