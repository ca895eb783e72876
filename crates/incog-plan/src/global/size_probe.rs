//! Whether nodes are disallowed by the sizes of their classes, quickly for nodes that differ in few attributes.

use incog_data::{QuasiIdentifier, Tuples};
use incog_search::{Node, Probe, Stream};

/// Classes by the sums of random numbers, one for each label: going from node to node, only attributes that change are
/// added and subtracted.
///
/// Two classes whose sums are equal by chance (2^-64 for each pair) count as one, so a node may look allowed that is not;
/// a node that looks disallowed is.
pub(super) struct SizeProbe<'a> {
    tuples: &'a Tuples,
    /// By attribute: the code of each tuple.
    codes: Vec<Vec<u32>>,
    /// By attribute and level: the number of each code's label.
    numbers: Vec<Vec<Vec<u64>>>,
    minimum: u64,
    limit: u64,
    /// The node of the sums.
    node: Node,
    sums: Vec<u64>,
    change: Vec<u64>,
    slots: Vec<Slot>,
    /// Slots of an earlier round are empty.
    round: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    sum: u64,
    records: u32,
    round: u32,
}

impl<'a> SizeProbe<'a> {
    /// A probe for classes of at least `minimum` records, with at most `limit` records suppressed.
    pub fn new(tuples: &'a Tuples, minimum: u64, limit: u64) -> Self {
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
        let slots = vec![Slot::default(); (2 * tuples.len()).next_power_of_two().max(16)];
        let node = vec![0; qids.len()].into();
        Self { tuples, codes, numbers, minimum, limit, node, sums, change: Vec::new(), slots, round: 0 }
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
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot::default());
            self.round = 1;
        }
        let (mask, shift) = (self.slots.len() - 1, 64 - self.slots.len().trailing_zeros());
        let mut too_few = 0;
        for (tuple, &sum) in self.sums.iter().enumerate() {
            let mut place = (sum >> shift) as usize;
            let slot = loop {
                let slot = &mut self.slots[place];
                if slot.round != self.round {
                    *slot = Slot { sum, records: 0, round: self.round };
                    break slot;
                }
                if slot.sum == sum {
                    break slot;
                }
                place = (place + 1) & mask;
            };
            let before = u64::from(slot.records);
            slot.records += self.tuples.count(tuple);
            let after = u64::from(slot.records);
            if after < self.minimum {
                too_few += after - before;
            } else if before < self.minimum {
                too_few -= before;
            }
        }
        too_few
    }
}

fn add(sums: &mut [u64], codes: &[u32], numbers: &[u64]) {
    for (sum, &code) in sums.iter_mut().zip(codes) {
        *sum = sum.wrapping_add(numbers[code as usize]);
    }
}

impl Probe for SizeProbe<'_> {
    fn is_disallowed(&mut self, node: &Node) -> bool {
        self.go_to(node);
        let too_few = self.too_few();
        too_few > self.limit || too_few == self.tuples.rows() as u64
    }
}
