//! Whether nodes are disallowed by the sizes of their classes, quickly for nodes that differ in few attributes.

use incog_data::Tuples;
use incog_search::{Node, Probe};

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
        let numbers = |attribute: usize| {
            let qid = &qids[attribute];
            let of_level = |level: u8| {
                let labels = (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code));
                labels.map(|label| number(attribute, level, label)).collect()
            };
            (0..=qid.max_level).map(of_level).collect()
        };
        let numbers: Vec<Vec<Vec<u64>>> = (0..qids.len()).map(numbers).collect();
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

/// A number for a label that looks random: the finalizer of SplitMix64 (Steele, Lea, Flood 2014,
/// doi:10.1145/2660193.2660195) of what names the label.
fn number(attribute: usize, level: u8, label: u32) -> u64 {
    let name = (attribute as u64) << 40 | u64::from(level) << 32 | u64::from(label);
    let mut mixed = name.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

impl Probe for SizeProbe<'_> {
    fn is_disallowed(&mut self, node: &Node) -> bool {
        self.go_to(node);
        let too_few = self.too_few();
        too_few > self.limit || too_few == self.tuples.rows() as u64
    }
}
